/** Programs: API keys with what they asked, and clients. */
export { createApiKey, recordApiKeyUse, revokeApiKey } from './create-api-key.ts'
export { createClient } from './create-client.ts'
export { type ApiKeyRecord, type ClientRecord, clientById, findApiKey, listApiKeys } from './queries.ts'
export { renewClientSecret } from './renew-secret.ts'
export { apiRequestsPage, RequestLog } from './request-log.ts'
export { setClientRevoked } from './revoke-client.ts'
export {
  createTillSignIn,
  endTill,
  findSignedInTill,
  isTillCode,
  renewTillCode,
  signInTill,
  signOutTill,
  TILL_TOKEN_PREFIX,
  wrongTillCode,
} from './till-sign-in.ts'
