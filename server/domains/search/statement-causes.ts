import { sql } from 'kysely'
import { allows, type PermissionMap, seesBudgets } from '#contract/core/permissions.ts'
import type { StatementLine } from '#contract/wallets/wallets.ts'
import { BUSINESS_ZONE, Temporal } from '#kit/time.ts'
import type { StatementMovement } from '#server/domains/wallets/index.ts'
import type { Db } from '#server/platform/database/database.ts'

/** Who reads a statement, and which causes of its movements they may see. */
export interface StatementReader {
  userId: string | null
  teamIds: readonly string[]
  /** Card payments, bank payments and what they were made with: who tops up or keeps cards. */
  seesPayments: boolean
  seesBudgets: boolean
}

export const statementReader = (
  { userId, teamIds }: Pick<StatementReader, 'userId' | 'teamIds'>,
  permissions: PermissionMap,
): StatementReader => ({
  userId,
  teamIds,
  seesPayments: allows(permissions, ['top-up-wallet', 'manage-cards']),
  seesBudgets: allows(permissions, seesBudgets),
})

type Counterpart = NonNullable<StatementLine['counterpart']>

/** What is known of a movement's cause, with words of a purchase that only files have. */
export interface Cause extends Pick<StatementLine, 'counterpart' | 'person' | 'documents'> {
  title: string | null
  reason: string | null
  purchaseOrderNumber: string | null
}

interface CauseRow {
  id: string
  referenceKind: string
  kind: StatementMovement['kind']
  giftId: string | null
  purchaseId: string | null
  isPurchaseSeen: boolean
  title: string | null
  reason: string | null
  purchaseOrderNumber: string | null
  buyer: string | null
  chargeId: string | null
  isChargeSeen: boolean
  isOwnCharge: boolean
  card: string | null
  payer: string | null
  spentKey: string | null
  isAutomatic: boolean
  budgetId: string | null
  isBudgetSeen: boolean
  budgetName: string | null
  runTrigger: string | null
  runDay: string | null
  participant: string | null
  walletId: string | null
  walletName: string | null
  isWalletSeen: boolean
  mover: string | null
  bankText: string | null
  bankReference: string | null
  payoutHint: string | null
  invoiceId: string | null
  invoiceNumber: string | null
  planName: string | null
  correctionReason: string | null
  documents: StatementLine['documents']
}

/** What movements of a wallet were for, by the movement: one query for all of them. */
export async function statementCauses(
  db: Db,
  { walletId, reader, lines }: { walletId: string; reader: StatementReader; lines: readonly StatementMovement[] },
): Promise<Map<string, Cause>> {
  if (lines.length === 0) return new Map()
  const rows = await loadCauseRows(
    db,
    walletId,
    reader,
    lines.map(({ id }) => id),
  )
  return new Map(rows.map((row) => [row.id, toCause(row, reader)]))
}

