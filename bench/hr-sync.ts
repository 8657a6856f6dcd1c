/**
 * An HR system with 5,000 employees on PostgreSQL, read page by page over a socket: the first time, with no change, and
 * with many changes; then a budget that follows a group of 1,000 of them, half of whom have a new address.
 *   node bench/hr-sync.ts [employees]
 */
import { type KyselyPlugin, sql } from 'kysely'
import { followGroups } from '#server/domains/budgets/feeds/follow-group.ts'
import { syncEmployees } from '#server/domains/integrations/sync-employees.ts'
import type { Posy } from '#server/platform/posy.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { connectHr } from '#server/testing/hr.ts'
import { benchServer, report, residentMegabytes } from './support.ts'

const [employees = 5_000] = process.argv.slice(2).map(Number)
const as = 'admin@acme.test'
/** As many as one budget takes. */
const FOLLOWED = 1_000
const CHANGED = FOLLOWED / 2

const call = async (app: TestApp, method: string, path: string, body?: unknown) => {
  const answer = await app.request(method, path, { as, body })
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`)
  return answer.body.data
}

/** Milliseconds and statements of some work; statements of what it leaves to the queue are counted with that. */
async function measured(posy: Posy, work: (posy: Posy) => Promise<void>): Promise<{ ms: number; statements: number }> {
  let statements = 0
  const counter: KyselyPlugin = {
    transformQuery: ({ node }) => {
      statements += 1
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const started = performance.now()
  await work({ ...posy, db: posy.db.withPlugin(counter) })
  return { ms: performance.now() - started, statements }
}

const show = (
  what: string,
  { ms, statements }: { ms: number; statements: number },
  aim: { ms: number; statements: number },
) => {
  report(what, [ms], 'ms', { atMost: aim.ms })
  report('  its statements', [statements], '', { atMost: aim.statements })
}

async function found(app: TestApp): Promise<void> {
  await sql`
    insert into sandbox_employee (id, first_name, last_name, work_email, team, location, employment_type, start_date, date_of_birth, status)
    select gen_random_uuid(), 'Person', 'No ' || n, 'person-' || n || '@acme.test', case when n <= ${FOLLOWED} then 'Engineering' else 'Sales' end,
      'Leeds', 'FULL_TIME', '2020-01-01', '1990-03-04', 'ACTIVE' from generate_series(1, ${employees}) n`.execute(
    app.posy.db,
  )
}

/** Some move, are called otherwise, come and go. */
const change = (app: TestApp) =>
  sql`update sandbox_employee set work_email = 'new-' || work_email, last_name = last_name || ' Smith'
    where id in (select id from sandbox_employee where team = 'Engineering' order by ordinal limit ${CHANGED})`.execute(
    app.posy.db,
  )

/** A live budget whose people are Engineering. */
async function follow(app: TestApp, linkedAccountId: string): Promise<{ ms: number }> {
  const groups = await call(app, 'GET', `/v3/integrations/linked-accounts/${linkedAccountId}/groups`)
  const groupId = groups.find(({ name }: { name: string }) => name === 'Engineering').id
  const { id } = await call(app, 'POST', '/v3/automated-budgets', {
    name: 'Thanks',
    budgetAmount: 100,
    frequency: 'month',
  })
  const settings = { linkedAccountId, groupId, emailDomains: ['acme.test'] }
  const started = performance.now()
  const { version, joiners } = await call(app, 'POST', `/v3/automated-budgets/${id}/feed/previews`, settings)
  if (joiners.length !== FOLLOWED) throw new Error(`${joiners.length} joiners`)
  await call(app, 'PUT', `/v3/automated-budgets/${id}/feed`, { ...settings, version })
  const ms = performance.now() - started
  await call(app, 'POST', `/v3/automated-budgets/${id}/start`, {})
  await app.settle()
  return { ms }
}

const server = await benchServer()
process.env.TEST_DATABASE_URL = server.url
const app = await startTestApp()
try {
  await found(app)
  const account = await connectHr(app, as)
  const { posy } = app
  const sync = () => measured(posy, (counted) => syncEmployees(counted, account.id))
  await posy.db.deleteFrom('linked_employee').execute()
  const before = residentMegabytes(process.pid)
  show(`${employees} employees read for the first time`, await sync(), { ms: 5000, statements: 12 })
  show('the same again, nothing changed', await sync(), { ms: 5000, statements: 12 })
  report(`a budget set to follow ${FOLLOWED} of them`, [(await follow(app, account.id)).ms], 'ms', { atMost: 2000 })
  await change(app)
  show(`read again, ${CHANGED} have another name and address`, await sync(), { ms: 5000, statements: 12 })
  show(
    'the budget brought in line, invites again',
    await measured(posy, (counted) => followGroups(counted, account.id)),
    {
      ms: 2000,
      statements: 40,
    },
  )
  report('memory more than before', [residentMegabytes(process.pid) - before], 'MB')
} finally {
  await app.close()
  server.stop()
}
