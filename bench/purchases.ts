/**
 * Complete purchases over HTTP against one Posy process on PostgreSQL (API, pages and worker together): the caller is
 * authenticated, the purchase checked, paid from a wallet, the voucher made and its link answered. What each takes of the
 * processors. Then one order of 10,000 links, from the POST until the last link can be read.
 *   node bench/purchases.ts [rounds] [seconds] [--against <folder>]
 *   node bench/purchases.ts [rounds] [seconds] --held
 * Against another checkout, which has its own node_modules: both sell in turn. Held: two processes, each to a quarter of a
 * core, against one of them (root alone may hold them).
 */
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Posy } from '#e2e/support/posy.ts'
import { launch, ready } from '#e2e/support/processes.ts'
import { demo } from '#server/app/demo/ids.ts'
import { holdTo } from './processor.ts'
import { type Bought, buyOne, CLIENTS, openShop, payment, type Shop } from './shop.ts'
import { interleave, report, throughput } from './support.ts'

const { values, positionals } = parseArgs({
  options: { against: { type: 'string' }, held: { type: 'boolean' } },
  allowPositionals: true,
})
const [rounds = 3, seconds = 5] = positionals.map(Number)
const LINKS = 10_000
const HELD_TO = 0.25

/** Milliseconds from the POST until every link has been read, page by page. */
async function buyLinks(posy: Posy, token: string): Promise<number> {
  const started = performance.now()
  const bought = await posy.call('POST', '/api/v2/transactions', {
    token,
    body: {
      purchase: {
        type: 'bulkHugggs',
        reference: demo.products.daisyGiftCard10,
        deliveryMethod: 'links',
        quantity: LINKS,
      },
      payment,
    },
  })
  if (bought.status !== 201) throw new Error(bought.text)
  const path = `/api/v2/transactions/${bought.body.data.id}`
  while ((await posy.call('GET', path, { token })).body.data.processing) await pause(20)
  const links = new Set<string>()
  for (let page = 1; page <= LINKS / 1000; page++) {
    const { body } = await posy.call('GET', `${path}/hugggs?per_page=1000&page=${page}`, { token })
    for (const huggg of body.data) links.add(huggg.launch_url)
  }
  if (links.size !== LINKS) throw new Error(`${links.size} links`)
  return performance.now() - started
}

const figures: [keyof Bought, string, string][] = [
  ['perSecond', 'purchases over HTTP', '/s'],
  ['serverMs', 'processor: Posy, a purchase', 'ms'],
  ['databaseMs', 'processor: PostgreSQL, a purchase', 'ms'],
]

async function measureAlone({ posy, sell }: Shop): Promise<void> {
  const token = await posy.signIn('admin@acme.test')
  const sold: Bought[] = []
  const linksMs: number[] = []
  for (let round = 0; round < rounds; round++) {
    sold.push(await sell(seconds))
    linksMs.push(await buyLinks(posy, token))
  }
  for (const [name, title, unit] of figures)
    report(
      title,
      sold.map((one) => one[name]),
      unit,
      name === 'perSecond' ? { atLeast: 100 } : undefined,
    )
  report('10,000 links, POST to all links read', linksMs, 'ms', { atMost: 2000 })
}

/** Each round's figures beside the other's of the same round. */
async function compare(here: Shop, there: Shop): Promise<void> {
  await there.sell(2)
  const sold: { here: Bought[]; there: Bought[] } = { here: [], there: [] }
  const sell = (shop: Shop, into: Bought[]) => async () => into.push(await shop.sell(seconds))
  await interleave(rounds, { here: sell(here, sold.here), there: sell(there, sold.there) })
  for (const [name, title, unit] of figures) {
    const [these, those] = [sold.here, sold.there].map((each) => each.map((one) => one[name])) as [number[], number[]]
    report(`here: ${title}`, these, unit)
    report(`there: ${title}`, those, unit)
    report(
      'here to there',
      these.map((figure, round) => figure / those[round]!),
      '×',
    )
  }
}

/** Of processes that only sell; the first one does the work in the background, and is not held. */
async function measureHeld({ posy }: Shop): Promise<void> {
  const { DATABASE_URL, DATA_DIR, PUBLIC_URL } = posy.env as Record<'DATABASE_URL' | 'DATA_DIR' | 'PUBLIC_URL', string>
  const start = () => launch('api', { DATABASE_URL, DATA_DIR, PUBLIC_URL })
  const processes = await Promise.all([start(), start()])
  for (const each of processes) await ready(each)
  const urls = processes.map(({ url }) => url)
  const sell = (clients: number) => () =>
    throughput(clients, seconds, (client) => buyOne(posy, urls[Math.floor(client / CLIENTS)]))
  await throughput(2 * CLIENTS, 2, (client) => buyOne(posy, urls[client % 2]))
  const letGo = processes.map(({ child }) => holdTo(child.pid!, HELD_TO))
  try {
    const sold = await interleave(rounds, { one: sell(CLIENTS), two: sell(2 * CLIENTS) })
    report('one process, a quarter of a core', sold.one, '/s')
    report('two such processes', sold.two, '/s')
    report(
      'two to one',
      sold.two.map((two, round) => two / sold.one[round]!),
      '×',
      { atLeast: 1.6 },
    )
  } finally {
    for (const each of processes) await each.kill()
    for (const each of letGo) each()
  }
}

const shop = await openShop()
try {
  await shop.sell(2)
  if (values.held) await measureHeld(shop)
  else if (!values.against) await measureAlone(shop)
  else {
    const other = await openShop(values.against)
    await compare(shop, other).finally(() => other.close())
  }
} finally {
  await shop.close()
}
