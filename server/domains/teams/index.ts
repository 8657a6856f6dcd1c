import type { Domain } from '#server/platform/http/domain.ts'
import { nextRuleChangeAt, settleDueChanges } from './decide-rule-change.ts'
import { teamsPersonalData } from './personal-data.ts'
import { teamsRoutes } from './routes.ts'

export { addMember } from './add-member.ts'
export { authenticate, callerAs } from './authenticate.ts'
export { type TeamClosureBlock, teamClosed } from './close-subteam.ts'
export { createPlan } from './create-plan.ts'
export { createTeam } from './create-team.ts'
export { deactivateTeam, reactivateTeam } from './deactivate-team.ts'
export { ensureNoPlan, NO_PLAN_ID } from './default-plan.ts'
export { knownTeamName } from './displayed-team-name.ts'
export { allowSaml, findEmergencyAdmin, lockForSignIn, requireSignInManager } from './manage-sign-in.ts'
export { moveToPlan, planHistory } from './move-to-plan.ts'
export { loadOrganisation, type Organisation } from './organisation.ts'
export { type NamedPerson, peopleWho } from './people-with-permission.ts'
export { type PlanRecord, requireWithinPlan, serializePlan } from './plan.ts'
export { allowsMethod, emailDomain, requireDelivery, sendsOnlyTo, sendsTo } from './preferences.ts'
export {
  listAdmins,
  loadPermissions,
  loadPlan,
  loadRights,
  planOfTeam,
  plansOnSale,
  preferencesOfTeams,
  roleGroupPermissions,
  teamById,
  teamHolds,
  teamInScope,
  teamsByIds,
  teamsGranted,
  teamsOfUser,
  teamsOpenTo,
  userInScope,
} from './queries.ts'
export { memberRemoved, removeMember, teamMemberRemoved } from './remove-member.ts'
export { restrictTeamsOfBudget } from './restrict-teams.ts'
/** Teams: who works together, under which plan, with which rights; and signing in, which is always to a team. */
export { callerLater } from './resume-caller.ts'
export { covers, defaultRoleIds, visibleTeams } from './role.ts'
export { namedChanges, ruleChangeEnded, ruleChangesAsked } from './rule-changes.ts'
export { PlansDocument, savePlans } from './save-plans.ts'
export { secondStepDuty } from './second-step.ts'
export { serializeParentTeams } from './serialize.ts'
export { creditChange, setCreditLimit } from './set-credit-limit.ts'
export {
  type FirstStepAnswer,
  grantTokens,
  requireOwnApp,
  signInTo,
  takeFirstStep,
  toTokens,
} from './sign-in.ts'
export type { TeamRecord } from './team.ts'

export const teamsDomain: Domain = {
  name: 'teams',
  routes: teamsRoutes,
  personalData: teamsPersonalData,
  register: (posy) => {
    posy.due.push({
      name: 'teams.rule-changes',
      nextDueAt: () => nextRuleChangeAt(posy.db),
      run: (now) => settleDueChanges(posy, now),
    })
  },
}
