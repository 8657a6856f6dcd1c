import type { HugggQuery } from '#contract/search/search.ts'
import type { Db } from '#server/platform/database/database.ts'
import { mayShowLinks, type Principal } from '#server/platform/principal.ts'
import { hugggHits } from './huggg-hits.ts'
import { type HugggWish, hugggListing } from './huggg-listing.ts'
import { pageWithTotal } from './listing.ts'
import { hugggScope } from './scope.ts'

type Query = HugggWish & Pick<HugggQuery, 'from' | 'size'>

/** One page of the gifts that a query finds in the caller's scope. @throws as hugggListing */
export async function searchHugggHits(db: Db, caller: Principal, query: Query) {
  const listing = await hugggListing(db, hugggScope(caller), query)
  const { ids, ...total } = await pageWithTotal(db, listing, query)
  const hits = await hugggHits(db, ids, mayShowLinks(caller) ? 'unsent' : 'none')
  return { hits, ...total, from: query.from, size: query.size }
}
