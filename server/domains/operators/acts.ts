import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { OperatorRole } from '#contract/core/operators.ts'
import type { listOperatorActs } from '#contract/operator/acts.ts'
import type { OperatorActEntry } from '#contract/operator/customers.ts'
import { iso } from '#kit/time.ts'
import type { Db } from '#server/platform/database/database.ts'
import { cursorPage, cursorPlace } from '#server/platform/http/page.ts'
import { about, aboutA } from '#server/platform/waiting-acts.ts'
import { nameOfUser } from './queries.ts'

interface Row {
  id: string
  at: Date
  operatorName: string | null
  operatorRole: OperatorRole | null
  act: string
  subjectKind: string
  subjectId: string
  subjectName: string | null
  waitingAct: string | null
  isOn: boolean | null
  teamId: string | null
  teamName: string | null
  reason: string | null
}

async function actRows(db: Db, condition: RawBuilder<unknown>, limit: number, order: 'asc' | 'desc' = 'desc') {
  const { rows } = await sql<Row>`
    select event.id::text, event.at, operator.name as "operatorName", operator.role as "operatorRole", event.act,
      ${about.kind} as "subjectKind", ${about.id} as "subjectId", act.kind as "waitingAct", (event.details->>'isOn')::boolean as "isOn",
      coalesce(case when person.id is not null then ${nameOfUser('person')} end, document.number, program.name, colleague.name,
        customer.name) as "subjectName",
      team.id as "teamId", team.name as "teamName", event.reason
    from operator_act event
    left join operator on operator.id = event.operator_id left join team on team.id = event.team_id
    left join waiting_act act on ${about.act}
    left join app_user person on person.id = ${aboutA('user')} left join team customer on customer.id = ${aboutA('team')}
    left join document on document.id = ${aboutA('document')}
    left join client program on program.id = case when ${about.kind} = 'client' then ${about.id} end
    left join operator colleague on ${about.kind} = 'operator' and ${about.id} in (colleague.id::text, colleague.email)
    where ${condition} order by event.id ${sql.raw(order)} limit ${limit}`.execute(db)
  return rows
}

const serializeAct = (row: Row): OperatorActEntry => ({
  id: row.id,
  at: iso(row.at),
  operator:
    row.operatorName !== null && row.operatorRole !== null ? { name: row.operatorName, role: row.operatorRole } : null,
  act: row.act,
  subject: { kind: row.subjectKind, id: row.subjectId, name: row.subjectName },
  waitingAct: row.waitingAct,
  isOn: row.isOn,
  team: row.teamId !== null && row.teamName !== null ? { id: row.teamId, name: row.teamName } : null,
  reason: row.reason,
})

export const actsOfTeams = async (db: Db, teamIds: readonly string[], limit: number): Promise<OperatorActEntry[]> =>
  (await actRows(db, sql`event.team_id = any(${[...teamIds]}::uuid[])`, limit)).map(serializeAct)

/** All of them, or those about some teams. @throws invalid_fields (422) for a cursor that is none of ours */
export async function actPage(
  db: Db,
  query: z.output<typeof listOperatorActs.query>,
  teamIds: readonly string[] | null = null,
) {
  const { action, who, from, to } = query
  const [after] = cursorPlace(query.next, 'next', ['bigint']) ?? []
  const [before] = cursorPlace(query.previous, 'previous', ['bigint']) ?? []
  const condition = sql`${teamIds ? sql`event.team_id = any(${[...teamIds]}::uuid[])` : sql`true`}
    ${action ? sql`and event.act = ${action}` : sql``} ${from ? sql`and event.at >= ${from}::timestamptz` : sql``}
    ${to ? sql`and event.at < ${to}::timestamptz` : sql``}
    ${who?.trim() ? sql`and strpos(fold_search_text(concat_ws(' ', operator.name, operator.email)), fold_search_text(${who.trim()})) > 0` : sql``}
    ${after === undefined ? sql`` : sql`and event.id < ${after}`} ${before === undefined ? sql`` : sql`and event.id > ${before}`}`
  const rows = await actRows(db, condition, query.limit + 1, before === undefined ? 'desc' : 'asc')
  return cursorPage(rows.map(serializeAct), query, ({ id }) => [Number(id)])
}
