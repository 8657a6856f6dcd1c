import { currencyByTerritory } from '#server/domains/catalogue/index.ts'
import { createTeam } from '#server/domains/teams/manage/index.ts'
import type { TeamRecord } from '#server/domains/teams/team/index.ts'
import { createWallet } from '#server/domains/wallets/index.ts'
import type { Work } from '#server/platform/posy.ts'

/**
 * A subteam on its parent's plan, with a wallet of its own. It has no members yet: the parent's admins act in it.
 * @throws plan_limit_reached (403), restricted (403) under a subteam
 */
export async function openSubteam(
  work: Work,
  parent: TeamRecord,
  name: string,
): Promise<{ team: TeamRecord; walletId: string }> {
  const { planId, territory } = parent
  const team = await createTeam(work, { name, planId, territory, parentTeamId: parent.id })
  const wallet = await createWallet(work, { teamId: team.id, name, currency: currencyByTerritory[territory] })
  return { team, walletId: wallet.id }
}
