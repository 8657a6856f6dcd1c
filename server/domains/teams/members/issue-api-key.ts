import type { RoleGroup } from '#contract/core/permissions.ts'
import type { Scope } from '#contract/core/scopes.ts'
import type { ApiKey } from '#contract/teams/api-keys.ts'
import { iso, isoOrNull } from '#kit/time.ts'
import { type ApiKeyRecord, createApiKey, listApiKeys, revokeApiKey } from '#server/domains/identity/programs/index.ts'
import { createServiceUser } from '#server/domains/identity/users/index.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Work } from '#server/platform/posy.ts'
import { member, type Principal } from '#server/platform/principal.ts'
import { found, invalidFields, notFound, Problem } from '#server/platform/problem/problem.ts'
import { teamInScope } from '../team/index.ts'
import { addMember } from './add-member.ts'

/** A team's keys with the role groups of the service users they act as. */
export async function serializeApiKeys(db: Db | Tx, teamId: string): Promise<ApiKey[]> {
  const keys = await listApiKeys(db, teamId)
  const members = await db
    .selectFrom('team_member')
    .select(['user_id', 'role_group_id'])
    .where('team_id', '=', teamId)
    .where('user_id', 'in', [teamId, ...keys.map((key) => key.userId)])
    .execute()
  const roleGroups = new Map(members.map((row) => [row.user_id, row.role_group_id as RoleGroup]))
  // A key whose service user is no longer a member opens nothing: it is not shown.
  return keys.flatMap((key) => (roleGroups.has(key.userId) ? [serializeApiKey(key, roleGroups.get(key.userId)!)] : []))
}

const serializeApiKey = (key: ApiKeyRecord, roleGroupId: RoleGroup): ApiKey => ({
  id: key.id,
  name: key.name,
  hint: key.hint,
  userId: key.userId,
  teamId: key.teamId,
  roleGroupId,
  scopes: key.scopes,
  dateExpires: isoOrNull(key.expiresAt),
  createdBy: key.createdBy,
  dateCreated: iso(key.createdAt),
  dateLastUsed: isoOrNull(key.lastUsedAt),
})

interface NewKey {
  teamId: string
  name: string
  roleGroupId: RoleGroup
  scopes: readonly Scope[]
  dateExpires: string | null
}

/**
 * Issues a key that acts as a service user named like it; a second key of the same name and role group acts as the same
 * one, so that keys can be replaced. Only a person may: a leaked key must not make itself successors.
 * @throws forbidden (403), not_found (404), invalid_fields (422)
 */
export async function issueApiKey(
  work: Work,
  caller: Principal,
  { teamId, name, roleGroupId, scopes, dateExpires }: NewKey,
): Promise<ApiKey & { key: string }> {
  const { tx, posy } = work
  if (caller.kind !== 'user' || !caller.sessionId)
    throw new Problem('forbidden', 'Only someone who signed in may issue keys.')
  await teamInScope(tx, caller, teamId)
  const expiresAt = dateExpires ? new Date(dateExpires) : null
  if (expiresAt && expiresAt.getTime() <= posy.wall.nowMs())
    throw invalidFields([{ path: 'dateExpires', message: 'must be in the future' }])
  const userId =
    (await serviceUser(tx, { teamId, name, roleGroupId })) ??
    (await newServiceUser(work, { teamId, name, roleGroupId }))
  const { id, key } = await createApiKey(work, {
    teamId,
    userId,
    name,
    scopes,
    expiresAt,
    createdBy: member(caller).userId,
  })
  const issued = found(
    (await serializeApiKeys(tx, teamId)).find((one) => one.id === id),
    'API key',
  )
  return { ...issued, key }
}

async function serviceUser(
  tx: Tx,
  { teamId, name, roleGroupId }: { teamId: string; name: string; roleGroupId: string },
): Promise<string | undefined> {
  const user = await tx
    .selectFrom('team_member')
    .innerJoin('app_user', 'app_user.id', 'team_member.user_id')
    .select('app_user.id')
    .where('team_member.team_id', '=', teamId)
    .where('role_group_id', '=', roleGroupId)
    .where('is_service', '=', true)
    .where('first_name', '=', name)
    .where('deactivated_at', 'is', null)
    .orderBy('app_user.id')
    .executeTakeFirst()
  return user?.id
}

async function newServiceUser(
  work: Work,
  { teamId, name, roleGroupId }: { teamId: string; name: string; roleGroupId: RoleGroup },
): Promise<string> {
  const { id } = await createServiceUser(work, { name, teamId })
  await addMember(work, { teamId, userId: id, roleGroupId })
  return id
}

/** Stops a key at once. @throws not_found (404) */
export async function withdrawApiKey(
  work: Work,
  caller: Principal,
  { teamId, keyId }: { teamId: string; keyId: string },
): Promise<void> {
  await teamInScope(work.tx, caller, teamId)
  if (!(await revokeApiKey(work, { teamId, keyId }))) throw notFound('API key')
}
