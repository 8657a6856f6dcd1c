import type { Session } from '#web/session/session.ts'

/** What the banner says of an operator who looks with another’s eyes; null for everyone else. */
export function currentVisit({ impersonation, user }: Session) {
  if (!impersonation || !user) return null
  const { operator, endsAt, mayChange } = impersonation
  return {
    ...{ operator, endsAt, mayChange },
    userName: `${user.firstName} ${user.surname}`.trim() || user.email,
    secondsLeft: Math.max(0, Math.round((Date.parse(endsAt) - Date.now()) / 1000)),
  }
}

export type Visit = NonNullable<ReturnType<typeof currentVisit>>
