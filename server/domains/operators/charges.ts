import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { listOperatorCharges, OperatorCharge, OperatorChargePage } from '#contract/operator/charges.ts'
import { iso } from '#kit/time.ts'
import { loadBalances } from '#server/domains/ledger/index.ts'
import { openDisputes } from '#server/domains/payments/index.ts'
import type { Db } from '#server/platform/database/database.ts'
import { cursorPage, cursorPlace } from '#server/platform/http/page.ts'
import { found } from '#server/platform/problem/problem.ts'

interface Row extends Omit<OperatorCharge, 'at' | 'customer'> {
  at: Date
  teamId: string
  teamName: string
  walletId: string | null
  paymentId: string | null
  error: string | null
  purchaseId: string | null
}

async function chargeRows(db: Db, condition: RawBuilder<unknown>, limit: number, order: 'asc' | 'desc' = 'desc') {
  const { rows } = await sql<Row>`
    select charge.id, charge.created_at as at, team.id as "teamId", team.name as "teamName", payer.email as payer,
      nullif(concat_ws(' ', card.scheme, card.last4_digits), '') as card, charge.state, charge.currency,
      charge.amount as "amountPence", charge.spent as "spentPence", charge.refunded as "refundedPence",
      charge.wallet_id as "walletId", charge.method_payment_id as "paymentId", charge.error,
      purchase.id as "purchaseId",
      (select status from card_dispute where charge_id = charge.id order by status = 'open' desc, created_at desc limit 1) as dispute
    from charge
    join team on team.id = charge.team_id
    join app_user payer on payer.id = charge.user_id
    left join card on card.id = charge.card_id
    left join transaction purchase on purchase.id = charge.transaction_id
    where ${condition} order by charge.id ${sql.raw(order)} limit ${limit}`.execute(db)
  return rows
}

const serializeCharge = ({ walletId, paymentId, error, purchaseId, at, teamId, teamName, ...row }: Row) => ({
  ...row,
  at: iso(at),
  customer: { id: teamId, name: teamName },
})

/** @throws invalid_fields (422) for a cursor that is none of ours */
export async function chargeList(db: Db, query: z.output<typeof listOperatorCharges.query>) {
  const { limit, teamId, disputed, next, previous } = query
  const [after] = cursorPlace(next, 'next', ['uuid']) ?? []
  const [before] = cursorPlace(previous, 'previous', ['uuid']) ?? []
  const condition = sql`true
    ${teamId ? sql`and charge.team_id = ${teamId}` : sql``}
    ${disputed ? sql`and charge.id in (select charge_id from (${disputed === 'open' ? openDisputes : sql`select charge_id from card_dispute`}) as dispute)` : sql``}
    ${after ? sql`and charge.id < ${after}` : sql``} ${before ? sql`and charge.id > ${before}` : sql``}`
  const rows = await chargeRows(db, condition, limit + 1, before ? 'asc' : 'desc')
  return cursorPage(rows.map(serializeCharge), query, ({ id }) => [id])
}

/** @throws not_found (404) */
export async function chargePage(db: Db, id: string): Promise<OperatorChargePage> {
  const [row] = await chargeRows(db, sql`charge.id = ${id}`, 1)
  const charge = found(row, 'charge')
  const wallet = charge.walletId ? await findChargeWallet(db, charge.walletId) : null
  const unspent = charge.state === 'captured' ? charge.spentPence - charge.refundedPence : 0
  const refunds = await db
    .selectFrom('card_refund')
    .select(['id', 'created_at', 'amount as amountPence', 'status'])
    .where('charge_id', '=', id)
    .orderBy('id', 'desc')
    .execute()
  const disputes = await db
    .selectFrom('card_dispute')
    .select(['id', 'created_at', 'amount as amountPence', 'status'])
    .where('charge_id', '=', id)
    .orderBy('created_at', 'desc')
    .execute()
  const dated = <T extends { created_at: Date }>({ created_at, ...rest }: T) => ({ ...rest, at: iso(created_at) })
  return {
    ...serializeCharge(charge),
    paymentId: charge.paymentId,
    error: charge.error,
    purchaseId: charge.purchaseId,
    wallet,
    refundablePence: Math.max(0, Math.min(unspent, wallet?.availablePence ?? 0)),
    refunds: refunds.map(dated),
    disputes: disputes.map(dated),
  }
}

async function findChargeWallet(db: Db, id: string): Promise<OperatorChargePage['wallet']> {
  const wallet = await db.selectFrom('wallet').select(['reference', 'name']).where('id', '=', id).executeTakeFirst()
  return wallet ? { ...wallet, availablePence: (await loadBalances(db, [id])).get(id)?.available ?? 0 } : null
}
