import type { Domain } from '#server/platform/http/domain.ts'
import { registerIntegrations } from './jobs.ts'
import { integrationsPersonalData } from './personal-data.ts'
import { integrationsRoutes } from './routes.ts'

/** Customers' own systems, connected: who works there. */
export { employeesSynced } from './events.ts'
export {
  colleagues,
  employeeNames,
  type GroupMember,
  groupMembers,
  linkedAccountInScope,
  linkedGroupInScope,
} from './group-members.ts'

export const integrationsDomain: Domain = {
  name: 'integrations',
  routes: integrationsRoutes,
  personalData: integrationsPersonalData,
  register: registerIntegrations,
}
