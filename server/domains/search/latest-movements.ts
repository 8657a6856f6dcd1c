import { sql } from 'kysely'
import { allows } from '#contract/core/permissions.ts'
import type { MovedGift, MovedPurchase } from '#contract/search/movements.ts'
import { linkRule } from '#server/domains/hugggs/links/index.ts'
import { latestMovements, walletsInScope } from '#server/domains/wallets/index.ts'
import type { Db } from '#server/platform/database/database.ts'
import { mayShowLinks, type Principal } from '#server/platform/principal.ts'
import { fromClause, qualifiedColumn } from './columns.ts'
import { hugggFields, hugggRelations } from './huggg-fields.ts'
import { nameParts } from './huggg-hits.ts'
import { hugggScope, type SearchScope, transactionScope } from './scope.ts'

/**
 * The latest movements of some wallets together, with the purchases and gifts that they were for, as far as the caller may see them.
 * @throws not_found (404) for a wallet that is foreign or missing
 */
export async function movementsPage(
  db: Db,
  caller: Principal,
  { walletId, limit }: { walletId?: string[] | undefined; limit: number },
) {
  const movements = await latestMovements(db, await walletsInScope(db, caller, walletId), limit)
  const referenced = (wanted: string) => [
    ...new Set(movements.flatMap(({ reference: { kind, id } }) => (kind === wanted ? [id] : []))),
  ]
  const purchaseIds = referenced('transaction')
  const [bought, gifts] = await Promise.all([
    purchasesMoved(db, transactionScope(caller), purchaseIds),
    allows(caller.permissions, 'view-huggg-status')
      ? giftsMoved(db, caller, { hugggIds: referenced('huggg'), purchaseIds })
      : [],
  ])
  const only = new Map(
    gifts.flatMap(({ isOnly, gift }) => (isOnly && gift.receiver ? [[gift.transaction.id, gift]] : [])),
  )
  return {
    movements,
    purchases: bought.map((purchase) => ({ ...purchase, gift: only.get(purchase.transaction.id) ?? null })),
    gifts: gifts.map(({ gift }) => gift),
  }
}

async function purchasesMoved(
  db: Db,
  { teamIds, ownerId }: SearchScope,
  ids: readonly string[],
): Promise<Omit<MovedPurchase, 'gift'>[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{
    id: string
    title: string | null
    quantity: number
    productId: string | null
    label: string
  }>`
    select t.id, t.title, t.quantity, t.product_id as "productId", product.name as label
    from transaction t left join product on product.id = t.product_id
    where t.id = any (${[...ids]}::uuid[]) and t.team_id = any (${[...teamIds]}::uuid[])
      and ${ownerId ? sql`t.user_id = ${ownerId}` : sql`true`}`.execute(db)
  return rows.map(({ id, title, quantity, productId, label }) => ({
    transaction: { id, title, sale_quantity: quantity },
    product: productId === null ? null : { id: productId, label },
  }))
}

interface GiftRow {
  id: string
  shortcode: string
  nameOnCard: string | null
  receiverId: string | null
  receiverName: string | null
  receiverEmail: string | null
  receiverPhoneNumber: string | null
  transactionId: string
  title: string | null
  deliveryMethod: MovedGift['transaction']['delivery_method']
  productId: string
  productLabel: string
  teamId: string
  isOnly: boolean
}

const { shortcode, receiverId, receiverName, receiverEmail, receiverPhoneNumber, ...more } = hugggFields
const { transactionId, deliveryMethod, productId, productLabel, teamId } = more
const columns = Object.entries({
  ...{ shortcode, receiverId, receiverName, receiverEmail, receiverPhoneNumber },
  ...{ transactionId, deliveryMethod, productId, productLabel, teamId },
  id: qualifiedColumn(hugggRelations, 'h.id'),
  nameOnCard: qualifiedColumn(hugggRelations, "nullif(pr.template_data->>'name', '')"),
  title: qualifiedColumn(hugggRelations, 't.title'),
  isOnly: qualifiedColumn(hugggRelations, 't.quantity = 1'),
})
const everything = sql`select ${sql.join(columns.map(([name, { expression }]) => sql`${expression} as ${sql.ref(name)}`))}
  from ${fromClause(
    hugggRelations,
    columns.map(([, column]) => column),
  )}`

/** Gifts by their ids, and the gift of each purchase of one. */
async function giftsMoved(
  db: Db,
  caller: Principal,
  { hugggIds, purchaseIds }: { hugggIds: readonly string[]; purchaseIds: readonly string[] },
): Promise<{ gift: MovedGift; isOnly: boolean }[]> {
  if (hugggIds.length + purchaseIds.length === 0) return []
  const { teamIds, ownerId } = hugggScope(caller)
  const { rows } = await sql<GiftRow>`${everything}
    where h.id = any (array(
        select unnest(${[...hugggIds]}::uuid[])
        union select only_gift.id from transaction bought join huggg only_gift on only_gift.transaction_id = bought.id
        where bought.id = any (${[...purchaseIds]}::uuid[]) and bought.quantity = 1))
      and h.team_id = any (${[...teamIds]}::uuid[]) and ${ownerId ? sql`h.sender_id = ${ownerId}` : sql`true`}`.execute(
    db,
  )
  const unsent = rows.filter((row) => row.receiverId === null)
  const mayShow = await linkRule(
    db,
    mayShowLinks(caller),
    unsent.map((row) => row.teamId),
  )
  return rows.map((row) => ({ gift: serializeMovedGift(row, mayShow), isOnly: row.isOnly }))
}

const serializeMovedGift = (row: GiftRow, mayShow: Awaited<ReturnType<typeof linkRule>>): MovedGift => ({
  huggg: {
    id: row.id,
    name_on_card: row.nameOnCard,
    shortcode:
      row.receiverId === null && mayShow({ team_id: row.teamId, delivery_method: row.deliveryMethod })
        ? row.shortcode
        : null,
  },
  transaction: { id: row.transactionId, delivery_method: row.deliveryMethod, title: row.title },
  purchase: { id: row.productId, label: row.productLabel },
  receiver:
    row.receiverId === null
      ? null
      : {
          ...{ id: row.receiverId, ...nameParts(row.receiverName) },
          ...{ email: row.receiverEmail, phone_number: row.receiverPhoneNumber },
        },
})
