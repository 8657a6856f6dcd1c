/**
 * Years later: 500,000 redemptions and 3 million finished jobs in the tables, against a database that holds the demo
 * world alone, on one PostgreSQL server with one Posy process each, in turns. What a purchase and a till's redemption take,
 * and what the jobs' upkeep takes of a core while nothing is bought.
 *   node bench/growth.ts [redemptions] [jobs] [rounds]
 */
import { setTimeout as pause } from 'node:timers/promises'
import { type Posy, startPosy } from '#e2e/support/posy.ts'
import { demo } from '#server/app/demo/ids.ts'
import { startPostgres } from '#tools/postgres.mjs'
import { countRows, load } from './growth/load.ts'
import { databaseSeconds } from './processor.ts'
import { fundMainWallet, interleave, median, report } from './support.ts'

const [redemptions = 500_000, finishedJobs = 3_000_000, rounds = 5] = process.argv.slice(2).map(Number)
/** Bought, and then redeemed, one by one in a round. */
const A_ROUND = 100
/** Longer than the five minutes after which done jobs are cleared away. */
const IDLE_SECONDS = 320

interface Gift {
  id: string
  shortcode: string
  transactionId: string
}

async function buy(posy: Posy): Promise<Gift> {
  const { status, text, body } = await posy.call('POST', '/api/v2/transactions?embed[]=hugggs', {
    apiKey: posy.apiKey,
    headers: { 'idempotency-key': crypto.randomUUID() },
    body: {
      purchase: { type: 'huggg', reference: demo.products.daisyFlatWhite, deliveryMethod: 'links' },
      payment: { method: 'walletCommitment', reference: demo.wallets.acmeMain },
    },
  })
  if (status !== 201) throw new Error(text)
  const [{ id, shortcode }] = body.data.embedded.hugggs
  return { id, shortcode, transactionId: body.data.id }
}

async function redeem(posy: Posy, token: string, gift: Gift): Promise<void> {
  const { status, text } = await posy.call('POST', `/api/v2/hugggs/${gift.shortcode}/redemptions`, {
    token,
    body: { location_id: demo.stores.daisyCoffeeLeeds },
  })
  if (status !== 201) throw new Error(text)
}

/** A product with its customer and its till. */
async function open() {
  const posy = await startPosy('postgres', { REQUESTS_PER_MINUTE: '1000000' })
  await fundMainWallet(posy, await posy.signIn('admin@acme.test'))
  const till = await posy.clientToken('demo-till')
  const bought: Gift[] = []
  for (let gift = 0; gift < A_ROUND; gift++) bought.push(await buy(posy))
  for (const gift of bought) await redeem(posy, till, gift)
  return { posy, till, gift: bought[0]! }
}

/** @returns the median milliseconds of one */
async function oneByOne<T>(each: readonly T[], once: (one: T) => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (const one of each) {
    const startedMs = performance.now()
    await once(one)
    times.push(performance.now() - startedMs)
  }
  return median(times)
}

/** @returns the share of one core that the database took while no one bought, as a percentage */
async function idlePercent(folder: string): Promise<number> {
  const before = databaseSeconds(folder)
  await pause(IDLE_SECONDS * 1000)
  return ((databaseSeconds(folder) - before) / IDLE_SECONDS) * 100
}

const server = await startPostgres()
process.env.TEST_DATABASE_URL = server.url
const opened: Posy[] = []
try {
  const small = await open()
  opened.push(small.posy)
  await pause(10_000)
  const smallPercent = await idlePercent(server.control.folder)
  const grown = await open()
  opened.push(grown.posy)
  const databaseUrl = grown.posy.env.DATABASE_URL!
  const startedMs = performance.now()
  await load(databaseUrl, grown.gift, { redemptions, finishedJobs })
  const held = await countRows(databaseUrl)
  console.log(
    `${held.redemptions} redemptions and ${held.finishedJobs} finished jobs, loaded in ${Math.round((performance.now() - startedMs) / 1000)} s`,
  )
  const bothPercent = await idlePercent(server.control.folder)
  const buying = (at: typeof small) => () => oneByOne(Array.from({ length: A_ROUND }), () => buy(at.posy))
  const redeeming = (at: typeof small) => async () => {
    const gifts: Gift[] = []
    for (let gift = 0; gift < A_ROUND; gift++) gifts.push(await buy(at.posy))
    return oneByOne(gifts, (gift) => redeem(at.posy, at.till, gift))
  }
  const times = {
    purchase: await interleave(rounds, { small: buying(small), grown: buying(grown) }),
    redemption: await interleave(rounds, { small: redeeming(small), grown: redeeming(grown) }),
  }
  for (const [what, { small: few, grown: many }] of Object.entries(times)) {
    report(`${what}, demo world alone`, few, 'ms')
    report(`${what}, years later`, many, 'ms')
    report('  times as long', [median(many) / median(few)], '×', { atMost: 1.2 })
  }
  report('database at rest, demo world alone', [smallPercent], '% of a core')
  report('what years of jobs add to it', [bothPercent - 2 * smallPercent], '% of a core', { atMost: 2 })
} finally {
  for (const posy of opened) await posy.stop()
  server.stop()
}
