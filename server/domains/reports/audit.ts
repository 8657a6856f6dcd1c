import { sql } from 'kysely'
import type { z } from 'zod'
import type { RoleGroup } from '#contract/core/permissions.ts'
import type { AuditArea, AuditEntry, listAudit } from '#contract/reports/audit.ts'
import { iso } from '#kit/time.ts'
import { teamAndBelow, teamInScope, userInScope } from '#server/domains/teams/team/index.ts'
import type { Db } from '#server/platform/database/database.ts'
import { cursorPage, cursorPlace } from '#server/platform/http/page.ts'
import type { Principal } from '#server/platform/principal.ts'
import { about, aboutA } from '#server/platform/waiting-acts.ts'
import { areaOfAction, matchesArea } from './audit-areas.ts'

type Query = z.output<typeof listAudit.query>

interface AuditRow {
  id: number
  at: Date
  actorKind: AuditEntry['actor']['kind']
  actorId: string | null
  actorName: string | null
  action: string
  subjectKind: string
  subjectId: string
  subjectName: string | null
  waitingAct: string | null
  targetId: string | null
  targetName: string | null
  teamId: string
  teamName: string
  amountPence: number | null
  currency: string | null
  roleGroupId: RoleGroup | null
  visitUserId: string | null
  visitUserName: string | null
  visitReason: string | null
}

/**
 * What the audit trail holds of a team and its subteams, closed ones and those of budgets' participants too. It holds ids
 * only: names are as they are today, and nothing else of an act's detail leaves, for some of it is the operator's. An operator
 * who acts as a member of the team is named, with their reason.
 * @throws not_found (404) for a foreign team, and for someone who never did anything in it
 */
export async function auditPage(db: Db, caller: Principal, teamId: string, query: Query) {
  await teamInScope(db, caller, teamId)
  if (query.actorId) await requireActor(db, caller, teamId, query.actorId)
  const rows = await auditRows(db, teamId, query)
  return cursorPage(rows.map(serializeEntry), query, ({ id }) => [Number(id)])
}

/** Anyone who has left the team stays in its trail. */
async function requireActor(db: Db, caller: Principal, teamId: string, actorId: string): Promise<void> {
  const { rows } = await sql`
    select from audit_event where team_id in ${teamAndBelow(teamId)} and actor_id = ${actorId} limit 1`.execute(db)
  if (rows.length === 0) await userInScope(db, caller, actorId)
}

async function auditRows(db: Db, teamId: string, query: Query): Promise<AuditRow[]> {
  const { from, to, area, actorId, limit, next, previous } = query
  const [after] = cursorPlace(next, 'next', ['bigint']) ?? []
  const [before] = cursorPlace(previous, 'previous', ['bigint']) ?? []
  const order = sql.raw(before === undefined ? 'desc' : 'asc')
  const found = sql`
    select * from audit_event as event
    where team_id in ${teamAndBelow(teamId)}
      ${from ? sql`and at >= ${from}::timestamptz` : sql``} ${to ? sql`and at < ${to}::timestamptz` : sql``}
      ${actorId ? sql`and actor_id = ${actorId}` : sql``} ${area ? sql`and ${matchesArea(area)}` : sql``}
      ${after === undefined ? sql`` : sql`and id < ${after}`} ${before === undefined ? sql`` : sql`and id > ${before}`}
    order by id ${order} limit ${limit + 1}`
  const { rows } = await sql<AuditRow>`
    select event.id, event.at, event.actor_kind as "actorKind", event.actor_id as "actorId", event.action,
      ${about.kind} as "subjectKind", ${about.id} as "subjectId", act.kind as "waitingAct", team.id as "teamId", team.name as "teamName",
      coalesce(nullif(trim(actor.first_name || ' ' || actor.surname), ''), client.name, visit.operator_name) as "actorName",
      coalesce(wallet.name, subteam.name, budget.name, document.number, program.name, nullif(trim(person.first_name || ' ' || person.surname), '')) as "subjectName",
      target.id as "targetId", target.name as "targetName",
      (event.detail->>'amountPence')::bigint as "amountPence", coalesce(event.detail->>'currency', wallet.currency) as currency,
      case when event.subject_kind = 'user' then coalesce(event.detail->>'to', event.detail->>'roleGroupId') end as "roleGroupId",
      visit.user_id as "visitUserId", visit.reason as "visitReason",
      nullif(trim(seen.first_name || ' ' || seen.surname), '') as "visitUserName"
    from (${found}) as event
    join team on team.id = event.team_id
    left join app_user as actor on actor.id = case when event.actor_kind = 'user' then event.actor_id::uuid end
    left join client on client.id = case when event.actor_kind = 'client' then event.actor_id end
    left join waiting_act as act on ${about.act}
    left join app_user as person on person.id = ${aboutA('user')}
    left join impersonation as visit on visit.id = (event.detail->'impersonation'->>'id')::uuid
    left join app_user as seen on seen.id = visit.user_id
    left join wallet on wallet.id = ${aboutA('wallet')}
    left join wallet as target on target.id = case when event.action = 'wallet.transferred' then (event.detail->>'to')::uuid end
    left join team as subteam on subteam.id = ${aboutA('team')}
    left join document on document.id = ${aboutA('document')}
    left join client as program on program.id = case when ${about.kind} = 'client' then ${about.id} end
    left join automated_budget as budget on budget.id = ${aboutA('automatedBudget')}
    order by event.id ${order}`.execute(db)
  return rows
}

const serializeEntry = (row: AuditRow): AuditEntry => ({
  id: String(row.id),
  at: iso(row.at),
  actor: { kind: row.actorKind, id: row.actorId, name: row.actorName },
  action: row.action,
  area: areaOfAction(row.action) satisfies AuditArea,
  subject: { kind: row.subjectKind, id: row.subjectId, name: row.subjectName },
  waitingAct: row.waitingAct,
  target: row.targetId !== null && row.targetName !== null ? { id: row.targetId, name: row.targetName } : null,
  team: { id: row.teamId, name: row.teamName },
  amount: row.amountPence !== null && row.currency !== null ? { pence: row.amountPence, currency: row.currency } : null,
  impersonation:
    row.visitUserId !== null && row.visitReason !== null
      ? { userId: row.visitUserId, userName: row.visitUserName, reason: row.visitReason }
      : null,
  roleGroupId: row.roleGroupId,
})
