import type { SignInProvider } from '#contract/identity/auth.ts'
import { eventType } from '#server/platform/queue.ts'

/** Someone with an account wants a new password: they are to be sent the link. */
export const passwordResetRequested = eventType<{ resetId: string; userId: string }>(
  'identity.password-reset-requested',
)

/** A user's password is another one now; they are told, in case it was not them. */
export const passwordChanged = eventType<{ changeId: string; userId: string }>('identity.password-changed')

/** Someone wants another email address: it and the present one are to be sent a link each. */
export const emailChangeAsked = eventType<{ changeId: string; userId: string }>('identity.email-change-asked')

/** Someone has another email address now; both addresses are told. */
export const emailChanged = eventType<{ changeId: string; userId: string }>('identity.email-changed')

/** Someone is to be texted the code that shows whose their mobile number is. */
export const phoneCodeIssued = eventType<{ codeId: string; userId: string }>('identity.phone-code-issued')

/** There is another way into someone's account now; they are told, in case it was not them. */
export const identityLinked = eventType<{ linkingId: string; userId: string; provider: SignInProvider }>(
  'identity.identity-linked',
)

/** Someone signed in from a browser that was not seen before; they are told, in case it was not them. */
export const deviceAdded = eventType<{ sessionId: string; userId: string }>('identity.device-added')

/** Two-step sign-in was turned on or off; they are told, in case it was not them. */
export const secondFactorChanged = eventType<{ changeId: string; userId: string; isOn: boolean }>(
  'identity.second-factor-changed',
)

/** An admin of their team turned someone's second step off; they are told by whom. */
export const secondFactorReset = eventType<{
  changeId: string
  userId: string
  resetBy: { userId: string; teamId: string }
}>('identity.second-factor-reset')

/** A passkey was added to an account with two-step sign-in, removed, or no longer works; they are told. */
export const passkeyChanged = eventType<{
  changeId: string
  userId: string
  change: 'added' | 'removed' | 'blocked'
}>('identity.passkey-changed')

/** An operator opened an account for someone: they are to be sent the link to choose their first password with. */
export const accountOpened = eventType<{ resetId: string; userId: string; teamId: string }>('identity.account-opened')
