import { isDeepStrictEqual } from 'node:util'
import type { BudgetFields, NewBudget } from '#contract/budgets/budgets.ts'
import type { ErrorDetail } from '#contract/core/errors.ts'
import { newId } from '#kit/ids.ts'
import { requireTags } from '#server/domains/catalogue/index.ts'
import { cardInScope } from '#server/domains/payments/index.ts'
import { planOfTeam } from '#server/domains/teams/team/index.ts'
import { defaultWallet, requireOpenWallet, type WalletRecord, walletInScope } from '#server/domains/wallets/index.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Work } from '#server/platform/posy.ts'
import { member, type Principal } from '#server/platform/principal.ts'
import { invalidFields, notFound, Problem } from '#server/platform/problem/problem.ts'
import { occurrenceAt, type Schedule } from '../schedule/schedule.ts'
import { type BudgetRecord, nextRunTimes } from './budget.ts'
import { lockBudgetInScope } from './queries.ts'
import { tellOfChange } from './tell-of-change.ts'
import { updateParticipantTeams } from './update-participant-teams.ts'

const FREE_EXPIRY_DAYS = 365
const PAID_EXPIRY_DAYS = 30

/**
 * Makes a draft in the wallet's team. Unless told otherwise: the team's default wallet, gifts by email only, unspent
 * money taken back at each run, and gifts valid for 30 days (365 on a free plan).
 * @throws not_found (404) for a wallet, card or tag that is not theirs; invalid_fields (422)
 */
export async function createBudget(work: Work, caller: Principal, wanted: NewBudget): Promise<string> {
  const { tx, at } = work
  const { userId, teamId } = member(caller)
  const wallet = wanted.walletId
    ? await walletInScope(tx, caller, wanted.walletId)
    : await defaultWallet(tx, teamId, 'GBX')
  requireOpenWallet(wallet, 'walletId')
  const plan = await planOfTeam(tx, wallet.teamId)
  const id = newId()
  await requireRestrictionTags(tx, wanted)
  const columns = toColumns(wanted)
  requireDates({ ...columns }, at)
  requireStartAhead(columns.scheduled_start_date, at)
  await requireCard(tx, caller, wanted, wallet.teamId)
  await work.tx
    .insertInto('automated_budget')
    .values({
      maximum_huggg_expiry_days: plan.pricePence === 0 ? FREE_EXPIRY_DAYS : PAID_EXPIRY_DAYS,
      delivery_methods: ['email'],
      unspent_action: 'reset',
      billing_type: 'manual',
      ...columns,
      name: wanted.name,
      budget_amount: wanted.budgetAmount,
      frequency: wanted.frequency,
      wallet_id: wallet.id,
      currency: wallet.currency,
      id,
      team_id: wallet.teamId,
      user_id: userId,
      created_at: at,
      updated_at: at,
    })
    .execute()
  await work.audit('automated-budget.created', { kind: 'automatedBudget', id }, { teamId: wallet.teamId })
  return id
}

const date = (text: string | null | undefined) => (text === undefined ? undefined : text && new Date(text))
const given = <T extends object>(columns: T) =>
  Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }

/** The fields that were sent, as columns; the wallet aside. */
const toColumns = (fields: BudgetFields) =>
  given({
    name: fields.name,
    is_variable: fields.isVariable,
    budget_amount: fields.budgetAmount,
    billing_type: fields.billingMethod?.type,
    card_id: fields.billingMethod && (fields.billingMethod.cardId ?? null),
    frequency: fields.frequency,
    number_of_runs: fields.numberOfRuns,
    scheduled_start_date: date(fields.scheduledStartDate) as Date | null | undefined,
    recurrence_date: date(fields.recurrenceDate) as Date | null | undefined,
    scheduled_end_date: date(fields.scheduledEndDate) as Date | null | undefined,
    unspent_action: fields.unspentParticipantBalanceAction,
    reason_codes: fields.reasonCodes && [...new Set(fields.reasonCodes)],
    delivery_methods: fields.deliveryMethods && [...new Set(fields.deliveryMethods)],
    delivery_email_domains: fields.deliveryEmailDomains && [...new Set(fields.deliveryEmailDomains)],
    maximum_huggg_expiry_days: fields.maximumHugggExpiryDays,
    categories_allow: fields.giftingRestrictionsCategories?.allow,
    categories_disallow: fields.giftingRestrictionsCategories?.disallow,
    price_min: fields.giftingRestrictionsPrice?.min,
    price_max: fields.giftingRestrictionsPrice?.max,
  })

