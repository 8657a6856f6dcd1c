import { sql } from 'kysely'
import { newId } from '#kit/ids.ts'
import { cancelAutomationInvites } from '#server/domains/invites/index.ts'
import { endParticipation } from '#server/domains/teams/members/index.ts'
import { closeWallets } from '#server/domains/wallets/index.ts'
import type { Work } from '#server/platform/posy.ts'
import type { Principal } from '#server/platform/principal.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import type { BudgetRecord, ParticipantRecord } from '../budget/budget.ts'
import { allowancesChanged } from '../budget/events.ts'
import { listParticipations, lockBudgetInScope, participantsByIds } from '../budget/queries.ts'
import { returnFunds } from './return-funds.ts'

const among = (ids: readonly string[]) => sql<boolean>`id = any(${[...ids]}::uuid[])`

function requireOpen(budget: BudgetRecord): void {
  if (budget.status === 'ended') throw new Problem('wrong_state', 'The budget has ended.')
}

/**
 * Pauses or resumes participants, or changes their amounts, from the next run on, or what they are called before they accept. Paused, they keep what they have.
 * @throws not_found (404); wrong_state (409) for someone deleted, for a status of someone who has not accepted but the
 *   one they have, and for draft of someone who has
 */
export async function updateParticipants(
  work: Work,
  caller: Principal,
  budgetId: string,
  {
    participantIds,
    status,
    budgetAmount,
    names,
  }: {
    participantIds: string[]
    status?: 'draft' | 'active' | 'inactive' | undefined
    budgetAmount?: number | null | undefined
    names?: (string | null)[] | undefined
  },
): Promise<ParticipantRecord[]> {
  const { tx, at } = work
  const budget = await lockBudgetInScope(tx, caller, budgetId)
  requireOpen(budget)
  const participants = await participantsByIds(tx, budgetId, participantIds)
  refuse(participants, ({ status }) => status === 'deleted', 'has been taken out')
  if (status === 'draft') refuse(participants, (each) => each.status !== 'draft', 'has accepted already')
  else if (status) refuse(participants, (each) => each.status === 'draft', 'has not accepted yet')
  await tx
    .updateTable('automated_budget_participant')
    .set({
      ...(status ? { status } : {}),
      ...(budgetAmount !== undefined ? { budget_amount: budgetAmount } : {}),
      updated_at: at,
    })
    .where(among(participantIds))
    .execute()
  if (names)
    await sql`update automated_budget_participant set name = given.name
      from unnest(${participantIds}::uuid[], ${names.map((name) => name || null)}::text[]) as given (id, name)
      where automated_budget_participant.id = given.id`.execute(tx)
  const changed = participants.filter((each) => status && status !== 'draft' && each.status !== status)
  if (changed.length)
    await work.emit(allowancesChanged, {
      budgetId,
      cause: status === 'inactive' ? 'paused' : 'resumed',
      changeId: newId(),
      people: changed.map(({ id }) => ({ participantId: id, amountPence: 0 })),
    })
  // Participants who still wait for the money of their period get it as soon as they are back.
  if (status === 'active' && participants.some(({ joins_occurrence }) => joins_occurrence !== null))
    await tx
      .updateTable('automated_budget')
      .set({ due_at: at, join_retry_at: null })
      .where('id', '=', budgetId)
      .execute()
  await work.audit(
    'automated-budget.participants-changed',
    { kind: 'automatedBudget', id: budgetId },
    { teamId: budget.team_id, detail: { count: participantIds.length, status, budgetAmount } },
  )
  return participantsByIds(tx, budgetId, participantIds)
}

function refuse(participants: readonly ParticipantRecord[], is: (each: ParticipantRecord) => boolean, why: string) {
  const wrong = participants.filter(is)
  if (wrong.length === 0) return
  throw new Problem(
    'wrong_state',
    wrong.length === 1 ? `A participant ${why}.` : `${wrong.length} participants: each ${why}.`,
    {
      details: wrong.map(({ id }) => ({ path: 'participantIds', message: `${id} ${why}` })),
    },
  )
}

/**
 * Takes participants out for good: what they have not spent goes back in one transfer, and so will whatever still comes
 * to their wallets. Those who are out already are left as they are.
 * @throws not_found (404)
 */
export async function deleteParticipants(
  work: Work,
  caller: Principal,
  budgetId: string,
  participantIds: readonly string[],
): Promise<ParticipantRecord[]> {
  const budget = await lockBudgetInScope(work.tx, caller, budgetId)
  await removeParticipants(work, budget, participantIds)
  return participantsByIds(work.tx, budgetId, participantIds)
}

/**
 * As above, by anyone who has checked that they may; the budget's row is held.
 * @param hasLeft they want it themselves
 * @returns what went back, in pence
 */
export async function removeParticipants(
  work: Work,
  budget: BudgetRecord,
  participantIds: readonly string[],
  { hasLeft = false } = {},
): Promise<number> {
  const { tx, at } = work
  const budgetId = budget.id
  const leaving = (await participantsByIds(tx, budgetId, participantIds)).filter(({ status }) => status !== 'deleted')
  if (leaving.length === 0) return 0
  const joined = leaving.filter(({ wallet_id }) => wallet_id)
  const walletIds = joined.map(({ wallet_id }) => wallet_id!)
  await closeWallets(work, walletIds, budget.wallet_id)
  const returned = walletIds.length
    ? await returnFunds(work, budget, {
        kind: 'removal',
        walletIds,
        participantId: leaving.length === 1 ? leaving[0]!.id : null,
      })
    : []
  const returnedPence = returned.reduce((sum, each) => sum + each, 0)
  await tx
    .updateTable('automated_budget_participant')
    .set({ status: 'deleted', deleted_at: at, has_left: hasLeft, joins_occurrence: null, updated_at: at })
    .where(among(leaving.map(({ id }) => id)))
    .execute()
  await cancelAutomationInvites(work, {
    teamId: budget.team_id,
    automationId: budgetId,
    emails: leaving.map(({ email }) => email),
  })
  await endParticipations(work, joined)
  if (joined.length)
    await work.emit(allowancesChanged, {
      budgetId,
      cause: hasLeft ? 'left' : 'removed',
      changeId: newId(),
      people: joined.map(({ id }, place) => ({ participantId: id, amountPence: returned[place]! })),
    })
  const subject = { kind: 'automatedBudget', id: budgetId }
  const detail = { teamId: budget.team_id, detail: { count: leaving.length, returnedPence } }
  if (hasLeft) await work.audit('automated-budget.participant-left', subject, detail)
  else await work.audit('automated-budget.participants-deleted', subject, detail)
  return returnedPence
}

/** People who are out of a budget keep the gifts that they sent by it, and nothing else of the team that it made for them. */
export async function endParticipations(work: Work, participants: readonly ParticipantRecord[]): Promise<void> {
  for (const { participant_team_id: teamId, user_id: userId } of participants)
    if (teamId && userId) await endParticipation(work, { teamId, userId })
}

/**
 * Someone has left a team: they are out of its budgets and its subteams', invited or joined, and what they have not
 * spent goes back.
 */
export async function removeLeaver(work: Work, leaver: { teamId: string; userId: string }): Promise<void> {
  const found = Map.groupBy(await listParticipations(work.tx, leaver), ({ budgetId }) => budgetId)
  for (const [budgetId, participants] of found) {
    const { teamId } = participants[0]!
    const budget = await lockBudgetInScope(work.tx, { teamIds: [teamId] }, budgetId)
    await removeParticipants(
      work,
      budget,
      participants.map(({ id }) => id),
    )
  }
}
