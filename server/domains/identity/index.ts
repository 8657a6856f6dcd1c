import type { Domain } from '#server/platform/http/domain.ts'
import { identityRoutes } from './routes.ts'

/** Identity: people and programs, and what proves who they are. Which team they act in is for the floor above. */
export { type AccessClaims, readAccessToken } from './access-token.ts'
export { checkClient, checkPassword, clientCredentials } from './check-credentials.ts'
export { confirmEmail, takeOverUser } from './confirm-email.ts'
export { createApiKey, type NewApiKey, revokeApiKey } from './create-api-key.ts'
export { createClient, type NewClient } from './create-client.ts'
export { createServiceUser, createUser, type NewUser } from './create-user.ts'
export { endAccessToTeam, endSession, endSessionsOf, revokeByToken } from './end-sessions.ts'
export { passwordChanged, passwordResetRequested } from './events.ts'
export { guarded } from './guessing.ts'
export { issueTokens, openClientSession, openSession } from './open-session.ts'
export { hashPassword, passwordProblem, requireGoodPassword, verifyPassword } from './password.ts'
export {
  type ApiKeyRecord,
  apiKeysOf,
  type ClientRecord,
  type ContactPreference,
  contactPreferenceOf,
  ownUser,
  stateOf,
  userByEmail,
  userById,
  userColumns,
  usersByIds,
} from './queries.ts'
export { takeRefreshToken } from './refresh-session.ts'
export { resetTokenOf } from './reset-token.ts'
export { hashSecret } from './secrets.ts'
export { presentColleague, senderName, type UserRecord } from './user.ts'

export const identityDomain: Domain = { name: 'identity', routes: identityRoutes }
