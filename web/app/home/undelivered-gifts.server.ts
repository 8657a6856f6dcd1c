import type { HugggHit } from '#contract/search/search.ts'
import { paidForUndelivered } from '#web/app/activity/delivery-labels.ts'
import { deliveryAddress, undelivered } from '#web/app/activity/labels.ts'
import { paths, withQuery } from '#web/paths.ts'
import type { Session } from '#web/session/session.ts'
import { plural } from '#web/ui/format.ts'
import type { Attention } from './attention.ts'

/** The newest; the activity's own screen lists them all. */
const LOOKED_AT = 50
/** Each as a card of its own; more are one. */
const PURCHASES_SHOWN = 2
const ADDRESSES_NAMED = 3

export interface Undelivered {
  attention: Attention[]
  /** How many of each purchase. */
  counts: ReadonlyMap<string, number>
}

/** Gifts whose emails came back, by purchase; of more than a few, together. */
export async function undeliveredGifts(session: Session): Promise<Undelivered> {
  const none = { attention: [], counts: new Map() }
  if (!session.can('view-huggg-status')) return none
  const sort = [{ field: 'createdAt' as const, direction: 'desc' as const }]
  const found = await session.api.searchHugggs({ body: { query: { filters: undelivered, sort, size: LOOKED_AT } } })
  if (!found.ok) return none
  const { hits, total } = found.value.data
  const told = { mayBeMore: total > hits.length, mayMend: session.can('cancel-hugggs') }
  const byPurchase = [...Map.groupBy(hits, ({ transaction }) => transaction.id)]
  const attention =
    byPurchase.length > PURCHASES_SHOWN
      ? [ofSeveral(hits, { ...told, total, purchases: byPurchase.length })]
      : byPurchase.map(([id, gifts]) => cameBack(id, gifts, told))
  return { attention, counts: new Map(byPurchase.map(([id, gifts]) => [id, gifts.length])) }
}

interface Told {
  /** There are gifts that were not looked at, and some may be of this purchase. */
  mayBeMore: boolean
  mayMend: boolean
}

/** Whom they were for: the first by name. */
function namedAddresses(gifts: readonly HugggHit[], mayBeMore: boolean): string {
  const addresses = gifts.map(deliveryAddress)
  const others = addresses.length - ADDRESSES_NAMED
  const named = addresses.slice(0, ADDRESSES_NAMED).join(', ')
  return `${named}${others > 0 ? ` and ${mayBeMore ? 'others' : `${others} more`}` : ''}`
}

function ofSeveral(
  gifts: readonly HugggHit[],
  { mayBeMore, mayMend, total, purchases }: Told & { total: number; purchases: number },
): Attention {
  const toBudget = gifts.some(({ returnsTo }) => returnsTo === 'budget')
  const what = !mayMend
    ? ''
    : toBudget
      ? ' Correct where they go. Of some, what they cost goes to the budget if you cancel them.'
      : ' Correct where they go, or cancel them to get back what they cost.'
  return {
    key: 'undelivered',
    tone: 'danger',
    level: total,
    title: `${plural(total, 'gift')} could not be delivered`,
    text: `To ${namedAddresses(gifts, mayBeMore)}, of ${mayBeMore ? 'several' : purchases} purchases.${what}`,
    action: { to: withQuery(paths.gifts, { status: undelivered.states[0]! }), label: 'View' },
  }
}

function cameBack(transactionId: string, gifts: readonly HugggHit[], { mayBeMore, mayMend }: Told): Attention {
  return {
    key: `undelivered ${transactionId}`,
    tone: 'danger',
    level: gifts.length,
    title: `${mayBeMore ? 'At least ' : ''}${plural(gifts.length, 'gift')} could not be delivered`,
    text: `To ${namedAddresses(gifts, mayBeMore)}. ${paidForUndelivered({ count: gifts.length, pence: mayBeMore ? 0 : sumReturns(gifts), purchase: gifts[0]!.transaction, returnsTo: gifts[0]!.returnsTo, mayMend })}`.trim(),
    action: {
      to: gifts.length === 1 ? paths.sentGift(gifts[0]!.huggg.id) : paths.purchase(transactionId),
      label: 'View',
    },
  }
}

const sumReturns = (gifts: readonly HugggHit[]): number => gifts.reduce((sum, { returns }) => sum + returns, 0)
