import type { Domain } from '#server/platform/http/domain.ts'
import { registerHugggs } from './jobs.ts'
import { hugggsPersonalData } from './personal-data.ts'
import { recipientRoutes } from './recipient/index.ts'
import { refusalRoutes } from './refusals/index.ts'
import { hugggRoutes } from './sender/index.ts'
import { tillOperatorRoutes, tillRoutes } from './till/index.ts'
import { stockRoutes } from './vouchers/index.ts'

export { isAnyLive, listLiveGifts } from './personal-data.ts'

/** Single gifts: their states, their money after purchase, the recipient's page, the tills, expiry, reactions. */
export const hugggsDomain: Domain = {
  name: 'hugggs',
  personalData: hugggsPersonalData,
  routes: [...hugggRoutes, ...recipientRoutes, ...refusalRoutes, ...tillRoutes, ...tillOperatorRoutes, ...stockRoutes],
  register: registerHugggs,
}
