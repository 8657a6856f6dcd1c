import { eventType } from '#server/platform/queue.ts'

/** Somebody with an account wants a new password: they are to be sent the link. */
export const passwordResetRequested = eventType<{ resetId: string; userId: string }>(
  'identity.password-reset-requested',
)

/** A user's password is another one now; they are told, in case it was not them. */
export const passwordChanged = eventType<{ changeId: string; userId: string }>('identity.password-changed')
