/**
 * Automated budgets on PostgreSQL: a run with 1,000 participants, 1,000 budgets due in the same minute shared by two
 * workers, and the list of 1,000 budgets over HTTP in process.
 *   node bench/budgets.ts [rounds]
 */
import { sql } from 'kysely'
import { newId } from '#kit/ids.ts'
import { demo } from '#server/app/demo/ids.ts'
import { runDueBudgets } from '#server/domains/budgets/jobs.ts'
import { advanceBudget } from '#server/domains/budgets/runs/advance-budget.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { addActiveParticipants } from '#server/testing/budgets.ts'
import { benchServer, report } from './support.ts'

const [rounds = 5] = process.argv.slice(2).map(Number)
const PEOPLE = 1_000
const BUDGETS = 1_000
const as = 'admin@acme.test'

const call = async (app: TestApp, method: string, path: string, body?: unknown) => {
  const answer = await app.request(method, `/v3/automated-budgets${path}`, { as, body })
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`)
  return answer.body
}

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const started = performance.now()
  await work()
  return performance.now() - started
}

const now = (app: TestApp) => new Date(app.posy.clock.now().epochMilliseconds)
const succeeded = async (app: TestApp) => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from automated_budget_execution where status = 'succeeded'`.execute(app.posy.db)
  return rows[0]!.count
}

async function fund(app: TestApp): Promise<void> {
  const { receiveBankPayment } = await import('#server/domains/wallets/index.ts')
  const { transact } = await import('#server/platform/posy.ts')
  const { operatorActor } = await import('#server/platform/principal.ts')
  await transact(app.posy, { actor: operatorActor }, (work) =>
    receiveBankPayment(work, { bankLine: 'bench', reference: 'HGDEMO0401', amountPence: 900_000_000 }),
  )
}

/** One run of a budget, by a manual request: from asking for it to its transfer's commit. */
async function benchRun(app: TestApp): Promise<number[]> {
  const wanted = { name: 'Crowd', budgetAmount: 100, frequency: 'year', unspentParticipantBalanceAction: 'rollover' }
  const { id } = (await call(app, 'POST', '', { ...wanted, walletId: demo.wallets.acmeMain })).data
  await addActiveParticipants(app.posy.db, id, PEOPLE)
  await sql`analyze`.execute(app.posy.db)
  await call(app, 'POST', `/${id}/start`, {})
  await advanceBudget(app.posy, id)
  const figures: number[] = []
  for (let round = 0; round < rounds; round++) {
    await call(app, 'POST', `/${id}/runs`)
    figures.push(await timed(() => advanceBudget(app.posy, id)))
  }
  const { data } = await call(app, 'GET', `/${id}/executions?limit=1`)
  if (data[0].participants !== PEOPLE || !data[0].transferId)
    throw new Error('not everybody was funded in one transfer')
  return figures
}

/** Live budgets with one participant each, all due now; made by copying one, with wallets and all. */
async function makeDue(app: TestApp): Promise<void> {
  const { data } = await call(app, 'POST', '', { name: 'One of many', budgetAmount: 100, frequency: 'week' })
  const { db } = app.posy
  const ids = Array.from({ length: BUDGETS }, newId)
  const at = now(app)
  await sql`
    insert into automated_budget (id, team_id, user_id, name, status, budget_amount, currency, wallet_id, billing_type, frequency, starting_at, started_at,
      unspent_action, delivery_methods, maximum_huggg_expiry_days, next_run_at, due_at, created_at, updated_at)
    select copy.id, team_id, user_id, name, 'live', budget_amount, currency, wallet_id, billing_type, frequency, ${at}, ${at},
      'rollover', delivery_methods, maximum_huggg_expiry_days, ${at}, ${at}, ${at}, ${at}
    from unnest(${ids}::uuid[]) as copy (id) cross join automated_budget as original where original.id = ${data.id}`.execute(
    db,
  )
  await addActiveParticipants(db, data.id, BUDGETS)
  // One of the crowd for each.
  await sql`
    with person as (select id, wallet_id, participant_team_id, row_number() over () as n from automated_budget_participant where budget_id = ${data.id}),
      budget as (select id, row_number() over () as n from unnest(${ids}::uuid[]) as budget (id)),
      pair as (select person.*, budget.id as budget_id from person join budget using (n)),
      wallets as (update wallet set automation_id = pair.budget_id from pair where wallet.id = pair.wallet_id)
    update automated_budget_participant p set budget_id = pair.budget_id from pair where p.id = pair.id`.execute(db)
  await sql`analyze`.execute(db)
}

async function benchDue(app: TestApp): Promise<number[]> {
  await makeDue(app)
  const figures: number[] = []
  for (let round = 0; round < Math.min(3, rounds); round++) {
    const before = await succeeded(app)
    // Two workers, as two processes would: each leaves alone what the other is at.
    figures.push(await timed(() => Promise.all([runDueBudgets(app.posy, now(app)), runDueBudgets(app.posy, now(app))])))
    const ran = (await succeeded(app)) - before
    if (ran !== BUDGETS) throw new Error(`${ran} of ${BUDGETS} ran`)
    await sql`delete from queue.job`.execute(app.posy.db)
    await app.posy.clock.moveTo(app.posy.clock.now().add({ hours: 7 * 24 }))
  }
  return figures
}

async function benchList(app: TestApp): Promise<{ page: number[]; all: number[] }> {
  const list = (limit: number) => timed(() => call(app, 'GET', `?limit=${limit}`))
  await list(25)
  const page: number[] = []
  const all: number[] = []
  for (let round = 0; round < rounds * 4; round++) {
    page.push(await list(25))
    all.push(await list(1_000))
  }
  return { page, all }
}

const server = await benchServer()
process.env.TEST_DATABASE_URL = server.url
const app = await startTestApp()
try {
  await fund(app)
  report(`a run of ${PEOPLE} participants, one transfer`, await benchRun(app), 'ms', { atMost: 1_000 })
  report(`${BUDGETS} budgets due at once, two workers`, await benchDue(app), 'ms', { atMost: 60_000 })
  const { page, all } = await benchList(app)
  report(`the list of ${BUDGETS} budgets, a page of 25`, page, 'ms', { atMost: 100 })
  report(`the list of ${BUDGETS} budgets, all of it`, all, 'ms', { atMost: 500 })
} finally {
  await app.close()
  server.stop()
}
