import { data, type LoaderFunctionArgs } from 'react-router'
import { isoCurrency } from '#kit/currency.ts'
import { roleLabelsFor } from '#web/app/shell/roles.ts'
import { csvLine } from '#web/http/csv.ts'
import { readId } from '#web/http/read-id.ts'
import { getSession } from '#web/session/middleware.ts'
import { describeAction, describeSubject, nameActor } from './labels.ts'
import { readFilters } from './read-filters.server.ts'

const PAGE_SIZE = 1000
/** The newest 20,000; older ones are found by days. */
const MOST_PAGES = 20
const HEAD = ['Time (UTC)', 'Who', 'Kind', 'Team', 'Action', 'What', 'About', 'Amount', 'Currency']

/** The audit log as it is filtered on screen, as a file that spreadsheets open. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const session = getSession(context)
  if (!session.can(['team-admin', 'subteam-admin'])) throw data(null, { status: 403 })
  const params = { id: readId(session.teamId) }
  const { query } = readFilters(request, session.user!.zone)
  const roleLabels = roleLabelsFor(session.can)
  const lines = [csvLine(HEAD)]
  let next: string | undefined
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const answer = session.unwrap(await session.api.listAudit({ params, query: { ...query, limit: PAGE_SIZE, next } }))
    for (const entry of answer.data) {
      const { at, actor, team, action, amount } = entry
      const money = amount ? [(amount.pence / 100).toFixed(2), isoCurrency(amount.currency)] : ['', '']
      lines.push(
        csvLine([
          at,
          nameActor(entry),
          actor.kind,
          team.name,
          action,
          describeAction(entry),
          describeSubject(entry, roleLabels),
          ...money,
        ]),
      )
    }
    if (!answer.next) break
    next = answer.next
  }
  return new Response(`\ufeff${lines.join('\r\n')}\r\n`, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': 'attachment; filename="audit-log.csv"',
      'Cache-Control': 'no-store',
    },
  })
}
