import { type PermissionMap, permissions, type RoleGroup } from '#contract/core/permissions.ts'
import { roleNames } from '#contract/core/role-names.ts'
import { inviteToFirstPassword } from '#server/domains/identity/passwords/index.ts'
import { dropSecondFactor, hasSecondFactor } from '#server/domains/identity/second-step/index.ts'
import { createUser, userByEmail, userById } from '#server/domains/identity/users/index.ts'
import { addMember, changeRole, removeTeamMember, requireGivable } from '#server/domains/teams/members/index.ts'
import { isSupportPlan } from '#server/domains/teams/rights/index.ts'
import { getMember, teamInScope } from '#server/domains/teams/team/index.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Work } from '#server/platform/posy.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import { askAnother, type MoneyActKind } from '#server/platform/waiting-acts.ts'

interface Signed {
  teamId: string
  operator: string
  reason: string
}

/** As an admin of that team alone, with every right there is. */
const adminRights = (teamId: string) => ({
  teamIds: [teamId],
  permissions: Object.fromEntries(permissions.map((permission) => [permission, true])) as PermissionMap,
})

interface NewMember extends Record<string, string> {
  teamId: string
  email: string
  firstName: string
  surname: string
  roleGroupId: RoleGroup
}

export const memberAdded: MoneyActKind<NewMember, void> = {
  kind: 'member-new',
  run: async (work, { teamId, email, firstName, surname, roleGroupId }) => {
    const team = await teamInScope(work.tx, adminRights(teamId), teamId)
    await requireGivable(work.tx, team, roleGroupId)
    const known = await userByEmail(work.tx, email)
    if (known && (await isMember(work.tx, teamId, known.id)))
      throw new Problem('wrong_state', `${email} is a member already.`, { help: 'Change their role instead.' })
    const user = known ?? (await createUser(work, { email, firstName, surname, teamId, isOpenedByOperator: true }))
    await addMember(work, { teamId, userId: user.id, roleGroupId })
    if (!known) await inviteToFirstPassword(work, { userId: user.id, teamId })
  },
}

export const roleChanged: MoneyActKind<{ teamId: string; userId: string; roleGroupId: RoleGroup }, void> = {
  kind: 'member-role',
  run: async (work, terms) => void (await changeRole(work, adminRights(terms.teamId), terms)),
}

export const memberEnded: MoneyActKind<{ teamId: string; userId: string }, void> = {
  kind: 'member-end',
  run: (work, terms) => removeTeamMember(work, adminRights(terms.teamId), terms),
}

/** For someone who lost phone and recovery codes, once the operators know who asks; they are told by email. */
export const secondStepSwitchedOff: MoneyActKind<{ teamId: string; userId: string }, void> = {
  kind: 'second-step-off',
  run: async (work, { teamId, userId }) => {
    await getMember(work.tx, teamId, userId)
    await dropSecondFactor(work, { userId, detail: { teamId } })
  },
}

const isMember = async (tx: Tx, teamId: string, userId: string): Promise<boolean> =>
  (await tx
    .selectFrom('team_member')
    .select('user_id')
    .where('team_id', '=', teamId)
    .where('user_id', '=', userId)
    .executeTakeFirst()) !== undefined

/** @throws not_found (404), wrong_state (409) for a member, or where it waits already; plan_limit_reached (403) */
export async function askForMember(
  work: Work,
  {
    teamId,
    email,
    firstName = '',
    surname = '',
    roleGroupId,
    ...signed
  }: Signed & {
    email: string
    firstName?: string | undefined
    surname?: string | undefined
    roleGroupId: RoleGroup
  },
): Promise<void> {
  const team = await teamInScope(work.tx, adminRights(teamId), teamId)
  await askAnother(work, memberAdded, {
    terms: { teamId, email, firstName, surname, roleGroupId },
    subject: { kind: 'member', id: `${teamId} ${email}` },
    teamId,
    says: `Make ${email} a member of ${team.name}: ${(await loadRoleNames(work.tx, team))[roleGroupId]}`,
    ...signed,
  })
}

/** @throws not_found (404), wrong_state (409) for the last admin, or where it waits already; plan_limit_reached (403) */
export async function askForRole(
  work: Work,
  { teamId, userId, roleGroupId, ...signed }: Signed & { userId: string; roleGroupId: RoleGroup },
): Promise<void> {
  const { team, email, before, roles } = await loadMember(work.tx, teamId, userId)
  await askAnother(work, roleChanged, {
    terms: { teamId, userId, roleGroupId },
    subject: { kind: 'member', id: `${teamId} ${userId}` },
    teamId,
    says: `Change the role of ${email} in ${team}: ${roles[roleGroupId]}, until now ${roles[before]}`,
    ...signed,
  })
}

/** @throws not_found (404), wrong_state (409) for the last admin, or where it waits already */
export async function askForMemberEnd(
  work: Work,
  { teamId, userId, ...signed }: Signed & { userId: string },
): Promise<void> {
  const { team, email, before, roles } = await loadMember(work.tx, teamId, userId)
  await askAnother(work, memberEnded, {
    terms: { teamId, userId },
    subject: { kind: 'member', id: `${teamId} ${userId}` },
    teamId,
    says: `Remove ${email} (${roles[before]}) from ${team} and all that is under it`,
    ...signed,
  })
}

/** @throws not_found (404), wrong_state (409) where it is off, or it waits already */
export async function askForSecondStepOff(
  work: Work,
  { teamId, userId, ...signed }: Signed & { userId: string },
): Promise<void> {
  const { team, email } = await loadMember(work.tx, teamId, userId)
  if (!(await hasSecondFactor(work.tx, userId)))
    throw new Problem('wrong_state', `${email} signs in with one step already.`)
  await askAnother(work, secondStepSwitchedOff, {
    terms: { teamId, userId },
    subject: { kind: 'member', id: `${teamId} ${userId}` },
    teamId,
    says: `Switch two-step sign-in of ${email}, a member of ${team}, off: their app, passkeys and recovery codes go`,
    ...signed,
  })
}

const loadRoleNames = async (tx: Tx, { planId }: { planId: string }) => roleNames(await isSupportPlan(tx, planId))

async function loadMember(tx: Tx, teamId: string, userId: string) {
  const team = await teamInScope(tx, adminRights(teamId), teamId)
  const { roleGroupId: before } = await getMember(tx, teamId, userId)
  const user = await userById(tx, userId)
  return { team: team.name, email: user!.email, before, roles: await loadRoleNames(tx, team) }
}
