import type { Domain } from '#server/platform/http/domain.ts'
import { registerSuperHugggs } from './jobs.ts'
import { superHugggsPersonalData } from './personal-data.ts'
import { superHugggRoutes } from './routes.ts'

export { CODE_MINUTES, deriveClaimCode } from './claim-codes.ts'
export { type ClaimTerms, createSuperHuggg } from './create-superhuggg.ts'
export { claimCodeIssued, superHugggClaimed } from './events.ts'
export { claimCodeMessages, lockSuperHuggg, superHugggInScope } from './queries.ts'
export { claimUrl } from './serialize.ts'
export { claimState } from './superhuggg.ts'

/** Shareable gifts: one link at which many people claim a gift each. */
export const superHugggsDomain: Domain = {
  name: 'superhugggs',
  routes: superHugggRoutes,
  personalData: superHugggsPersonalData,
  register: registerSuperHugggs,
}
