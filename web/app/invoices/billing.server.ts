import { data } from 'react-router'
import { Temporal } from 'temporal-polyfill'
import { seesBills } from '#contract/core/permissions.ts'
import { BUSINESS_ZONE } from '#kit/time.ts'
import { businessNow } from '#web/business-time.ts'
import type { WebContext } from '#web/context.ts'
import type { Session } from '#web/session/session.ts'

/** The team acted in, for who sees what it is billed. @throws 403 */
export function requireBills(session: Session): string {
  if (!session.can(seesBills) || !session.teamId) throw data(null, { status: 403 })
  return session.teamId
}

/** The present day in London, which due dates are days of. */
export async function londonToday(page: WebContext): Promise<string> {
  const now = Temporal.Instant.fromEpochMilliseconds((await businessNow(page)).getTime())
  return now.toZonedDateTimeISO(BUSINESS_ZONE).toPlainDate().toString()
}
