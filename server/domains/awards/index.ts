import type { Domain } from '#server/platform/http/domain.ts'
import { awardBatchRoutes } from './batch-routes.ts'
import { registerAwards } from './jobs.ts'
import { awardOperatorRoutes } from './operator-routes.ts'
import { peopleRoutes } from './people-routes.ts'
import { personPageRoutes } from './person-page-routes.ts'
import { awardsPersonalData } from './personal-data.ts'
import { awardRoutes } from './routes.ts'

export { awardsToDecide } from './ask-approvers.ts'
export { makeCode } from './make-code.ts'
export { awardAddresses } from './send-link.ts'
export { awardNews } from './tell-helpers.ts'

/** Support for people in need: grants, and the awards made out of them. */
export const awardsDomain: Domain = {
  name: 'awards',
  routes: [...awardRoutes, ...awardBatchRoutes, ...peopleRoutes, ...personPageRoutes, ...awardOperatorRoutes],
  personalData: awardsPersonalData,
  register: registerAwards,
}
