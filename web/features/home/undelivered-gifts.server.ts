import { isPass } from '#client/result.ts'
import type { HugggHit } from '#contract/search.ts'
import type { Session } from '../../session/session.ts'
import { plural } from '../../ui/format.ts'
import { undelivered } from '../activity/words.ts'
import type { Attention } from './attention.ts'

/** The newest; the activity's own screen lists them all. */
const LOOKED_AT = 50
const PURCHASES_SHOWN = 3
const ADDRESSES_NAMED = 3

/** Gifts whose emails came back, by purchase. */
export async function undeliveredGifts(session: Session): Promise<Attention[]> {
  if (!session.can('view-huggg-status')) return []
  const sort = [{ field: 'createdAt' as const, direction: 'desc' as const }]
  const found = await session.api.searchHugggs({ body: { query: { filters: undelivered, sort, size: LOOKED_AT } } })
  if (!isPass(found)) return []
  const byPurchase = Map.groupBy(found.pass.data.hits, ({ transaction }) => transaction.id)
  return [...byPurchase].slice(0, PURCHASES_SHOWN).map(([id, gifts]) => cameBack(id, gifts))
}

function cameBack(transactionId: string, gifts: readonly HugggHit[]): Attention {
  const addresses = gifts.map(({ receiver, huggg }) => receiver?.email ?? huggg.shortcode)
  const more = addresses.length - ADDRESSES_NAMED
  const named = addresses.slice(0, ADDRESSES_NAMED).join(', ')
  return {
    key: `undelivered ${transactionId}`,
    tone: 'danger',
    title: `${plural(gifts.length, 'gift')} could not be delivered`,
    text: `The email to ${named}${more > 0 ? ` and ${more} more` : ''} came back. No money has moved.`,
    action: {
      to: gifts.length === 1 ? `/activity/gifts/${gifts[0]!.huggg.id}` : `/activity/${transactionId}`,
      label: 'Look at it',
    },
  }
}
