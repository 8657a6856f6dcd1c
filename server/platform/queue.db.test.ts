import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase } from '#server/testing/postgres.ts'
import { type OpenDatabase, openPostgres } from './database/database.ts'
import { migrate } from './database/migrate.ts'
import { jobRecord } from './job-record.ts'
import { openLog } from './log.ts'
import { openQueue, type Queue } from './queue.ts'

let created: Awaited<ReturnType<typeof createDatabase>>
let database: OpenDatabase
let queue: Queue
const lines: string[] = []
let done = 0
let isBroken = true

beforeAll(async () => {
  created = await createDatabase()
  database = openPostgres(created.url, 5)
  await migrate(database)
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
  queue = openQueue(database, created.url, log)
  queue.define({
    name: 'test.many',
    handle: async () => {
      done += 1
    },
  })
  queue.define({
    name: 'test.breaks',
    retries: 1,
    handle: async () => {
      if (isBroken) throw new Error('the printer is on fire')
      done += 1
    },
  })
  queue.define({
    name: 'test.gone',
    handle: async () => void jobRecord(null, 'document'),
  })
  await queue.start()
})

afterAll(async () => {
  await queue?.stop()
  await database?.close()
  await created?.drop()
})

const send = (name: string, payload: object) => database.db.transaction().execute((tx) => queue.send(tx, name, payload))

const until = async (look: () => Promise<boolean> | boolean) => {
  while (!(await look())) await new Promise((resolve) => setTimeout(resolve, 20))
}

test('a backlog is worked off without pausing between jobs: thousands a minute from one queue', async () => {
  await database.db.transaction().execute(async (tx) => {
    for (let job = 0; job < 300; job++) await queue.send(tx, 'test.many', { job })
  })
  const startedMs = performance.now()
  await queue.work()
  await until(() => done === 300)
  const perMinute = (300 / (performance.now() - startedMs)) * 60_000
  expect(perMinute).toBeGreaterThan(1000)
})

test('a job that is given up is listed with its reason and runs when it is put back', async () => {
  const sentMs = performance.now()
  await send('test.breaks', { subject: 'abc' })
  await until(async () => (await queue.failed()).length === 1)
  // All queues are asked for retries together, long before a worker asks for its own again.
  expect(performance.now() - sentMs).toBeLessThan(28_000)
  const [failed] = await queue.failed()
  expect(failed).toMatchObject({ queue: 'test.breaks', tries: 2, payload: { subject: 'abc' } })
  expect(failed!.reason).toContain('the printer is on fire')
  expect(await queue.depths()).toEqual([])
  isBroken = false
  const before = done
  expect(await queue.retryFailed({ id: failed!.id })).toBe(1)
  await until(() => done === before + 1)
  expect(await queue.failed()).toEqual([])
})

test('a job whose record is gone runs once, ends with one line in the log, and is not listed as given up', async () => {
  lines.length = 0
  await send('test.gone', { documentId: 'abc' })
  await until(() => lines.length > 0)
  await until(async () => (await queue.depths()).length === 0)
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 40, job: 'test.gone', payload: { documentId: 'abc' }, why: 'the document is gone' },
  ])
  expect(await queue.failed()).toEqual([])
})

test('done jobs are deleted after hours, given-up ones after a month; queues of an older release are brought in line', async () => {
  await sql`update queue.queue set deletion_seconds = 604800 where name = 'test.many'`.execute(database.db)
  const again = openQueue(database, created.url, openLog('silent'))
  again.define({ name: 'test.many', handle: async () => {} })
  await again.start()
  await again.stop()
  const { rows } = await sql<{ name: string; hours: number }>`
    select name, deletion_seconds / 3600 as hours from queue.queue where name in ('test.many', 'failed-jobs') order by name`.execute(
    database.db,
  )
  expect(rows).toEqual([
    { name: 'failed-jobs', hours: 720 },
    { name: 'test.many', hours: 6 },
  ])
})

test('jobs whose worker died are searched for; the done ones are never counted', async () => {
  const asked = async () => {
    const { rows } = await sql<{ looked: Date | null; counted: Date | null }>`
      select monitor_claim_on as looked, monitor_on as counted from queue.queue where name = 'test.many'`.execute(
      database.db,
    )
    return rows[0]!
  }
  await until(async () => (await asked()).looked !== null)
  expect((await asked()).counted).toBeNull()
})
