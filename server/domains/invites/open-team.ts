import { currencyOf } from '#server/domains/catalogue/index.ts'
import { addMember, createTeam } from '#server/domains/teams/index.ts'
import { createWallet } from '#server/domains/wallets/index.ts'
import type { Work } from '#server/platform/posy.ts'

export interface OpenedTeam {
  /** Becomes its admin. */
  userId: string
  name: string
  planId: string
  businessEntityName?: string | null
}

/** A team of one's own, with its first wallet. */
export async function openTeam(
  work: Work,
  { userId, name, planId, businessEntityName = null }: OpenedTeam,
): Promise<string> {
  const team = await createTeam(work, { name, planId, businessEntityName })
  await addMember(work, { teamId: team.id, userId, roleGroupId: 'team-admin' })
  await createWallet(work, { teamId: team.id, name, currency: currencyOf[team.territory] })
  return team.id
}
