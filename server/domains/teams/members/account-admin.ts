import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/database.ts'
import type { Work } from '#server/platform/posy.ts'
import { member, type Principal } from '#server/platform/principal.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import { covers } from '../rights/index.ts'
import { getMember, roleGroupPermissions, teamInScope } from '../team/index.ts'

export interface MemberOfTeam {
  teamId: string
  userId: string
}

/** What the refusals say. */
interface Words {
  /** Of one's own account, and where to do it. */
  own: [message: string, help: string]
  /** What who belongs to another organisation can do. */
  elsewhere: string
}

/**
 * Lets through an admin who may act on a member's account, not on the membership alone.
 * @throws forbidden (403) for keys and for who has less rights, not_found (404), wrong_state (409) for oneself,
 *   restricted (403) for who also belongs to another organisation
 */
export async function requireAccountAdmin(
  { tx }: Work,
  caller: Principal,
  { teamId, userId }: MemberOfTeam,
  { own: [message, help], elsewhere }: Words,
): Promise<void> {
  if (caller.kind !== 'user' || !caller.sessionId)
    throw new Problem('forbidden', 'Only someone who signed in may do this.')
  const team = await teamInScope(tx, caller, teamId)
  const { roleGroupId } = await getMember(tx, teamId, userId)
  if (userId === caller.userId) throw new Problem('wrong_state', message, { help })
  const rights = await roleGroupPermissions(tx, team.planId)
  if (!covers(caller.permissions, rights.get(roleGroupId) ?? {}))
    throw new Problem('forbidden', 'Only an admin with at least their rights may do this.')
  if (await belongsElsewhere(tx, userId, member(caller).teamId))
    throw new Problem('restricted', 'This account belongs to another organisation too.', { help: elsewhere })
}

/** An admin of one organisation acts on no account that opens another. */
async function belongsElsewhere(tx: Tx, userId: string, teamId: string): Promise<boolean> {
  const { rows } = await sql<{ elsewhere: boolean }>`
    with recursive below as (
      select id from team where id = ${teamId}
      union all select team.id from team join below on team.parent_team_id = below.id
    )
    select exists (
      select from team_member m join team t on t.id = m.team_id and t.closed_at is null
      where m.user_id = ${userId} and m.team_id not in (select id from below)
    ) as elsewhere`.execute(tx)
  return rows[0]!.elsewhere
}
