import { londonDate, toInstant } from '#kit/time.ts'
import { loadPlan, teamById } from '#server/domains/teams/team/index.ts'
import type { Work } from '#server/platform/posy.ts'
import { PLAN_CURRENCY } from './plan-team.ts'
import { renewTeam } from './renew.ts'
import { findSubscription, saveSubscription } from './subscription.ts'

/** Bills a team for the plan that it is on, period after period from today; one that is billed already stays as it is. */
export async function startBilling(work: Work, { teamId, userId }: { teamId: string; userId: string }): Promise<void> {
  const { tx, at } = work
  if (await findSubscription(tx, teamId)) return
  const plan = await loadPlan(tx, (await teamById(tx, teamId)).planId)
  const today = londonDate(toInstant(at))
  const billed = { teamId, plan, userId, currency: PLAN_CURRENCY, anchor: today, periodsInvoiced: 0, startedOn: today }
  await saveSubscription(work, billed)
  await renewTeam(work, teamId)
}
