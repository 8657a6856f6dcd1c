const HOUR_MS = 3_600_000
const HELD_DAYS = 14

/** Whatever else happens, it goes back before its last day is over rather than being lost with it. */
export const heldUntil = ({ since, expiresAt }: { since: Date; expiresAt: Date }): Date =>
  new Date(Math.min(since.getTime() + HELD_DAYS * 24 * HOUR_MS, expiresAt.getTime() - 2 * HOUR_MS))
