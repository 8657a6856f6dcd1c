import { seesPurchases } from '#contract/core/permissions.ts'
import type { MovedGift, MovedPurchase } from '#contract/search/movements.ts'
import type { StatementLine } from '#contract/wallets/wallets.ts'
import { paths } from '#web/paths.ts'
import type { Session } from '#web/session/session.ts'
import { plural } from '#web/ui/format.ts'
import { recipientName } from './labels.ts'

/** What a movement was for, and where there is more of it. */
export interface Cause {
  name: string
  to: string
  /** Of a gift. */
  purchase?: { name: string; to: string }
}

/** The purchases and gifts that moved money, as far as the reader may see them, by the id of what caused a movement. */
export async function loadCauses(
  session: Session,
  lines: readonly Pick<StatementLine, 'reference'>[],
): Promise<Record<string, Cause>> {
  const referencedIds = (kind: string) => [
    ...new Set(lines.flatMap(({ reference }) => (reference.kind === kind ? [reference.id] : []))),
  ]
  const [purchases, gifts] = await Promise.all([
    purchaseCauses(session, referencedIds('transaction')),
    giftCauses(session, referencedIds('huggg')),
  ])
  return Object.fromEntries([...purchases, ...gifts])
}

async function purchaseCauses(session: Session, transactionIds: string[]): Promise<[string, Cause][]> {
  if (transactionIds.length === 0 || !session.can(seesPurchases)) return []
  const query = { filters: { transactionIds }, size: transactionIds.length }
  const found = await session.api.searchTransactions({ body: { query } })
  if (!found.ok) return []
  const { hits } = found.value.data
  const only = await onlyRecipients(
    session,
    hits.flatMap(({ transaction: { id, sale_quantity } }) => (sale_quantity === 1 ? [id] : [])),
  )
  return hits.map((hit) => purchaseCause(hit, only.get(hit.transaction.id)))
}

function purchaseCause(
  { transaction: { id, title, sale_quantity }, product }: Pick<MovedPurchase, 'transaction' | 'product'>,
  recipient: string | undefined,
): [string, Cause] {
  const name = [title ?? product?.label ?? plural(sale_quantity, 'gift'), recipient].filter(Boolean).join(', ')
  return [id, { name, to: paths.purchase(id) }]
}

/** As above, of what a list of movements says of them. */
export const causesMoved = (moved: { purchases: readonly MovedPurchase[]; gifts: readonly MovedGift[] }) =>
  Object.fromEntries([
    ...moved.purchases.map((purchase) =>
      purchaseCause(purchase, purchase.gift ? recipientName(purchase.gift) : undefined),
    ),
    ...moved.gifts.map(giftCause),
  ])

/** Of purchases of one gift: whom it is for, where someone is named. */
export async function onlyRecipients(session: Session, transactionIds: string[]): Promise<Map<string, string>> {
  if (transactionIds.length === 0 || !session.can('view-huggg-status')) return new Map()
  const query = { filters: { transactionIds, hasReceiver: true }, size: transactionIds.length }
  const found = await session.api.searchHugggs({ body: { query } })
  return new Map(found.ok ? found.value.data.hits.map((hit) => [hit.transaction.id, recipientName(hit)]) : [])
}

async function giftCauses(session: Session, hugggIds: string[]): Promise<[string, Cause][]> {
  if (hugggIds.length === 0 || !session.can('view-huggg-status')) return []
  const query = { filters: { hugggIds }, size: hugggIds.length }
  const found = await session.api.searchHugggs({ body: { query } })
  if (!found.ok) return []
  return found.value.data.hits.map(giftCause)
}

/** Of what a search answers, which has no title of its purchase, or of a list of movements. */
type CausingGift = Omit<MovedGift, 'transaction'> & {
  transaction: Omit<MovedGift['transaction'], 'title'> & { title?: string | null }
}

const giftCause = (gift: CausingGift): [string, Cause] => [
  gift.huggg.id,
  {
    name: `${gift.purchase.label}, ${recipientName(gift)}`,
    to: paths.sentGift(gift.huggg.id),
    purchase: { name: gift.transaction.title ?? gift.purchase.label, to: paths.purchase(gift.transaction.id) },
  },
]
