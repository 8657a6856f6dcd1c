import type { Domain } from '#server/platform/http/domain.ts'
import { identityPersonalData } from './personal-data.ts'
import { identityRetention } from './retention.ts'
import { identityRoutes } from './routes.ts'

/** Identity: people and programs, and what proves who they are. Which team they act in is for the floor above. */
export { readAccessToken, signingKey } from './access-token.ts'
export {
  challenge,
  type SignInFirstStep,
  secondFactorNeeded,
  takeChallenge,
  type WaitingStep,
  waitingFor,
} from './challenge.ts'
export { checkClient, checkPassword, clientCredentials } from './check-credentials.ts'
export { confirmEmail, takeOverUser } from './confirm-email.ts'
export { createApiKey, recordApiKeyUse, revokeApiKey } from './create-api-key.ts'
export { createClient } from './create-client.ts'
export { createServiceUser, createUser } from './create-user.ts'
export { emailChangeToken } from './email-change.ts'
export {
  endAccessToTeam,
  endUserSessions,
  isSessionOpen,
  revokeByToken,
  revokeKeysIssuedBy,
} from './end-sessions.ts'
export {
  accountOpened,
  deviceAdded,
  emailChangeAsked,
  emailChanged,
  identityLinked,
  passkeyChanged,
  passwordChanged,
  passwordResetRequested,
  phoneCodeIssued,
  secondFactorChanged,
  secondFactorReset,
} from './events.ts'
export { forgetSignInOrigins } from './forget-sign-in-origins.ts'
export { forgetFailures, limitGuesses, unguessable } from './guessing.ts'
export { giveHomeTeam, leaveHomeTeam } from './home-team.ts'
export { inviteToFirstPassword } from './issue-password-link.ts'
export { linkIdentity } from './link-identity.ts'
export { issueTokens, openClientSession, openSession } from './open-session.ts'
export { hashPassword, requireGoodPassword, verifyPassword } from './password.ts'
export { CODE_MINUTES as PHONE_CODE_MINUTES, phoneCode } from './phone-code.ts'
export {
  type ApiKeyRecord,
  type ClientRecord,
  clientById,
  findApiKey,
  hasPassword,
  listApiKeys,
  loadUserState,
  ownUser,
  userByEmail,
  userById,
  userByIdentity,
  userColumns,
  usersByIds,
} from './queries.ts'
export { typedCode } from './recovery-codes.ts'
export { takeRefreshToken } from './refresh-session.ts'
export { rememberTeam, saveUserState } from './remember-team.ts'
export { apiRequestsPage, RequestLog } from './request-log.ts'
export { requireWholeAccount } from './require-self.ts'
export { deriveResetToken } from './reset-token.ts'
export { setClientRevoked } from './revoke-client.ts'
export { hasSecondFactor } from './second-factor-queries.ts'
export { dropSecondFactor, type SecondStepDuty } from './second-step.ts'
export { hashSecret, randomSecret } from './secrets.ts'
export { type SignInOrigin, signInOrigin } from './sign-in-origin.ts'
export { requireCode, wrongCode } from './take-code.ts'
export { requirePasskey, takePasskey } from './take-passkey.ts'
export { newTotpSecret, stepOfCode, totpUri } from './totp.ts'
export { senderName, serializeColleague, type UserRecord } from './user.ts'

export const identityDomain: Domain = {
  name: 'identity',
  routes: identityRoutes,
  personalData: identityPersonalData,
  register: (posy) => posy.retention.push(...identityRetention(posy.config.retention)),
}
