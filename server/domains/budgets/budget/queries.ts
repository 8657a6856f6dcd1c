import { sql } from 'kysely'
import type { ExecutionErrorType } from '#contract/budgets/budget-runs.ts'
import { isoOrNull } from '#kit/time.ts'
import { inviteHasEnded, type PromisedAllowance } from '#server/domains/invites/index.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { personName } from '#server/platform/database/person-name.ts'
import { type CursorPart, cursorPlace } from '#server/platform/http/page.ts'
import type { Principal } from '#server/platform/principal.ts'
import { notFound } from '#server/platform/problem/problem.ts'
import type { BudgetPeriod } from '../schedule/period.ts'
import {
  type BudgetRecord,
  type ExecutionRecord,
  type ParticipantRecord,
  type PeriodInvoiceRecord,
  participantAmountPence,
} from './budget.ts'

/** A budget of the caller's team or its subteams. @throws not_found (404) for foreign and missing alike */
export async function budgetInScope(
  db: Db | Tx,
  caller: Pick<Principal, 'teamIds'>,
  budgetId: string,
): Promise<BudgetRecord> {
  const budget = await db
    .selectFrom('automated_budget')
    .selectAll()
    .where('id', '=', budgetId)
    .where(sql<boolean>`team_id = any(${[...caller.teamIds]}::uuid[])`)
    .executeTakeFirst()
  if (!budget) throw notFound('automated budget')
  return budget
}

/** As budgetInScope, its row held until the transaction ends: anyone who changes a budget, or runs it, holds it. */
export async function lockBudgetInScope(
  tx: Tx,
  caller: Pick<Principal, 'teamIds'>,
  budgetId: string,
): Promise<BudgetRecord> {
  const locked = await tx
    .selectFrom('automated_budget')
    .selectAll()
    .where('id', '=', budgetId)
    .where(sql<boolean>`team_id = any(${[...caller.teamIds]}::uuid[])`)
    .forUpdate()
    .executeTakeFirst()
  if (!locked) throw notFound('automated budget')
  return locked
}

interface PageQuery {
  limit: number
  next?: string | undefined
  previous?: string | undefined
}

/** Where a page begins, in a list by one column. @throws invalid_fields (422) for a cursor of another list */
const afterCursor = (column: string, order: 'asc' | 'desc', page: PageQuery, type: 'uuid' | 'text' = 'uuid') => {
  const place = placeOnPage(page, [type])
  if (!place) return sql<boolean>`true`
  const forward = (order === 'asc') === !page.previous
  return forward ? sql<boolean>`${sql.ref(column)} > ${place[0]}` : sql<boolean>`${sql.ref(column)} < ${place[0]}`
}
const placeOnPage = <const P extends readonly CursorPart[]>({ next, previous }: PageQuery, order: P) =>
  cursorPlace(previous ?? next, previous ? 'previous' : 'next', order)
const reverse = (order: 'asc' | 'desc', { previous }: PageQuery) =>
  previous ? (order === 'asc' ? 'desc' : 'asc') : order

const isFailing = sql<boolean>`(status = 'live' and coalesce((
  select e.status in ('failed', 'given-up') from automated_budget_execution e
  where e.budget_id = automated_budget.id order by e.id desc limit 1), false))`

/** One page of budgets, the newest first, one more than fits. */
export function budgetsPage(
  db: Db,
  caller: Pick<Principal, 'teamIds'>,
  page: PageQuery & {
    status?: BudgetRecord['status'][] | undefined
    failing?: 'true' | 'false' | undefined
    participant?: string | undefined
  },
): Promise<BudgetRecord[]> {
  let query = db
    .selectFrom('automated_budget')
    .selectAll()
    .where(sql<boolean>`team_id = any(${[...caller.teamIds]}::uuid[])`)
    .where(afterCursor('id', 'desc', page))
    .orderBy('id', reverse('desc', page))
    .limit(page.limit + 1)
  if (page.status?.length) query = query.where('status', 'in', page.status)
  if (page.failing) query = query.where(isFailing, '=', page.failing === 'true')
  if (page.participant)
    query = query.where(sql<boolean>`exists (select from automated_budget_participant as p
      where p.budget_id = automated_budget.id and p.status <> 'deleted' and ${isCalled(page.participant)})`)
  return query.execute()
}

