import { giftStates } from '#contract/core/status-labels.ts'
import { choice, readForm, text } from '#web/http/read-form.ts'

export const PER_PAGE = 50
/** Searches reach 10,000 gifts; what lies beyond is found by words. */
const LAST_PAGE = 200

/** What the address asks for of a purchase's gifts, and the search that finds them, in the order they were made. */
export function readPurchaseGifts({ searchParams }: URL, transactionId: string) {
  const sent = readForm(searchParams, { q: text, status: choice(...giftStates), page: text })
  const query = {
    q: sent.q.slice(0, 200),
    status: sent.status,
    page: Math.min(LAST_PAGE, Math.max(1, Number.parseInt(sent.page, 10) || 1)),
  }
  const search = {
    ...(query.q && { text: query.q }),
    filters: { transactionIds: [transactionId], ...(query.status && { states: [query.status] }) },
    sort: [{ field: 'createdAt' as const, direction: 'asc' as const }],
  }
  return { query, search }
}

export type PurchaseGiftsQuery = ReturnType<typeof readPurchaseGifts>['query']
