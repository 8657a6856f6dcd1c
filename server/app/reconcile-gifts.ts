import { type RawBuilder, sql } from 'kysely'
import { posted } from './reconcile-money.ts'

/** Gifts whose code was fetched from an issuer: paid for then, whatever came after. */
const fetched = sql`(select distinct huggg_id from huggg_event where to_id = 9)`

/** A transfer that no other has undone, and that undoes none itself. */
const standing = sql`(
  select transfer.* from ledger_transfer as transfer
  where reverses_transfer_id is null and not exists (select from ledger_transfer as undo where undo.reverses_transfer_id = transfer.id)
)`

/** What tills have taken of each gift and not undone, and in how many parts. */
const used = sql`(
  select huggg_id, sum(amount)::bigint as pence, count(*)::int as times from redemption where undone_at is null group by huggg_id
)`

/**
 * Each gift with what it must have moved (design: money; the code is hugggs/money/settlement.ts, written again here so
 * that a mistake there is found): `ending` is the kind of the transfer that ended it, none while it is alive. What tills
 * took in parts before, a redemption each, is `parts`.
 */
const due = sql`(
  select huggg.*, ending,
    change_vat_pence - change_pence + case when ending is null then -parts else face_vat - face end as due_committed,
    case when is_whole_back then -fee_pence else 0 end as due_fees,
    case when is_whole_back then -face_vat - fee_vat_pence when is_change then price_vat - face_vat else 0 end - change_vat_pence as due_vat,
    case when ending in ('redemption', 'issuer-fetch') then price - price_vat else parts end as due_supplier,
    case when ending = 'breakage' then face - face_vat - parts
      when ending in ('redemption', 'issuer-fetch') and not is_change then face - face_vat - price + price_vat else 0 end as due_breakage,
    case when is_whole_back then face + fee_pence + fee_vat_pence
      when ending in ('cancellation', 'expiry') then face - face_vat - parts when is_change then face - price else 0 end + change_pence as due_back,
    concat_ws(', ', case when change_pence > 0 then 'change' end, nullif(array_to_string(array_fill('redemption'::text, array[redemptions]), ', '), ''),
      case when ending <> 'redemption' or redemptions = 0 then ending end) as due_kinds
  from huggg
  left join ${fetched} as fetched on fetched.huggg_id = huggg.id
  cross join lateral (select coalesce(chosen_price_pence, face_pence) as price, coalesce(chosen_vat_pence, face_vat_pence) as price_vat) as handed_out
  -- What its recipient's choice left over is no longer part of it.
  cross join lateral (select face_pence - change_pence as face, face_vat_pence - change_vat_pence as face_vat) as now
  cross join lateral (
    select case
      when status_id = 6 then 'cancellation'
      when status_id in (4, 5, 9) and fetched.huggg_id is not null then 'issuer-fetch'
      when status_id = 4 then 'redemption'
      when status_id = 5 then case when refunded_pence > 0 then 'expiry' else 'breakage' end
    end as ending
  ) as ended
  left join ${used} as used on used.huggg_id = huggg.id
  cross join lateral (select coalesce(used.times, 0) as redemptions, coalesce(used.pence, 0) as parts) as taken
  cross join lateral (select coalesce(ending in ('redemption', 'issuer-fetch') and chosen_gives_change, false) as is_change,
    coalesce(ending in ('cancellation', 'expiry') and parts = 0, false) as is_whole_back) as change
)`

/** What all transfers about a gift, undone ones included, moved in the end. */
const moved = sql`(
  select gift.id,
    coalesce(sum(amount) filter (where account = 'committed' and posted.wallet_id = gift.wallet_id), 0) as committed,
    coalesce(sum(amount) filter (where account = 'fees'), 0) as fees,
    coalesce(sum(amount) filter (where account = 'vat'), 0) as vat,
    coalesce(sum(amount) filter (where account = 'supplier-payable'), 0) as supplier,
    coalesce(sum(amount) filter (where account = 'breakage'), 0) as breakage,
    coalesce(sum(amount) filter (where (account = 'available' and (posted.wallet_id = gift.wallet_id or posted.team_id = budget.team_id))
      or (account = 'receivable' and posted.team_id = gift.team_id)), 0) as back,
    coalesce(sum(amount) filter (where posted.kind in ('cancellation', 'expiry') and account in ('available', 'receivable')), 0) as refunded
  from huggg as gift
  -- What comes back to a participant's wallet that is closed, or for an earlier period, is passed on to the budget's team.
  left join wallet on wallet.id = gift.wallet_id and coalesce(wallet.returns_to_wallet_id, wallet.earlier_returns_to_wallet_id) is not null
  left join automated_budget as budget on budget.id = wallet.automation_id
  left join ${posted} as posted on posted.reference_kind = 'huggg' and posted.reference_id = gift.id::text
  group by gift.id
)`

