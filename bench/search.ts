/**
 * What people ask of screens with 100,000 and with 1,000,000 gifts in the same two years: every order, state and way of delivery, and words
 * from those that everyone has to those that no one has. Over HTTP in process: signing, validation, queries, checked answer. Seven tenths
 * belong to Acme and its two subteams, who ask; the rest to two hundred other teams.
 *   node bench/search.ts [rounds] [questions whose name begins so] [gifts]
 */
import { sql } from 'kysely'
import { loadDemoCouncil } from '#server/app/demo/council.ts'
import { demo } from '#server/app/demo/ids.ts'
import { transact } from '#server/platform/posy.ts'
import { systemActor } from '#server/platform/principal.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { databaseSeconds } from './processor.ts'
import { load, NOW } from './search/load.ts'
import { type Asked, type Question, questions, type World } from './search/questions.ts'
import { benchServer } from './support.ts'

const [rounds = '15', begins = '', gifts = '1000000'] = process.argv.slice(2)
const AIM_MS = 150
const AIM_RATIO = 1.5

interface Opened {
  app: TestApp
  world: World
}

async function open(count: number): Promise<Opened> {
  const started = performance.now()
  const app = await startTestApp({ now: NOW })
  const { db } = app.posy
  await transact(app.posy, { actor: systemActor }, loadDemoCouncil)
  await load(db, count)
  const { rows } = await sql<{ count: number; bytes: string }>`
    select count(*)::int as count, pg_size_pretty(pg_database_size(current_database())) as bytes from huggg`.execute(db)
  const seconds = Math.round((performance.now() - started) / 1000)
  console.log(`${rows[0]!.count} gifts, ${rows[0]!.bytes}, loaded in ${seconds} s`)
  return { app, world: await readWorld(app) }
}

async function readWorld({ posy: { db } }: TestApp): Promise<World> {
  const ofAcme = sql`team_id = ${demo.teams.acme}`
  const receivers = await sql<World['receivers'][number]>`
    select recipient.name, recipient.email, huggg.shortcode from recipient join huggg on huggg.recipient_id = recipient.id
    where recipient.${ofAcme} and recipient.name <> '' and recipient.email <> '' order by md5(recipient.id::text) limit 500`.execute(
    db,
  )
  const transactions = await sql<{ id: string; productId: string }>`
    select id, product_id as "productId" from transaction where ${ofAcme} and reason_key <> '' order by md5(id::text) limit 500`.execute(
    db,
  )
  const busiest = await sql<{ id: string }>`
    select id from transaction where ${ofAcme} and delivery_method = 'email' order by quantity desc, id limit 1`.execute(
    db,
  )
  return {
    receivers: receivers.rows,
    transactions: transactions.rows.map(({ id }) => id),
    products: transactions.rows.map(({ productId }) => productId),
    busiest: busiest.rows[0]!.id,
  }
}

/** How long it took, in milliseconds. */
async function ask({ app }: Opened, { path, as, body }: Asked): Promise<number> {
  const started = performance.now()
  const answer = await app.request(body ? 'POST' : 'GET', path, { as, body })
  const ms = performance.now() - started
  if (answer.status !== 200) throw new Error(`${path} ${JSON.stringify([body, answer.body])}`)
  return ms
}

const at = (values: number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))]!

/** Both worlds in turn, so that a noisy machine is unfair to neither. */
async function compare(few: Opened, many: Opened, way: Question['ways'][string]) {
  const times = { few: [] as number[], many: [] as number[] }
  for (let round = -2; round < Number(rounds); round++) {
    const asked = [few, many].map(({ world }) => way(world, Math.abs(round)))
    const [a, b] = [await ask(few, asked[0]!), await ask(many, asked[1]!)]
    if (round < 0) continue
    times.few.push(a)
    times.many.push(b)
  }
  return { few: at(times.few, 0.95), many: at(times.many, 0.95), ratio: at(times.many, 0.5) / at(times.few, 0.5) }
}

const PROCESSOR_ROUNDS = 4

/** Of database and process together, in milliseconds: what a busy machine makes dearer by half, and not many times over as it does waiting. */
async function processorMs(opened: Opened, way: Question['ways'][string]): Promise<number> {
  const { folder } = server
  if (!folder) return Number.NaN
  const spent = () => {
    const { user, system } = process.cpuUsage()
    return databaseSeconds(folder) * 1000 + (user + system) / 1000
  }
  const before = spent()
  for (let round = 0; round < PROCESSOR_ROUNDS; round++) await ask(opened, way(opened.world, round))
  return (spent() - before) / PROCESSOR_ROUNDS
}

/** Of all ways to ask, the slowest; and by name those that take too long, or grow too much and are not quick all the same. */
async function report(few: Opened, many: Opened, { name, ways, aimMs = AIM_MS }: Question): Promise<void> {
  const figures = []
  for (const [label, way] of Object.entries(ways))
    figures.push({ label, ...(await compare(few, many, way)), processor: await processorMs(many, way) })
  const slowest = figures.toSorted((a, b) => b.many - a.many)[0]!
  const show = (ms: number) => ms.toFixed(0).padStart(5)
  console.log(
    `${name.padEnd(40)} p95 ${show(slowest.few)} │ ${show(slowest.many)} ms (${slowest.label}), processor ${show(slowest.processor)} ms   aim ≤ ${aimMs} ms: ${slowest.many <= aimMs ? 'met' : 'MISSED'}`,
  )
  for (const { label, few: less, many: more, ratio, processor } of figures)
    if (more > aimMs || (ratio > AIM_RATIO && more > aimMs / 2))
      console.log(
        `    ${label.padEnd(36)}     ${show(less)} │ ${show(more)} ms   ×${ratio.toFixed(2)}   processor ${show(processor)} ms`,
      )
}

const server = await benchServer()
process.env.TEST_DATABASE_URL = server.url
const opened: Opened[] = []
try {
  opened.push(await open(Number(gifts) / 10), await open(Number(gifts)))
  const [few, many] = opened as [Opened, Opened]
  console.log(`${'the slowest of each'.padEnd(40)} a tenth │ all gifts`)
  for (const question of questions) if (question.name.startsWith(begins)) await report(few, many, question)
} finally {
  for (const { app } of opened) await app.close()
  server.stop()
}
