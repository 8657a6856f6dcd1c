import { globSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { fromKysely, PgBoss } from 'pg-boss'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createDatabase } from '#server/testing/postgres.ts'
import { type OpenDatabase, openPostgres } from './database/database.ts'
import {
  FAILED_QUEUE,
  isJobWaiting,
  keepUpkeepSmall,
  listFailedJobs,
  readDepths,
  unfinishedQueues,
  waitingFailedJobs,
} from './queue-tables.ts'

let created: Awaited<ReturnType<typeof createDatabase>>
let database: OpenDatabase
/** As it is installed: it looks after its tables when it is told to. */
let boss: PgBoss

beforeAll(async () => {
  created = await createDatabase()
  database = openPostgres(created.url, 5)
  boss = new PgBoss({ connectionString: created.url, schema: 'queue', max: 2, supervise: false, schedule: false })
  await boss.start()
  await boss.createQueue(FAILED_QUEUE)
  await boss.createQueue('print', { retryLimit: 0, deadLetter: FAILED_QUEUE, heartbeatSeconds: 10 })
})

afterAll(async () => {
  await boss?.stop()
  await database?.close()
  await created?.drop()
})

beforeEach(async () => {
  for (const name of ['print', FAILED_QUEUE]) await boss.deleteAllJobs(name)
})

const takeOne = async () => (await boss.fetch('print'))[0]!
const isWaiting = () => database.db.transaction().execute((tx) => isJobWaiting(tx, 'print'))
const giveUp = async (payload: object) => {
  await boss.send('print', payload)
  const { id } = await takeOne()
  await boss.fail('print', id, { message: 'the printer is on fire' })
}

describe('in the tables of the pg-boss that is installed', () => {
  test('a job waits from the transaction that sends it until a worker takes it', async () => {
    expect(await isWaiting()).toBe(false)
    await database.db.transaction().execute(async (tx) => {
      await boss.send('print', {}, { db: fromKysely(tx) })
      expect(await isJobWaiting(tx, 'print')).toBe(true)
    })
    expect(await isWaiting()).toBe(true)
    await takeOne()
    expect(await isWaiting()).toBe(false)
  })

  test('a job that may not run yet is no job that waits, nor one that is left to do now', async () => {
    await boss.send('print', {}, { startAfter: 3600 })
    expect([await isWaiting(), await unfinishedQueues(database.db)]).toEqual([false, new Map()])
    expect(await readDepths(database.db)).toMatchObject([{ queue: 'print', ready: 0, later: 1, running: 0 }])
  })

  test('a queue is unfinished while a job of it waits or runs, and its depth says how many and how long', async () => {
    await boss.send('print', {})
    await boss.send('print', {})
    expect(await unfinishedQueues(database.db)).toEqual(new Map([['print', true]]))
    const { id } = await takeOne()
    const [depth, ...others] = await readDepths(database.db)
    expect(others).toEqual([])
    expect(depth).toMatchObject({ queue: 'print', ready: 1, later: 0, running: 1 })
    expect(depth!.oldestUnfinishedSeconds).toBeGreaterThanOrEqual(depth!.oldestReadySeconds)
    await boss.complete('print', id)
    const last = await takeOne()
    expect(await unfinishedQueues(database.db)).toEqual(new Map([['print', false]]))
    await boss.complete('print', last.id)
    expect([await unfinishedQueues(database.db), await readDepths(database.db)]).toEqual([new Map(), []])
  })

  test('jobs that were given up are listed with where they come from, their payload and why, the newest first', async () => {
    await giveUp({ cards: 1 })
    await giveUp({ cards: 2 })
    expect(await waitingFailedJobs(database.db)).toEqual({ count: 2, since: expect.any(Date) })
    const listed = await listFailedJobs(database.db, 10)
    expect(listed).toMatchObject([2, 1].map((cards) => ({ queue: 'print', tries: 1, payload: { cards } })))
    expect(listed[0]).toMatchObject({ reason: 'the printer is on fire', failedAt: expect.any(Date) })
    expect(await listFailedJobs(database.db, 1)).toHaveLength(1)
  })

  test('the unfinished jobs are found by an index, which is made again where a process ended before it was whole', async () => {
    const isWhole = async () => {
      const { rows } = await sql<{ indisvalid: boolean }>`
        select indisvalid from pg_index where indexrelid = to_regclass('queue.job_unfinished')`.execute(database.db)
      return rows[0]?.indisvalid
    }
    await database.session(keepUpkeepSmall)
    expect(await isWhole()).toBe(true)
    await sql`update pg_index set indisvalid = false where indexrelid = 'queue.job_unfinished'::regclass`.execute(
      database.db,
    )
    await database.session(keepUpkeepSmall)
    expect(await isWhole()).toBe(true)
  })

  test('the done jobs are counted no more once upkeep is kept small, and one whose worker died is still given up', async () => {
    const look = async () => {
      await sql`update queue.queue set monitor_claim_on = now() - interval '1 hour'`.execute(database.db)
      await boss.supervise('print')
      return (await boss.getQueue('print'))!.totalCount
    }
    await sql`update queue.version set monitor_backoff_on = null`.execute(database.db)
    await boss.send('print', {})
    expect(await look()).toBe(1)
    await database.session(keepUpkeepSmall)
    await boss.send('print', {})
    await takeOne()
    await sql`update queue.job set heartbeat_on = now() - interval '1 hour' where state = 'active'`.execute(database.db)
    expect(await look()).toBe(1)
    expect((await listFailedJobs(database.db, 1))[0]).toMatchObject({ queue: 'print' })
  })
})

test('no other file of the program reads or writes the tables of pg-boss', () => {
  const readers = globSync('server/**/*.ts').filter(
    (file) =>
      !file.endsWith('.test.ts') && /\b(?:from|join|update|into|on) queue\.[a-z]/.test(readFileSync(file, 'utf8')),
  )
  expect(readers).toEqual(['server/platform/queue-tables.ts'])
})
