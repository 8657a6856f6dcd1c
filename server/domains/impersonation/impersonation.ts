/** No operator looks at a customer's product for longer without saying why again. */
const IMPERSONATION_MS = 3_600_000

/** When it ends: in an hour, or with the permission that it changes things by. */
export const impersonationEnd = (nowMs: number, permissionEndsAt: Date | null): Date =>
  new Date(Math.min(nowMs + IMPERSONATION_MS, permissionEndsAt?.getTime() ?? Number.POSITIVE_INFINITY))
