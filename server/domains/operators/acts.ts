import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { OperatorRole } from '#contract/core/operators.ts'
import type { listOperatorActs } from '#contract/operator/acts.ts'
import type { OperatorActEntry } from '#contract/operator/customers.ts'
import { iso } from '#kit/time.ts'
import type { Db } from '#server/platform/database/database.ts'
import { cursorPage, cursorPlace } from '#server/platform/http/page.ts'

interface Row {
  id: string
  at: Date
  operatorName: string | null
  operatorRole: OperatorRole | null
  act: string
  subjectKind: string
  subjectId: string
  teamId: string | null
  teamName: string | null
  reason: string | null
}

async function actRows(db: Db, condition: RawBuilder<unknown>, limit: number, order: 'asc' | 'desc' = 'desc') {
  const { rows } = await sql<Row>`
    select done.id::text, done.at, operator.name as "operatorName", operator.role as "operatorRole", done.act,
      done.subject_kind as "subjectKind", done.subject_id as "subjectId", team.id as "teamId", team.name as "teamName", done.reason
    from operator_act done
    left join operator on operator.id = done.operator_id left join team on team.id = done.team_id
    where ${condition} order by done.id ${sql.raw(order)} limit ${limit}`.execute(db)
  return rows
}

const serializeAct = (row: Row): OperatorActEntry => ({
  id: row.id,
  at: iso(row.at),
  operator:
    row.operatorName !== null && row.operatorRole !== null ? { name: row.operatorName, role: row.operatorRole } : null,
  act: row.act,
  subject: { kind: row.subjectKind, id: row.subjectId },
  team: row.teamId !== null && row.teamName !== null ? { id: row.teamId, name: row.teamName } : null,
  reason: row.reason,
})

export const actsOfTeams = async (db: Db, teamIds: readonly string[], limit: number): Promise<OperatorActEntry[]> =>
  (await actRows(db, sql`done.team_id = any(${[...teamIds]}::uuid[])`, limit)).map(serializeAct)

/** All of them, or those about some teams. @throws invalid_fields (422) for a cursor that is none of ours */
export async function actPage(
  db: Db,
  query: z.output<typeof listOperatorActs.query>,
  teamIds: readonly string[] | null = null,
) {
  const { action, who, from, to } = query
  const [after] = cursorPlace(query.next, 'next', ['bigint']) ?? []
  const [before] = cursorPlace(query.previous, 'previous', ['bigint']) ?? []
  const condition = sql`${teamIds ? sql`done.team_id = any(${[...teamIds]}::uuid[])` : sql`true`}
    ${action ? sql`and done.act = ${action}` : sql``} ${from ? sql`and done.at >= ${from}::timestamptz` : sql``}
    ${to ? sql`and done.at < ${to}::timestamptz` : sql``}
    ${who?.trim() ? sql`and strpos(fold_search_text(concat_ws(' ', operator.name, operator.email)), fold_search_text(${who.trim()})) > 0` : sql``}
    ${after === undefined ? sql`` : sql`and done.id < ${after}`} ${before === undefined ? sql`` : sql`and done.id > ${before}`}`
  const rows = await actRows(db, condition, query.limit + 1, before === undefined ? 'desc' : 'asc')
  return cursorPage(rows.map(serializeAct), query, ({ id }) => [Number(id)])
}
