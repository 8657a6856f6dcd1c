import { sql } from 'kysely'
import { MAX_PARTICIPANTS } from '#contract/budgets/participants.ts'
import { plainEmailAddress } from '#kit/email-address.ts'
import { newId } from '#kit/ids.ts'
import type { AutomationInviteRow } from '#server/domains/invites/index.ts'
import { requireWithinPlan } from '#server/domains/teams/rights/index.ts'
import { planOfTeam } from '#server/domains/teams/team/index.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Work } from '#server/platform/posy.ts'
import type { Principal } from '#server/platform/principal.ts'
import { invalidFields, notFound, Problem } from '#server/platform/problem/problem.ts'
import type { BudgetRecord, ParticipantRecord } from '../budget/budget.ts'
import {
  budgetInScope,
  countOfTeamParticipants,
  listCurrentParticipants,
  lockBudgetInScope,
  participantsByIds,
} from '../budget/queries.ts'
import { inviteParticipants } from './invite-participants.ts'
import { checkRows, type ParticipantRow, type WantedParticipant } from './participants-csv.ts'

/** More than can be right: no one reads so many errors. */
const MAX_ROWS = 2 * MAX_PARTICIPANTS

function requireOpen(budget: BudgetRecord): void {
  if (budget.status === 'ended' || budget.sub_status === 'stopping')
    throw new Problem('wrong_state', 'The budget has ended.', { help: 'Make a new one.' })
}

const takenIn = ({ currency }: BudgetRecord, current: readonly { email: string }[]) => ({
  currency,
  taken: new Set(current.map(({ email }) => email)),
})

/** What adding some rows would do, and the rows as they were read. Changes nothing. @throws invalid_fields (422) for far too many rows */
export async function checkParticipants(db: Db, caller: Principal, budgetId: string, rows: readonly ParticipantRow[]) {
  const budget = await budgetInScope(db, caller, budgetId)
  requireOpen(budget)
  const current = await listCurrentParticipants(db, budgetId)
  if (rows.length > MAX_ROWS)
    throw invalidFields([
      { path: 'csv', message: `has more than ${MAX_ROWS} rows; a budget has at most ${MAX_PARTICIPANTS} participants` },
    ])
  const checked = checkRows(rows, takenIn(budget, current))
  const read = rows.map(({ email, name, amount }) => ({ email, name: name ?? '', amount: String(amount ?? '') }))
  return { ...checked, rows: rows.length, read, room: Math.max(0, MAX_PARTICIPANTS - current.length) }
}

/**
 * Adds people to a budget, all or none; where it is live they are invited at once.
 * @throws invalid_fields (422) with every wrong row; wrong_state (409) for an ended budget; plan_limit_reached (403)
 */
export async function addParticipants(
  work: Work,
  caller: Principal,
  budgetId: string,
  rows: readonly ParticipantRow[],
): Promise<ParticipantRecord[]> {
  const budget = await lockBudgetInScope(work.tx, caller, budgetId)
  requireOpen(budget)
  const current = await listCurrentParticipants(work.tx, budgetId)
  const { participants, errors } = checkRows(rows, takenIn(budget, current))
  if (current.length + rows.length > MAX_PARTICIPANTS)
    errors.unshift({
      path: 'participants',
      message: `a budget has at most ${MAX_PARTICIPANTS} participants; ${Math.max(0, MAX_PARTICIPANTS - current.length)} more fit`,
      row: 0,
    })
  if (errors.length) throw invalidFields(errors)
  const ids = await insertParticipants(work, budget, participants)
  if (budget.status === 'live')
    await inviteParticipants(
      work,
      budget,
      participants.map(({ email }) => email),
    )
  return participantsByIds(work.tx, budgetId, ids)
}

/** Adds people whose addresses have been looked at; the budget's row is held. @throws plan_limit_reached (403) */
export async function insertParticipants(
  work: Work,
  budget: BudgetRecord,
  participants: readonly (WantedParticipant & { employeeId?: string })[],
): Promise<string[]> {
  const { tx, at } = work
  await requireRoomInPlan(tx, budget.team_id, participants.length)
  const ids = participants.map(() => newId())
  await sql`
    insert into automated_budget_participant (id, budget_id, team_id, email, name, budget_amount, employee_id, created_at, updated_at)
    select id, ${budget.id}, ${budget.team_id}, email, name, amount, employee_id, ${at}, ${at}
    from unnest(${ids}::uuid[], ${participants.map(({ email }) => email)}::text[], ${participants.map(({ name }) => name)}::text[],
      ${participants.map(({ budgetAmount }) => budgetAmount)}::bigint[],
      ${participants.map(({ employeeId }) => employeeId ?? null)}::text[]) as wanted (id, email, name, amount, employee_id)`.execute(
    tx,
  )
  await work.audit(
    'automated-budget.participants-added',
    { kind: 'automatedBudget', id: budget.id },
    { teamId: budget.team_id, detail: { count: ids.length } },
  )
  return ids
}

/** The team stays locked until they are in: two at once would both see room. */
async function requireRoomInPlan(tx: Tx, teamId: string, more: number): Promise<void> {
  await tx.selectFrom('team').select('id').where('id', '=', teamId).forNoKeyUpdate().executeTakeFirstOrThrow()
  requireWithinPlan(await planOfTeam(tx, teamId), 'participants', (await countOfTeamParticipants(tx, teamId)) + more)
}

/**
 * People invited to a budget through the team's invites: the same as adding them. Those who are in the budget and have
 * not accepted keep their place, and get their invite again where it was outlived.
 * @throws wrong_state (409) before the budget is live: invites go out at its start
 */
export async function inviteToBudget(
  work: Work,
  caller: Principal,
  wanted: { teamId: string; automationId: string; emails: readonly string[] },
): Promise<AutomationInviteRow[]> {
  const budget = await lockBudgetInScope(work.tx, caller, wanted.automationId)
  if (budget.team_id !== wanted.teamId) throw notFound('automated budget')
  if (budget.status !== 'live' || budget.sub_status === 'stopping')
    throw new Problem('wrong_state', `The budget is ${budget.status}: invites go out when it starts.`, {
      help: 'Add them as participants.',
    })
  const current = new Map((await listCurrentParticipants(work.tx, budget.id)).map((each) => [each.email, each]))
  const emails = wanted.emails.map(plainEmailAddress)
  const rows = [...new Set(emails)]
    .filter((email) => !current.has(email))
    .map((email) => ({ email, name: null, amount: null }))
  if (rows.length) {
    if (current.size + rows.length > MAX_PARTICIPANTS)
      throw invalidFields([{ path: 'invites', message: `a budget has at most ${MAX_PARTICIPANTS} participants` }])
    const { participants, errors } = checkRows(rows, takenIn(budget, []))
    if (errors.length) throw invalidFields(errors)
    await insertParticipants(work, budget, participants)
  }
  const open = [...new Set(emails)].filter((email) => !current.get(email)?.accepted_at)
  const issued = new Map((await inviteParticipants(work, budget, open)).map((row) => [row.email, row]))
  return emails.map((email) => issued.get(email) ?? { email, inviteId: null, outcome: 'already-member' })
}
