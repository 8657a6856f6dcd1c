/**
 * 10,000 events for one address that is slow to answer, over HTTP against one Posy process on PostgreSQL: how long
 * another team's events wait meanwhile, how many requests the slow one bears at a time, and that memory stays flat: what
 * the process holds at most is asked of wave after wave of as many events.
 *   node bench/webhooks.ts [events] [pings] [waves]
 */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { type Posy, startPosy } from '#e2e/support/posy.ts'
import { demo } from '#server/app/demo/ids.ts'
import { benchServer, fundMainWallet, report, residentMegabytes } from './support.ts'

const [events = 10_000, pings = 20, waves = 3] = process.argv.slice(2).map(Number)
/** Not yet late enough to be given up as unanswered. */
const SLOW_MS = 5000
/** Once the other team's waits are measured, so that all of them arrive while one looks on. */
const BRISK_MS = 50

interface Receiver {
  url: string
  received: number
  underWay: number
  mostUnderWay: number
  answerAfterMs: number
  server: Server
}

async function openReceiver(answerAfterMs: number): Promise<Receiver> {
  const server = createServer(async (request, response) => {
    receiver.underWay += 1
    receiver.mostUnderWay = Math.max(receiver.mostUnderWay, receiver.underWay)
    request.resume()
    if (receiver.answerAfterMs) await pause(receiver.answerAfterMs)
    receiver.underWay -= 1
    receiver.received += 1
    response.end('thanks')
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`
  const receiver: Receiver = { url, received: 0, underWay: 0, mostUnderWay: 0, answerAfterMs, server }
  return receiver
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await pause(5)
}

/** @returns the path of the webhook */
async function tell(posy: Posy, token: string, teamId: string, body: object): Promise<string> {
  const path = `/v3/teams/${teamId}/webhooks`
  const made = await posy.call('POST', path, { token, body })
  if (made.status !== 201) throw new Error(made.text)
  return `${path}/${made.body.data.id}`
}

/** One purchase, and so as many events, each of a gift of its own. */
async function buyGifts(posy: Posy, token: string): Promise<void> {
  const bought = await posy.call('POST', '/api/v2/transactions', {
    token,
    body: {
      purchase: {
        type: 'bulkHugggs',
        reference: demo.products.daisyGiftCard10,
        deliveryMethod: 'links',
        quantity: events,
      },
      payment: { method: 'walletCommitment', reference: demo.wallets.acmeMain },
    },
  })
  if (bought.status !== 201) throw new Error(bought.text)
  const path = `/api/v2/transactions/${bought.body.data.id}`
  while ((await posy.call('GET', path, { token })).body.data.processing) await pause(50)
}

const server = await benchServer()
process.env.TEST_DATABASE_URL = server.url
const posy = await startPosy('postgres', { REQUESTS_PER_MINUTE: '1000000', WEBHOOKS_TO_PRIVATE_ADDRESSES: 'true' })
const slow = await openReceiver(SLOW_MS)
const quick = await openReceiver(0)
try {
  const [acme, globex] = [await posy.signIn('admin@acme.test'), await posy.signIn('admin@globex.test')]
  await fundMainWallet(posy, acme)
  const ping = await tell(posy, globex, demo.teams.globex, { url: quick.url })
  /** Milliseconds from a test event's answer to its arrival. */
  const pinged = async (): Promise<number> => {
    const before = quick.received
    const started = performance.now()
    const sent = await posy.call('POST', `${ping}/tests`, { token: globex, body: {} })
    if (sent.status >= 300) throw new Error(sent.text)
    await until(() => quick.received > before)
    return performance.now() - started
  }
  const some = async (): Promise<number[]> => {
    const waits: number[] = []
    for (let count = 0; count < pings; count++) waits.push(await pinged())
    return waits
  }
  report('an event’s way to a quick address', await some(), 'ms', { atMost: 1500 })
  await tell(posy, acme, demo.teams.acme, { url: slow.url, eventTypes: ['huggg.created'] })
  await buyGifts(posy, acme)
  await until(() => slow.underWay > 0)
  report(`the same beside ${events} for a slow one`, await some(), 'ms', { atMost: 1500 })
  report('requests at a time to the slow one, at most', [slow.mostUnderWay], '', { atMost: 10 })
  slow.answerAfterMs = BRISK_MS
  /** The most megabytes held until so many have arrived. */
  const mostUntil = async (received: number): Promise<number> => {
    let most = 0
    while (slow.received < received) {
      most = Math.max(most, residentMegabytes(posy.process.pid!))
      await pause(100)
    }
    return most
  }
  const [started, before] = [performance.now(), slow.received]
  const held = [await mostUntil(events)]
  report('events a second, each answered in 50 ms', [((events - before) * 1000) / (performance.now() - started)], '/s')
  while (held.length < waves) {
    await buyGifts(posy, acme)
    held.push(await mostUntil(events * (held.length + 1)))
  }
  console.log(`memory at most, wave by wave: ${held.map((each) => each.toFixed(0)).join(', ')} MB`)
  if (waves > 1) report('memory of the last wave to the first', [held.at(-1)! / held[0]!], '×', { atMost: 1.1 })
} finally {
  await posy.stop()
  for (const receiver of [slow, quick]) receiver.server.closeAllConnections()
  for (const receiver of [slow, quick]) receiver.server.close()
  server.stop()
}
