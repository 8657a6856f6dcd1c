/** What roles and plans allow, and whether a team asks for a second step. */
export { type PlanRecord, requireWithinPlan, serializePlan } from './plan.ts'
export {
  allFlags,
  covers,
  defaultMatrix,
  defaultRoleIds,
  defaultRoles,
  isForSubteams,
  isOwnOnly,
  permissionMap,
  visibleTeams,
} from './role.ts'
export { asksForSecondStep, hasOwnSecondStep, secondStepDuty } from './second-step.ts'
export { isOfSupport, isSupportPlan } from './support-plan.ts'
