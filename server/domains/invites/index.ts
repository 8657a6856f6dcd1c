import type { Domain } from '#server/platform/http/domain.ts'
import { registerInvites } from './jobs.ts'
import { invitesPersonalData } from './personal-data.ts'
import { invitesRoutes } from './routes.ts'

/** Invites: how people come in. To a team, to lead a subteam, to an automated budget; and signing up on their own. */
export { acceptNewestInvite } from './accept-invite.ts'
export {
  type AutomationInviteRow,
  cancelAutomationInvites,
  createAutomationInvites,
  type PromisedAllowance,
} from './automation-invites.ts'
export {
  automationInviteAccepted,
  automationInviteDeclined,
  automationInviteEnded,
  invitesIssued,
  invitesReminded,
  joinRequested,
  paidPlanChosen,
  signUpRepeated,
  upgradeVerified,
  verificationIssued,
} from './events.ts'
export { inviteEnds } from './invite.ts'
export { openTeam } from './open-team.ts'
export { endedInvites, inviteById, inviteHasEnded, newestOpenInvite } from './queries.ts'
export { planOnOffer } from './sign-up.ts'
export { dropSignUp } from './take-as-typed.ts'
export { keepTermsNow } from './terms.ts'
export { deriveInviteToken, deriveVerificationToken } from './tokens.ts'

export const invitesDomain: Domain = {
  name: 'invites',
  routes: invitesRoutes,
  personalData: invitesPersonalData,
  register: registerInvites,
}
