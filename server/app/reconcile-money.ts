import { type RawBuilder, sql } from 'kysely'

/** Every entry with its transfer and account; balances that are kept beside the entries are never read. */
export const posted = sql`(
  select transfer.id as transfer_id, transfer.kind::text as kind, transfer.reference_kind, transfer.reference_id, transfer.currency,
    account.kind::text as account, account.wallet_id, account.team_id, entry.amount
  from ledger_transfer as transfer
  join ledger_entry as entry on entry.transfer_id = transfer.id
  join ledger_account as account on account.id = entry.account_id
)`

/** Purchases that moved money: everything but top-ups and what failed. */
export const purchases = sql`(select * from transaction where purchase_type <> 'walletTopUp' and status = 'successful')`

/** Of a purchase: the gifts made so far. */
const made = sql`(select transaction_id, count(*)::int as made, max(ordinal) as last from huggg group by transaction_id)`

/** What a transfer of each kind must point at; any other transfer is unexplained. A new kind of record is added here. */
export const explanations = sql`
  case transfer.reference_kind
    when 'transaction' then transfer.kind = 'purchase'
      and exists (select from transaction where id::text = transfer.reference_id)
    when 'huggg' then transfer.kind in ('redemption', 'redemption-undo', 'issuer-fetch', 'change', 'cancellation', 'expiry', 'breakage')
      and exists (select from huggg where id::text = transfer.reference_id)
    when 'bank_receipt' then exists (select from bank_receipt where id::text = transfer.reference_id and case transfer.kind
      when 'bank-top-up' then transfer_id = transfer.id
      when 'correction' then transfer_id = transfer.reverses_transfer_id and reversed_at is not null end)
    when 'charge' then transfer.kind in ('card-top-up', 'refund', 'chargeback', 'chargeback-reversal', 'correction')
      and exists (select from charge where id::text = transfer.reference_id)
    when 'invoice_payment' then exists (select from invoice_payment where id::text = transfer.reference_id and case transfer.kind
      when 'invoice-payment' then transfer_id = transfer.id
      when 'correction' then transfer_id = transfer.reverses_transfer_id and reversed_at is not null end)
    when 'bank_line' then transfer.kind = 'unmatched-receipt'
      and exists (select from bank_act join bank_act_transfer on act_id = bank_act.id where line_id::text = transfer.reference_id and transfer_id = transfer.id)
    when 'payout' then transfer.kind = 'customer-payout'
      and exists (select from payout where id::text = transfer.reference_id and transfer.id in (transfer_id, return_id))
    when 'repair_step' then transfer.kind = 'correction'
      and exists (select from repair_step where id::text = transfer.reference_id and transfer_id = transfer.id and state = 'done')
    when 'ledger_reversal' then transfer.kind = 'correction'
      and exists (select from ledger_reversal where id::text = transfer.reference_id and reversal_id = transfer.id)
    when 'plan_invoice' then transfer.kind = 'plan-invoice'
      and exists (select from plan_invoice where id::text = transfer.reference_id and transfer_id = transfer.id)
    when 'plan_credit' then transfer.kind = 'plan-credit'
      and exists (select from plan_credit where id::text = transfer.reference_id and transfer_id = transfer.id)
    when 'plan_payment' then transfer.kind = 'invoice-payment'
      and exists (select from plan_payment where id::text = transfer.reference_id and transfer_id = transfer.id)
    when 'budget_execution' then transfer.kind = 'budget-run'
      and exists (select from automated_budget_execution where id::text = transfer.reference_id and transfer_id = transfer.id)
    when 'budget_return' then transfer.kind = 'budget-unlock'
      and exists (select from automated_budget_return where id::text = transfer.reference_id and transfer_id = transfer.id)
    when 'merchant_payment' then transfer.kind = 'supplier-payment' and (
      exists (select from merchant_statement where transfer_id = transfer.id)
      or exists (select from ledger_transfer as undo where transfer.id in (undo.id, undo.reverses_transfer_id) and undo.kind = 'supplier-payment' and undo.reverses_transfer_id is not null))
    when 'merchant_correction' then transfer.kind = 'correction'
      and exists (select from merchant_correction where id::text = transfer.reference_id and transfer_id = transfer.id)
    when 'grant_funding' then transfer.kind = 'grant-funding'
      and exists (select from grant_funding where id::text = transfer.reference_id and transfer_id = transfer.id)
    when 'award' then transfer.kind in ('award-hold', 'award-release', 'award', 'award-paid', 'award-return')
      and exists (select from award where id::text = transfer.reference_id)
    when 'wallet_transfer' then transfer.kind = 'wallet-transfer'
      and exists (select from audit_event where action = 'wallet.transferred' and detail ->> 'transferId' = transfer.id::text)
    else false
  end`