const requireRestrictionTags = (
  db: Db | Tx,
  { giftingRestrictionsCategories: categories }: BudgetFields,
  held?: { categories_allow: string[]; categories_disallow: string[] },
) =>
  requireTags(db, [
    { path: 'giftingRestrictionsCategories.allow', ids: categories?.allow, held: held?.categories_allow },
    { path: 'giftingRestrictionsCategories.disallow', ids: categories?.disallow, held: held?.categories_disallow },
  ])

/** A budget ends after it has started, and not in the past. */
function requireDates(
  dates: {
    scheduled_start_date?: Date | null | undefined
    scheduled_end_date?: Date | null | undefined
    starting_at?: Date | null | undefined
  },
  at: Date,
): void {
  const details: ErrorDetail[] = []
  const { scheduled_start_date: start, scheduled_end_date: end } = dates
  if (end && end <= at) details.push({ path: 'scheduledEndDate', message: 'is in the past' })
  else if (end && start && end <= start)
    details.push({ path: 'scheduledEndDate', message: 'must be after the first run' })
  if (details.length) throw invalidFields(details)
}

/** What a program calls now is a moment ago by the time it is read. */
const STILL_NOW_MS = 5 * 60_000

/** A start in the past would be one at once, which no one asked for. */
function requireStartAhead(start: Date | null | undefined, at: Date): void {
  if (start && start.getTime() < at.getTime() - STILL_NOW_MS)
    throw invalidFields([{ path: 'scheduledStartDate', message: 'is in the past; leave it out to start at once' }])
}

/**
 * `startingAt` says when a budget did start: where nothing else of a record that was read comes with it, the start that is
 * planned is meant.
 */
export function requireNamedStart(kept: Record<string, unknown>, fields: BudgetFields, current: string | null): void {
  const { startingAt, ...rest } = kept
  if (typeof startingAt !== 'string' || fields.scheduledStartDate !== undefined || Object.keys(rest).length) return
  if (current !== null && Date.parse(startingAt) === Date.parse(current)) return
  throw invalidFields([{ path: 'startingAt', message: 'is not set here; did you mean scheduledStartDate?' }])
}

async function requireCard(
  db: Db | Tx,
  caller: Principal,
  { billingMethod }: BudgetFields,
  teamId: string,
): Promise<void> {
  if (!billingMethod?.cardId) return
  const card = await cardInScope(db, caller, billingMethod.cardId)
  // A budget outlives its maker: the card must be held in the same team.
  if (card.team_id !== teamId) throw notFound('card')
}

/** Once it runs, its dates are told to people; what is given must be as it is. */
const FIXED_WHILE_RUNNING = ['frequency', 'recurrence_date', 'scheduled_start_date'] as const
const FIELD_OF: Record<(typeof FIXED_WHILE_RUNNING)[number], string> = {
  frequency: 'frequency',
  recurrence_date: 'recurrenceDate',
  scheduled_start_date: 'scheduledStartDate',
}

/**
 * A budget as it would be with the fields that are given, which changes nothing.
 * @throws wrong_state (409) for an ended or stopping one, and for the schedule of one that is no draft
 */
export async function previewChanges(
  db: Db | Tx,
  caller: Principal,
  budget: BudgetRecord,
  { fields, at }: { fields: BudgetFields; at: Date },
) {
  if (budget.status === 'ended' || budget.sub_status === 'stopping')
    throw new Problem('wrong_state', 'A budget that has ended does not change.', { help: 'Make a new one.' })
  await requireRestrictionTags(db, fields, budget)
  const columns = toColumns(fields)
  if (budget.status !== 'draft') refuseFixed(budget, columns)
  const wallet = fields.walletId ? await walletOfBudget(db, caller, budget, fields.walletId) : null
  await requireCard(db, caller, fields, budget.team_id)
  if (columns.scheduled_end_date || (columns.scheduled_start_date && budget.status === 'draft'))
    requireDates({ ...budget, ...columns }, at)
  if (columns.scheduled_start_date?.getTime() !== budget.scheduled_start_date?.getTime())
    requireStartAhead(columns.scheduled_start_date, at)
  const set = { ...columns, ...(wallet ? { wallet_id: wallet.id, currency: wallet.currency } : {}) }
  const changed: BudgetRecord = { ...budget, ...set }
  if (changed.number_of_runs !== 0 && changed.number_of_runs < budget.runs_executed)
    throw invalidFields([{ path: 'numberOfRuns', message: `${budget.runs_executed} runs have been made` }])
  const times = budget.status === 'live' ? nextRunTimes(changed, at) : {}
  return { set: { ...set, ...times }, changed: { ...changed, ...times } }
}

