import { sql } from 'kysely'
import type { StatementLine } from '#contract/wallets/wallets.ts'
import { BUSINESS_ZONE } from '#kit/time.ts'
import type { StatementMovement } from '#server/domains/wallets/index.ts'
import type { Db } from '#server/platform/database/database.ts'
import { personName } from '#server/platform/database/person-name.ts'
import { PART_ROWS } from './export-request.ts'
import type { SearchScope } from './scope.ts'

/** What is found of a movement's cause, before it is said what a reader may see of it. */
export interface CauseRow {
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
  grantId: string | null
  grantName: string | null
  isGrantSeen: boolean
  funder: string | null
  mover: string | null
  bankText: string | null
  bankReference: string | null
  payoutHint: string | null
  invoiceId: string | null
  invoiceNumber: string | null
  planName: string | null
  correctionReason: string | null
  /** When the budget whose participant bought it has its next papers: a day in London. Of money that came back. */
  papersDue: string | null
  documents: StatementLine['documents']
}

/** What movements of a wallet were for: one query for all of them. */
export async function loadCauseRows(
  db: Db,
  walletId: string,
  { userId, teamIds }: { userId: string | null; teamIds: readonly string[] },
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
      given.id as "grantId", given.name as "grantName", coalesce(given.team_id = ${teams}, false) as "isGrantSeen", ${fullName('funder')} as funder,
      line.text as "bankText", nullif(wallet.reference, '') as "bankReference", payout.hint as "payoutHint",
      paper.id as "invoiceId", paper.number as "invoiceNumber", plan.name as "planName",
      hand.reason as "correctionReason", case when transfer.kind in ('cancellation', 'expiry', 'change') and transfer.reverses_transfer_id is null
        then london_day(least(paying.credit_due_at, paying.invoice_due_at))::text end as "papersDue", coalesce(papers.list, '[]') as documents
    from ledger_transfer as transfer
    left join ledger_reversal as hand on hand.reversal_id = transfer.id
    join ledger_transfer as cause on cause.id = case transfer.reference_kind when 'ledger_reversal' then transfer.reverses_transfer_id else transfer.id end
    left join huggg as gift on gift.id = ${referenced('huggg')}
    left join repair_step as step on step.id = ${referenced('repair_step')}
    left join transaction as purchase on purchase.id = coalesce(gift.transaction_id, step.subject_id, ${referenced('transaction')})
    left join product on product.id = purchase.product_id
    left join team as buying on buying.id = purchase.team_id
    left join automated_budget as paying on paying.id = buying.automation_id
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
    left join grant_funding as funding on funding.id = ${referenced('grant_funding')}
    left join funder_grant as given on given.id = funding.grant_id
    left join app_user as funder on funder.id = funding.user_id
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
    left join lateral (${papersOfMovement(teams)}) as papers on true
    left join lateral (${moverOfMovement(teams)}) as moved on true
    where transfer.id = any (${[...transferIds]}::uuid[])`.execute(db)
  return rows
}

/**
 * A purchase's receipt or invoice, a gift's credit note, the invoice and credit note of the budget's period that its allowance
 * is billed on, and what was charged again. A credit note of a part of a month holds what moved before that part's end (the 11th, the 21st, the month's end).
 */
const papersOfMovement = (teams: ReturnType<typeof sql>) => sql`
  select json_agg(json_build_object('id', document.id, 'kind', document.kind, 'number', document.number, 'purchaseId', document.transaction_id,
    'budgetId', period.budget_id) order by document.issued_at, document.number) as list
  from document
  left join automated_budget_invoice as period on period.id = document.budget_invoice_id and document.team_id = ${teams}
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

/** Ids of a team's gifts or purchases, a page of them. */
export async function archivedIds(
  db: Db,
  table: 'huggg' | 'transaction',
  teamIds: readonly string[],
  after: string,
): Promise<{ id: string }[]> {
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(table)} where team_id = any (${[...teamIds]}::uuid[]) and id > ${after} order by id limit ${PART_ROWS}`.execute(
    db,
  )
  return rows
}

interface MemberRow {
  team: string
  name: string
  email: string | null
  role: string
  at: Date
}

export async function archivedMembers(db: Db, teamIds: readonly string[]): Promise<MemberRow[]> {
  const { rows } = await sql<MemberRow>`
    select team.name as team, ${personName('u')} as name, u.email, m.role_group_id as role, m.created_at as at
    from team_member m join app_user u on u.id = m.user_id join team on team.id = m.team_id
    where m.team_id = any (${[...teamIds]}::uuid[]) and not u.is_service order by team.name, u.email`.execute(db)
  return rows
}

interface ParticipantRow {
  id: string
  budget: string
  email: string
  name: string | null
  status: string
  received: number
  currency: string
  at: Date
}

/** A page of the participants of a team's budgets. */
export async function archivedParticipants(
  db: Db,
  teamIds: readonly string[],
  after: string,
): Promise<ParticipantRow[]> {
  const { rows } = await sql<ParticipantRow>`
    select p.id, budget.name as budget, p.email, ${personName('u')} as name, p.status,
      p.total_funds_received::bigint as received, budget.currency, p.created_at as at
    from automated_budget_participant p join automated_budget budget on budget.id = p.budget_id
    left join app_user u on u.id = p.user_id
    where p.team_id = any (${[...teamIds]}::uuid[]) and p.id > ${after} order by p.id limit ${PART_ROWS}`.execute(db)
  return rows
}

export interface ArchivedPaper {
  id: string
  kind: string
  number: string
  currency: string
  net: number
  vat: number
  total: number
  issuedAt: Date
  purchaseId: string | null
}

/** Every paper that was issued to teams. */
export async function archivedPapers(db: Db, teamIds: readonly string[]): Promise<ArchivedPaper[]> {
  const { rows } = await sql<ArchivedPaper>`
    select id, kind, number, currency, net, vat, total, issued_at as "issuedAt", transaction_id as "purchaseId"
    from document where team_id = any (${[...teamIds]}::uuid[]) order by issued_at, id`.execute(db)
  return rows
}

/**
 * Those of some papers that may be shown, and the reports of budgets' months: until a month is published, only who manages
 * billing sees its papers.
 */
export async function shownPapers(
  db: Db,
  {
    documentIds,
    budgetMonthIds,
    withUnpublished,
  }: { documentIds: readonly string[]; budgetMonthIds: readonly string[]; withUnpublished: boolean },
): Promise<Pick<ArchivedPaper, 'id' | 'kind' | 'number'>[]> {
  const { rows } = await sql<Pick<ArchivedPaper, 'id' | 'kind' | 'number'>>`
    select document.id, document.kind, document.number
    from document left join automated_budget_invoice as month on month.id = document.budget_invoice_id
    where (document.id = any (${[...documentIds]}::uuid[])
        or document.budget_invoice_id = any (${[...budgetMonthIds]}::uuid[]) and document.kind = 'period-report')
      and (${withUnpublished} or month.id is null or month.published)
    order by document.issued_at, document.id`.execute(db)
  return rows
}

export interface StatedWallet {
  walletId: string
  name: string
  reference: string
  /** Of the latest movement that a file holds: what is booked later stays out of its rows and sums alike. */
  last: number
}

/** The wallets that teams had by then, closed ones too, whether or not money had moved; without those of participants. */
export async function walletsBefore(db: Db, teamIds: readonly string[], moment: Date): Promise<StatedWallet[]> {
  const { rows } = await sql<StatedWallet>`
    select wallet.id as "walletId", wallet.name, wallet.reference,
      coalesce(max(entry.transfer_number) filter (where transfer.occurred_at < ${moment}), 0)::bigint as last
    from wallet
    left join ledger_account as account on account.wallet_id = wallet.id
    left join ledger_entry as entry on entry.account_id = account.id
    left join ledger_transfer as transfer on transfer.id = entry.transfer_id
    where wallet.team_id = any (${[...teamIds]}::uuid[]) and wallet.automation_id is null
    group by 1, 2, 3
    having wallet.created_at < ${moment} or count(*) filter (where transfer.occurred_at < ${moment}) > 0
    order by 2, 3`.execute(db)
  return rows
}

export interface WalletYear {
  walletId: string
  name: string
  reference: string
  year: number
  /** Of the latest movement that the file holds: what is booked later stays out of its rows and sums alike. */
  last: number
}

/** The wallets of teams, closed ones too, by each year in which money moved. */
export async function archivedWalletYears(db: Db, teamIds: readonly string[]): Promise<WalletYear[]> {
  const { rows } = await sql<WalletYear>`
    select wallet.id as "walletId", wallet.name, wallet.reference,
      extract(year from transfer.occurred_at at time zone ${BUSINESS_ZONE})::int as year, max(entry.transfer_number)::bigint as last
    from wallet
    join ledger_account as account on account.wallet_id = wallet.id
    join ledger_entry as entry on entry.account_id = account.id
    join ledger_transfer as transfer on transfer.id = entry.transfer_id
    where wallet.team_id = any (${[...teamIds]}::uuid[])
    group by 1, 2, 3, 4 order by 2, 3, 4`.execute(db)
  return rows
}

/** A large team has bought far more than a page can wait for. */
const PURCHASES_READ = 1000

/** Tags of the latest purchases in the scope, those of the last one first. */
export async function purchaseTags(db: Db, { teamIds, ownerId }: SearchScope, most: number): Promise<string[]> {
  const { rows } = await sql<{ tag: string }>`
    select tag from (
      select tags, created_at from transaction
      where team_id = any (${[...teamIds]}::uuid[]) and ${ownerId ? sql`user_id = ${ownerId}` : sql`true`}
      order by created_at desc limit ${PURCHASES_READ}) as latest, unnest(latest.tags) as tag
    group by tag order by max(latest.created_at) desc, tag limit ${most}`.execute(db)
  return rows.map(({ tag }) => tag)
}

/** Whose an export is, by name. */
export async function exportOwner(
  db: Db,
  { team_id, wallet_id }: { team_id: string; wallet_id: string | null },
): Promise<{ team: string; wallet: string | null }> {
  return db
    .selectFrom('team')
    .leftJoin('wallet', (join) => join.on('wallet.id', '=', wallet_id))
    .select(['team.name as team', 'wallet.name as wallet'])
    .where('team.id', '=', team_id)
    .executeTakeFirstOrThrow()
}