/** Wallets, bank and purchases: each selects what is wrong as subject, expected, found. */
export const moneyChecks = {
  /** A wallet stands over its own three accounts, in its team and currency. */
  'wallet-accounts': sql`
    select wallet.id as subject, 'available, committed, locked in ' || wallet.currency || ' of team ' || wallet.team_id as expected,
      coalesce(string_agg(account.kind || ' in ' || account.currency || ' of team ' || account.team_id, ', ' order by account.kind), 'none') as found
    from wallet left join ledger_account as account on account.wallet_id = wallet.id
    group by wallet.id
    having count(*) filter (
      where account.kind in ('available', 'committed', 'locked') and account.currency = wallet.currency and account.team_id = wallet.team_id
    ) <> 3 or count(*) <> 3`,

  /** Committed is the face, less its VAT and what tills took, of gifts not yet used up or ended, and of those still being made. */
  'wallet-committed': sql`
    select wallet.id as subject, coalesce(alive.pence, 0) + coalesce(coming.pence, 0) as expected, coalesce(held.pence, 0) as found
    from wallet
    left join (
      select wallet_id, sum(face_pence - change_pence - face_vat_pence + change_vat_pence - coalesce(taken.pence, 0)) as pence from huggg
      left join (select huggg_id, sum(amount) as pence from redemption where undone_at is null group by huggg_id) as taken on taken.huggg_id = huggg.id
      where status_id in (1, 2, 3, 8) group by wallet_id
    ) as alive on alive.wallet_id = wallet.id
    left join (
      select wallet_id, sum((quantity - coalesce(made.made, 0)) * (face_pence - face_vat_pence)) as pence
      from ${purchases} as purchase left join ${made} as made on made.transaction_id = purchase.id group by wallet_id
    ) as coming on coming.wallet_id = wallet.id
    left join (
      select wallet_id, sum(amount) as pence from ${posted} as posted where account = 'committed' group by wallet_id
    ) as held on held.wallet_id = wallet.id
    where coalesce(alive.pence, 0) + coalesce(coming.pence, 0) <> coalesce(held.pence, 0)`,

  /** A purchase is one transfer, of exactly what its gifts cost. */
  'purchase-transfer': sql`
    select id as subject,
      format('1 transfer in %s: committed %s, fees %s, vat %s, paid %s', currency, committed, fees, vat, -paid) as expected,
      format('%s in %s: committed %s, fees %s, vat %s, paid %s, elsewhere %s', transfers, found_currency, found_committed, found_fees, found_vat, found_paid, elsewhere) as found
    from (
      select purchase.id, purchase.currency, quantity * (face_pence - face_vat_pence) as committed, quantity * fee_pence as fees,
        quantity * (face_vat_pence + fee_vat_pence) as vat, quantity * (face_pence + fee_pence + fee_vat_pence) as paid,
        count(distinct transfer_id) as transfers, max(posted.currency) as found_currency,
        coalesce(sum(amount) filter (where account = 'committed' and posted.wallet_id = purchase.wallet_id), 0) as found_committed,
        coalesce(sum(amount) filter (where account = 'fees'), 0) as found_fees,
        coalesce(sum(amount) filter (where account = 'vat'), 0) as found_vat,
        coalesce(sum(amount) filter (where (account = 'available' and posted.wallet_id = purchase.wallet_id)
          or (account = 'receivable' and posted.team_id = purchase.team_id)), 0) as found_paid,
        coalesce(sum(abs(amount)), 0) as all_amounts,
        coalesce(sum(abs(amount)) filter (where account in ('fees', 'vat') or posted.wallet_id = purchase.wallet_id or posted.team_id = purchase.team_id), 0) as own_amounts
      from ${purchases} as purchase
      left join ${posted} as posted on posted.kind = 'purchase' and posted.reference_kind = 'transaction' and posted.reference_id = purchase.id::text
      group by purchase.id, purchase.currency, quantity, face_pence, face_vat_pence, fee_pence, fee_vat_pence
    ) as compared cross join lateral (select all_amounts - own_amounts as elsewhere) as rest
    where transfers <> 1 or found_currency <> currency or elsewhere <> 0
      or (found_committed, found_fees, found_vat, found_paid) <> (committed, fees, vat, -paid)`,

  /** Never a gift beyond what was paid for, and none missing once they have been made. */
  'purchase-quantity': sql`
    select purchase.id as subject,
      format('%s gifts made of %s', case when processing = 'creating' then created_count else quantity end, quantity) as expected,
      format('%s gifts, the last is number %s; counted as %s', coalesce(made.made, 0), coalesce(made.last, 0), created_count) as found
    from ${purchases} as purchase left join ${made} as made on made.transaction_id = purchase.id
    where coalesce(made.made, 0) <> created_count or coalesce(made.last, 0) > quantity
      or (processing is distinct from 'creating' and created_count <> quantity)`,

  /** What the bank says arrived is in the wallet it was booked to, once. */
  'bank-receipt': sql`
    select receipt.id as subject, format('%s %s in wallet %s by transfer %s', receipt.amount, receipt.currency, receipt.wallet_id, receipt.transfer_id) as expected,
      coalesce(string_agg(format('%s %s in %s %s', posted.amount, posted.currency, posted.account, coalesce(posted.wallet_id::text, 'of the platform')), ', ' order by posted.account), 'none') as found
    from bank_receipt as receipt
    left join ${posted} as posted on posted.transfer_id = receipt.transfer_id and posted.kind = 'bank-top-up'
    group by receipt.id
    having count(posted.transfer_id) <> 2
      or count(*) filter (where posted.account = 'available' and posted.wallet_id = receipt.wallet_id and posted.amount = receipt.amount and posted.currency = receipt.currency) <> 1
      or count(*) filter (where posted.account in ('bank-clearing', 'unmatched-receipts') and posted.amount = -receipt.amount) <> 1
      or (receipt.reversed_at is not null) <> exists (select from ledger_transfer where reverses_transfer_id = receipt.transfer_id)`,

  /** No money moves without a record that says why, unless an operator has reversed it since. */
  'unexplained-transfer': sql`
    select transfer.id as subject, 'a record that explains it' as expected,
      format('%s for %s %s', transfer.kind, transfer.reference_kind, transfer.reference_id) as found
    from ledger_transfer as transfer where not coalesce(${explanations}, false)
      and not exists (select from ledger_reversal where transfer_id = transfer.id)`,
} satisfies Record<string, RawBuilder<unknown>>
