import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import type { Db } from '#server/platform/database/database.ts'
import type { Route } from '#server/platform/http/route.ts'
import type { Logger } from '#server/platform/log.ts'
import { hrApi } from './api.ts'
import { type HrFailures, openFailures } from './failures.ts'
import { linkPages } from './link-page.ts'
import { hrRoutes } from './routes.ts'
import { accounts } from './tokens.ts'

/** An HR provider of our own that speaks Merge's HTTP, with a made-up company behind it. */
export interface HrSandbox {
  /** Where the client reaches it, over a socket of this machine. */
  baseUrl: string
  keys: { apiKey: string; webhookKey: string }
  failures: HrFailures
  /** The script and page with which a browser connects a system. */
  app: Hono
  path: string
  linkScriptUrl: string
  /** What a person may see and do there. */
  routes: Route[]
  /** Reports to all who are connected that people changed. */
  report(): Promise<void>
  deliverTo(deliver: (request: Request) => Promise<number>): void
  close(): Promise<void>
}

/** Well known, and good for nothing but the sandbox. */
const KEYS = { apiKey: 'posy-sandbox-merge-key', webhookKey: 'posy-sandbox-merge-webhooks' }
const LOOPBACK = '127.0.0.1'
/** Where browsers find it, under the installation's own address. */
const PATH = '/sandbox/hr-link'

/** Starts the provider on a port that the operating system chooses, reachable from this machine only; what it knows is in the database. */
export async function openHrSandbox({
  db,
  log,
  publicUrl,
}: {
  db: Db
  log: Logger
  publicUrl: string
}): Promise<HrSandbox> {
  const failures = openFailures()
  let deliver: ((request: Request) => Promise<number>) | null = null
  const api = hrApi({ db, log, failures, apiKey: KEYS.apiKey })
  const server = createServer(getRequestListener(api.fetch, { overrideGlobalObjects: false }))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, LOOPBACK, resolve)
  })
  const report = async () => {
    for (const { origin_id, integration } of await accounts(db))
      await deliver?.(changedRequest(publicUrl, { origin_id, integration }))
  }
  return {
    baseUrl: `http://${LOOPBACK}:${(server.address() as AddressInfo).port}`,
    keys: KEYS,
    failures,
    app: linkPages(db),
    path: PATH,
    linkScriptUrl: `${publicUrl}${PATH}/initialize.js`,
    routes: hrRoutes({ db, failures, report }),
    report,
    deliverTo: (target) => {
      deliver = target
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** A signed report that some employee changed. */
function changedRequest(publicUrl: string, account: { origin_id: string; integration: string }): Request {
  const body = JSON.stringify({
    hook: { event: 'Employee.changed', target: `${publicUrl}/webhooks/merge` },
    linked_account: {
      integration_slug: account.integration,
      category: 'hris',
      end_user_origin_id: account.origin_id,
      status: 'COMPLETE',
    },
    data: {},
  })
  const signature = createHmac('sha256', KEYS.webhookKey).update(body).digest('base64url')
  return new Request(`${publicUrl}/webhooks/merge`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-merge-webhook-signature': signature },
    body,
  })
}
