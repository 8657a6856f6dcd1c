import { createHmac } from 'node:crypto'
import type { Db } from '#server/platform/database/database.ts'
import type { Logger } from '#server/platform/log.ts'
import { type Deliver, type Sandbox, serveApp } from '#server/providers/sandbox/sandbox.ts'
import { hrApi } from './api.ts'
import { type HrFailures, openFailures } from './failures.ts'
import { linkPages } from './link-page.ts'
import { hrRoutes } from './routes.ts'
import { accounts } from './tokens.ts'

/** An HR provider of our own that speaks Merge's HTTP, with a made-up company behind it. */
export interface MergeSandbox extends Sandbox {
  /** How the client reaches it. */
  settings: typeof KEYS & { baseUrl: string; linkScriptUrl: string }
  failures: HrFailures
  /** Reports to all who are connected that people changed. */
  report(): Promise<void>
}

/** Well known, and good for nothing but the sandbox. */
const KEYS = { apiKey: 'posy-sandbox-merge-key', webhookKey: 'posy-sandbox-merge-webhooks' }
/** Where browsers find the script and the page that connect a system, under the installation's own address. */
const PATH = '/sandbox/hr-link'

/** What it knows is in the database. */
export async function openMergeSandbox({
  db,
  log,
  publicUrl,
}: {
  db: Db
  log: Logger
  publicUrl: string
}): Promise<MergeSandbox> {
  const failures = openFailures()
  let deliver: Deliver | null = null
  const api = hrApi({ db, log, failures, apiKey: KEYS.apiKey })
  const socket = await serveApp(api)
  const report = async () => {
    for (const { origin_id, integration } of await accounts(db))
      await deliver?.(changedRequest(publicUrl, { origin_id, integration }))
  }
  return {
    settings: { ...KEYS, baseUrl: socket.url, linkScriptUrl: `${publicUrl}${PATH}/initialize.js` },
    failures,
    pages: { path: PATH, app: linkPages(db) },
    routes: hrRoutes({ db, failures, report }),
    report,
    deliverTo: (target) => {
      deliver = target
    },
    close: socket.close,
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
