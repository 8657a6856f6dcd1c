import type { Domain } from '#server/platform/http/domain.ts'
import { identityPersonalData } from './personal-data.ts'
import { identityRetention } from './retention.ts'
import { identityRoutes } from './routes.ts'

/** Identity: people and programs, and what proves who they are. Which team they act in is for the floor above. */
export const identityDomain: Domain = {
  name: 'identity',
  routes: identityRoutes,
  personalData: identityPersonalData,
  register: (posy) => posy.retention.push(...identityRetention(posy.config.retention)),
}
