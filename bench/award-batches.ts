/**
 * Awards on PostgreSQL: a batch of 10,000 over HTTP in process, and the report of a grant with 200,000 awards.
 *   node bench/award-batches.ts [rounds] [awards of the report]
 */
import { sql } from 'kysely'
import { householdTypes } from '#contract/awards/household-type.ts'
import { demo } from '#server/app/demo/ids.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { benchServer, report } from './support.ts'

const [rounds = 3, awards = 200_000] = process.argv.slice(2).map(Number)
const ROWS = 10_000
const AWARDS = awards
const as = 'admin@acme.test'

async function call(app: TestApp, method: string, path: string, body?: unknown) {
  const answer = await app.request(method, path, { as, body })
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body).slice(0, 500)}`)
  return answer.body.data
}

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const started = performance.now()
  await work()
  return performance.now() - started
}

async function openGrant(app: TestApp, pence: number): Promise<string> {
  const { id } = await call(app, 'POST', '/v3/grants', {
    ...{ name: 'Household support', fromDay: '2026-01-01', untilDay: '2030-12-31' },
    rails: ['voucher', 'cash-out', 'energy', 'post-office', 'pin'],
  })
  await call(app, 'POST', `/v3/grants/${id}/fundings`, { walletId: demo.wallets.acmeMain, amount: pence })
  return id
}

const REASONS = ['Food', 'food', 'Heating', 'Gas and electricity', 'Rent', 'School clothes', 'White goods', 'Travel']
const POST_TOWNS = ['LS', 'BD', 'HX', 'WF', 'HD', 'HG']

/** Some 130 districts, most of few people; every fiftieth person has no postcode. */
const postcode = (row: number) => {
  if (row % 50 === 49) return undefined
  const district = Math.floor(22 * (((row * 7919) % 997) / 997) ** 3) + 1
  return `${POST_TOWNS[(row * 31) % POST_TOWNS.length]}${district} ${row % 9}AB`
}

const list = (grantId: string, round: number) => ({
  ...{ grantId, name: `Round ${round}`, reason: REASONS[round % REASONS.length], amount: 1_000, deliverBy: 'email' },
  rails: ['voucher', 'cash-out', 'post-office', 'pin'],
  rows: Array.from({ length: ROWS }, (_, row) => ({
    ...{ caseReference: `HSF-${round}-${row}`, householdType: householdTypes[row % householdTypes.length] },
    person: {
      ...{ name: `Person ${round} ${row}`, email: `person.${round}.${row}@example.test`, postcode: postcode(row) },
      ...{ postalAddress: [`${row} High Street`, 'Leeds'], dateOfBirth: '1984-02-29' },
    },
  })),
})

/** From the request to its answer, with the people, awards, ways, transfers and messages of 10,000 rows committed. */
async function benchBatches(app: TestApp, grantId: string): Promise<number[]> {
  const figures: number[] = []
  for (let round = 0; round < rounds; round++) {
    const body = list(grantId, round)
    figures.push(await timed(() => call(app, 'POST', '/v3/award-batches', body)))
  }
  return figures
}

/** Batches until a grant has 200,000 awards, over two years. */
async function fill(app: TestApp, grantId: string): Promise<void> {
  for (let round = 100; round < 100 + AWARDS / ROWS; round++) {
    await call(app, 'POST', '/v3/award-batches', { ...list(grantId, round), deliverBy: 'hand' })
    await app.request('POST', '/sandbox/clock', { as, body: { advance: 'P1D' } })
    app.wall.advanceSeconds(3_601)
  }
  // As autovacuum does within minutes.
  await sql`vacuum analyze`.execute(app.posy.db)
}

async function benchReport(app: TestApp, grantId: string): Promise<number[]> {
  const figures: number[] = []
  for (let round = 0; round < 20; round++)
    figures.push(
      await timed(() => call(app, 'GET', `/v3/grants/${grantId}/report${round % 2 ? '?from=2026-03-05' : ''}`)),
    )
  return figures.sort((one, other) => one - other)
}

const server = await benchServer()
process.env.TEST_DATABASE_URL = server.url
const app = await startTestApp()
try {
  const { receiveBankPayment } = await import('#server/domains/wallets/index.ts')
  const { transact } = await import('#server/platform/posy.ts')
  const { operatorActor } = await import('#server/platform/principal.ts')
  await transact(app.posy, { actor: operatorActor }, (work) =>
    receiveBankPayment(work, { bankLine: 'bench', reference: 'HGDEMO0401', amountPence: 900_000_000 }),
  )
  const batches = await benchBatches(app, await openGrant(app, ROWS * 1_000 * rounds))
  report(
    'a batch of 10,000 awards',
    batches.map((ms) => ms / 1000),
    's',
    { atMost: 10 },
  )
  const large = await openGrant(app, AWARDS * 1_000)
  await fill(app, large)
  const answers = await benchReport(app, large)
  report('the report of 200,000 awards, p95', [answers[Math.ceil(answers.length * 0.95) - 1]!], 'ms', { atMost: 300 })
} finally {
  await app.close()
  server.stop()
}
