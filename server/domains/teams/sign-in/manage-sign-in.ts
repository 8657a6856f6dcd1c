import type { SamlSettings } from '#contract/sso/saml.ts'
import { hasSecondFactor } from '#server/domains/identity/second-step/index.ts'
import { hasPassword, senderName } from '#server/domains/identity/users/index.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Work } from '#server/platform/posy.ts'
import type { Principal } from '#server/platform/principal.ts'
import { invalidFields, Problem } from '#server/platform/problem/problem.ts'
import { getMember, type TeamRecord, teamInScope } from '../team/index.ts'

/** @throws forbidden (403) for keys and clients, not_found (404), wrong_state (409) for a subteam */
export async function requireSignInManager(db: Db | Tx, caller: Principal, teamId: string): Promise<TeamRecord> {
  const team = await teamInScope(db, caller, teamId)
  if (caller.kind !== 'user' || !caller.sessionId)
    throw new Problem('forbidden', 'Only someone who signed in may look after how people sign in.')
  if (team.parentTeamId !== null)
    throw new Problem('wrong_state', 'A subteam’s people sign in as its parent team’s do.', {
      help: 'Change it in the parent team.',
    })
  return team
}

/** As requireSignInManager, with the team's row held. */
export async function lockForSignIn(tx: Tx, caller: Principal, teamId: string): Promise<TeamRecord> {
  await requireSignInManager(tx, caller, teamId)
  await tx.selectFrom('team').select('id').where('id', '=', teamId).forNoKeyUpdate().executeTakeFirstOrThrow()
  return requireSignInManager(tx, caller, teamId)
}

/** How the caller signed in. */
export async function signInMethod(tx: Tx, { sessionId }: Pick<Principal, 'sessionId'>): Promise<string | null> {
  if (!sessionId) return null
  const session = await tx.selectFrom('session').select('method').where('id', '=', sessionId).executeTakeFirst()
  return session ? (session.method ?? 'password') : null
}

/**
 * A team's own provider comes among the ways to sign in, or leaves them.
 * @throws as lockForSignIn; wrong_state (409) for the only way, and for the one the caller came by
 */
export async function allowSaml(
  work: Work,
  caller: Principal,
  { teamId, isAllowed }: { teamId: string; isAllowed: boolean },
): Promise<void> {
  const { tx, at } = work
  const { authMethods } = await lockForSignIn(tx, caller, teamId)
  const others = authMethods.filter((method) => method !== 'saml')
  if (!isAllowed) {
    if (others.length === 0)
      throw new Problem('wrong_state', 'It is the only way your people sign in.', { help: 'Allow another way first.' })
    if ((await signInMethod(tx, caller)) === 'saml')
      throw new Problem('wrong_state', 'You are signed in with it.', { help: 'Sign in another way first.' })
  }
  await tx
    .updateTable('team')
    .set({ auth_methods: isAllowed ? [...others, 'saml'] : others, updated_at: at })
    .where('id', '=', teamId)
    .execute()
}

/** Who may sign in with a password and a second step whatever the team asks for. */
export async function findEmergencyAdmin(db: Db | Tx, teamId: string): Promise<SamlSettings['emergencyAdmin']> {
  const found = await db
    .selectFrom('emergency_admin')
    .innerJoin('app_user', 'app_user.id', 'emergency_admin.user_id')
    .select([
      'app_user.id as userId',
      'app_user.email',
      'app_user.first_name as firstName',
      'app_user.surname',
      'app_user.send_as_name as sendAsName',
    ])
    .where('emergency_admin.team_id', '=', teamId)
    .executeTakeFirst()
  if (!found) return null
  const { userId, email } = found
  return { userId, email, name: senderName(found), hasSecondFactor: await hasSecondFactor(db, userId) }
}

/**
 * Names the one admin who is let in by password and second step; null names no one.
 * @throws as lockForSignIn; invalid_fields (422) for who is no admin or lacks one of the two, wrong_state (409) for
 *   naming no one where the team's provider is the only way
 */
export async function nameEmergencyAdmin(
  work: Work,
  caller: Principal,
  { teamId, userId }: { teamId: string; userId: string | null },
): Promise<void> {
  const { tx, at } = work
  const { authMethods } = await lockForSignIn(tx, caller, teamId)
  if (userId === null && isSamlAlone(authMethods))
    throw new Problem('wrong_state', 'No one could sign in while your provider is down.', {
      help: 'Allow another way first, or name someone else.',
    })
  if (userId !== null) await requireAble(tx, { teamId, userId })
  await tx.deleteFrom('emergency_admin').where('team_id', '=', teamId).execute()
  if (userId !== null)
    await tx.insertInto('emergency_admin').values({ team_id: teamId, user_id: userId, created_at: at }).execute()
  await work.audit('team.emergency-admin-named', { kind: 'team', id: teamId }, { teamId, detail: { userId } })
}

async function requireAble(tx: Tx, { teamId, userId }: { teamId: string; userId: string }): Promise<void> {
  const refuse = (message: string, code: string) => invalidFields([{ path: 'userId', message, code }])
  const { roleGroupId } = await getMember(tx, teamId, userId)
  if (roleGroupId !== 'team-admin') throw refuse('must be a team admin', 'no_admin')
  if (!(await hasPassword(tx, userId))) throw refuse('must have chosen a password', 'no_password')
  if (!(await hasSecondFactor(tx, userId))) throw refuse('must have two-step sign-in turned on', 'no_second_factor')
}

export const isSamlAlone = (methods: readonly string[]): boolean => methods.every((method) => method === 'saml')

/** Anyone who is named for emergencies stays an admin until another is. @throws wrong_state (409) */
export async function requireNotEmergencyAdmin(tx: Tx, teamId: string, userId: string): Promise<void> {
  const named = await tx
    .selectFrom('emergency_admin')
    .select('user_id')
    .where('team_id', '=', teamId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (named)
    throw new Problem('wrong_state', 'This is the admin who signs in when your provider is down.', {
      help: 'Name someone else first, under Sign-in.',
    })
}
