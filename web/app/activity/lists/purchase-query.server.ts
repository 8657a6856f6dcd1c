import type { TransactionQuery, TransactionSortField } from '#contract/search/search.ts'
import type { Session } from '#web/session/session.ts'
import { methods } from '../labels.ts'
import { parseSort, readActivityQuery, stateFilter } from './query.server.ts'
import { purchaseSorts } from './views.ts'

/** The search for purchases that an address asks for. */
export function readPurchaseQuery(session: Session, url: URL) {
  const { query, moments } = readActivityQuery(session, url, {
    methods,
    hasTags: true,
    sorts: purchaseSorts.map(({ value }) => value),
  })
  const filters = {
    ...stateFilter(query.status),
    ...(query.method && { deliveryMethods: [query.method] }),
    ...(query.tag && { tags: [query.tag] }),
    ...(moments && { createdAt: moments }),
  } as TransactionQuery['filters']
  const sort = parseSort<TransactionSortField>(query.sort)
  return { query, search: { ...(query.q && { text: query.q }), filters, sort } }
}
