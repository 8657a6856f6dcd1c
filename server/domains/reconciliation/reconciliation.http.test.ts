import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reconcileChecks } from '#server/app/reconcile.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { waitingCount } from '#server/testing/operators.ts'
import { runNightly } from './index.ts'
import { checkNext } from './run-checks.ts'

let app: TestApp
const all = Object.keys(reconcileChecks)
beforeAll(async () => {
  // In winter London keeps UTC.
  app = await startTestApp({ now: '2026-03-02T01:30:00Z' })
})
afterAll(() => app.close())

const ask = async (path = '', as = 'finance') =>
  (await app.request('GET', `/v3/operator/reconciliation${path}`, { as: `operator:${as}@posy.test` })).body
const start = () =>
  app.request('POST', '/v3/operator/reconciliation', {
    as: 'operator:finance@posy.test',
    body: { reason: 'after a correction' },
  })
const hours = (count: number) => app.wall.advanceSeconds(count * 3600)
const figures = async () => (await app.request('GET', '/metrics')).body as string

test('reconciliation runs once a night, after two o’clock, however many workers look; every check answers and is stored', async () => {
  await runNightly(app.posy)
  expect((await ask()).data).toEqual([])
  expect(await figures()).not.toMatch(/^posy_reconcile_findings\{/m)
  // One that never ran is as old as the installation, so that its alert can fire.
  await sql`update schema_migration set ran_at = ${new Date(app.wall.nowMs() - 2 * 86_400_000)}`.execute(app.posy.db)
  expect(await figures()).toMatch(/^posy_reconcile_age_seconds 172[89]\d\d(\.\d+)?$/m)
  hours(1)
  await Promise.all([runNightly(app.posy), runNightly(app.posy), runNightly(app.posy)])
  await runNightly(app.posy)
  expect((await ask()).data).toMatchObject([{ night: '2026-03-02', askedBy: null, endedAt: null, checks: all.length }])
  await app.settle()
  await runNightly(app.posy)
  const [run, ...others] = (await ask()).data
  expect(others).toEqual([])
  expect(run).toMatchObject({ findings: 0, unanswered: 0, endedAt: expect.any(String) })
  const { results } = (await ask(`/${run.id}`)).data
  expect(results.map(({ name }: { name: string }) => name)).toEqual(all)
  hours(24)
  await runNightly(app.posy)
  await app.settle()
  expect((await ask()).data.map(({ night }: { night: string }) => night)).toEqual(['2026-03-03', '2026-03-02'])
  expect(await figures()).toMatch(/^posy_reconcile_findings\{kind="finding"\} 0$/m)
})

test('a difference that reconciliation finds is stored with what was expected, and everyone who watches is told', async () => {
  const shift = (pence: number) =>
    app.posy.db.transaction().execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx)
      const { rows } = await sql`
        update ledger_account set balance = balance + ${pence} where not platform returning id`.execute(tx)
      return rows.length
    })
  const shifted = await shift(1)
  expect(shifted).toBeGreaterThan(5)
  const { id } = (await start()).body.data
  await app.settle()
  const run = (await ask(`/${id}`)).data
  expect(run).toMatchObject({ night: null, askedBy: 'finance@posy.test', reason: 'after a correction', unanswered: 0 })
  expect(run.findings).toBeGreaterThanOrEqual(shifted)
  const [first] = run.results
  expect(first).toMatchObject({ name: 'balance-differs', findings: shifted })
  expect(first.first).toHaveLength(shifted)
  expect(Number(first.first[0].found) - Number(first.first[0].expected)).toBe(1)
  expect(await figures()).toContain(`posy_reconcile_findings{kind="finding"} ${run.findings}`)
  expect(await waitingCount(app, 'bookFindings')).toBe(run.findings)
  await shift(-1)
})

test('one reconciliation runs at a time; two workers at the same check store one answer; a run that was given up is ended', async () => {
  const { id } = (await start()).body.data
  expect((await start()).body.code).toBe('wrong_state')
  await Promise.all([checkNext(app.posy, id), checkNext(app.posy, id)])
  expect((await ask(`/${id}`)).data.results).toHaveLength(1)
  await app.settle()
  expect((await ask(`/${id}`)).data).toMatchObject({ findings: 0, unanswered: 0 })

  const lost = (await start()).body.data.id
  await sql`delete from queue.job where name = 'reconciliation.check' and state = 'created'`.execute(app.posy.db)
  hours(11)
  expect((await start()).status).toBe(409)
  hours(2)
  const next = await start()
  expect(next.status).toBe(200)
  expect((await ask(`/${lost}`)).data).toMatchObject({ unanswered: all.length, endedAt: expect.any(String) })
  await app.settle()
  expect((await ask(`/${next.body.data.id}`)).data.findings).toBe(0)
})

test('a check of reconciliation that fails is said to have given no answer; of many findings all are counted and the first stored', async () => {
  const { hooks } = app.posy
  const checks = {
    broken: sql`select 1 / 0 as subject, 1 as expected, 1 as found`,
    writing: sql`select setval('nowhere', 1) as subject, 1 as expected, 1 as found`,
    many: sql`select n as subject, 1 as expected, null as found from generate_series(101, 145) as n`,
    ...reconcileChecks,
  }
  app.posy.hooks = { ...hooks, reconcileChecks: checks }
  const { id } = (await start()).body.data
  await app.settle()
  app.posy.hooks = hooks
  const run = (await ask(`/${id}`)).data
  expect(run).toMatchObject({ findings: 45, unanswered: 2 })
  expect(run.results[2].first).toHaveLength(20)
  expect(run.results[2].first[0]).toEqual({ subject: '101', expected: '1', found: null })
  expect(run.results[0]).toMatchObject({ name: 'broken', findings: null, error: expect.stringContaining('zero') })
  expect(run.results).toHaveLength(all.length + 3)
  expect(await figures()).toContain('posy_reconcile_findings{kind="unanswered"} 2')
})