export interface BudgetFigures {
  active: number
  inactive: number
  invited: number
  /** Of those: whose invite has ended. */
  inviteEnded: number
  /** Of these: who declined it. */
  inviteDeclined: number
  receivedPence: number
  /** The amounts of everybody active, or who may still accept. */
  amountsPence: number
}
const noFigures: BudgetFigures = {
  active: 0,
  inactive: 0,
  invited: 0,
  inviteEnded: 0,
  inviteDeclined: 0,
  receivedPence: 0,
  amountsPence: 0,
}

/** Counts and sums over the participants of budgets. */
export async function loadBudgetFigures(
  db: Db | Tx,
  budgetIds: readonly string[],
  now: Date,
): Promise<(id: string) => BudgetFigures> {
  const { rows } = await sql<BudgetFigures & { id: string }>`
    select p.budget_id as id, count(*) filter (where p.status = 'active')::int as active,
      count(*) filter (where p.status = 'inactive')::int as inactive, count(*) filter (where p.status = 'draft')::int as invited,
      count(*) filter (where p.status = 'draft' and ended.id is not null)::int as "inviteEnded",
      count(*) filter (where p.status = 'draft' and ended.declined_at is not null)::int as "inviteDeclined",
      coalesce(sum(p.total_funds_received), 0)::bigint as "receivedPence",
      coalesce(sum(case when b.is_variable then coalesce(p.budget_amount, b.budget_amount) else b.budget_amount end)
        filter (where p.status = 'active' or p.status = 'draft' and ended.id is null), 0)::bigint as "amountsPence"
    from automated_budget_participant p join automated_budget b on b.id = p.budget_id
    left join team_invite ended on ended.id = p.invite_id and ${inviteHasEnded('ended', now)}
    where p.budget_id = any(${[...budgetIds]}::uuid[]) group by p.budget_id`.execute(db)
  const figures = new Map(rows.map(({ id, ...each }) => [id, each]))
  return (id) => figures.get(id) ?? noFigures
}

