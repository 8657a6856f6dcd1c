/** Signing in, which is always to a team, and by which ways a team allows. */
export { type Asker, isStillThere, toAsker } from './asker.ts'
export { authenticate, callerAs } from './authenticate.ts'
export { linkToFile, serveLinkedFile } from './file-link.ts'
export {
  allowSaml,
  findEmergencyAdmin,
  isSamlAlone,
  lockForSignIn,
  nameEmergencyAdmin,
  requireNotEmergencyAdmin,
  requireSignInManager,
  signInMethod,
} from './manage-sign-in.ts'
export { callerLater } from './resume-caller.ts'
export { type FirstStepAnswer, grantTokens, requireOwnApp, signInTo, takeFirstStep, toTokens } from './sign-in.ts'
export { switchTeam } from './switch-team.ts'
