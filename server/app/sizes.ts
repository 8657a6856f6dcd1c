import { sql } from 'kysely'
import { iso } from '#kit/time.ts'
import type { Posy } from '#server/platform/posy.ts'

type Print = (line: string) => void

const LARGEST = 25
const GROWTH_DAYS = 30
const DAY_MS = 86_400_000
/** The job runs once a night. */
const LATE_MS = 2 * DAY_MS

interface TableSize {
  table: string
  rows: number
  bytes: number
  indexBytes: number
  deadShare: number
  /** Null where no night's figures are there yet. */
  grownBytes: number | null
  grownDays: number | null
}

const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MB`
const perDay = ({ grownBytes, grownDays }: TableSize) =>
  grownBytes === null || !grownDays ? '–' : `${(grownBytes / grownDays / 1024 / 1024).toFixed(2)} MB`

/** The largest tables: with their indexes, what waits for vacuum, and what they grew a day since up to 30 nights ago. */
async function largestTables({ db }: Posy): Promise<TableSize[]> {
  const { rows } = await sql<TableSize>`
    select format('%s.%s', now.schemaname, now.relname) as "table", n_live_tup as rows, pg_total_relation_size(relid) as bytes,
      pg_indexes_size(relid) as "indexBytes",
      case when n_live_tup + n_dead_tup = 0 then 0 else n_dead_tup::float / (n_live_tup + n_dead_tup) end as "deadShare",
      pg_total_relation_size(relid) - earlier.bytes as "grownBytes", current_date - earlier.day as "grownDays"
    from pg_stat_user_tables now
    left join lateral (
      select bytes, day from table_size where name = format('%s.%s', now.schemaname, now.relname)
        and day < current_date and day >= current_date - ${GROWTH_DAYS}::int
      order by day limit 1) earlier on true
    order by pg_total_relation_size(relid) desc limit ${LARGEST}`.execute(db)
  return rows
}

/** `posy doctor sizes`. @returns 1 where something is older than it should be */
export async function printSizes(posy: Posy, print: Print): Promise<number> {
  const line = (table: string, ...figures: string[]) =>
    print(`${table.padEnd(42)}${figures.map((figure) => figure.padStart(13)).join('')}`)
  line('table', 'rows', 'size', 'indexes', 'dead', 'a day')
  for (const table of await largestTables(posy)) {
    const { rows, bytes, indexBytes, deadShare } = table
    const dead = `${Math.round(deadShare * 100)} %`
    line(table.table, String(rows), megabytes(bytes), megabytes(indexBytes), dead, perDay(table))
  }
  const { rows: whole } = await sql<{ bytes: number; purchases: number }>`
    select pg_database_size(current_database()) as bytes, (select count(*) from transaction) as purchases`.execute(
    posy.db,
  )
  const { bytes, purchases } = whole[0]!
  const each = purchases ? `, ${Math.round(bytes / purchases)} bytes each` : ''
  print(`database ${megabytes(bytes)}, ${purchases} purchases${each}\n`)
  return (await printRetention(posy, print)) ? 1 : 0
}

/** What each rule forgets, and how far it is. @returns whether one is behind */
async function printRetention(posy: Posy, print: Print): Promise<boolean> {
  const { rows } = await sql<{ rule: string; forgotten: number; finished: Date | null }>`
    select rule, forgotten_in_all as forgotten, finished_at as finished from retention_run`.execute(posy.db)
  const runs = new Map(rows.map((run) => [run.rule, run]))
  const nowMs = posy.wall.nowMs()
  let isBehind = false
  for (const { name, days, oldest } of posy.retention) {
    const run = runs.get(name)
    const isLate = days > 0 && run !== undefined && nowMs - (run.finished?.getTime() ?? 0) > LATE_MS
    isBehind ||= isLate
    const at = await oldest(posy.db)
    print(
      [
        `${name.padEnd(20)} kept ${days > 0 ? `${days} days` : 'without end'} after its end`,
        at ? `oldest ${iso(at).slice(0, 10)}` : 'none there',
        `${run?.forgotten ?? 0} forgotten`,
        isLate
          ? 'NOT DONE for two nights: does a worker run?'
          : run?.finished
            ? `last ${iso(run.finished)}`
            : 'not run yet',
      ].join(' · '),
    )
  }
  return isBehind
}
