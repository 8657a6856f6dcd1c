import type { Domain } from '#server/platform/http/domain.ts'
import { registerAwards } from './jobs.ts'
import { awardsPersonalData } from './personal-data.ts'
import { awardRoutes } from './routes.ts'

export { makeCode } from './make-code.ts'

/** Support for people in need: grants, and the awards made out of them. */
export const awardsDomain: Domain = {
  name: 'awards',
  routes: awardRoutes,
  personalData: awardsPersonalData,
  register: registerAwards,
}
