import { sql } from 'kysely'
import type { Work } from '#server/platform/posy.ts'
import { found, Problem } from '#server/platform/problem/problem.ts'
import { teamAndBelow } from '../team/index.ts'

async function lockTeam({ tx }: Work, teamId: string) {
  const team = await tx
    .selectFrom('team')
    .select(['deactivated_at', 'closed_at'])
    .where('id', '=', teamId)
    .forUpdate()
    .executeTakeFirst()
  return found(team, 'team')
}

/**
 * Lets no one act in a team or those below it, from the next request on: members, keys and programs. What runs
 * automatically, such as a live budget, continues; gifts that were bought stay good.
 * @throws not_found (404), wrong_state (409) where it is so already, or deleted
 */
export async function deactivateTeam(
  work: Work,
  { teamId, reason }: { teamId: string; reason: string },
): Promise<void> {
  const team = await lockTeam(work, teamId)
  if (team.closed_at) throw new Problem('wrong_state', 'This team was deleted.')
  if (team.deactivated_at) throw new Problem('wrong_state', 'This team is deactivated already.')
  await sql`update team set deactivated_at = ${work.at}, updated_at = ${work.at}
    where id in ${teamAndBelow(teamId)} and deactivated_at is null`.execute(work.tx)
  await work.audit('team.deactivated', { kind: 'team', id: teamId }, { teamId, detail: { reason } })
}

/**
 * Takes it back, for those below it too that were not deactivated separately.
 * @throws not_found (404), wrong_state (409) where the team, or one above it, is not or still deactivated
 */
export async function reactivateTeam(
  work: Work,
  { teamId, reason }: { teamId: string; reason: string },
): Promise<void> {
  const team = await lockTeam(work, teamId)
  if (!team.deactivated_at) throw new Problem('wrong_state', 'This team is active.')
  const { rows: above } = await sql`
    select from team join team parent on parent.id = team.parent_team_id
    where team.id = ${teamId} and parent.deactivated_at is not null`.execute(work.tx)
  if (above.length) throw new Problem('wrong_state', 'Its parent team is deactivated. Reactivate that one.')
  await sql`update team set deactivated_at = null, updated_at = ${work.at}
    where id in ${teamAndBelow(teamId)} and deactivated_at = ${team.deactivated_at}`.execute(work.tx)
  await work.audit('team.reactivated', { kind: 'team', id: teamId }, { teamId, detail: { reason } })
}