/** The addresses of those who were invited, did not answer and can no longer accept, in order. */
export async function unansweredEmails(db: Db | Tx, budgetId: string, now: Date): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    select ended.email from automated_budget_participant p join team_invite ended on ended.id = p.invite_id
    where p.budget_id = ${budgetId} and p.status = 'draft' and ended.declined_at is null
      and ${inviteHasEnded('ended', now)} order by ended.email`.execute(db)
  return rows.map(({ email }) => email)
}

export interface ExecutionWithErrors extends ExecutionRecord {
  errors: { type: ExecutionErrorType; shortfallPence: number | null }[]
  /** While the budget tries it again. */
  retryAt: Date | null
  /** How many have not got the money of one that failed. */
  waitingCount: number
  /** When what was unspent of it was taken back, and how much. */
  undoneAt: Date | null
  undonePence: number | null
}

const executions = sql`
  select e.*, undo.created_at as "undoneAt", undo.amount as "undonePence", case when e.status = 'failed' and e.trigger = 'scheduled' and e.occurrence = b.next_index then b.retry_at
      when e.status = 'failed' and e.trigger = 'joiner' then b.join_retry_at end as "retryAt",
    case when e.status = 'failed' then (select count(*)::int from automated_budget_participant p where p.budget_id = e.budget_id
      and p.status = 'active' and (e.trigger <> 'joiner' or p.joins_occurrence = e.occurrence)) else 0 end as "waitingCount",
    coalesce((select json_agg(json_build_object('type', x.type, 'shortfallPence', x.shortfall_pence) order by x.attempt)
      from automated_budget_execution_error x where x.execution_id = e.id and e.status <> 'succeeded'), '[]') as errors
  from automated_budget_execution e join automated_budget b on b.id = e.budget_id
  left join automated_budget_return undo on undo.execution_id = e.id`

/** The latest execution of each budget. */
export async function latestExecutions(
  db: Db | Tx,
  budgetIds: readonly string[],
): Promise<Map<string, ExecutionWithErrors>> {
  const { rows } = await sql<ExecutionWithErrors>`
    select latest.* from unnest(${[...budgetIds]}::uuid[]) as wanted (id)
    cross join lateral (${executions} where e.budget_id = wanted.id order by e.id desc limit 1) as latest`.execute(db)
  return new Map(rows.map((row) => [row.budget_id, row]))
}

/** What the latest run failed with; undefined where it has not failed. */
export async function lastRunError(db: Db | Tx, budgetId: string): Promise<ExecutionErrorType | undefined> {
  const run = (await latestExecutions(db, [budgetId])).get(budgetId)
  return run?.errors.at(-1)?.type
}

/** Other budgets that will be paid from a budget's wallet: all that are scheduled or live, and not about to stop. */
export const budgetsOnWallet = (
  db: Db | Tx,
  { id, wallet_id }: Pick<BudgetRecord, 'id' | 'wallet_id'>,
): Promise<BudgetRecord[]> =>
  db
    .selectFrom('automated_budget')
    .selectAll()
    .where('wallet_id', '=', wallet_id)
    .where('id', '<>', id)
    .where('status', 'in', ['scheduled', 'live'])
    .where(sql<boolean>`sub_status is distinct from 'stopping'`)
    .orderBy('id')
    .execute()

/**
 * Pence that people spent, each on average, before each of the last six runs; null: no run has come after another yet. It is
 * what they had less after a run than before the next, but for what was taken back of them: a raise is no spending.
 */
export async function loadUsualCost(db: Db | Tx, budgetId: string): Promise<number | null> {
  const { rows } = await sql<{ usual: number | null }>`
    with run as (
      select id, trigger, occurrence from automated_budget_execution where budget_id = ${budgetId} and status = 'succeeded'
    ), latest as (
      select id from run where trigger = 'scheduled' and occurrence > 0 order by id desc limit 6
    ), since as (
      select id from run where trigger = 'scheduled' and id < (select id from latest order by id limit 1) order by id desc limit 1
    ), period as (
      select o.execution_id, p.wallet_id, o.before_pence, lag(o.execution_id) over runs as since_id,
        lag(o.before_pence + o.delta_pence) over runs as had_pence
      from automated_budget_outcome o join automated_budget_participant p on p.id = o.participant_id
      where o.execution_id in (select id from run where id between (select id from since) and (select id from latest order by id desc limit 1))
      window runs as (partition by o.participant_id order by o.execution_id)
    )
    select (sum(had_pence - before_pence - taken.pence)::float8
      / nullif(count(*) filter (where execution_id in (select id from latest)), 0)) as usual
    from period cross join lateral (
      select coalesce(-sum(entry.amount), 0) as pence
      from automated_budget_return back join ledger_entry entry on entry.transfer_id = back.transfer_id
      join ledger_account account on account.id = entry.account_id and account.wallet_id = period.wallet_id
      where back.budget_id = ${budgetId} and back.id > period.since_id and back.id < period.execution_id
    ) as taken where since_id is not null`.execute(db)
  return rows[0]?.usual ?? null
}

export async function executionsPage(db: Db, budgetId: string, page: PageQuery): Promise<ExecutionWithErrors[]> {
  const { rows } =
    await sql<ExecutionWithErrors>`${executions} where e.budget_id = ${budgetId} and ${afterCursor('e.id', 'desc', page)}
    order by e.id ${sql.raw(reverse('desc', page))} limit ${page.limit + 1}`.execute(db)
  return rows
}

/** @throws not_found (404) for another budget's */
export async function loadExecution(db: Db | Tx, budgetId: string, executionId: string): Promise<ExecutionWithErrors> {
  const { rows } =
    await sql<ExecutionWithErrors>`${executions} where e.budget_id = ${budgetId} and e.id = ${executionId}`.execute(db)
  if (!rows[0]) throw notFound('run')
  return rows[0]
}

export interface OutcomeRecord {
  participantId: string
  email: string
  name: string | null
  amountPence: number
  beforePence: number
  deltaPence: number
  cutPence: number
}

export async function outcomesPage(db: Db, executionId: string, page: PageQuery): Promise<OutcomeRecord[]> {
  const { rows } = await sql<OutcomeRecord>`
    select p.id as "participantId", p.email, case when u.id is not null then ${personName('u')} else p.name end as name,
      o.amount_pence as "amountPence", o.before_pence as "beforePence", o.delta_pence as "deltaPence",
      o.cut_pence as "cutPence"
    from automated_budget_outcome o join automated_budget_participant p on p.id = o.participant_id left join app_user u on u.id = p.user_id
    where o.execution_id = ${executionId} and ${afterCursor('p.email', 'asc', page, 'text')}
    order by p.email ${sql.raw(reverse('asc', page))} limit ${page.limit + 1}`.execute(db)
  return rows
}

const participants = (db: Db | Tx, budgetId: string) =>
  db.selectFrom('automated_budget_participant').selectAll().where('budget_id', '=', budgetId)

export function participantsPage(
  db: Db,
  budgetId: string,
  page: PageQuery & {
    status?: ParticipantRecord['status'][] | undefined
    id?: string[] | undefined
    search?: string | undefined
  },
): Promise<ParticipantRecord[]> {
  const order = reverse('asc', page)
  let query = participants(db, budgetId)
    .where('status', 'in', page.status?.length ? page.status : ['draft', 'active', 'inactive'])
    .where(participantEdge(page))
  if (page.id) query = query.where(sql<boolean>`id = any(${page.id}::uuid[])`)
  if (page.search) query = query.where(isCalled(page.search))
  return query
    .orderBy('email', order)
    .orderBy('id', order)
    .limit(page.limit + 1)
    .execute()
}

/** By a part of the address or of the name. */
const isCalled = (part: string) => sql<boolean>`(strpos(email, ${part.toLowerCase()}) > 0
  or user_id is null and strpos(fold_search_text(name), fold_search_text(${part})) > 0 or exists (
  select from app_user u where u.id = user_id and strpos(fold_search_text(${personName('u')}), fold_search_text(${part})) > 0))`

/** Several deleted participants may share an address. */
function participantEdge(page: PageQuery) {
  const place = placeOnPage(page, ['text', 'uuid'])
  if (!place) return sql<boolean>`true`
  const [email, id] = place
  return page.previous
    ? sql<boolean>`(email, id) < (${email}, ${id}::uuid)`
    : sql<boolean>`(email, id) > (${email}, ${id}::uuid)`
}

/** Participants of a budget by id, all of them or refused. @throws not_found (404) for another budget's */
export async function participantsByIds(
  db: Db | Tx,
  budgetId: string,
  ids: readonly string[],
): Promise<ParticipantRecord[]> {
  const found = await participantsStillThere(db, budgetId, ids)
  if (found.length < new Set(ids).size) throw notFound('participant')
  return found
}

/** As above, without those that are gone. */
export const participantsStillThere = (
  db: Db | Tx,
  budgetId: string,
  ids: readonly string[],
): Promise<ParticipantRecord[]> =>
  participants(db, budgetId)
    .where(sql<boolean>`id = any(${[...ids]}::uuid[])`)
    .orderBy('email')
    .orderBy('id')
    .execute()

/** Everybody who is not deleted. */
export const listCurrentParticipants = (db: Db | Tx, budgetId: string): Promise<ParticipantRecord[]> =>
  participants(db, budgetId).where('status', '<>', 'deleted').orderBy('id').execute()

/** Those who have yet to accept, and still may. */
export const invitedParticipants = (db: Db | Tx, budgetId: string, now: Date): Promise<ParticipantRecord[]> =>
  participants(db, budgetId)
    .where('status', '=', 'draft')
    .where(sql<boolean>`not exists (select from team_invite i where i.id = invite_id and ${inviteHasEnded('i', now)})`)
    .orderBy('id')
    .execute()

/** Whom a run funds: the active; for joiners those who wait for an occurrence's money. */
export function participantsToFund(
  tx: Tx,
  budgetId: string,
  joinerOccurrence: number | null,
): Promise<(ParticipantRecord & { wallet_id: string })[]> {
  let query = participants(tx, budgetId).where('status', '=', 'active').orderBy('id')
  if (joinerOccurrence !== null) query = query.where('joins_occurrence', '=', joinerOccurrence)
  return query.$narrowType<{ wallet_id: string }>().execute()
}

/** Where someone takes part in what a team or its subteams allow, or in the team that was made for it; by budget. */
export const listParticipations = async (
  tx: Tx,
  { teamId, userId }: { teamId: string; userId: string },
): Promise<{ id: string; budgetId: string; teamId: string }[]> => {
  const { rows } = await sql<{ id: string; budgetId: string; teamId: string }>`
    select p.id, b.id as "budgetId", b.team_id as "teamId"
    from automated_budget_participant as p
    join automated_budget as b on b.id = p.budget_id
    join team on team.id = b.team_id
    join app_user as leaver on leaver.id = ${userId}
    where p.status <> 'deleted' and b.status <> 'ended'
      and (p.user_id = leaver.id or (p.user_id is null and lower(p.email) = lower(leaver.email)))
      and (p.participant_team_id = ${teamId} or team.id = ${teamId} or team.parent_team_id = ${teamId})
    order by b.id, p.id`.execute(tx)
  return rows
}

/** People counted against the plan: participants of all budgets of a team that have not ended. */
export async function countOfTeamParticipants(tx: Db | Tx, teamId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('automated_budget_participant as p')
    .innerJoin('automated_budget as b', 'b.id', 'p.budget_id')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('b.team_id', '=', teamId)
    .where('b.status', '<>', 'ended')
    .where('p.status', '<>', 'deleted')
    .executeTakeFirstOrThrow()
  return count
}

/** A participant with a team of their own, and the budget that made it. */
export interface AllowanceRecord {
  budget: BudgetRecord & { teamName: string }
  participant: ParticipantRecord & { participant_team_id: string; wallet_id: string }
}

async function withBudgets(db: Db, participants: AllowanceRecord['participant'][]): Promise<AllowanceRecord[]> {
  if (participants.length === 0) return []
  const budgetIds = participants.map(({ budget_id }) => budget_id)
  const budgets = await db
    .selectFrom('automated_budget')
    .innerJoin('team', 'team.id', 'automated_budget.team_id')
    .selectAll('automated_budget')
    .select('team.name as teamName')
    .where(sql<boolean>`automated_budget.id = any(${budgetIds}::uuid[])`)
    .execute()
  const byId = new Map(budgets.map((budget) => [budget.id, budget]))
  return participants.map((participant) => ({ budget: byId.get(participant.budget_id)!, participant }))
}

/** The budget and participant behind a team that was made for one. @throws not_found (404) for any other team */
export async function allowanceOfTeam(db: Db, teamId: string): Promise<AllowanceRecord> {
  const found = await db
    .selectFrom('automated_budget_participant')
    .selectAll()
    .where('participant_team_id', '=', teamId)
    .$narrowType<{ participant_team_id: string; wallet_id: string }>()
    .execute()
  const [allowance] = await withBudgets(db, found)
  if (!allowance) throw notFound('allowance')
  return allowance
}

/**
 * Where someone takes part in budgets that have not ended, the oldest first.
 * @param only in these teams, where given
 */
export async function allowancesOfUser(
  db: Db,
  userId: string,
  only: readonly string[] | null,
): Promise<AllowanceRecord[]> {
  const found = await db
    .selectFrom('automated_budget_participant as p')
    .innerJoin('automated_budget as b', 'b.id', 'p.budget_id')
    .innerJoin('team', 'team.id', 'p.participant_team_id')
    .selectAll('p')
    .where('p.user_id', '=', userId)
    .where(sql<boolean>`coalesce(p.participant_team_id = any(${only}::uuid[]), true)`)
    .where('p.status', 'in', ['active', 'inactive'])
    .where('b.status', '<>', 'ended')
    .where('team.closed_at', 'is', null)
    .orderBy('p.id')
    .$narrowType<{ participant_team_id: string; wallet_id: string }>()
    .execute()
  return withBudgets(db, found)
}

/** Where someone takes part no more since a moment: they are out, or the budget has ended; the latest first. */
export async function allowancesOver(
  db: Db,
  userId: string,
  { only, since }: { only: readonly string[] | null; since: Date },
): Promise<AllowanceRecord[]> {
  const found = await db
    .selectFrom('automated_budget_participant as p')
    .innerJoin('automated_budget as b', 'b.id', 'p.budget_id')
    .selectAll('p')
    .where('p.user_id', '=', userId)
    .where(sql<boolean>`coalesce(p.participant_team_id = any(${only}::uuid[]), true)`)
    .where(sql<boolean>`coalesce(p.deleted_at, b.ended_at) > ${since}`)
    .where(sql<boolean>`not exists (select from automated_budget_participant again
      where again.budget_id = p.budget_id and again.user_id = p.user_id and again.id > p.id)`)
    .orderBy(sql`coalesce(p.deleted_at, b.ended_at)`, 'desc')
    .$narrowType<{ participant_team_id: string; wallet_id: string }>()
    .execute()
  return withBudgets(db, found)
}

/** What an invite to a budget promises its address, and what its person is called there; null where the budget is gone. */
export async function promisedAllowance(
  db: Db,
  { automationId, email }: { automationId: string; email: string },
): Promise<PromisedAllowance | null> {
  const budget = await db.selectFrom('automated_budget').selectAll().where('id', '=', automationId).executeTakeFirst()
  if (!budget) return null
  const participant = await db
    .selectFrom('automated_budget_participant')
    .select(['budget_amount', 'name'])
    .where('budget_id', '=', automationId)
    .where('email', '=', email)
    .where('status', '=', 'draft')
    .executeTakeFirst()
  const { name, currency, frequency } = budget
  const budgetAmount = participantAmountPence(budget, participant ?? { budget_amount: null })
  const allowance = {
    ...{ name, currency, frequency, budgetAmount },
    keepsUnspent: budget.unspent_action === 'rollover',
    endsAt: isoOrNull(budget.ends_at ?? budget.scheduled_end_date),
  }
  return { allowance, recipientName: participant?.name ?? null }
}

export const nextRunDueAt = sql<Date | null>`select min(due_at) from automated_budget where due_at is not null`

/** How many budgets have something to do after one moment (or at all) and up to another. */
export async function countDueBudgets(db: Db, after: Date | null, until: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from automated_budget
    where due_at <= ${until} and (${after}::timestamptz is null or due_at > ${after})`.execute(db)
  return rows[0]!.count
}

