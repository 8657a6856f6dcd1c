import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import type { BusinessClock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Route } from '#server/platform/http/route.ts'
import type { Logger } from '#server/platform/log.ts'
import { decideDispute, openDispute } from './actions.ts'
import { checkoutApi } from './api.ts'
import { type Failures, openFailures } from './failures.ts'
import { type Notifier, openNotifier } from './notifier.ts'
import type { Provider } from './provider.ts'
import { checkoutRoutes } from './routes.ts'

export { signNotification } from './notifier.ts'

/** A card provider of our own that speaks Checkout.com's HTTP, and the ways in which real ones fail. */
export interface CheckoutSandbox {
  /** Where the client reaches it, over a socket of this machine. */
  baseUrl: string
  keys: Provider['keys']
  /** Its pages and API as an app, to be served to browsers under a path of the installation. */
  app: Hono
  failures: Failures
  notices: Notifier
  /** What a person may see and do there. */
  routes: Route[]
  /** A holder disputes a payment. @returns the dispute's id */
  openDispute(paymentId: string, amountPence?: number): Promise<string>
  decideDispute(disputeId: string, status: 'won' | 'lost'): Promise<void>
  close(): Promise<void>
}

/** Well known, and good for nothing but the sandbox. */
const KEYS = {
  secret: 'sk_sbox_posysandboxposysandboxposya',
  public: 'pk_sbox_posysandboxposysandboxposya',
  webhook: 'posy-sandbox-webhooks',
}
const LOOPBACK = '127.0.0.1'

/**
 * Starts the provider on a port that the operating system chooses, reachable from this machine only. What it knows is in
 * the database: it outlives restarts, and several processes share it.
 * @param pagesUrl where browsers reach `app`
 */
export async function openCheckoutSandbox({
  db,
  clock,
  log,
  pagesUrl,
}: {
  db: Db
  clock: BusinessClock
  log: Logger
  pagesUrl: string
}): Promise<CheckoutSandbox> {
  const notices = openNotifier({ db, log, secret: KEYS.webhook })
  const provider: Provider = { db, clock, log, keys: KEYS, pagesUrl, failures: openFailures(), notifier: notices }
  const app = checkoutApi(provider)
  const server = createServer(getRequestListener(app.fetch, { overrideGlobalObjects: false }))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, LOOPBACK, resolve)
  })
  reachDirectly()
  return {
    baseUrl: `http://${LOOPBACK}:${(server.address() as AddressInfo).port}`,
    keys: KEYS,
    app,
    failures: provider.failures,
    notices,
    routes: checkoutRoutes(db, provider.failures),
    openDispute: (paymentId, amountPence) => openDispute(provider, paymentId, amountPence),
    decideDispute: (disputeId, status) => decideDispute(provider, disputeId, status),
    close: async () => {
      provider.failures.release()
      await notices.idle()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** The SDK's HTTP client sends even what is for this machine through a proxy, where the environment names one. */
function reachDirectly(): void {
  const exempt = process.env.NO_PROXY ?? process.env.no_proxy ?? ''
  if (exempt.split(',').includes(LOOPBACK)) return
  process.env.NO_PROXY = process.env.no_proxy = [exempt, LOOPBACK].filter(Boolean).join(',')
}
