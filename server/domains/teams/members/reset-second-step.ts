import { sql } from 'kysely'
import { dropSecondFactor } from '#server/domains/identity/second-step/index.ts'
import { endUserSessions } from '#server/domains/identity/sessions/index.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Work } from '#server/platform/posy.ts'
import { member, type Principal } from '#server/platform/principal.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import { covers } from '../rights/index.ts'
import { getMember, roleGroupPermissions, teamInScope } from '../team/index.ts'

/**
 * For a member who lost phone, passkeys and recovery codes: their password alone signs them in again, until they have
 * set up a new second step.
 * @throws forbidden (403) for keys and for who has less rights, not_found (404), wrong_state (409) for oneself and for
 *   who has none, restricted (403) for who also belongs to another organisation
 */
export async function resetSecondStep(
  work: Work,
  caller: Principal,
  { teamId, userId }: { teamId: string; userId: string },
): Promise<void> {
  const { tx } = work
  if (caller.kind !== 'user' || !caller.sessionId)
    throw new Problem('forbidden', 'Only someone who signed in may do this.')
  const team = await teamInScope(tx, caller, teamId)
  const { roleGroupId } = await getMember(tx, teamId, userId)
  if (userId === caller.userId)
    throw new Problem('wrong_state', 'This is your own second step.', { help: 'Change it on your profile.' })
  const rights = await roleGroupPermissions(tx, team.planId)
  if (!covers(caller.permissions, rights.get(roleGroupId) ?? {}))
    throw new Problem('forbidden', 'Only an admin with at least their rights may do this.')
  if (await belongsElsewhere(tx, userId, member(caller).teamId))
    throw new Problem('restricted', 'This account belongs to another organisation too.', {
      help: 'They can use a recovery code; without one, our support helps them.',
    })
  const resetBy = { userId: member(caller).userId, teamId }
  if (!(await dropSecondFactor(work, { userId, detail: { teamId }, resetBy })))
    throw new Problem('wrong_state', 'This member has no second step of their own.')
  await endUserSessions(work, { userId, reason: 'second step reset by an admin' })
  await work.audit('team.second-step-reset', { kind: 'user', id: userId }, { teamId })
}

/** An admin of one organisation must not weaken an account that opens another. */
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