export async function dueBudgets(db: Db, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('automated_budget')
    .select('id')
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map((row) => row.id)
}

/** When a budget's papers are due: its invoice, or what is to be credited within the month. */
const papersDueAt = sql<Date | null>`least(invoice_due_at, coalesce(credit_due_at, started_at))`

export const nextPapersDueAt = sql<Date | null>`select min(${papersDueAt}) from automated_budget`

export const budgetsToInvoice = async (db: Db, now: Date): Promise<string[]> =>
  (
    await db
      .selectFrom('automated_budget')
      .select('id')
      .where(papersDueAt, '<=', now)
      .orderBy(papersDueAt)
      .orderBy('id')
      .execute()
  ).map(({ id }) => id)

/** Holds a budget whose papers are due, unless another is at it. */
export const lockBudgetToInvoice = (tx: Tx, id: string, now: Date): Promise<BudgetRecord | undefined> =>
  tx
    .selectFrom('automated_budget')
    .selectAll()
    .where('id', '=', id)
    .where(papersDueAt, '<=', now)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()

/** The record of a period, which is there before the period is over where something of it was credited. */
export const periodRecord = (tx: Tx, budgetId: string, { from }: BudgetPeriod): Promise<{ id: string } | undefined> =>
  tx
    .selectFrom('automated_budget_invoice')
    .select('id')
    .where('budget_id', '=', budgetId)
    .where('from_at', '=', from)
    .executeTakeFirst()

/** One page of a budget's periods, the newest first, one more than fits. */
export function periodsPage(
  db: Db,
  budgetId: string,
  page: PageQuery & { isPublishedOnly: boolean },
): Promise<PeriodInvoiceRecord[]> {
  let query = db
    .selectFrom('automated_budget_invoice')
    .selectAll()
    .where('budget_id', '=', budgetId)
    .where(afterCursor('id', 'desc', page))
    .orderBy('id', reverse('desc', page))
    .limit(page.limit + 1)
  if (page.isPublishedOnly) query = query.where('published', '=', true)
  return query.execute()
}
