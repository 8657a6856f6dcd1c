import type { HugggHit } from '#contract/search/search.ts'
import { paidForUndelivered } from '#web/app/activity/delivery-labels.ts'
import { deliveryAddress, undelivered } from '#web/app/activity/labels.ts'
import { paths } from '#web/paths.ts'
import type { Session } from '#web/session/session.ts'
import { plural } from '#web/ui/format.ts'
import type { Attention } from './attention.ts'

/** The newest; the activity's own screen lists them all. */
const LOOKED_AT = 50
const PURCHASES_SHOWN = 20
const ADDRESSES_NAMED = 3

/** Gifts whose emails came back, by purchase. */
export async function undeliveredGifts(session: Session): Promise<Attention[]> {
  if (!session.can('view-huggg-status')) return []
  const sort = [{ field: 'createdAt' as const, direction: 'desc' as const }]
  const found = await session.api.searchHugggs({ body: { query: { filters: undelivered, sort, size: LOOKED_AT } } })
  if (!found.ok) return []
  const { hits, total } = found.value.data
  const byPurchase = Map.groupBy(hits, ({ transaction }) => transaction.id)
  return [...byPurchase]
    .slice(0, PURCHASES_SHOWN)
    .map(([id, gifts]) =>
      cameBack(id, gifts, { mayBeMore: total > hits.length, mayMend: session.can('cancel-hugggs') }),
    )
}

interface Told {
  /** There are gifts that were not looked at, and some may be of this purchase. */
  mayBeMore: boolean
  mayMend: boolean
}

function cameBack(transactionId: string, gifts: readonly HugggHit[], { mayBeMore, mayMend }: Told): Attention {
  const addresses = gifts.map(deliveryAddress)
  const others = addresses.length - ADDRESSES_NAMED
  const named = addresses.slice(0, ADDRESSES_NAMED).join(', ')
  return {
    key: `undelivered ${transactionId}`,
    tone: 'danger',
    level: gifts.length,
    title: `${mayBeMore ? 'At least ' : ''}${plural(gifts.length, 'gift')} could not be delivered`,
    text: `To ${named}${others > 0 ? ` and ${mayBeMore ? 'others' : `${others} more`}` : ''}. ${paidForUndelivered({ count: gifts.length, pence: mayBeMore ? 0 : sumReturns(gifts), purchase: gifts[0]!.transaction, mayMend })}`.trim(),
    action: {
      to: gifts.length === 1 ? paths.sentGift(gifts[0]!.huggg.id) : paths.purchase(transactionId),
      label: 'View',
    },
  }
}

const sumReturns = (gifts: readonly HugggHit[]): number => gifts.reduce((sum, { returns }) => sum + returns, 0)
