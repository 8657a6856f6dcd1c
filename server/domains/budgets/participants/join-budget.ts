import { inviteById } from '#server/domains/invites/index.ts'
import { createTeam } from '#server/domains/teams/manage/index.ts'
import { addMember } from '#server/domains/teams/members/index.ts'
import { teamById } from '#server/domains/teams/team/index.ts'
import { createWallet } from '#server/domains/wallets/index.ts'
import type { Work } from '#server/platform/posy.ts'
import { budgetRestrictions, serializeOccurrence } from '../budget/budget.ts'
import { ADVANCE_BUDGET_JOB } from '../budget/events.ts'

/**
 * Makes a participant of the person who accepted an invite: a team of their own under the budget's, with its restrictions, and a
 * wallet. Someone who joins between two runs gets the money of the present period at once. Again changes nothing.
 */
export async function joinBudget(
  work: Work,
  accepted: { inviteId: string; automationId: string; userId: string },
): Promise<void> {
  const { tx, at } = work
  const budget = await tx
    .selectFrom('automated_budget')
    .selectAll()
    .where('id', '=', accepted.automationId)
    .forUpdate()
    .executeTakeFirst()
  if (!budget || budget.status === 'ended') return
  const invite = await inviteById(tx, accepted.inviteId)
  const participant = await tx
    .selectFrom('automated_budget_participant')
    .selectAll()
    .where('budget_id', '=', budget.id)
    .where('status', '=', 'draft')
    .where('email', '=', invite?.email ?? '')
    .executeTakeFirst()
  // Taken out meanwhile, or here already.
  if (!participant) return
  const parent = await teamById(tx, budget.team_id)
  const { preferences, reasonCodes } = budgetRestrictions(budget)
  const team = await createTeam(work, {
    name: budget.name,
    planId: parent.planId,
    parentTeamId: parent.id,
    automationId: budget.id,
    territory: parent.territory,
    preferences,
    reasonCodes,
  })
  const wallet = await createWallet(work, {
    teamId: team.id,
    name: budget.name,
    currency: budget.currency,
    automationId: budget.id,
  })
  await addMember(work, { teamId: team.id, userId: accepted.userId, roleGroupId: 'automation-participant' })
  await tx
    .updateTable('automated_budget_participant')
    .set({
      status: 'active',
      user_id: accepted.userId,
      participant_team_id: team.id,
      wallet_id: wallet.id,
      invite_id: accepted.inviteId,
      joins_occurrence: serializeOccurrence(budget, at),
      accepted_at: at,
      updated_at: at,
    })
    .where('id', '=', participant.id)
    .execute()
  if (serializeOccurrence(budget, at) !== null) {
    await tx.updateTable('automated_budget').set({ due_at: at }).where('id', '=', budget.id).execute()
    await work.send(ADVANCE_BUDGET_JOB, { budgetId: budget.id })
  }
  await work.audit(
    'automated-budget.participant-joined',
    { kind: 'participant', id: participant.id },
    { teamId: budget.team_id, detail: { budgetId: budget.id } },
  )
}
