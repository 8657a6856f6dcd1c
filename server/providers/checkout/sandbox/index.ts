import type { BusinessClock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Logger } from '#server/platform/log.ts'
import { LOOPBACK, type Sandbox, serveApp } from '#server/providers/sandbox/sandbox.ts'
import { decideDispute, openDispute } from './actions.ts'
import { checkoutApi } from './api.ts'
import { type Failures, openFailures } from './failures.ts'
import { type Notifier, openNotifier } from './notifier.ts'
import type { Provider } from './provider.ts'
import { checkoutRoutes } from './routes.ts'

export { signNotification } from './notifier.ts'

/** A card provider of our own that speaks Checkout.com's HTTP, and the ways in which real ones fail. */
export interface CheckoutSandbox extends Sandbox {
  /** How the client reaches it. */
  settings: Provider['keys'] & { baseUrl: string; entryScriptUrl: string }
  failures: Failures
  notices: Notifier
  /** A holder disputes a payment. @returns the dispute's id */
  openDispute(paymentId: string, amountPence?: number): Promise<string>
  decideDispute(disputeId: string, status: 'won' | 'lost'): Promise<void>
}

/** Well known, and good for nothing but the sandbox. */
const KEYS = {
  secretKey: 'sk_sbox_posysandboxposysandboxposya',
  publicKey: 'pk_sbox_posysandboxposysandboxposya',
  webhookSecret: 'posy-sandbox-webhooks',
}
/** Where browsers find its pages and its API, under the installation's own address. */
const PATH = '/sandbox/checkout'

/** What it knows is in the database: it outlives restarts, and several processes share it. */
export async function openCheckoutSandbox({
  db,
  clock,
  log,
  publicUrl,
}: {
  db: Db
  clock: BusinessClock
  log: Logger
  publicUrl: string
}): Promise<CheckoutSandbox> {
  const notices = openNotifier({ db, log, secret: KEYS.webhookSecret })
  const pagesUrl = `${publicUrl}${PATH}`
  const provider: Provider = { db, clock, log, keys: KEYS, pagesUrl, failures: openFailures(), notifier: notices }
  const app = checkoutApi(provider)
  const socket = await serveApp(app)
  reachDirectly()
  return {
    settings: { ...KEYS, baseUrl: socket.url, entryScriptUrl: `${pagesUrl}/index.js` },
    pages: { path: PATH, app },
    deliverTo: notices.deliverTo,
    failures: provider.failures,
    notices,
    routes: checkoutRoutes(db, provider.failures),
    openDispute: (paymentId, amountPence) => openDispute(provider, paymentId, amountPence),
    decideDispute: (disputeId, status) => decideDispute(provider, disputeId, status),
    close: async () => {
      provider.failures.release()
      await notices.idle()
      await socket.close()
    },
  }
}

/** The SDK's HTTP client sends even what is for this machine through a proxy, where the environment names one. */
function reachDirectly(): void {
  const exempt = process.env.NO_PROXY ?? process.env.no_proxy ?? ''
  if (exempt.split(',').includes(LOOPBACK)) return
  process.env.NO_PROXY = process.env.no_proxy = [exempt, LOOPBACK].filter(Boolean).join(',')
}
