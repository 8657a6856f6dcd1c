import type { Domain } from '#server/platform/http/domain.ts'
import { registerSearch } from './jobs.ts'
import { searchPersonalData } from './personal-data.ts'
import { searchRoutes } from './routes.ts'

export { statesInPurchase, statesOfGifts } from './gift-state.ts'
export { searchHugggHits } from './search-hugggs.ts'

/** Finding gifts and purchases, and taking lists of them away as files. */
export const searchDomain: Domain = {
  name: 'search',
  routes: searchRoutes,
  personalData: searchPersonalData,
  register: registerSearch,
}
