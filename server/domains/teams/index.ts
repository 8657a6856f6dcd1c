import type { Domain } from '#server/platform/http/domain.ts'
import { teamsRoutes } from './routes.ts'

/** Teams: who works together, under which plan, with which rights; and signing in, which is always to a team. */
export { addMember, type NewMember, teamMemberAdded } from './add-member.ts'
export { authenticate } from './authenticate.ts'
export { type ClosingObjection, closeSubteam, provideClosingObjection, teamClosed } from './close-subteam.ts'
export { createPlan, ensureDefaultRoles, type NewPlan } from './create-plan.ts'
export { createTeam, type NewTeam } from './create-team.ts'
export { type PlanEntity, type PlanRecord, requireWithinPlan } from './plan.ts'
export {
  adminsOf,
  membersOf,
  permissionsOf,
  planOf,
  planOfTeam,
  type Rights,
  rightsOf,
  roleGroupPermissions,
  type TeamMember,
  teamById,
  teamHolds,
  teamInScope,
  teamsByIds,
  teamsGranted,
  userInScope,
} from './queries.ts'
export { rememberTeam } from './remember-team.ts'
export { takeOut, teamMemberRemoved } from './remove-member.ts'
export { defaultMatrix, defaultRoleIds } from './role.ts'
export { presentTeam, type TeamRecord } from './team.ts'
export { upgradePlan } from './upgrade-plan.ts'

export const teamsDomain: Domain = { name: 'teams', routes: teamsRoutes }
