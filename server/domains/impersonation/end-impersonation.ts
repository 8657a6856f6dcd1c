import { sql } from 'kysely'
import type { Work } from '#server/platform/posy.ts'
import type { Principal } from '#server/platform/principal.ts'
import { Problem } from '#server/platform/problem/problem.ts'

/** Ends visits that are under way, each with a line in its team's trail; those whose time is up only get their end. */
async function endWhere({ tx, posy, audit }: Work, condition: ReturnType<typeof sql>): Promise<void> {
  const now = new Date(posy.wall.nowMs())
  const { rows } = await sql<{ id: string; userId: string; teamId: string; reason: string; wasOpen: boolean }>`
    update impersonation set ended_at = least(ends_at, ${now}) where ended_at is null and (${condition})
    returning id, user_id as "userId", team_id as "teamId", reason, ends_at > ${now} as "wasOpen"`.execute(tx)
  for (const { id, userId, teamId, reason, wasOpen } of rows)
    if (wasOpen)
      await audit(
        'impersonation.ended',
        { kind: 'user', id: userId },
        { teamId, detail: { impersonation: { id, userId, reason } } },
      )
}

/** Whatever an operator has open: they leave, sign out, or begin another one. */
export const endOperatorImpersonations = (work: Work, operatorId: string): Promise<void> =>
  endWhere(work, sql`operator_id = ${operatorId}`)

/** All that are under way in a team and its subteams. */
export const endImpersonationsIn = (work: Work, teamId: string): Promise<void> =>
  endWhere(work, sql`team_id in (select id from team where id = ${teamId} or parent_team_id = ${teamId})`)

/** Those that may change things by a permission. */
export const endImpersonationsBy = (work: Work, permissionId: string): Promise<void> =>
  endWhere(work, sql`permission_id = ${permissionId}`)

/** The operator's own. @throws wrong_state (409) for anyone who does not look with another's eyes */
export async function endImpersonation(work: Work, { impersonation }: Principal): Promise<void> {
  if (!impersonation) throw new Problem('wrong_state', 'You are signed in yourself. Sign out instead.')
  await endWhere(work, sql`id = ${impersonation.id}`)
}
