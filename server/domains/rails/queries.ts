import { type RawBuilder, sql } from 'kysely'
import type { RailName } from '#contract/core/rails.ts'
import type { OverdueCode, RailFile, RailLine, SettlementVerdict } from '#contract/operator/rails.ts'
import { iso } from '#kit/time.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { innerPage } from '#server/platform/http/page.ts'
import { countWaiting, type Waiting } from '#server/platform/waiting.ts'
import { OVERDUE_TRIES } from './order.ts'

const MOST_OVERDUE = 1000
/** For so long after its last day a rail may take to tell of a code. */
const TOLD_WITHIN_DAYS = 7

/** Codes of gifts and awards by the rail that makes them: what was asked of it, and whether we have the code. */
const codes = sql`(
  select rail, reference, amount_pence as pence, state = 'made' as is_given_out, null::uuid as purchase_id, expires_at, not_booked
  from rail_order where rail <> 'voucher'
  union all
  select 'energy' as rail, attempt.client_request_id as reference, attempt.face_value_pence as pence,
    attempt.state = 'fetched' as is_given_out, huggg.transaction_id as purchase_id, voucher.expires_at, null as not_booked
  from voucher_attempt as attempt
  join huggg on huggg.id = attempt.huggg_id
  left join fetched_voucher as voucher on voucher.huggg_id = attempt.huggg_id
  where attempt.issuer = 'paypoint')`

/** Each entry of some with whether it agrees with its code; figured each time that it is asked: later files and codes change it. */
const judged = (which: RawBuilder<unknown>) => sql<{ verdict: SettlementVerdict }>`(
  select entry.*, code.purchase_id,
    case
      when code.reference is null then 'unknown'
      when not code.is_given_out then 'not-given-out'
      when told.cashed > code.pence then 'too-much'
      when code.not_booked is not null then 'not-booked'
      when entry.event <> 'cashed' and entry.amount_pence <> code.pence - told.cashed then 'wrong-rest'
      when entry.event = 'cashed' and told.ended_on < entry.day then 'after-its-end'
      else 'matched' end as verdict
  from rail_entry as entry
  left join ${codes} as code on code.rail = entry.rail and code.reference = entry.reference
  cross join lateral (
    select coalesce(sum(amount_pence) filter (where event = 'cashed'), 0) as cashed, min(day) filter (where event <> 'cashed') as ended_on
    from rail_entry as all_of where all_of.rail = entry.rail and all_of.reference = entry.reference) as told
  where ${which})`

