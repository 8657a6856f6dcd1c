import type { LoaderFunctionArgs } from 'react-router'
import { deliveryMethodLabel, giftStateLabel } from '#contract/core/status-labels.ts'
import type { TransactionHit } from '#contract/search/search.ts'
import { isoCurrency } from '#kit/currency.ts'
import { BUSINESS_ZONE, Temporal } from '#kit/time.ts'
import { csvLine } from '#web/http/csv.ts'
import { getSession } from '#web/session/middleware.ts'
import { capitalise } from '#web/ui/format.ts'
import { paidLabel } from '../delivery-labels.ts'
import { readPurchaseQuery } from './purchase-query.server.ts'
import { MOST_EXPORTED } from './views.ts'

const PAGE_SIZE = 1000
const HEAD = [
  'Bought',
  'Purchase',
  'Gift',
  'Delivery',
  'Gifts',
  'Status of gifts',
  'Total',
  'Currency',
  'Reason',
  'Bought by',
  'Bought by (email)',
  'Wallet',
  'Team',
  'Purchase id',
  'Tags',
  'Paid',
]

const wallClock = (at: string, zone: string): string =>
  Temporal.Instant.from(at)
    .toZonedDateTimeISO(zone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'minute' })
    .replace('T', ' ')

function cells({ transaction, product, sender, wallet, team, states: counts }: TransactionHit, zone: string) {
  const failed = transaction.status === 'failed' ? ['Failed and refunded'] : []
  const states = counts.map(({ state, count }) => `${giftStateLabel(state)}: ${count}`)
  return [
    wallClock(transaction.created_at, zone),
    transaction.title ?? product?.label,
    product?.label,
    deliveryMethodLabel(transaction.delivery_method ?? ''),
    String(transaction.sale_quantity),
    [...failed, ...states].join(', '),
    (transaction.sale_total / 100).toFixed(2),
    isoCurrency(transaction.currency),
    transaction.reason_code,
    `${sender.first_name} ${sender.surname}`.trim(),
    sender.email,
    wallet.name,
    team.name,
    transaction.id,
    transaction.tags.join(', '),
    capitalise(paidLabel(transaction.payment_method, wallet.name)),
  ]
}

/** The purchases as they are filtered on screen, in its order and on the reader's wall clock, as a file for spreadsheets. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const session = getSession(context)
  const { search } = readPurchaseQuery(session, new URL(request.url))
  const zone = session.user?.zone ?? BUSINESS_ZONE
  const lines = [csvLine(HEAD)]
  for (let from = 0; from < MOST_EXPORTED; from += PAGE_SIZE) {
    const answer = await session.api.searchTransactions({ body: { query: { ...search, from, size: PAGE_SIZE } } })
    const { hits } = session.unwrap(answer).data
    lines.push(...hits.map((hit) => csvLine(cells(hit, zone))))
    if (hits.length < PAGE_SIZE) break
  }
  return new Response(`\ufeff${lines.join('\r\n')}\r\n`, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': 'attachment; filename="purchases.csv"',
      'Cache-Control': 'no-store',
    },
  })
}
