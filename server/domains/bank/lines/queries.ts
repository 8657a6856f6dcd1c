import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { paginate } from '#server/platform/database/paginate.ts'
import { countWaiting, type Waiting } from '#server/platform/waiting.ts'
import type { LineRecord } from './book-line.ts'
import { seekLine } from './seek-lines.ts'

const waiting = ['new', 'parked', 'outgoing'] as const
const settled = ['booked', 'set-aside'] as const

/** Lines that wait for a person: money in that is parked, and money out that nothing explains. The oldest first. */
export const waitingLines = (
  db: Db | Tx,
  { limit, offset = 0 }: { limit: number; offset?: number },
): Promise<LineRecord[]> =>
  db
    .selectFrom('bank_line')
    .selectAll()
    .where('state', 'in', [...waiting])
    .orderBy('booked_on')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute()

/** A line of this amount that waits for a person, if any: to be allocated rather than booked a second time. */
export const findWaitingLine = (db: Db | Tx, amountPence: number): Promise<LineRecord | undefined> =>
  db
    .selectFrom('bank_line')
    .selectAll()
    .where('state', 'in', ['new', 'parked'])
    .where('amount', '=', amountPence)
    .orderBy('booked_on')
    .executeTakeFirst()

/** How many wait, and since when: they came with their file. */
export const countWaitingLines = (db: Db): Promise<Waiting> =>
  countWaiting(
    db,
    sql`select file.imported_at as at from bank_line line join bank_import file on file.id = line.import_id
      where line.state = any(${[...waiting]}::text[])`,
  )

const compact = (column: RawBuilder<unknown>) => sql`translate(upper(${column}), ' -/.,:#*_', '')`

/**
 * What lines someone looks for; null for words that no one can look for.
 * @param isTyping letters are looked for in lines that wait for someone, which are few
 */
export function linesSought(typed: string, { isTyping = false } = {}): RawBuilder<SqlBool> | null {
  const { pence, letters } = seekLine(typed)
  const ways = [
    ...(pence === null ? [] : [sql`abs(line.amount) = ${pence}`]),
    ...(letters === null
      ? []
      : [
          sql`(${isTyping ? sql`line.state = any(${[...waiting]}::text[])` : sql`true`}
            and (strpos(${compact(sql`line.text`)}, ${letters}) > 0 or strpos(${compact(sql`line.target_label`)}, ${letters}) > 0))`,
        ]),
  ]
  return ways.length ? sql<SqlBool>`(${sql.join(ways, sql` or `)})` : null
}

/**
 * A page of those that wait, the oldest first, or of all others, the newest first.
 * @param q what someone looks for among them; what no one can look for finds nothing, rather than everything
 */
export const linesPage = (
  db: Db | Tx,
  { show, q, ...page }: { show: 'waiting' | 'settled'; q?: string | undefined; page: number; per_page: number },
): Promise<{ rows: LineRecord[]; total: number }> => {
  const direction = show === 'waiting' ? 'asc' : 'desc'
  const states = show === 'waiting' ? waiting : settled
  const query = db
    .selectFrom('bank_line as line')
    .selectAll()
    .where('state', 'in', [...states])
    .$if(Boolean(q?.trim()), (lines) => lines.where(linesSought(q!) ?? sql<SqlBool>`false`))
  return paginate(query.orderBy('booked_on', direction).orderBy('id', direction), page)
}

export const lineById = (db: Db | Tx, id: string): Promise<LineRecord | undefined> =>
  db.selectFrom('bank_line').selectAll().where('id', '=', id).executeTakeFirst()

/** What was done about a line, in order. */
export const actsOfLine = (db: Db | Tx, lineId: string) =>
  db
    .selectFrom('bank_act')
    .select(['act', 'operator', 'reason', 'at'])
    .where('line_id', '=', lineId)
    .orderBy('id')
    .execute()
