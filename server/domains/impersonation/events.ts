import { eventType } from '#server/platform/queue.ts'

/** An operator looks at the product as someone; they and their admins are told. */
export const impersonationStarted = eventType<{ impersonationId: string; userId: string; teamId: string }>(
  'impersonation.started',
)
