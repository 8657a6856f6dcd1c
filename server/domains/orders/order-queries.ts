import type { OrderFields } from '#contract/orders.ts'
import { found } from '#server/kit/problem.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { pageOf } from '#server/platform/database/page-of.ts'
import type { Principal } from '#server/platform/principal.ts'
import type { OrderLetter, OrderRecord } from './order.ts'

/** Every query below is scoped here: orders of the caller's teams, of participants only their own, none thrown away. */
function ordersInScope(db: Db | Tx, caller: Principal) {
  let query = db
    .selectFrom('basket')
    .where('basket.team_id', 'in', [...caller.teamIds, ''].filter(Boolean))
    .where('basket.deleted_at', 'is', null)
  if (caller.ownOnly) query = query.where('basket.user_id', '=', caller.userId)
  return query
}

const withLetter = (query: ReturnType<typeof ordersInScope>) =>
  query
    .leftJoin('basket_letter', 'basket_letter.basket_id', 'basket.id')
    .leftJoin('transaction', 'transaction.order_id', 'basket.id')
    .selectAll('basket')
    .select(['basket_letter.content as letter', 'transaction.id as transaction_id'])

type OrderRow = Awaited<ReturnType<ReturnType<typeof withLetter>['execute']>>[number]

/** An order of the caller's. @throws not_found for foreign, missing and deleted alike */
export async function orderInScope(db: Db | Tx, caller: Principal, id: string): Promise<OrderRecord> {
  const row = await withLetter(ordersInScope(db, caller)).where('basket.id', '=', id).executeTakeFirst()
  return (await toOrders(db, [found(row, 'order')]))[0]!
}

/** As {@link orderInScope}, and nobody else's until the transaction ends. */
export async function lockOrder(tx: Tx, caller: Principal, id: string): Promise<OrderRecord> {
  const locked = ordersInScope(tx, caller).select('basket.id').where('basket.id', '=', id)
  found(await locked.forUpdate().executeTakeFirst(), 'order')
  return orderInScope(tx, caller, id)
}

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
  const { rows, total } = await pageOf(
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
    fields: {
      ...(row.details as OrderFields),
      name: row.name,
      purchaseOrderNumber: row.purchase_order_number,
      productId: row.product_id,
      ...(row.transaction_id ? letters.get(row.transaction_id) : (row.letter as OrderLetter | null)),
    },
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }))
}

async function lettersOfPurchases(db: Db | Tx, transactionIds: string[]): Promise<Map<string, OrderLetter>> {
  if (transactionIds.length === 0) return new Map()
  const messages = await db
    .selectFrom('gift_message')
    .select(['transaction_id', 'message', 'from_name as fromName', 'notes'])
    .where('transaction_id', 'in', transactionIds)
    .execute()
  const recipients = await db
    .selectFrom('recipient')
    .select(['transaction_id', 'user_id', 'email', 'phone_number as phoneNumber', 'name', 'notes'])
    .where('transaction_id', 'in', transactionIds)
    .where('ordinal', 'is not', null)
    .orderBy('transaction_id')
    .orderBy('ordinal')
    .execute()
  const receiversOf = Map.groupBy(recipients, (recipient) => recipient.transaction_id)
  return new Map(
    transactionIds.map((id) => {
      const { message, fromName, notes } = messages.find((each) => each.transaction_id === id) ?? {}
      const receivers = receiversOf
        .get(id)
        ?.map(({ user_id, email, phoneNumber, name, notes: written }) =>
          user_id ? { userId: user_id, name, notes: written } : { email, phoneNumber, name, notes: written },
        )
      return [id, { message, fromName, notes, receivers }]
    }),
  )
}
