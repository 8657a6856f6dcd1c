/** Sessions: opened, renewed, listed and ended, and the devices and places that are known. */
export { endAccessToTeam, endUserSessions, revokeByToken, revokeKeysIssuedBy } from './end-sessions.ts'
export { forgetSignInOrigins } from './forget-sign-in-origins.ts'
export { keepDevice, knownDevice } from './known-device.ts'
export { issueTokens, openClientSession, openSession } from './open-session.ts'
export { takeRefreshToken } from './refresh-session.ts'
export { sessionRoutes } from './session-routes.ts'
export { type SignInOrigin, signInOrigin } from './sign-in-origin.ts'
