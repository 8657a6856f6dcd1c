import type { ActivityQuery } from './query.server.ts'

export const giftSorts = [
  { value: '-createdAt', label: 'Newest' },
  { value: 'createdAt', label: 'Oldest' },
  { value: 'expiryDate', label: 'Ending soonest' },
  { value: 'receiverName', label: 'Recipient' },
  { value: '-updatedAt', label: 'Latest change' },
]

export const purchaseSorts = [
  { value: '-createdAt', label: 'Newest' },
  { value: 'createdAt', label: 'Oldest' },
  { value: '-saleTotal', label: 'Highest total' },
  { value: '-quantity', label: 'Most gifts' },
]

/** Purchases that one file holds: as far as a search reaches. */
export const MOST_EXPORTED = 10_000

/** The name of a view that was refused, in the list's address. */
export const UNSAVED_VIEW = 'view'

/** Filters and order as a saved view keeps them: what says nothing is left out, and so is the page. */
export function savedViewQuery(query: Omit<ActivityQuery, 'page'>, sorts: readonly { value: string }[]): string {
  const { q, status, method, tag, from, to, sort } = query
  const parts = { q, status, method, tag, from, to, sort: sort === sorts[0]?.value ? '' : sort }
  return new URLSearchParams(Object.entries(parts).filter(([, value]) => value)).toString()
}