async function loadCauseRows(
  db: Db,
  walletId: string,
  { userId, teamIds }: StatementReader,
  transferIds: readonly string[],
): Promise<CauseRow[]> {
  const teams = sql`any (${[...teamIds]}::uuid[])`
  const referenced = (kind: string) => sql`case cause.reference_kind when ${kind} then cause.reference_id::uuid end`
  const fullName = (table: string) =>
    sql`nullif(trim(${sql.ref(`${table}.first_name`)} || ' ' || ${sql.ref(`${table}.surname`)}), '')`
  const { rows } = await sql<CauseRow>`
    select transfer.id, cause.reference_kind as "referenceKind", transfer.kind, gift.id as "giftId", purchase.id as "purchaseId",
      coalesce(purchase.team_id = ${teams}, false) as "isPurchaseSeen", coalesce(purchase.title, product.name) as title,
      nullif(purchase.reason_code, '') as reason, purchase.purchase_order_number as "purchaseOrderNumber", ${fullName('buyer')} as buyer,
      charge.id as "chargeId", coalesce(charge.team_id = ${teams}, false) as "isChargeSeen", coalesce(charge.user_id = ${userId}, false) as "isOwnCharge",
      card.scheme || ' ending ' || card.last4_digits as card, ${fullName('payer')} as payer, charge.spent_key as "spentKey",
      automatic.charge_id is not null as "isAutomatic", budget.id as "budgetId", coalesce(budget.team_id = ${teams}, false) as "isBudgetSeen",
      budget.name as "budgetName", run.trigger as "runTrigger", london_day(run.scheduled_for)::text as "runDay",
      coalesce(${fullName('member')}, participant.email) as participant,
      other.id as "walletId", other.name as "walletName", coalesce(other.team_id = ${teams}, false) as "isWalletSeen", moved.name as mover,
      line.text as "bankText", nullif(wallet.reference, '') as "bankReference", payout.hint as "payoutHint",
      paper.id as "invoiceId", paper.number as "invoiceNumber", plan.name as "planName",
      hand.reason as "correctionReason", coalesce(papers.list, '[]') as documents
    from ledger_transfer as transfer
    left join ledger_reversal as hand on hand.reversal_id = transfer.id
    join ledger_transfer as cause on cause.id = case transfer.reference_kind when 'ledger_reversal' then transfer.reverses_transfer_id else transfer.id end
    left join huggg as gift on gift.id = ${referenced('huggg')}
    left join repair_step as step on step.id = ${referenced('repair_step')}
    left join transaction as purchase on purchase.id = coalesce(gift.transaction_id, step.subject_id, ${referenced('transaction')})
    left join product on product.id = purchase.product_id
    left join app_user as buyer on buyer.id = purchase.user_id
    left join plan_payment on plan_payment.id = ${referenced('plan_payment')}
    left join charge on charge.id = coalesce(plan_payment.charge_id, ${referenced('charge')})
    left join card on card.id = charge.card_id
    left join app_user as payer on payer.id = charge.user_id
    left join automatic_top_up_run as automatic on automatic.charge_id = charge.id
    left join automated_budget_execution as run on run.id = coalesce(${referenced('budget_execution')},
      case when charge.spent_key like 'budget-run/%' then charge.transaction_id end)
    left join automated_budget_return as returned on returned.id = ${referenced('budget_return')}
    left join automated_budget as budget on budget.id = coalesce(run.budget_id, returned.budget_id)
    left join automated_budget_participant as participant on participant.id = returned.participant_id
    left join app_user as member on member.id = participant.user_id
    left join bank_receipt as receipt on receipt.id = ${referenced('bank_receipt')}
    left join wallet on wallet.id = receipt.wallet_id
    left join invoice_payment as payment on payment.id = ${referenced('invoice_payment')}
    left join bank_line as line on line.id = case when coalesce(receipt.bank_line, payment.bank_line) ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(/\\d+)?$'
      then left(coalesce(receipt.bank_line, payment.bank_line), 36)::uuid end
    left join payout on payout.id = ${referenced('payout')}
    left join plan_credit on plan_credit.id = ${referenced('plan_credit')}
    left join plan_invoice on plan_invoice.id = coalesce(plan_payment.plan_invoice_id, plan_credit.plan_invoice_id,
      case when charge.spent_key like 'plan-invoice/%' then (select plan_invoice_id from plan_payment where charge_id = charge.id) end)
    left join plan on plan.id = plan_invoice.plan_id
    left join document as paper on paper.id = payment.document_id or paper.kind = 'invoice' and paper.plan_invoice_id = plan_invoice.id
    left join lateral (
      select moved_wallet.id, moved_wallet.name, moved_wallet.team_id
      from ledger_entry as entry join ledger_account as account on account.id = entry.account_id
      join wallet as moved_wallet on moved_wallet.id = account.wallet_id
      where cause.reference_kind = 'wallet_transfer' and entry.transfer_id = cause.id and account.wallet_id <> ${walletId} limit 1
    ) as other on true
    left join lateral (${papersOfMovement}) as papers on true
    left join lateral (${moverOfMovement(teams)}) as moved on true
    where transfer.id = any (${[...transferIds]}::uuid[])`.execute(db)
  return rows
}

