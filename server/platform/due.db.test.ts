import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { toDate } from '#kit/time.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { advanceClock, openDueLook, runDue } from './due.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ database: 'pglite' })
})
afterAll(() => app?.close())

test('moving the clock asks each source once a step, and runs what other work made due at the same moment', async () => {
  const at = app.posy.clock.now().add({ hours: 1 })
  const isDue: Record<string, boolean> = { 'test.cause': true }
  let asked = 0
  // One that is asked before the cause, and one after it.
  for (const name of ['test.before', 'test.cause', 'test.after'])
    app.posy.due.push({
      name,
      nextDueAt: async () => (isDue[name] ? toDate(at) : null),
      run: async () => {
        isDue[name] = false
        if (name === 'test.cause') isDue['test.before'] = isDue['test.after'] = true
      },
    })
  app.posy.due.push({
    name: 'test.never',
    nextDueAt: async () => {
      asked += 1
      return null
    },
    run: async () => {},
  })
  const ran = await advanceClock(app.posy, at.add({ hours: 1 }))
  const ours = ran.filter(({ work }) => work.startsWith('test.'))
  expect(ours.map(({ work }) => work).toSorted()).toEqual(['test.after', 'test.before', 'test.cause'])
  expect(ours[0]?.work).toBe('test.cause')
  for (const { at: ranAt } of ours) expect(toDate(ranAt)).toEqual(toDate(at))
  expect(asked).toBeLessThanOrEqual(ran.length + 1)
})

test('moving the clock past work that fails tries it once at each moment, and reaches its end', async () => {
  const start = app.posy.clock.now()
  let tries = 0
  let left = 3
  app.posy.due.push({
    name: 'test.failing',
    nextDueAt: async () => (tries < 100 ? toDate(start.add({ minutes: 1 })) : null),
    run: async () => {
      tries += 1
      throw new Error('not now')
    },
  })
  app.posy.due.push({
    name: 'test.hourly',
    nextDueAt: async () => (left ? toDate(start.add({ hours: 4 - left })) : null),
    run: async () => {
      left -= 1
    },
  })
  await advanceClock(app.posy, start.add({ hours: 4 }))
  expect(left).toBe(0)
  expect(toDate(app.posy.clock.now())).toEqual(toDate(start.add({ hours: 4 })))
  expect(tries).toBe(4)
})

test('a moment that passes while the clock is being moved to it is reached, not refused as past', async () => {
  let due: Date | null = null
  app.posy.due.push({
    name: 'test.near',
    nextDueAt: async () => due,
    run: async () => {
      due = null
    },
  })
  // Each look at the wall clock takes two milliseconds, as on a busy machine: one of these passes between two looks.
  const look = app.wall.nowMs.bind(app.wall)
  const slow = vi.spyOn(app.wall, 'nowMs').mockImplementation(() => {
    app.wall.advanceSeconds(0.002)
    return look()
  })
  for (let milliseconds = 1; milliseconds < 100; milliseconds += 2) {
    const near = app.posy.clock.now().add({ milliseconds })
    due = toDate(near)
    await advanceClock(app.posy, near)
    expect(due).toBeNull()
  }
  slow.mockRestore()
})

test('on the embedded database sources are asked again only once something was written, a moment has come or some seconds have passed', async () => {
  const due = app.posy.due.splice(0)
  const source = { at: null as Date | null, asked: 0, runs: 0 }
  app.posy.due.push({
    name: 'test.counted',
    nextDueAt: async () => {
      source.asked += 1
      return source.at
    },
    run: async () => {
      source.runs += 1
      source.at = null
    },
  })
  const look = openDueLook(app.posy)
  const askedBy = async (looks: number) => {
    const before = source.asked
    for (let count = 0; count < looks; count++) await look()
    return source.asked - before
  }
  expect(await askedBy(5)).toBe(1)
  source.at = toDate(app.posy.clock.now().add({ seconds: 3 }))
  await app.posy.db.updateTable('team').set({ name: 'Acme' }).where('name', '=', 'Acme').execute()
  expect(await askedBy(5)).toBe(1)
  app.wall.advanceSeconds(3)
  expect(await askedBy(1)).toBe(1)
  expect(source.runs).toBe(1)
  await app.posy.db.transaction().execute((tx) => tx.selectFrom('team').select('id').execute())
  expect(await askedBy(5)).toBe(1)
  app.wall.advanceSeconds(10)
  expect(await askedBy(5)).toBe(1)
  app.posy.due.splice(0, 1, ...due)
})

test('a source that is due now is run, however long it and those before it take to look', async () => {
  let runs = 0
  app.posy.due.push({
    name: 'test.slow',
    nextDueAt: async () => {
      app.wall.advanceSeconds(1)
      return toDate(app.posy.clock.now())
    },
    run: async () => {
      runs += 1
    },
  })
  await runDue(app.posy)
  expect(runs).toBe(1)
})

test('one source whose query fails holds up no other that is asked in the same statement', async () => {
  const ran: string[] = []
  const source = (name: string, query: string) => ({
    name,
    nextDueAt: sql.raw<Date | null>(query),
    run: async () => {
      ran.push(name)
    },
  })
  const sources = [
    source('test.due', "select timestamptz '2020-01-01 00:00Z'"),
    source('test.broken', 'select moment from no_such_table'),
    source('test.later', "select timestamptz '2999-01-01 00:00Z'"),
    source('test.none', 'select null::timestamptz'),
    source('test.due-too', "select timestamptz '2020-01-02 00:00Z'"),
  ]
  app.posy.due.push(...sources)
  const { failed } = await runDue(app.posy)
  app.posy.due.splice(-sources.length)
  expect(ran).toEqual(['test.due', 'test.due-too'])
  expect(failed.map(({ name }) => name)).toContain('test.broken')
})
