import { formatMoney } from '#kit/money.ts'
import { openTeamReceivable, postTransfer, receivablePence } from '#server/domains/ledger/index.ts'
import { spendCharge } from '#server/domains/payments/index.ts'
import type { Work } from '#server/platform/posy.ts'
import type { Principal } from '#server/platform/principal.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import { costPerGift, type LoadedPayment, type PricePerGift } from '../request/index.ts'

interface PaidPurchase {
  transactionId: string
  payment: LoadedPayment
  price: PricePerGift
  quantity: number
  currency: string
}

/**
 * One transfer for the whole purchase: from the wallet, or from what the team owes where it is invoiced. A charge fills
 * the wallet first. From here until the purchase is committed all others from that wallet wait: it is the last of its work.
 * @throws what spendCharge refuses; credit_limit_reached when someone else was faster
 */
export async function payPurchase(work: Work, caller: Principal, purchase: PaidPurchase): Promise<void> {
  const { transactionId, payment, price, quantity, currency } = purchase
  const { facePence, faceVatPence, feePence, feeVatPence } = price
  const { wallet, method } = payment
  const totalPence = costPerGift(price) * quantity
  if (method === 'charge') {
    await spendCharge(work, caller, {
      chargeId: payment.reference,
      amountPence: totalPence,
      walletId: wallet.id,
      transactionId,
      key: `purchase/${transactionId}`,
    })
  }
  if (method === 'invoice') await openTeamReceivable(work.tx, { teamId: wallet.teamId, currency })
  await postTransfer(work.tx, {
    kind: 'purchase',
    key: `purchase/${transactionId}`,
    reference: { kind: 'transaction', id: transactionId },
    currency,
    at: work.at,
    entries: [
      {
        account:
          method === 'invoice' ? { team: wallet.teamId, kind: 'receivable' } : { wallet: wallet.id, kind: 'available' },
        amountPence: -totalPence,
      },
      { account: { wallet: wallet.id, kind: 'committed' }, amountPence: (facePence - faceVatPence) * quantity },
      { account: { platform: 'fees' }, amountPence: feePence * quantity },
      { account: { platform: 'vat' }, amountPence: (faceVatPence + feeVatPence) * quantity },
    ],
  })
  if (payment.method === 'invoice') await holdCreditLimit(work, payment, currency)
}

/** Looked at after posting: the transfer's lock on the account lets no other purchase in between. */
async function holdCreditLimit(
  { tx }: Work,
  { wallet, creditLimitPence }: Extract<LoadedPayment, { method: 'invoice' }>,
  currency: string,
): Promise<void> {
  const owedPence = await receivablePence(tx, wallet.teamId, currency)
  if (owedPence <= creditLimitPence) return
  throw new Problem(
    'credit_limit_reached',
    `With this purchase the team would owe ${formatMoney(owedPence, currency)}; its limit is ${formatMoney(creditLimitPence, currency)}.`,
  )
}
