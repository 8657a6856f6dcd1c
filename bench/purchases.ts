/**
 * Complete purchases over HTTP against one Posy process on PostgreSQL (API, pages and worker together): the caller is
 * authenticated, the purchase checked, paid from a wallet, the voucher made and its link answered. Then one order of
 * 10,000 links, from the POST until the last link can be read.
 *   node bench/purchases.ts [rounds] [seconds]
 */

import { type Posy, startPosy } from '#e2e/support/posy.ts'
import { demo } from '#server/app/demo/ids.ts'
import { benchServer, fundMainWallet, report, throughput } from './support.ts'

const CLIENTS = 8
const [rounds = 3, seconds = 5] = process.argv.slice(2).map(Number)
const LINKS = 10_000

const payment = { method: 'walletCommitment', reference: demo.wallets.acmeMain }

async function buyOne(posy: Posy): Promise<void> {
  const answer = await posy.call('POST', '/api/v2/transactions?embed[]=hugggs', {
    apiKey: posy.apiKey,
    headers: { 'idempotency-key': crypto.randomUUID() },
    body: { purchase: { type: 'huggg', reference: demo.products.daisyGiftCard10, deliveryMethod: 'links' }, payment },
  })
  if (answer.status !== 201) throw new Error(answer.text)
  if (!answer.body.data.embedded.hugggs[0].launch_url) throw new Error('no link')
}

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
  while ((await posy.call('GET', path, { token })).body.data.processing)
    await new Promise((resolve) => setTimeout(resolve, 20))
  const links = new Set<string>()
  for (let page = 1; page <= LINKS / 1000; page++) {
    const { body } = await posy.call('GET', `${path}/hugggs?per_page=1000&page=${page}`, { token })
    for (const huggg of body.data) links.add(huggg.launch_url)
  }
  if (links.size !== LINKS) throw new Error(`${links.size} links`)
  return performance.now() - started
}

const server = await benchServer()
process.env.TEST_DATABASE_URL = server.url
const posy = await startPosy('postgres', { REQUESTS_PER_MINUTE: '1000000' })
try {
  const token = await posy.signIn('admin@acme.test')
  await fundMainWallet(posy, token)
  await throughput(CLIENTS, 2, () => buyOne(posy))
  const perSecond: number[] = []
  const linksMs: number[] = []
  for (let round = 0; round < rounds; round++) {
    perSecond.push(await throughput(CLIENTS, seconds, () => buyOne(posy)))
    linksMs.push(await buyLinks(posy, token))
  }
  report(`purchases over HTTP, ${CLIENTS} clients`, perSecond, '/s', { atLeast: 100 })
  report('10,000 links, POST to all links read', linksMs, 'ms', { atMost: 2000 })
} finally {
  await posy.stop()
  server.stop()
}
