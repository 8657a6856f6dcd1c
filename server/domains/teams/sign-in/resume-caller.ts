import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Principal } from '#server/platform/principal.ts'
import { isOwnOnly } from '../rights/index.ts'
import { loadPermissions } from '../team/index.ts'

/**
 * Someone as the caller of what they asked to have done later, with the rights that they have now when they act in that
 * team; null where they can no longer act in it.
 */
export async function callerLater(
  db: Db | Tx,
  { userId, teamId }: { userId: string; teamId: string },
): Promise<Principal | null> {
  const rights = await loadPermissions(db, { userId, teamId })
  const user = await db.selectFrom('app_user').select('deactivated_at').where('id', '=', userId).executeTakeFirst()
  if (!rights || !user || user.deactivated_at) return null
  const ownOnly = isOwnOnly(rights.roleGroupId)
  const subteams = ownOnly
    ? []
    : await db.selectFrom('team').select('id').where('parent_team_id', '=', teamId).orderBy('id').execute()
  return {
    kind: 'user',
    actor: { kind: 'user', id: userId },
    ...{ userId, clientId: null, sessionId: null, brandId: null },
    ...{ teamId, teamIds: [teamId, ...subteams.map(({ id }) => id)], planId: rights.planId },
    ownOnly,
    role: { groupId: rights.roleGroupId, ids: rights.roleIds },
    permissions: rights.permissions,
    apiKey: null,
    operator: null,
  }
}
