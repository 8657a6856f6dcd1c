/** What the installable package exports (`npm run pack:client`); its types are written by `tools/client/types.ts`. */

import { type Client, createClient as create } from './client.ts'
import type { ClientOptions } from './options.ts'

/** As programs of customers want it. */
const DEFAULTS = { retries: 2, timeoutMs: 60_000 }

/** The typed client: two retries, and a minute for each try, unless told otherwise. */
export const createClient = (options: ClientOptions): Client => create({ ...DEFAULTS, ...options })

export { eachItem } from './each-item.ts'
export { ApiError, InvalidJsonError, MalformedResponseError } from './errors.ts'
export { apiHost, type Hosts } from './hosts.ts'
export { isPass, unwrap } from './result.ts'
export { verifyWebhook, WebhookVerificationError } from './webhooks.ts'
