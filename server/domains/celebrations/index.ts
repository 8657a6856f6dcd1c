import type { Domain } from '#server/platform/http/domain.ts'
import { registerCelebrations } from './jobs.ts'
import { celebrationRoutes } from './routes.ts'

export { celebrationBlocksWalletClosure } from './block-wallet-closure.ts'

/** Gifts by rule on birthdays and work anniversaries of people in a connected HR system. */
export const celebrationsDomain: Domain = {
  name: 'celebrations',
  routes: celebrationRoutes,
  register: registerCelebrations,
}
