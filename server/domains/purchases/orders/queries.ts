import { sql } from 'kysely'
import type { OrderFields } from '#contract/orders/orders.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { paginate } from '#server/platform/database/paginate.ts'
import type { Principal } from '#server/platform/principal.ts'
import { found } from '#server/platform/problem/problem.ts'
import { type Letter, lettersOfPurchases } from '../record/index.ts'
import type { OrderLetter, OrderRecord, TypedRecipients } from './order.ts'

/**
 * Every query below is scoped here: what was bought in the caller's teams (by participants: their own), and of what was
 * not only the caller's own: a draft is its owner's. None that was thrown away.
 */
function ordersInScope(db: Db | Tx, caller: Principal) {
  let query = db
    .selectFrom('basket')
    .where('basket.team_id', 'in', [...caller.teamIds, ''].filter(Boolean))
    .where('basket.deleted_at', 'is', null)
  if (caller.ownOnly) return query.where('basket.user_id', '=', caller.userId)
  query = query.where((e) =>
    e.or([
      e('basket.user_id', '=', caller.userId),
      e.exists(e.selectFrom('transaction').select('id').whereRef('order_id', '=', 'basket.id')),
    ]),
  )
  return query
}

const withLetter = (query: ReturnType<typeof ordersInScope>) =>
  query
    .leftJoin('basket_letter', 'basket_letter.basket_id', 'basket.id')
    .leftJoin('transaction', 'transaction.order_id', 'basket.id')
    .selectAll('basket')
    .select(['basket_letter.content as letter', 'transaction.id as transaction_id'])
    .select((e) =>
      e
        .selectFrom('approval')
        .select('approval.status')
        .whereRef('approval.order_id', '=', 'basket.id')
        .orderBy('approval.order_version', 'desc')
        .limit(1)
        .as('approval'),
    )

type OrderRow = Awaited<ReturnType<ReturnType<typeof withLetter>['execute']>>[number]

/** An order of the caller's. @throws not_found for foreign, missing and deleted alike */
export async function orderInScope(db: Db | Tx, caller: Principal, id: string): Promise<OrderRecord> {
  const row = await withLetter(ordersInScope(db, caller)).where('basket.id', '=', id).executeTakeFirst()
  return (await toOrders(db, [found(row, 'order')]))[0]!
}

/** An order of anyone, for who may see an approval of it: scope that first. */
export async function orderOfApproval(db: Db | Tx, id: string): Promise<OrderRecord> {
  const row = await withLetter(db.selectFrom('basket').where('basket.id', '=', id)).executeTakeFirst()
  return (await toOrders(db, [found(row, 'order')]))[0]!
}

/** A draft of anyone's, for a message about it that its owner asked for; nothing where it was bought or thrown away. */
export async function draftById(db: Db | Tx, id: string): Promise<OrderRecord | null> {
  const open = db.selectFrom('basket').where('basket.id', '=', id).where('basket.deleted_at', 'is', null)
  const row = await withLetter(open).executeTakeFirst()
  return row && !row.transaction_id ? (await toOrders(db, [row]))[0]! : null
}

/** The recipients of an order as they were typed; null where none wait to be put right. @throws not_found */
export async function typedRecipients(db: Db | Tx, caller: Principal, id: string): Promise<TypedRecipients | null> {
  const row = await ordersInScope(db, caller)
    .leftJoin('basket_letter', 'basket_letter.basket_id', 'basket.id')
    .select(['basket_letter.typed', 'basket_letter.typed_at'])
    .where('basket.id', '=', id)
    .executeTakeFirst()
  const { typed, typed_at: at } = found(row, 'order')
  return at && { ...(typed as Omit<TypedRecipients, 'at'>), at }
}

