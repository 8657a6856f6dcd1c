import { sql } from 'kysely'
import type { Announcement } from '#contract/announcements/announcements.ts'
import type { OperatorAnnouncement } from '#contract/operator/announcements.ts'
import { iso } from '#kit/time.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { innerPage } from '#server/platform/http/page.ts'
import { stateAt } from './announcement.ts'

/** The announcements for a team at a moment: everyone's, its plan's, its own and those of the teams above it. */
const forTeam = (teamId: string, now: Date) => sql`
  announcement.from_at <= ${now} and announcement.until_at > ${now} and exists (
    select from team acting left join team parent on parent.id = acting.parent_team_id
    where acting.id = ${teamId} and (announcement.plan_id is null or announcement.plan_id = acting.plan_id)
      and (announcement.team_id is null or announcement.team_id in (acting.id, parent.id, parent.parent_team_id)))`

interface Row extends Omit<Announcement, 'from' | 'until'> {
  fromAt: Date
  untilAt: Date
}

const serialize = ({ fromAt, untilAt, ...row }: Row): Announcement => ({
  ...row,
  from: iso(fromAt),
  until: iso(untilAt),
})

/** What someone is told in a team, and has not put away: the weightiest first. */
export async function announcementsFor(
  db: Db | Tx,
  { teamId, userId }: { teamId: string; userId: string },
  now: Date,
): Promise<Announcement[]> {
  const { rows } = await sql<Row>`
    select announcement.id, announcement.text, announcement.level, announcement.from_at as "fromAt", announcement.until_at as "untilAt"
    from announcement
    where ${forTeam(teamId, now)} and not exists (
      select from announcement_dismissal dismissal where dismissal.announcement_id = announcement.id and dismissal.user_id = ${userId})
    order by array_position(array['danger', 'warning', 'info'], announcement.level), announcement.from_at desc, announcement.id`.execute(
    db,
  )
  return rows.map(serialize)
}

/** Whether a team is told it at that moment. */
export async function isToldTo(
  db: Db | Tx,
  { id, teamId }: { id: string; teamId: string },
  now: Date,
): Promise<boolean> {
  const { rows } =
    await sql`select from announcement where announcement.id = ${id} and ${forTeam(teamId, now)}`.execute(db)
  return rows.length > 0
}

interface OperatorRow extends Row {
  planId: string | null
  planName: string | null
  teamId: string | null
  teamName: string | null
  dismissed: number
}

/** A page of all of them, the newest first, for operators. */
export async function announcementPage(db: Db | Tx, now: Date, asked: { page: number; per_page: number }) {
  const { total } = await db
    .selectFrom('announcement')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const { rows } = await sql<OperatorRow>`
    select announcement.id, announcement.text, announcement.level, announcement.from_at as "fromAt", announcement.until_at as "untilAt",
      plan.id as "planId", plan.name as "planName", team.id as "teamId", team.name as "teamName",
      (select count(*)::int from announcement_dismissal dismissal where dismissal.announcement_id = announcement.id) as dismissed
    from announcement left join plan on plan.id = announcement.plan_id left join team on team.id = announcement.team_id
    order by announcement.created_at desc, announcement.id desc
    limit ${asked.per_page} offset ${(asked.page - 1) * asked.per_page}`.execute(db)
  const announcements = rows.map(({ planId, planName, teamId, teamName, dismissed, ...row }) => ({
    ...serialize(row),
    state: stateAt(row, now),
    plan: planId !== null && planName !== null ? { id: planId, name: planName } : null,
    team: teamId !== null && teamName !== null ? { id: teamId, name: teamName } : null,
    dismissed,
  })) satisfies OperatorAnnouncement[]
  return { announcements, pages: innerPage(total, asked) }
}

export const plansToAddress = (db: Db | Tx) =>
  db.selectFrom('plan').select(['id', 'name']).where('is_active', '=', true).orderBy('name').execute()
