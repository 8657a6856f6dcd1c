/** Passwords, and links by which one is chosen. */
export { checkClient, checkPassword, clientCredentials, type PasswordGuess } from './check-credentials.ts'
export { confirmEmail, takeOverUser } from './confirm-email.ts'
export { inviteToFirstPassword } from './issue-password-link.ts'
export { hashPassword, requireGoodPassword, requireGoodPasswordFor, verifyPassword } from './password.ts'
export { countResetRequest, requestPasswordReset } from './request-password-reset.ts'
export { resetPassword } from './reset-password.ts'
export { deriveResetToken } from './reset-token.ts'
