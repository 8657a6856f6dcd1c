import type { Transaction, TransactionRequest, WalletTopUpPurchase } from '#contract/transactions.ts'
import { presentTopUp, topUpWallet } from '#server/domains/payments/index.ts'
import { invalidFields } from '#server/kit/problem.ts'
import { londonDate, londonTime, toInstant } from '#server/kit/time.ts'
import type { Work } from '#server/platform/posy.ts'
import { type Principal, requirePermission, requireScope } from '#server/platform/principal.ts'

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
  const topUp = presentTopUp(
    await topUpWallet(work, caller, {
      walletId: purchase.reference,
      chargeId: payment.reference,
      amountPence: purchase.amount,
      userId,
    }),
  )
  const { charge_id: _, metadata: __, ...shared } = topUp
  return {
    ...shared,
    retail: (topUp.sale_total / 100).toFixed(2),
    hugggs: [],
    purchased_at_date: londonDate(toInstant(work.at)).toString(),
    purchased_at_time: londonTime(toInstant(work.at)),
    plan_id: topUp.plan_id ?? caller.planId ?? '',
    title: null,
    message: null,
    from_name: null,
    order_id: null,
    super_url_id: null,
    payment_method: 'charge',
    purchase_order_number: null,
    product_id: null,
    theme_id: 'default',
    sale_quantity: 1,
    created_quantity: 1,
    fee_per_item: 0,
    fee_total: 0,
    sale_vat: 0,
    is_bulk: false,
    send_date: null,
    send_zone: 'Europe/London',
    notify_on_complete: false,
    reminders: false,
    over18_confirmed: false,
  }
}
