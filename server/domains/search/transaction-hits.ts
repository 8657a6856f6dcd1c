import { sql } from 'kysely'
import { giftStates } from '#contract/core/status-labels.ts'
import { statusNames, type TransactionHit } from '#contract/search/search.ts'
import { iso } from '#kit/time.ts'
import { type StatusCount, statusCounts } from '#server/domains/hugggs/gifts/index.ts'
import type { Db } from '#server/platform/database/database.ts'
import { fromClause, qualifiedColumn, type Relations } from './columns.ts'
import { stateCounts } from './gift-state.ts'
import { type ReturnColumns, returnColumns, serializeReturnPlace } from './return-place.ts'
import { transactionFields as field, transactionRelations } from './transaction-listing.ts'

type Purchase = TransactionHit['transaction']

interface HitRow extends ReturnColumns {
  id: string
  createdAt: Date
  updatedAt: Date
  title: string | null
  notes: string | null
  reasonCode: string | null
  tags: string[]
  deliveryMethod: Purchase['delivery_method']
  paymentMethod: Purchase['payment_method']
  processing: Purchase['processing']
  status: Purchase['status']
  price: number
  saleTotal: number
  quantity: number
  createdCount: number
  currency: string
  topupType: string | null
  clientId: string | null
  planId: string | null
  senderId: string
  senderFirstName: string
  senderSurname: string
  senderEmail: string
  productId: string | null
  productLabel: string | null
  images: Record<string, string[]> | null
  teamId: string
  teamName: string
  walletId: string
  walletName: string
  isSettled: boolean
}

const beside = {
  id: 't.id',
  createdCount: 't.created_count',
  currency: 't.currency',
  clientId: 't.client_id',
  paymentMethod: 't.payment_method',
  tags: 't.tags',
  images: 'p.images',
  ...returnColumns,
  walletId: 't.wallet_id',
  walletName: 'wallet.name',
}
const columns = Object.entries({
  ...field,
  ...Object.fromEntries(
    Object.entries(beside).map(([name, text]) => [name, qualifiedColumn(transactionRelations, text)]),
  ),
})
const getEverything = (
  relations: Relations,
) => sql`select ${sql.join(columns.map(([name, { expression }]) => sql`${expression} as ${sql.ref(name)}`))}
  from ${fromClause(
    relations,
    columns.map(([, column]) => column),
  )}`

/** What a scoped listing gave the ids of, in that order, with the gifts counted by state: three queries for all. */
export async function transactionHits(db: Db, relations: Relations, ids: readonly string[]): Promise<TransactionHit[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<HitRow>`${getEverything(relations)} where t.id = any (${[...ids]}::uuid[])`.execute(db)
  const [counts, states] = await Promise.all([statusCounts(db, ids), stateCounts(db, rows)])
  const hits = new Map(
    rows.map((row) => [
      row.id,
      { ...serializePurchaseHit(row, counts.get(row.id) ?? []), states: withUnmade(row, states.get(row.id) ?? []) },
    ]),
  )
  return ids.flatMap((id) => hits.get(id) ?? [])
}

const serializePurchaseHit = (row: HitRow, counts: StatusCount[]): Omit<TransactionHit, 'states'> => ({
  isSettled: row.isSettled,
  transaction: {
    id: row.id,
    title: row.title,
    notes: row.notes,
    processing: row.processing,
    reason_code: row.reasonCode,
    tags: row.tags,
    delivery_method: row.deliveryMethod,
    payment_method: row.paymentMethod,
    team_id: row.teamId,
    sale_per_item: row.price,
    sale_quantity: row.quantity,
    sale_total: row.saleTotal,
    currency: row.currency,
    status: row.status,
    topup_type: row.topupType,
    created_at: iso(row.createdAt),
    updated_at: iso(row.updatedAt),
    user_id: row.senderId,
    plan_id: row.planId ?? '',
    client_id: row.clientId,
  },
  product: row.productId ? { id: row.productId, label: row.productLabel!, images: row.images ?? {} } : null,
  sender: {
    id: row.senderId,
    first_name: row.senderFirstName,
    surname: row.senderSurname,
    email: row.senderEmail,
  },
  team: { id: row.teamId, name: row.teamName },
  wallet: { id: row.walletId, name: row.walletName },
  hugggStatuses: loadHitStatuses(row, counts),
  returnsTo: serializeReturnPlace(row, row.createdAt),
})

/** In the order of the states' ids; gifts still to be made are Pending, with those that are being changed. */
function loadHitStatuses(row: HitRow, counts: StatusCount[]): TransactionHit['hugggStatuses'] {
  const byId = new Map(counts.map(({ statusId, count }) => [statusId, count]))
  const unmade = countUnmade(row)
  if (unmade > 0) byId.set(7, (byId.get(7) ?? 0) + unmade)
  return [...byId].sort(([a], [b]) => a - b).map(([id, count]) => ({ id, name: statusNames[id - 1]!, count }))
}

const countUnmade = ({ processing, quantity, createdCount }: HitRow): number =>
  processing === 'creating' ? quantity - createdCount : 0

/** In the order in which people filter by them. */
function withUnmade(row: HitRow, counts: TransactionHit['states']): TransactionHit['states'] {
  const unmade = countUnmade(row)
  return giftStates.flatMap((state) => {
    const counted = counts.find((each) => each.state === state) ?? { count: 0, returns: 0 }
    const count = counted.count + (state === 'being-made' ? unmade : 0)
    return count > 0 ? [{ state, count, returns: counted.returns }] : []
  })
}
