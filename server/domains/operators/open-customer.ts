import { plainEmailAddress } from '#kit/email-address.ts'
import { inviteToFirstPassword } from '#server/domains/identity/passwords/index.ts'
import { createUser, hasPassword, userByEmail } from '#server/domains/identity/users/index.ts'
import { createTeam } from '#server/domains/teams/manage/index.ts'
import { addMember } from '#server/domains/teams/members/index.ts'
import { loadPlan, teamById } from '#server/domains/teams/team/index.ts'
import { createWallet } from '#server/domains/wallets/index.ts'
import type { Work } from '#server/platform/posy.ts'
import { Problem } from '#server/platform/problem/problem.ts'

export interface NewCustomer {
  name: string
  planId: string
  businessName?: string | undefined
  domain?: string | undefined
  territory?: 'GB' | 'EU' | undefined
  walletName?: string | undefined
  admin: { email: string; firstName?: string | undefined; surname?: string | undefined }
  /** Sends the link again where the team is there and none was chosen yet; unless told, yes. */
  remindsAdmin?: boolean
}

/**
 * A customer that can start: a team on a plan, its first wallet, and its admin, who is mailed a link to choose a
 * password with. Again, with the same name and admin: changes nothing, and sends the link again while none was chosen.
 * @throws not_found (404) for a plan that is not there, conflict (409) where the address belongs to someone elsewhere
 */
export async function openFirstTeam(work: Work, wanted: NewCustomer): Promise<{ teamId: string; isNew: boolean }> {
  const { tx } = work
  const email = plainEmailAddress(wanted.admin.email)
  const user = await userByEmail(tx, email)
  const home = user?.teamId ? await teamById(tx, user.teamId) : null
  if (user && home?.name === wanted.name) {
    if (wanted.remindsAdmin !== false && !(await hasPassword(tx, user.id)))
      await inviteToFirstPassword(work, { userId: user.id, teamId: home.id })
    return { teamId: home.id, isNew: false }
  }
  if (user)
    throw new Problem('conflict', `${email} already has an account.`, {
      help: 'Choose another address, or invite this person from the new team once it has an admin.',
    })
  await loadPlan(tx, wanted.planId)
  const team = await createTeam(work, {
    name: wanted.name,
    planId: wanted.planId,
    businessEntityName: wanted.businessName ?? null,
    domain: wanted.domain ?? null,
    territory: wanted.territory ?? 'GB',
  })
  const currency = team.territory === 'EU' ? 'EUX' : 'GBX'
  await createWallet(work, { teamId: team.id, name: wanted.walletName ?? 'Main wallet', currency })
  const { firstName = '', surname = '' } = wanted.admin
  const admin = await createUser(work, { email, firstName, surname, teamId: team.id, isOpenedByOperator: true })
  await addMember(work, { teamId: team.id, userId: admin.id, roleGroupId: 'team-admin' })
  await inviteToFirstPassword(work, { userId: admin.id, teamId: team.id })
  return { teamId: team.id, isNew: true }
}
