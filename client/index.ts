/** What the installable package exports (`npm run pack:client`); its types are written by `tools/client/types.ts`. */
export { createClient } from './client.ts'
export { ApiError, InvalidJsonError, MalformedResponseError } from './errors.ts'
export { isPass, unwrap } from './result.ts'
export { verifyWebhook, WebhookVerificationError } from './webhooks.ts'
