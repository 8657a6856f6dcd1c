import { takeOverUser } from '#server/domains/identity/passwords/index.ts'
import { userById } from '#server/domains/identity/users/index.ts'
import { deactivateTeam } from '#server/domains/teams/manage/index.ts'
import { removeMember } from '#server/domains/teams/members/index.ts'
import { teamById } from '#server/domains/teams/team/index.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Work } from '#server/platform/posy.ts'
import { openTeam } from './open-team.ts'
import type { SignUpDetails } from './sign-up.ts'
import { keepAccepted } from './terms.ts'

interface Taken {
  userId: string
  passwordHash: string | null
  details: SignUpDetails
}

/**
 * An account that was never proven becomes what the sign-up of the used link says: name, consents, agreed terms and team.
 * Nothing stays of what someone else typed for this address before.
 */
export async function takeAsTyped(work: Work, { userId, passwordHash, details }: Taken): Promise<void> {
  const { tx } = work
  const user = await userById(tx, userId)
  if (!user || user.verifiedEmail || user.isOpenedByOperator) return
  const { firstName, surname, mobile, marketing, dateOfBirth, zone, accepted = [] } = details
  await takeOverUser(work, { userId, firstName, surname, mobile, marketing, dateOfBirth, zone, passwordHash })
  await tx.deleteFrom('terms_acceptance').where('user_id', '=', userId).execute()
  await keepAccepted(work, userId, accepted)
  await takeTeam(work, userId, details)
}

/**
 * Someone proves the address of an account in another way than by the link of its sign-up: the team and the agreed terms
 * of that sign-up are not theirs, and its links end. What an operator opened for them stays.
 */
export async function dropSignUp(work: Work, userId: string): Promise<void> {
  const { tx, posy } = work
  const user = await userById(tx, userId)
  if (!user || user.verifiedEmail) return
  await tx
    .updateTable('user_verification')
    .set({ used_at: new Date(posy.wall.nowMs()), details: null })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute()
  if (user.isOpenedByOperator) return
  await tx.deleteFrom('terms_acceptance').where('user_id', '=', userId).execute()
  for (const teamId of await teamsAlone(tx, userId)) await leave(work, { teamId, userId })
}

/** The team of the sign-up: kept where it is the same, otherwise emptied and closed, and another opened. */
async function takeTeam(
  work: Work,
  userId: string,
  { teamName: name, businessEntityName, planId }: SignUpDetails,
): Promise<void> {
  for (const teamId of await teamsAlone(work.tx, userId)) {
    const team = await teamById(work.tx, teamId)
    if (team.name === name && team.businessEntityName === businessEntityName && team.planId === planId) return
    await leave(work, { teamId, userId })
  }
  await openTeam(work, { userId, name, planId, businessEntityName })
}

async function leave(work: Work, { teamId, userId }: { teamId: string; userId: string }): Promise<void> {
  await removeMember(work, { teamId, userId })
  await deactivateTeam(work, { teamId, reason: 'opened by a sign-up that the owner of its address did not confirm' })
}

/** Those that no one else is in: an unproven account can only have got them by signing up. */
async function teamsAlone(tx: Tx, userId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('team_member as own')
    .innerJoin('team', 'team.id', 'own.team_id')
    .select('own.team_id as teamId')
    .where('own.user_id', '=', userId)
    .where('team.parent_team_id', 'is', null)
    .where('team.closed_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('team_member as other')
            .select('other.user_id')
            .whereRef('other.team_id', '=', 'own.team_id')
            .where('other.user_id', '<>', userId),
        ),
      ),
    )
    .orderBy('own.team_id')
    .execute()
  return rows.map(({ teamId }) => teamId)
}
