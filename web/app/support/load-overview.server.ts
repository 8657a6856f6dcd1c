import type { Award } from '#contract/awards/awards.ts'
import { type Attention, listAttention, undismissed } from '#web/app/home/attention.ts'
import { awardsNotUsed } from '#web/app/home/awards-not-used.server.ts'
import { overdueInvoices } from '#web/app/home/overdue-invoices.server.ts'
import { paths } from '#web/paths.ts'
import type { Session } from '#web/session/session.ts'
import { endedLately } from './ended-lately.ts'
import { whyGrantEnded } from './grant-end.server.ts'
import { sumWaiting } from './waiting-sums.ts'

const MOST = 100
const GRANTS_SHOWN = 6
const AWARDS_SHOWN = 6

/** What waits, what is left, and what was made lately, as far as the reader may see it. */
export async function loadOverview(session: Session, now: Date) {
  const { api } = session
  const user = session.user!
  const [waiting, undelivered, grants, awards, overdue, notUsed] = await Promise.all([
    api.listAwards({ query: { status: ['referred'], limit: MOST } }),
    api.listAwards({ query: { undelivered: 'true', limit: MOST } }),
    api.listGrants({ query: { limit: MOST } }),
    api.listAwards({ query: { limit: AWARDS_SHOWN } }),
    overdueInvoices(session, now),
    awardsNotUsed(session),
  ])
  const { data: requests, hasNext } = session.unwrap(waiting)
  // Who may decide is shown what others asked for: no one decides on their own.
  const shown = session.can('approve-awards') ? requests.filter(({ createdBy }) => createdBy.id !== user.id) : requests
  const lost = session.unwrap(undelivered)
  const all = session.unwrap(grants).data
  return {
    attention: listAttention(
      undismissed(
        [...notUsed, ...notDelivered(lost.data, lost.hasNext), ...endedLately(session, all), ...overdue],
        user.state?.dismissed ?? {},
        now,
      ),
    ),
    waiting: sumWaiting(shown, hasNext, now),
    grants: all.filter((grant) => whyGrantEnded(grant, now) === null).slice(0, GRANTS_SHOWN),
    awards: session.unwrap(awards).data,
  }
}

const SHOWN = 3

/** Awards whose link came back: the person has heard nothing. */
function notDelivered(awards: readonly Award[], hasMore: boolean): Attention[] {
  const alike = { tone: 'warning', returnsAfterDays: 3 } as const
  if (awards.length > SHOWN)
    return [
      {
        ...{ ...alike, key: 'awards not delivered', level: awards.length },
        title: `${awards.length}${hasMore ? ' and more' : ''} awards did not reach their people`,
        text: 'Their texts or emails came back. No money has moved.',
        action: { to: paths.awardsNotDelivered, label: 'View' },
      },
    ]
  return awards.map(({ id, caseReference, deliverBy }) => ({
    ...{ ...alike, key: `award not delivered ${id}`, level: 1 },
    title: `The award of case ${caseReference} did not reach its person`,
    text: `The ${deliverBy === 'email' ? 'email' : 'text'} came back. No money has moved: mend the address, then issue it again.`,
    action: { to: paths.award(id), label: 'See the award' },
  }))
}
