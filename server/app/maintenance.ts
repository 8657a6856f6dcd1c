import { sql } from 'kysely'
import type { Posy } from '#server/platform/posy.ts'

const print = (text: string) => process.stdout.write(`${text}\n`)

/** `posy jobs failed`. @returns 1 when there are any, so that a script can tell */
export async function listFailedJobs({ queue }: Posy): Promise<number> {
  const failed = await queue.failed()
  for (const { id, queue: name, failedAt, tries, reason, payload } of failed)
    print(`${id}  ${failedAt.toISOString()}  ${name}  ${tries} tries  ${reason}  ${JSON.stringify(payload)}`)
  if (failed.length === 0) print('No job has been given up.')
  return failed.length ? 1 : 0
}

const isUuid = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)

/** `posy jobs retry`. @returns 1 when none were found */
export async function retryFailedJobs(
  { queue }: Posy,
  which: { id: string | undefined; queue: string | boolean | undefined; all: boolean },
): Promise<number> {
  const isById = which.id !== undefined
  if (
    Number(isById) + Number(typeof which.queue === 'string') + Number(which.all) !== 1 ||
    (isById && !isUuid(which.id!))
  ) {
    process.stderr.write('jobs retry needs the id of a given-up job, --queue NAME or --all\n')
    return 2
  }
  const count = await queue.retryFailed({
    ...(isById && { id: which.id! }),
    ...(typeof which.queue === 'string' && { queue: which.queue }),
  })
  print(count === 1 ? '1 job is tried again.' : `${count} jobs are tried again.`)
  return count ? 0 : 1
}

interface TableSize {
  table: string
  rows: number
  bytes: number
  indexBytes: number
  deadShare: number
}

const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1).padStart(9)} MB`

/** `posy doctor sizes`: the largest tables, with their indexes and what waits for vacuum. */
export async function printSizes({ db }: Posy): Promise<number> {
  const { rows } = await sql<TableSize>`
    select format('%s.%s', schemaname, relname) as "table", n_live_tup as rows, pg_total_relation_size(relid) as bytes,
      pg_indexes_size(relid) as "indexBytes",
      case when n_live_tup + n_dead_tup = 0 then 0 else n_dead_tup::float / (n_live_tup + n_dead_tup) end as "deadShare"
    from pg_stat_user_tables order by pg_total_relation_size(relid) desc limit 25`.execute(db)
  const { rows: whole } = await sql<{ bytes: number; purchases: number }>`
    select pg_database_size(current_database()) as bytes, (select count(*) from transaction) as purchases`.execute(db)
  const { bytes, purchases } = whole[0]!
  print(
    `${'table'.padEnd(42)}${'rows'.padStart(12)}${'size'.padStart(13)}${'indexes'.padStart(13)}${'dead'.padStart(7)}`,
  )
  for (const { table, rows: count, bytes: size, indexBytes, deadShare } of rows)
    print(
      `${table.padEnd(42)}${String(count).padStart(12)} ${megabytes(size)} ${megabytes(indexBytes)}${`${Math.round(deadShare * 100)} %`.padStart(7)}`,
    )
  print(
    `database ${megabytes(bytes).trim()}, ${purchases} purchases${purchases ? `, ${Math.round(bytes / purchases)} bytes each` : ''}`,
  )
  return 0
}
