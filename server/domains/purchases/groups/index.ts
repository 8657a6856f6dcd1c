import type { Domain } from '#server/platform/http/domain.ts'
import { recipientGroupsPersonalData } from './personal-data.ts'
import { recipientGroupRoutes } from './routes.ts'

/** People whom a team sends to together, under a name. */
export const recipientGroupsDomain: Domain = {
  name: 'recipient-groups',
  routes: recipientGroupRoutes,
  personalData: recipientGroupsPersonalData,
}
