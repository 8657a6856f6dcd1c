import { asSystem, type Posy } from '#server/platform/posy.ts'
import { notFound } from '#server/platform/problem/problem.ts'
import { CardsRefused, type ProviderPayment } from '#server/providers/checkout/types.ts'
import { applyPayment } from './apply-payment.ts'
import { type ChargeRecord, isSettled } from './charge.ts'
import { getCardProvider } from './provider.ts'
import { chargeById } from './queries.ts'

/**
 * Asks the provider what happened to a charge and does what is left to do: a charge that was used is captured, one that
 * no one used is voided. However often and from wherever it is called, each happens at most once.
 * @throws CardsUncertain when the provider gives no answer; the charge stays due
 */
export async function settleCharge(posy: Posy, chargeId: string): Promise<ChargeRecord> {
  const charge = await chargeById(posy.db, chargeId)
  if (!charge) throw notFound('charge')
  // What was declined without an answer from the provider may yet turn out to hold money.
  const mayBeStray = charge.state === 'declined' && charge.error === 'not-processed'
  if (isSettled(charge.state) && !mayBeStray) return charge
  return finish(posy, chargeId, await ask(posy, charge))
}

/** As settleCharge, where the provider's word is at hand already. */
export async function finish(posy: Posy, chargeId: string, payment: ProviderPayment | null): Promise<ChargeRecord> {
  const charge = await apply(posy, chargeId, payment)
  if (payment?.status !== 'authorised' || !(await askForMoneyOrVoid(posy, charge, payment.id))) return charge
  return apply(posy, chargeId, await ask(posy, charge))
}

const apply = (posy: Posy, chargeId: string, payment: ProviderPayment | null) =>
  asSystem(posy, (work) => applyPayment(work, chargeId, payment))

const ask = (posy: Posy, charge: ChargeRecord) =>
  charge.method_payment_id
    ? getCardProvider(posy).payment(charge.method_payment_id)
    : getCardProvider(posy).paymentByReference(charge.id)

/** @returns whether anything was asked of the provider */
async function askForMoneyOrVoid(posy: Posy, charge: ChargeRecord, paymentId: string): Promise<boolean> {
  const cards = getCardProvider(posy)
  try {
    if (charge.state === 'spent')
      await cards.capture(paymentId, { amountPence: charge.spent, key: `${charge.id}/capture` })
    else if (charge.state === 'voiding') await cards.void(paymentId, { key: `${charge.id}/void` })
    else return false
  } catch (error) {
    if (!(error instanceof CardsRefused)) throw error
    // It was done before, or it can no longer be done: the payment itself says which.
    posy.log.warn({ chargeId: charge.id, codes: error.codes }, 'the card provider refused a capture or void')
  }
  return true
}
