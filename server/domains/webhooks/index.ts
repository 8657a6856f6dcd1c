import type { Domain } from '#server/platform/http/domain.ts'
import { registerWebhooks } from './jobs.ts'
import { webhooksRoutes } from './routes.ts'

export { unsentWebhooks } from './queries.ts'

/** Tells other systems what happened, at least once and in order. */
export const webhooksDomain: Domain = { name: 'webhooks', routes: webhooksRoutes, register: registerWebhooks }