const endings = sql`(
  select reference_id, count(*) as transfers, string_agg(kind::text, ', '
    -- What a repair gave back of an earlier choice stands after what was used since.
    order by (kind = 'change' and exists (select from repair_step where transfer_id = standing.id)) desc, number) as kinds from ${standing} as standing
  where reference_kind = 'huggg' group by reference_id
)`

/** Gifts, their redemptions and their history: each selects what is wrong as subject, expected, found. */
export const giftChecks = {
  /** A gift carries the price, wallet and team that its purchase paid with. */
  'gift-price': sql`
    select gift.id as subject,
      format('%s+%s+%s (VAT %s) %s', purchase.face_pence, purchase.fee_pence, purchase.fee_vat_pence, purchase.face_vat_pence, purchase.currency) as expected,
      format('%s+%s+%s (VAT %s) %s', gift.face_pence, gift.fee_pence, gift.fee_vat_pence, gift.face_vat_pence, gift.currency) as found
    from huggg as gift left join transaction as purchase on purchase.id = gift.transaction_id
    where (gift.face_pence, gift.face_vat_pence, gift.fee_pence, gift.fee_vat_pence, gift.currency, gift.wallet_id, gift.team_id)
      is distinct from (purchase.face_pence, purchase.face_vat_pence, purchase.fee_pence, purchase.fee_vat_pence, purchase.currency, purchase.wallet_id, purchase.team_id)`,

  /** Each redemption is one transfer, and so is the end of a gift; one that is alive and whole has none. */
  'gift-settled-once': sql`
    select gift.id as subject, coalesce(nullif(gift.due_kinds, ''), 'no transfer') as expected, coalesce(endings.kinds, 'no transfer') as found
    from ${due} as gift left join ${endings} as endings on endings.reference_id = gift.id::text
    where gift.due_kinds <> coalesce(endings.kinds, '')`,

  /** And those transfers moved exactly what the gift's price says. */
  'gift-money': sql`
    select gift.id as subject,
      format('committed %s, fees %s, vat %s, supplier %s, breakage %s, back %s', due_committed, due_fees, due_vat, due_supplier, due_breakage, due_back) as expected,
      format('committed %s, fees %s, vat %s, supplier %s, breakage %s, back %s', committed, fees, vat, supplier, breakage, back) as found
    from ${due} as gift join ${moved} as moved on moved.id = gift.id
    where (due_committed, due_fees, due_vat, due_supplier, due_breakage, due_back) <> (committed, fees, vat, supplier, breakage, back)`,

  /** What a gift says came back is what came back. */
  'gift-refunded': sql`
    select gift.id as subject, moved.refunded as expected, gift.refunded_pence as found
    from huggg as gift join ${moved} as moved on moved.id = gift.id
    where gift.refunded_pence <> moved.refunded`,

  /** What tills took of a gift is all of it where it was redeemed, less where it was not, and what the gift says. */
  'redeemed-once': sql`
    select gift.id as subject,
      case when is_redeemed then price || ' of ' || price else 'less than ' || price end as expected, format('%s in %s, %s in parts', taken, times, parts_pence) as found
    from (
      select huggg.id, huggg.status_id = 4 and fetched.huggg_id is null as is_redeemed, coalesce(chosen_price_pence, face_pence) as price,
        coalesce(used.pence, 0) as taken, coalesce(used.times, 0) as times, parts_pence
      from huggg
      left join ${fetched} as fetched on fetched.huggg_id = huggg.id
      left join ${used} as used on used.huggg_id = huggg.id
    ) as gift
    where (taken = price and times > 0) <> is_redeemed or taken > price or parts_pence <> case when times = 1 and taken = price then 0 else taken end`,

  /** A redemption is of what its transfer paid the supplier; an undone one stands on the transfer that undid it. */
  'redemption-transfer': sql`
    select redemption.id as subject,
      format('%s for gift %s, %s', paid.pence, gift.id, case when undone_at is null then 'not undone' else 'undone by ' || undo_transfer_id end) as expected,
      format('%s for %s %s, %s', redemption.amount, coalesce(transfer.reference_kind, 'no transfer'), transfer.reference_id, coalesce('undone by ' || undo.id, 'not undone')) as found
    from redemption
    join huggg as gift on gift.id = redemption.huggg_id
    left join ledger_transfer as transfer on transfer.id = redemption.transfer_id and transfer.kind = 'redemption'
    left join ledger_transfer as undo on undo.reverses_transfer_id = redemption.transfer_id
    cross join lateral (
      select coalesce(sum(amount), 0) + coalesce(gift.chosen_vat_pence, gift.face_vat_pence) as pence
      from ${posted} as posted where posted.transfer_id = redemption.transfer_id and account = 'supplier-payable'
    ) as paid
    where (transfer.reference_kind, transfer.reference_id) is distinct from ('huggg', gift.id::text)
      or undo.id is distinct from redemption.undo_transfer_id
      or redemption.amount <> paid.pence`,

  /** The other way about: money never went to a supplier without a redemption. */
  'transfer-redemption': sql`
    select transfer.id as subject, 'a redemption' as expected, 'none' as found
    from ledger_transfer as transfer
    where transfer.kind = 'redemption' and not exists (select from redemption where transfer_id = transfer.id)`,

  /** What we owe suppliers is what was redeemed at their tills, fetched from them, cashed and corrected, less what they were paid. */
  'supplier-payable': sql`
    select currency as subject, sum(expected) as expected, sum(found) as found
    from (
      select gift.currency, redemption.amount - coalesce(gift.chosen_vat_pence, gift.face_vat_pence) as expected, 0 as found
      from redemption join huggg as gift on gift.id = redemption.huggg_id where redemption.undone_at is null
      union all
      select gift.currency, gift.due_supplier, 0 from ${due} as gift where gift.ending = 'issuer-fetch'
      union all
      select currency, amount, 0 from merchant_correction
      union all
      select currency, paid_pence + earlier_pence, 0 from award
      union all
      select currency, 0, amount from ${posted} as posted where account = 'supplier-payable' and kind <> 'supplier-payment'
    ) as compared group by currency having sum(expected) <> sum(found)`,

  /** A gift that was Fetched has one code, paid for by its own transfer; no other gift has one. */
  'fetched-code': sql`
    select coalesce(fetched.huggg_id, voucher.huggg_id) as subject,
      case when fetched.huggg_id is null then 'no code' else 'a code on its issuer-fetch' end as expected,
      case when voucher.huggg_id is null then 'none' else format('%s on %s %s', voucher.source, coalesce(transfer.kind::text, 'no transfer'), transfer.reference_id) end as found
    from ${fetched} as fetched
    full join fetched_voucher as voucher on voucher.huggg_id = fetched.huggg_id
    left join ledger_transfer as transfer on transfer.id = voucher.transfer_id
    where fetched.huggg_id is null or voucher.huggg_id is null
      or (transfer.kind::text, transfer.reference_id) is distinct from ('issuer-fetch', fetched.huggg_id::text)`,

  /** A supplied code that was taken is the code of the gift that took it, until another was given in its place. */
  'supplied-code': sql`
    select coalesce(code.id, voucher.supplied_code_id) as subject, coalesce('gift ' || code.huggg_id, 'no one’s') as expected,
      coalesce('gift ' || voucher.huggg_id, 'no one’s') as found
    from (select * from supplied_code where huggg_id is not null and id not in (select refused_code_id from code_refusal where refused_code_id is not null)) as code
    full join (select * from fetched_voucher where supplied_code_id is not null) as voucher on voucher.supplied_code_id = code.id
    where code.huggg_id is distinct from voucher.huggg_id`,

  /** What was ordered from an issuer: open while its gift waits for it, and fetched where the gift has its code. */
  'issuer-order': sql`
    select gift.id as subject,
      case when gift.fetching then 'asking' when voucher.huggg_id is not null then 'fetched as ' || voucher.client_request_id else 'none open' end as expected,
      coalesce(attempt.state || ' as ' || attempt.client_request_id, 'no order') as found
    from huggg as gift
    left join voucher_attempt as attempt on attempt.huggg_id = gift.id
    left join fetched_voucher as voucher on voucher.huggg_id = gift.id and voucher.source <> 'pool'
    where gift.fetching <> (coalesce(attempt.state, '') = 'asking')
      or (voucher.huggg_id is not null) <> (coalesce(attempt.state, '') = 'fetched')
      or (voucher.huggg_id is not null and voucher.client_request_id <> attempt.client_request_id)`,

  /** A gift's history leads without a gap, by changes that are allowed, to the state it is in. */
  'gift-history': sql`
    select coalesce(gift.id, event.huggg_id) as subject, 'a history that ends at ' || coalesce(gift.status_id::text, 'no gift') as expected,
      case when event.huggg_id is null then 'none' else format('%s breaks, ends at %s', event.breaks, event.last_id) end as found
    from huggg as gift
    full join (
      select huggg_id, (array_agg(to_id order by id desc))[1] as last_id,
        count(*) filter (where from_id is distinct from before_id or not is_allowed) as breaks
      from (
        select step.*, lag(step.to_id) over (partition by step.huggg_id order by step.id) as before_id,
          step.from_id is null or step.from_id = step.to_id or allowed.to_id is not null
            -- The one way back from Expired: see hugggs/expiry/reverse-expiry.ts.
            or (step.from_id = 5 and exists (select from expired_gift where huggg_id = step.huggg_id and from_status_id = step.to_id and reversed_at is not null))
            -- Releases before decision 12 ended codes that had been given out.
            or (step.from_id = 9 and step.to_id = 5 and exists (select from expired_gift where huggg_id = step.huggg_id and from_status_id = 9)) as is_allowed
        from huggg_event as step
        left join huggg_transition as allowed on allowed.from_id = step.from_id and allowed.to_id = step.to_id
      ) as event group by huggg_id
    ) as event on event.huggg_id = gift.id
    where event.last_id is distinct from gift.status_id or event.breaks > 0`,
} satisfies Record<string, RawBuilder<unknown>>