/**
 * Changes the fields that are given. For a live budget: from the next run on; its restrictions at once.
 * @param unchangedSince what the caller has seen: where it has been changed since, nothing is
 * @throws as `previewChanges`; conflict (409)
 */
export async function updateBudget(
  work: Work,
  caller: Principal,
  id: string,
  { fields, unchangedSince }: { fields: BudgetFields; unchangedSince?: string | undefined },
): Promise<void> {
  const { tx, at } = work
  const budget = await lockBudgetInScope(tx, caller, id)
  if (unchangedSince !== undefined && budget.updated_at.getTime() > Date.parse(unchangedSince))
    throw new Problem('conflict', 'The budget has been changed since.')
  const { set, changed } = await previewChanges(tx, caller, budget, { fields, at })
  await tx
    .updateTable('automated_budget')
    .set({ ...set, ...(budget.sub_status ? { due_at: at } : {}), updated_at: at })
    .where('id', '=', id)
    .execute()
  await updateParticipantTeams(work, changed)
  if (budget.status === 'live') await tellOfChange(work, budget, changed)
  await work.audit(
    'automated-budget.changed',
    { kind: 'automatedBudget', id },
    {
      teamId: budget.team_id,
      detail: {
        fields: Object.keys(fields),
        changed: listChanges(budget, { ...toColumns(fields), wallet_id: changed.wallet_id }),
      },
    },
  )
}

/** Words of the team’s own, and whose card it is, which no trail keeps. */
const UNTOLD = ['name', 'card_id', 'reason_codes']

/** From what to what, by the names of the fields that were sent. */
function listChanges(before: BudgetRecord, columns: Partial<BudgetRecord>) {
  const changed = Object.entries(columns).filter(
    ([column, to]) => !UNTOLD.includes(column) && !isDeepStrictEqual(before[column as keyof BudgetRecord], to),
  )
  const field = (column: string) => column.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
  return Object.fromEntries(
    changed.map(([column, to]) => [field(column), { from: before[column as keyof BudgetRecord], to }]),
  )
}

function refuseFixed(budget: BudgetRecord, columns: ReturnType<typeof toColumns>): void {
  const same = (a: unknown, b: unknown) =>
    a instanceof Date && b instanceof Date ? a.getTime() === b.getTime() : a === b
  const details = FIXED_WHILE_RUNNING.filter(
    (column) => columns[column] !== undefined && !same(columns[column], budget[column]),
  ).map((column) => ({ path: FIELD_OF[column], message: 'is fixed once the budget is scheduled or live' }))
  if (details.length)
    throw new Problem('wrong_state', 'The schedule is fixed once the budget is scheduled or live.', {
      details,
      help: 'Unschedule it first; or stop it and make a new one.',
    })
}

async function walletOfBudget(
  db: Db | Tx,
  caller: Principal,
  budget: BudgetRecord,
  walletId: string,
): Promise<WalletRecord> {
  const wallet = await walletInScope(db, caller, walletId)
  if (wallet.teamId !== budget.team_id) throw notFound('wallet')
  requireOpenWallet(wallet, 'walletId')
  if (wallet.currency !== budget.currency && budget.status !== 'draft')
    throw invalidFields([{ path: 'walletId', message: `must hold ${budget.currency}`, code: 'currency' }])
  return wallet
}

/** @throws wrong_state (409) for anything but a draft */
export async function deleteBudget(work: Work, caller: Principal, id: string): Promise<void> {
  const budget = await lockBudgetInScope(work.tx, caller, id)
  if (budget.status !== 'draft')
    throw new Problem('wrong_state', 'Only a draft can be deleted.', {
      help: 'Unschedule it first, or stop it: what it did stays on record.',
    })
  await work.tx.deleteFrom('automated_budget').where('id', '=', id).execute()
  await work.audit('automated-budget.deleted', { kind: 'automatedBudget', id }, { teamId: budget.team_id })
}

/** Whether a schedule has any occurrence at all before its end. */
export const hasRuns = (schedule: Schedule): boolean =>
  schedule.endsAt === null || occurrenceAt(schedule, 0).epochMilliseconds < schedule.endsAt.epochMilliseconds
