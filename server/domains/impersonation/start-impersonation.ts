import { newId } from '#kit/ids.ts'
import type { Work } from '#server/platform/posy.ts'
import { found, Problem } from '#server/platform/problem/problem.ts'
import { endOperatorImpersonations } from './end-impersonation.ts'
import { impersonationStarted } from './events.ts'
import { impersonationEnd } from './impersonation.ts'
import { permissionFor } from './queries.ts'
import { signImpersonation } from './token.ts'

interface Wanted {
  operator: { id: string; name: string }
  teamId: string
  userId: string
  mayChange: boolean
  reason: string
}

/**
 * Lets an operator look at the product as a member of a team. One that they have open ends. Their row is the caller's to
 * lock, so that none begins for an operator who is on the way out.
 * @throws not_found (404) for who is no member, wrong_state (409) for a team where no one acts, restricted (403) where no
 *   admin allows changes
 */
export async function startImpersonation(
  work: Work,
  { operator, teamId, userId, mayChange, reason }: Wanted,
): Promise<{ id: string; token: string; endsAt: Date }> {
  const { tx, posy } = work
  const now = new Date(posy.wall.nowMs())
  await requireMember(work, { teamId, userId })
  const permission = mayChange ? await permissionFor(tx, teamId, now) : null
  if (mayChange && !permission)
    throw new Problem('restricted', 'No admin of the team lets you change things.', {
      help: 'Ask an admin to allow changes under Team, Support, or look without changing anything.',
    })
  await endOperatorImpersonations(work, operator.id)
  const visit = {
    id: newId(),
    userId,
    teamId,
    reason,
    endsAt: impersonationEnd(now.getTime(), permission?.endsAt ?? null),
  }
  await tx
    .insertInto('impersonation')
    .values({
      id: visit.id,
      operator_id: operator.id,
      operator_name: operator.name,
      user_id: userId,
      team_id: teamId,
      reason,
      permission_id: permission?.id ?? null,
      started_at: now,
      ends_at: visit.endsAt,
    })
    .execute()
  const detail = { impersonation: { id: visit.id, userId, reason }, mayChange, endsAt: visit.endsAt }
  await work.audit('impersonation.started', { kind: 'user', id: userId }, { teamId, detail })
  await work.emit(impersonationStarted, { impersonationId: visit.id, userId, teamId })
  return {
    id: visit.id,
    token: await signImpersonation(posy, { ...visit, operatorId: operator.id }),
    endsAt: visit.endsAt,
  }
}

async function requireMember({ tx }: Work, { teamId, userId }: { teamId: string; userId: string }): Promise<void> {
  const member = found(
    await tx
      .selectFrom('team_member')
      .innerJoin('app_user', 'app_user.id', 'team_member.user_id')
      .innerJoin('team', 'team.id', 'team_member.team_id')
      .select(['app_user.deactivated_at as personDeactivatedAt', 'team.deactivated_at as teamDeactivatedAt'])
      .where('team_member.team_id', '=', teamId)
      .where('team_member.user_id', '=', userId)
      .where('app_user.is_service', '=', false)
      .where('team.closed_at', 'is', null)
      .executeTakeFirst(),
    'member of this team',
  )
  if (member.personDeactivatedAt || member.teamDeactivatedAt)
    throw new Problem('wrong_state', 'They, or their team, are deactivated: no one acts there.')
}
