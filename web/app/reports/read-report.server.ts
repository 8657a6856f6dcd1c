import { data } from 'react-router'
import { SpendingDimension } from '#contract/reports/reports.ts'
import { readTeamPeriod } from '#web/app/budgets/reports/period.server.ts'
import { businessNow } from '#web/business-time.ts'
import type { WebContext } from '#web/context.ts'
import type { Session } from '#web/session/session.ts'

/** What the address asks for: whose report, in which dimension, period and currency. */
export async function readReportWish(session: Session, page: WebContext, url: URL, named: string | undefined) {
  const by = SpendingDimension.safeParse(named ?? 'month')
  if (!by.success || !session.teamId) throw data(null, { status: 404 })
  const now = (await businessNow(page)).toISOString()
  const period = readTeamPeriod(url.searchParams, now)
  const currency = url.searchParams.get('currency') === 'EUX' ? ('EUX' as const) : ('GBX' as const)
  return {
    by: by.data,
    period,
    thisMonth: readTeamPeriod(new URLSearchParams({ range: 'this-month' }), now).first.slice(0, '2026-03'.length),
    currency,
    call: {
      params: { id: session.teamId },
      query: { by: by.data, from: period.first, until: period.last, currency },
    },
  }
}