/** How many lines of a file do not agree with what is known. */
export async function countUnmatched(db: Db | Tx, fileId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${judged(sql`entry.file_id = ${fileId}`)} as line where verdict <> 'matched'`.execute(
    db,
  )
  return rows[0]!.count
}

type FileRow = Omit<RailFile, 'takenInAt'> & { takenInAt: Date }

const files = (which: RawBuilder<unknown>, paging: RawBuilder<unknown> = sql``) => sql<FileRow>`
  select file.id, file.rail, file.name, file.day::text as day, file.lines, file.amount_pence as "amountPence", file.repeated,
    file.taken_in_at as "takenInAt", file.taken_in_by as "takenInBy",
    (select count(*) from ${judged(sql`entry.file_id = file.id`)} as line where verdict <> 'matched')::int as unmatched
  from rail_file as file where ${which} order by file.taken_in_at desc, file.id desc ${paging}`

const toFile = ({ takenInAt, amountPence, ...file }: FileRow): RailFile => ({
  ...file,
  amountPence: Number(amountPence),
  takenInAt: iso(takenInAt),
})

interface Asked {
  page: number
  per_page: number
}
const limitTo = ({ page, per_page }: Asked) => sql`limit ${per_page} offset ${(page - 1) * per_page}`

/** A page of them, the latest first. */
export async function filePage(db: Db, asked: Asked) {
  const { total } = await db
    .selectFrom('rail_file')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const { rows } = await files(sql`true`, limitTo(asked)).execute(db)
  return { files: rows.map(toFile), pages: innerPage(total, asked) }
}

/** A file with a page of its lines, those that do not agree first. Lines that an earlier file had told are not among them. */
export async function fileWithLines(db: Db, id: string, asked: Asked) {
  const [file] = (await files(sql`file.id = ${id}`).execute(db)).rows
  if (!file) return undefined
  const { rows } = await sql<Omit<RailLine, 'amountPence'> & { amountPence: unknown }>`
    select line.line, line.entry, line.reference, line.event, line.amount_pence as "amountPence", line.day::text as day,
      line.verdict, line.purchase_id as "purchaseId"
    from ${judged(sql`entry.file_id = ${id}`)} as line
    order by line.verdict = 'matched', line.line ${limitTo(asked)}`.execute(db)
  return {
    ...toFile(file),
    entries: rows.map((row) => ({ ...row, amountPence: Number(row.amountPence) })) satisfies RailLine[],
    pages: innerPage(file.lines - file.repeated, asked),
  }
}

export interface RailFigures {
  rail: RailName
  givenOut: number
  givenOutPence: number
  cashedPence: number
  endedPence: number
  unmatched: number
  untold: number
}

/** What each rail gave out and told of, where there is anything. */
export async function railFigures(db: Db, now: Date): Promise<Map<RailName, RailFigures>> {
  const told = await sql<RailFigures>`
    select rail, 0 as "givenOut", 0 as "givenOutPence",
      coalesce(sum(amount_pence) filter (where event = 'cashed'), 0)::bigint as "cashedPence",
      coalesce(sum(amount_pence) filter (where event <> 'cashed'), 0)::bigint as "endedPence",
      (count(*) filter (where verdict <> 'matched'))::int as unmatched, 0 as untold
    from ${judged(sql`true`)} as line group by rail`.execute(db)
  const given = await sql<Pick<RailFigures, 'rail' | 'givenOut' | 'givenOutPence' | 'untold'>>`
    select code.rail, count(*)::int as "givenOut", sum(code.pence)::bigint as "givenOutPence",
      (count(*) filter (where code.expires_at < ${now}::timestamptz - ${TOLD_WITHIN_DAYS} * interval '1 day' and not exists (
        select from rail_entry as entry where entry.rail = code.rail and entry.reference = code.reference)))::int as untold
    from ${codes} as code where code.is_given_out group by code.rail`.execute(db)
  const figures = new Map(told.rows.map((row) => [row.rail, numbers(row)]))
  for (const row of given.rows) {
    const nothing = { cashedPence: 0, endedPence: 0, unmatched: 0 }
    figures.set(row.rail, numbers({ ...nothing, ...figures.get(row.rail), ...row }))
  }
  return figures
}

const numbers = (row: RailFigures): RailFigures => ({
  ...row,
  givenOutPence: Number(row.givenOutPence),
  cashedPence: Number(row.cashedPence),
  endedPence: Number(row.endedPence),
})

const isOverdue = sql`state = 'asking' and tries >= ${OVERDUE_TRIES}`

/** Codes of awards that rails were asked for an hour and longer, and have neither made nor refused. */
export const waitingForRails = (db: Db): Promise<Waiting> =>
  countWaiting(db, sql`select created_at as at from rail_order where ${isOverdue}`)

export async function overdueCodes(db: Db): Promise<OverdueCode[]> {
  const { rows } = await sql<Omit<OverdueCode, 'askedAt'> & { askedAt: Date }>`
    select rail_order.reference, rail_order.rail, rail_order.amount_pence as "amountPence", rail_order.tries, rail_order.last_reason as "lastReason",
      rail_order.created_at as "askedAt", team.name as "teamName"
    from rail_order join team on team.id = rail_order.team_id where ${isOverdue}
    order by rail_order.created_at, rail_order.reference limit ${MOST_OVERDUE}`.execute(db)
  return rows.map(({ askedAt, ...row }) => ({ ...row, askedAt: iso(askedAt) }))
}
