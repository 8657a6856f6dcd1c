import type { Work } from '#server/platform/posy.ts'
import type { Principal } from '#server/platform/principal.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import { participantLeft } from '../budget/events.ts'
import { lockBudgetInScope, participantsByIds } from '../budget/queries.ts'
import { removeParticipants } from './change-participants.ts'
import { ownParticipant } from './own-participant.ts'

/**
 * A participant leaves a budget for good, as if they were removed: what they have not spent goes back.
 * @returns what went back, in pence
 * @throws not_found (404) for anyone else's allowance; wrong_state (409) for who is out already, and once the budget has ended
 */
export async function leaveBudget(work: Work, caller: Principal, participantId: string): Promise<number> {
  const seen = await ownParticipant(work.tx, caller, participantId)
  const budget = await lockBudgetInScope(work.tx, { teamIds: [seen.team_id] }, seen.budget_id)
  const [participant] = await participantsByIds(work.tx, budget.id, [participantId])
  if (participant!.status === 'deleted') throw new Problem('wrong_state', 'You are no longer in this budget.')
  if (budget.status === 'ended') throw new Problem('wrong_state', 'The budget has ended.')
  const returnedPence = await removeParticipants(work, budget, [participantId], { hasLeft: true })
  await work.emit(participantLeft, { budgetId: budget.id, participantId, returnedPence })
  return returnedPence
}