/**
 * A purchase's receipt or invoice, a gift's credit note, the invoice and credit note of the budget's period that its allowance
 * is billed on, and what was charged again. A credit note of a part of a month holds what moved before that part's end (the 11th, the 21st, the month's end).
 */
const papersOfMovement = sql`
  select json_agg(json_build_object('id', document.id, 'kind', document.kind, 'number', document.number) order by document.issued_at, document.number) as list
  from document
  where document.id in (
    select document.id from document where cause.reference_kind = 'transaction' and document.transaction_id = purchase.id and document.kind in ('receipt', 'invoice')
    union all select credited.document_id from credited_gift as credited
    where credited.huggg_id = gift.id and transfer.kind in ('cancellation', 'expiry') and transfer.reverses_transfer_id is null
    union all select gift_change.document_id from gift_change where gift_change.huggg_id = gift.id and transfer.kind = 'change'
    union all select again.credit_id from recharged_gift as again where transfer.id in (again.expiry_id, again.reversal_id)
    union all select again.document_id from recharged_gift as again where again.reversal_id = transfer.id
    union all select paper.id
    union all select plan_paper.id from document as plan_paper
    where plan_paper.kind = 'credit-note' and plan_paper.plan_invoice_id = plan_credit.plan_invoice_id and plan_paper.issued_at = plan_credit.created_at
    union all select period_invoice.id from automated_budget_billed as billed
    join document as period_invoice on period_invoice.budget_invoice_id = billed.invoice_id and period_invoice.kind = 'period-invoice'
    where billed.transfer_id = transfer.id and transfer.kind = 'purchase'
    union all (
      select part.id from automated_budget_billed as billed
      join document as part on part.budget_invoice_id = billed.invoice_id and part.kind = 'period-credit-note'
      cross join lateral (select london_day(part.issued_at - interval '2 minutes') as day) as issued
      cross join lateral (select issued.day - extract(day from issued.day)::int
        + case when extract(day from issued.day) >= 21 then 21 when extract(day from issued.day) >= 11 then 11 else 1 end as day) as cut
      where billed.transfer_id = transfer.id and transfer.kind in ('cancellation', 'expiry', 'change')
      order by london_day(transfer.occurred_at) >= cut.day, case when london_day(transfer.occurred_at) < cut.day then part.number end, part.number desc
      limit 1))`

/** Who moved money between wallets, where the reader may see the wallet that it left. */
const moverOfMovement = (teams: ReturnType<typeof sql>) => sql`
  select nullif(trim(person.first_name || ' ' || person.surname), '') as name
  from ledger_entry as entry join ledger_account as account on account.id = entry.account_id
  join wallet as source on source.id = account.wallet_id and source.team_id = ${teams}
  join audit_event as event on event.subject_kind = 'wallet' and event.subject_id = source.id::text
    and event.action = 'wallet.transferred' and event.detail->>'transferId' = cause.id::text and event.actor_kind = 'user'
  join app_user as person on person.id::text = event.actor_id
  where cause.reference_kind = 'wallet_transfer' and entry.transfer_id = cause.id and entry.amount < 0 limit 1`

function toCause(row: CauseRow, reader: StatementReader): Cause {
  const isSeen = row.isPurchaseSeen
  return {
    counterpart: counterpart(row, reader),
    person: person(row, reader),
    documents: row.purchaseId && !isSeen ? [] : row.documents,
    title: isSeen ? row.title : null,
    reason: isSeen ? row.reason : null,
    purchaseOrderNumber: isSeen ? row.purchaseOrderNumber : null,
  }
}

