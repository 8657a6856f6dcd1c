import type { TransactionRequest, WalletTopUpPurchase } from '#contract/orders/purchase.ts'
import type { Transaction } from '#contract/orders/transactions.ts'
import { BUSINESS_ZONE, londonDate, londonTime, toInstant } from '#kit/time.ts'
import { serializeTopUp, type TopUpRecord, topUpInScope, topUpWallet } from '#server/domains/payments/index.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Work } from '#server/platform/posy.ts'
import { type Principal, requirePermission, requireScope } from '#server/platform/principal.ts'
import { invalidFields } from '#server/platform/problem/problem.ts'

/**
 * A wallet top-up asked for as a purchase: the very one of `/wallets/{id}/top-up`, told as the transaction it is.
 * @throws forbidden without top-up-wallet; invalid_fields unless a charge pays; what topUpWallet refuses
 */
export async function topUpByPurchase(
  work: Work,
  caller: Principal,
  { purchase, payment, userId }: TransactionRequest & { purchase: WalletTopUpPurchase },
): Promise<Transaction> {
  requirePermission(caller, 'top-up-wallet')
  requireScope(caller, ['manage'])
  if (payment.method !== 'charge')
    throw invalidFields([{ path: 'payment.method', message: 'a wallet is topped up from a charge', code: 'invalid' }])
  const topUp = await topUpWallet(work, caller, {
    walletId: purchase.reference,
    chargeId: payment.reference,
    amountPence: purchase.amount,
    userId,
  })
  return toTransaction((await topUpInScope(work.tx, caller, topUp.id)) ?? { ...topUp, refunded_total: 0 })
}

/** A top-up of the caller's to see, told as the transaction it is. */
export async function topUpTransaction(db: Db | Tx, caller: Principal, id: string): Promise<Transaction | null> {
  const topUp = await topUpInScope(db, caller, id)
  return topUp ? toTransaction(topUp) : null
}

function toTransaction(row: TopUpRecord & { refunded_total: number }): Transaction {
  const { charge_id: _, metadata: __, ...shared } = serializeTopUp(row)
  const madeAt = toInstant(row.created_at)
  return {
    ...shared,
    retail: (row.amount / 100).toFixed(2),
    hugggs: [],
    purchased_at_date: londonDate(madeAt).toString(),
    purchased_at_time: londonTime(madeAt),
    plan_id: row.plan_id ?? '',
    title: null,
    message: null,
    from_name: null,
    order_id: null,
    super_url_id: null,
    payment_method: 'charge',
    purchase_order_number: null,
    tags: [],
    product_id: null,
    theme_id: 'default',
    sale_quantity: 1,
    created_quantity: 1,
    fee_per_item: 0,
    fee_total: 0,
    text_total: 0,
    sale_vat: 0,
    refunded_total: row.refunded_total,
    is_bulk: false,
    send_date: null,
    send_zone: BUSINESS_ZONE,
    notify_on_complete: false,
    reminders: false,
    over18_confirmed: false,
  }
}