/** Orders of the caller's own with such recipients, each with what the first two are called. */
export const ordersWithTyped = (db: Db, caller: Principal) => {
  const said = sql`jsonb_array_elements(basket_letter.typed -> 'rows') with ordinality as each (line, place)
    where (line ->> 'address') || (line ->> 'name') || (line ->> 'notes') <> ''`
  return ordersInScope(db, caller)
    .innerJoin('basket_letter', 'basket_letter.basket_id', 'basket.id')
    .where('basket_letter.typed', 'is not', null)
    .select([
      'basket.id as orderId',
      sql<number>`(select count(*)::integer from ${said})`.as('count'),
      sql<
        string[]
      >`array(select coalesce(nullif(line ->> 'name', ''), line ->> 'address') from ${said} order by place limit 2)`.as(
        'names',
      ),
    ])
    .orderBy('basket.created_at', 'desc')
    .execute()
}

/** As {@link orderInScope}, and no one else's until the transaction ends. */
export async function lockOrder(tx: Tx, caller: Principal, id: string): Promise<OrderRecord> {
  const locked = ordersInScope(tx, caller).select('basket.id').where('basket.id', '=', id)
  found(await locked.forUpdate().executeTakeFirst(), 'order')
  return orderInScope(tx, caller, id)
}

/** No one else's until the transaction ends: an order that the caller may see, or an approval of it. */
export const holdOrder = (tx: Tx, orderId: string) =>
  tx.selectFrom('basket').select('id').where('id', '=', orderId).forUpdate().execute()

/** One page of orders, newest first, and how many there are. */
export async function ordersPage(
  db: Db | Tx,
  caller: Principal,
  { bought, ...page }: { page: number; per_page: number; bought?: boolean | undefined },
): Promise<{ orders: OrderRecord[]; total: number }> {
  let query = ordersInScope(db, caller)
  if (bought !== undefined) {
    query = query.where((e) => {
      const purchase = e.exists(e.selectFrom('transaction').select('id').whereRef('order_id', '=', 'basket.id'))
      return bought ? purchase : e.not(purchase)
    })
  }
  const { rows, total } = await paginate(
    withLetter(query).orderBy('basket.created_at', 'desc').orderBy('basket.id'),
    page,
  )
  return { orders: await toOrders(db, rows), total }
}

/** What a bought order says to its recipients is where every purchase has it. */
async function toOrders(db: Db | Tx, rows: OrderRow[]): Promise<OrderRecord[]> {
  const letters = await lettersOfPurchases(
    db,
    rows.flatMap((row) => row.transaction_id ?? []),
  )
  return rows.map((row) => ({
    id: row.id,
    teamId: row.team_id,
    userId: row.user_id,
    type: row.type,
    transactionId: row.transaction_id,
    version: row.version,
    approval: row.approval,
    fields: {
      ...(row.details as OrderFields),
      name: row.name,
      purchaseOrderNumber: row.purchase_order_number,
      productId: row.product_id,
      ...(row.transaction_id ? toLetter(letters.get(row.transaction_id)!) : (row.letter as OrderLetter | null)),
    },
    supportChange: row.support_changed_at && { by: row.support_changed_by ?? 'Someone', at: row.support_changed_at },
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }))
}

const toLetter = ({ message, from_name, notes, recipients }: Letter): OrderLetter => ({
  message,
  fromName: from_name,
  notes,
  receivers: recipients.map(({ user_id, email, phone_number, name, notes: written }) =>
    user_id ? { userId: user_id, name, notes: written } : { email, phoneNumber: phone_number, name, notes: written },
  ),
})

/** Recipients of a purchase whose every gift was cancelled; none where its gifts all were. */
export async function cancelledRecipients(db: Db | Tx, transactionId: string): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('huggg')
    .select('recipient_id')
    .select(sql<boolean>`bool_and(status_id = 6)`.as('isCancelled'))
    .where('transaction_id', '=', transactionId)
    .where('recipient_id', 'is not', null)
    .groupBy('recipient_id')
    .execute()
  const cancelled = rows.filter(({ isCancelled }) => isCancelled)
  return new Set(cancelled.length === rows.length ? [] : cancelled.flatMap(({ recipient_id }) => recipient_id ?? []))
}
