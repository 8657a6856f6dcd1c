import { currencyByTerritory } from '#server/domains/catalogue/index.ts'
import { createTeam } from '#server/domains/teams/manage/index.ts'
import { addMember } from '#server/domains/teams/members/index.ts'
import { loadPlan } from '#server/domains/teams/team/index.ts'
import { createWallet } from '#server/domains/wallets/index.ts'
import type { Work } from '#server/platform/posy.ts'
import { paidPlanChosen } from './events.ts'
import { startingPlan } from './sign-up.ts'

export interface OpenedTeam {
  /** Gets the role group that its plan gives to who signs up. */
  userId: string
  name: string
  planId: string
  businessEntityName?: string | null
}

/**
 * A team of one's own, with its first wallet. A plan that costs something begins with an invoice: until then the team is on
 * the free one. @throws not_found (404) where there is none to begin on
 */
export async function openTeam(
  work: Work,
  { userId, name, planId, businessEntityName = null }: OpenedTeam,
): Promise<string> {
  const wanted = await loadPlan(work.tx, planId)
  const first = wanted.pricePence > 0 ? await startingPlan(work.tx, work.posy) : wanted
  const team = await createTeam(work, { name, planId: first.id, businessEntityName })
  await addMember(work, { teamId: team.id, userId })
  await createWallet(work, { teamId: team.id, name, currency: currencyByTerritory[team.territory] })
  if (first !== wanted) await work.emit(paidPlanChosen, { userId, teamId: team.id, planId })
  return team.id
}
