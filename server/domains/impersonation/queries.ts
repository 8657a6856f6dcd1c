import { type RawBuilder, sql } from 'kysely'
import type { SupportAccess } from '#contract/impersonation/impersonation.ts'
import { iso, isoOrNull } from '#kit/time.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { personName } from '#server/platform/database/person-name.ts'
import { innerPage } from '#server/platform/http/page.ts'

const FIRST_PAGE = { page: 1, per_page: 50 }

/** A permission that counts at a moment: not over, not taken back, and given by who is an admin of that team still. */
const counts = (now: Date): RawBuilder<unknown> => sql`permission.ended_at is null and permission.ends_at > ${now}
  and exists (
    select from team_member member join app_user person on person.id = member.user_id join team on team.id = permission.team_id
    where member.user_id = permission.allowed_by and member.team_id in (team.id, team.parent_team_id)
      and member.role_group_id = 'team-admin' and person.deactivated_at is null)`

export interface OpenImpersonation {
  id: string
  operatorId: string
  operator: string
  userId: string
  teamId: string
  reason: string
  endsAt: Date
  mayChange: boolean
}

/** One that lasts at that moment, as does what it may change by; else null. */
export async function openImpersonation(db: Db | Tx, id: string, now: Date): Promise<OpenImpersonation | null> {
  const { rows } = await sql<OpenImpersonation>`
    select visit.id, visit.operator_id as "operatorId", visit.operator_name as operator, visit.user_id as "userId",
      visit.team_id as "teamId", visit.reason, visit.ends_at as "endsAt", visit.permission_id is not null as "mayChange"
    from impersonation visit left join impersonation_permission permission on permission.id = visit.permission_id
    where visit.id = ${id} and visit.ended_at is null and visit.ends_at > ${now}
      and (visit.permission_id is null or (${counts(now)}))`.execute(db)
  return rows[0] ?? null
}

export const isVisitOpen = async (db: Db | Tx, id: string, now: Date): Promise<boolean> =>
  (await openImpersonation(db, id, now)) !== null

/** What operators may change a team by at that moment: it or a team above it says so. */
export async function permissionFor(
  db: Db | Tx,
  teamId: string,
  now: Date,
): Promise<{ id: string; endsAt: Date } | null> {
  const { rows } = await sql<{ id: string; endsAt: Date }>`
    select permission.id, permission.ends_at as "endsAt"
    from team acting
    left join team parent on parent.id = acting.parent_team_id
    join impersonation_permission permission on permission.team_id in (acting.id, parent.id, parent.parent_team_id)
    where acting.id = ${teamId} and (${counts(now)})
    order by permission.ends_at desc limit 1`.execute(db)
  return rows[0] ?? null
}

interface VisitRow extends Omit<SupportAccess['visits'][number], 'user' | 'team' | 'startedAt' | 'endsAt' | 'endedAt'> {
  userId: string
  userName: string
  teamId: string
  teamName: string
  startedAt: Date
  endsAt: Date
  endedAt: Date | null
}

/** Operators' visits to a team and its subteams, and what they may change there. */
export async function supportAccess(
  db: Db | Tx,
  teamId: string,
  now: Date,
  asked: { page: number; per_page: number } = FIRST_PAGE,
): Promise<SupportAccess> {
  const visited = sql`(team.id = ${teamId} or team.parent_team_id = ${teamId})`
  const { rows: all } = await sql<{ count: number }>`
    select count(*)::int as count from impersonation visit join team on team.id = visit.team_id where ${visited}`.execute(
    db,
  )
  const { rows: changes } = await sql<{ userId: string; name: string; allowedAt: Date; endsAt: Date }>`
    select permission.allowed_by as "userId", ${personName('person')} as name,
      permission.allowed_at as "allowedAt", permission.ends_at as "endsAt"
    from impersonation_permission permission join app_user person on person.id = permission.allowed_by
    where permission.team_id = ${teamId} and (${counts(now)})`.execute(db)
  const { rows: visits } = await sql<VisitRow>`
    select visit.id, visit.operator_name as operator, visit.reason, visit.permission_id is not null as "mayChange",
      visit.user_id as "userId", ${personName('person')} as "userName",
      team.id as "teamId", team.name as "teamName", visit.started_at as "startedAt", visit.ends_at as "endsAt",
      coalesce(visit.ended_at, case when visit.ends_at <= ${now} then visit.ends_at end) as "endedAt"
    from impersonation visit join team on team.id = visit.team_id join app_user person on person.id = visit.user_id
    where ${visited}
    order by visit.started_at desc, visit.id desc limit ${asked.per_page} offset ${(asked.page - 1) * asked.per_page}`.execute(
    db,
  )
  return {
    changes: changes[0]
      ? {
          allowedBy: { id: changes[0].userId, name: changes[0].name },
          allowedAt: iso(changes[0].allowedAt),
          endsAt: iso(changes[0].endsAt),
        }
      : null,
    pages: innerPage(all[0]!.count, asked),
    visits: visits.map(({ userId, userName, teamId, teamName, startedAt, endsAt, endedAt, ...visit }) => ({
      ...visit,
      user: { id: userId, name: userName },
      team: { id: teamId, name: teamName },
      startedAt: iso(startedAt),
      endsAt: iso(endsAt),
      endedAt: isoOrNull(endedAt),
    })),
  }
}
