import { join, resolve } from 'node:path'
import type { Posy, startPosy } from '#e2e/support/posy.ts'
import { demo } from '#server/app/demo/ids.ts'
import { startPostgres } from '#tools/postgres.mjs'
import { databaseSeconds, processorSeconds } from './processor.ts'
import { fundMainWallet, throughput } from './support.ts'

export const CLIENTS = 8

/** A purchase of one gift, paid from a wallet, its link answered: at any process of an installation. */
export async function buyOne(posy: Pick<Posy, 'call' | 'apiKey'>, url = ''): Promise<void> {
  const answer = await posy.call('POST', `${url}/api/v2/transactions?embed[]=hugggs`, {
    apiKey: posy.apiKey,
    headers: { 'idempotency-key': crypto.randomUUID() },
    body: {
      purchase: { type: 'huggg', reference: demo.products.daisyGiftCard10, deliveryMethod: 'links' },
      payment,
    },
  })
  if (answer.status !== 201) throw new Error(answer.text)
  if (!answer.body.data.embedded.hugggs[0].launch_url) throw new Error('no link')
}

export const payment = { method: 'walletCommitment', reference: demo.wallets.acmeMain }

/** What purchases took: how many a second, and milliseconds of the processors for each. */
export interface Bought {
  perSecond: number
  serverMs: number
  databaseMs: number
}

/** A process of Posy (API, pages and worker together) with a PostgreSQL server of its own, and money to spend. */
export interface Shop {
  posy: Posy
  /** Buys with eight clients for so long. */
  sell(seconds: number): Promise<Bought>
  close(): Promise<void>
}

/** @param folder the checkout that it runs from, with its own node_modules */
export async function openShop(folder = join(import.meta.dirname, '..')): Promise<Shop> {
  const support: { startPosy: typeof startPosy } = await import(resolve(folder, 'e2e/support/posy.ts'))
  const server = await startPostgres()
  process.env.TEST_DATABASE_URL = server.url
  const posy = await support.startPosy('postgres', { REQUESTS_PER_MINUTE: '1000000' })
  await fundMainWallet(posy, await posy.signIn('admin@acme.test'))
  const taken = () => ({
    server: processorSeconds(`${posy.process.pid}`),
    database: databaseSeconds(server.control.folder),
  })
  const sell: Shop['sell'] = async (seconds) => {
    const before = taken()
    const perSecond = await throughput(CLIENTS, seconds, () => buyOne(posy))
    const after = taken()
    const bought = perSecond * seconds
    return {
      perSecond,
      serverMs: ((after.server - before.server) * 1000) / bought,
      databaseMs: ((after.database - before.database) * 1000) / bought,
    }
  }
  const close = async () => {
    // Another shop may have been opened since.
    process.env.TEST_DATABASE_URL = server.url
    await posy.stop()
    server.stop()
  }
  return { posy, sell, close }
}
