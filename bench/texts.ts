/**
 * 2,000 gifts bought by text in one purchase, over HTTP against one Posy process on PostgreSQL: until the purchase is
 * answered, until every text has been taken by the phone network, and until all are reported as delivered.
 *   node bench/texts.ts [rounds]
 */

import { setTimeout as pause } from 'node:timers/promises'
import { type Posy, startPosy } from '#e2e/support/posy.ts'
import { demo } from '#server/app/demo/ids.ts'
import { benchServer, fundMainWallet, report, residentMegabytes } from './support.ts'

const TEXTS = 2000
const [rounds = 1] = process.argv.slice(2).map(Number)

/** Mobile numbers that read as valid, and that the simulated network takes. */
const receivers = Array.from({ length: TEXTS }, (_, index) => ({ phone_number: `+4479111${String(23_000 + index)}` }))

interface Times {
  boughtMs: number
  sentMs: number
  deliveredMs: number
}

async function buyTexts(posy: Posy, token: string): Promise<Times> {
  const started = performance.now()
  const bought = await posy.call('POST', '/api/v2/transactions', {
    token,
    body: {
      purchase: { type: 'bulkHugggs', reference: demo.products.daisyGiftCard10, deliveryMethod: 'sms', receivers },
      payment: { method: 'walletCommitment', reference: demo.wallets.acmeMain },
    },
  })
  if (bought.status !== 201) throw new Error(bought.text)
  const boughtMs = performance.now() - started
  const count = async (statuses: string[]): Promise<number> =>
    (
      await posy.call('POST', '/v3/searches/hugggs', {
        token,
        body: { query: { filters: { transactionIds: [bought.body.data.id], deliveryStatuses: statuses }, size: 1 } },
      })
    ).body.data.total
  const until = async (statuses: string[]) => {
    while ((await count(statuses)) < TEXTS) await pause(250)
    return performance.now() - started
  }
  const sentMs = await until(['sms-sent', 'sms-delivered'])
  return { boughtMs, sentMs, deliveredMs: await until(['sms-delivered']) }
}

const server = await benchServer()
process.env.TEST_DATABASE_URL = server.url
const posy = await startPosy('postgres', { REQUESTS_PER_MINUTE: '1000000' })
try {
  const token = await posy.signIn('admin@acme.test')
  await fundMainWallet(posy, token)
  const times: Times[] = []
  for (let round = 0; round < rounds; round++) times.push(await buyTexts(posy, token))
  report(
    '2,000 texts, POST to answer',
    times.map(({ boughtMs }) => boughtMs),
    'ms',
  )
  report(
    '2,000 texts, POST to all taken by the network',
    times.map(({ sentMs }) => sentMs),
    'ms',
  )
  report(
    '2,000 texts, POST to all delivered',
    times.map(({ deliveredMs }) => deliveredMs),
    'ms',
  )
  report('memory of the process afterwards', [residentMegabytes(posy.process.pid!)], 'MB')
} finally {
  await posy.stop()
  server.stop()
}
