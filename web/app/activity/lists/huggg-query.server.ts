import type { HugggQuery, HugggSortField } from '#contract/search/search.ts'
import type { Session } from '#web/session/session.ts'
import { methods } from '../labels.ts'
import { parseSort, readActivityQuery, stateFilter } from './query.server.ts'
import { giftSorts } from './views.ts'

/** The search for gifts that an address asks for. */
export function readHugggQuery(session: Session, url: URL) {
  const { query, moments } = readActivityQuery(session, url, {
    methods,
    sorts: giftSorts.map(({ value }) => value),
  })
  const filters = {
    ...stateFilter(query.status),
    ...(query.method && { deliveryMethods: [query.method] }),
    ...(moments && { createdAt: moments }),
  } as HugggQuery['filters']
  return { query, search: { ...(query.q && { text: query.q }), filters, sort: parseSort<HugggSortField>(query.sort) } }
}