function person(row: CauseRow, { seesPayments, seesBudgets }: StatementReader): string | null {
  if (row.chargeId) return row.isChargeSeen && seesPayments ? row.payer : null
  if (row.budgetId) return row.isBudgetSeen && seesBudgets ? row.participant : null
  if (row.purchaseId) return row.isPurchaseSeen ? row.buyer : null
  return row.mover
}

function counterpart(row: CauseRow, reader: StatementReader): Counterpart | null {
  if (row.chargeId) return cardCounterpart(row, reader)
  if (row.budgetId) return budgetCounterpart(row, reader)
  if (row.referenceKind === 'wallet_transfer')
    return row.isWalletSeen
      ? { kind: 'wallet', id: row.walletId, label: row.walletName!, detail: null }
      : { kind: 'wallet', id: null, label: 'Another team’s wallet', detail: null }
  if (row.referenceKind === 'bank_receipt' || row.referenceKind === 'payout') return bankCounterpart(row, reader)
  if (row.invoiceNumber)
    return {
      kind: row.planName ? 'plan' : 'invoice',
      id: row.invoiceId,
      label: row.invoiceNumber,
      detail: row.planName,
    }
  if (row.purchaseId) return purchaseCounterpart(row)
  return row.correctionReason ? { kind: 'correction', id: null, label: 'Correction', detail: null } : null
}

function purchaseCounterpart({ giftId, purchaseId, isPurchaseSeen, title }: CauseRow): Counterpart {
  const kind = giftId ? 'gift' : 'purchase'
  if (!isPurchaseSeen) return { kind, id: null, label: 'Another team’s purchase', detail: null }
  return { kind, id: giftId ?? purchaseId, label: title ?? 'Gifts', detail: null }
}

/** By the beginning of the key under which a charge was used. */
const cardUses: Record<string, string> = {
  purchase: 'For a purchase',
  'plan-invoice': 'For a plan’s invoice',
}

function cardCounterpart(row: CauseRow, { seesPayments, seesBudgets }: StatementReader): Counterpart {
  const isSeen = row.isChargeSeen && seesPayments
  const use = row.spentKey?.split('/')[0] ?? ''
  const budget = row.isBudgetSeen && seesBudgets ? row.budgetName : null
  const topUp = row.isAutomatic ? 'Automatic top-up' : 'Top-up by hand'
  return {
    kind: 'card',
    id: isSeen && row.isOwnCharge ? row.chargeId : null,
    label: (isSeen && row.card) || 'Card',
    detail: use === 'budget-run' ? `For a run of ${budget ?? 'a budget'}` : (cardUses[use] ?? topUp),
  }
}

const runs: Record<string, (day: string) => string> = {
  scheduled: (day) => `Run of ${day}`,
  manual: (day) => `Run by hand on ${day}`,
  joiner: (day) => `For someone who joined after the run of ${day}`,
}

function budgetCounterpart(row: CauseRow, { seesBudgets }: StatementReader): Counterpart {
  const isSeen = row.isBudgetSeen && seesBudgets
  const day = row.runDay && formatDay(row.runDay)
  return {
    kind: 'budget',
    id: isSeen ? row.budgetId : null,
    label: isSeen ? row.budgetName! : 'A budget',
    detail: day && row.runTrigger ? runs[row.runTrigger]!(day) : null,
  }
}

function bankCounterpart(row: CauseRow, { seesPayments }: StatementReader): Counterpart {
  if (row.referenceKind === 'payout')
    return { kind: 'bank', id: null, label: seesPayments ? `Account ending ${row.payoutHint}` : 'Bank', detail: null }
  const label = row.bankReference ? `Bank payment ${row.bankReference}` : 'Bank payment'
  return { kind: 'bank', id: null, label, detail: seesPayments ? row.bankText : null }
}

const formatDay = (day: string): string =>
  Temporal.PlainDate.from(day).toLocaleString('en-GB', { dateStyle: 'long', timeZone: BUSINESS_ZONE })
