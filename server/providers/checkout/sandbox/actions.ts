import { z } from 'zod'
import { Temporal } from '#kit/time.ts'
import { newIdentifier } from './identifiers.ts'
import { actOnPayment, lapse } from './payment.ts'
import { decideOnPayment, once } from './payments.ts'
import { type Provider, SandboxRefusal } from './provider.ts'
import { type Action, records, type SandboxAnswer, type SandboxPayment } from './records.ts'

const ActionRequest = z.object({ amount: z.int().min(1).optional(), reference: z.string().max(80).optional() })

/** What is done to a payment that exists: the change, or the refusal, and the name of its notice. */
type Change = (
  payment: SandboxPayment,
  amount: number | undefined,
) => { type: Action['type']; amount: number; notice: string }

const capture: Change = (payment, wanted) => {
  if (payment.status !== 'Authorized') throw new SandboxRefusal(403)
  const amount = wanted ?? payment.amount
  if (amount > payment.amount) throw new SandboxRefusal(422, 'capture_value_greater_than_authorized')
  payment.captured = amount
  payment.status = amount < payment.amount ? 'Partially Captured' : 'Captured'
  return { type: 'Capture', amount, notice: 'payment_captured' }
}

const release: Change = (payment) => {
  if (payment.status !== 'Authorized') throw new SandboxRefusal(403)
  payment.status = 'Voided'
  return { type: 'Void', amount: payment.amount, notice: 'payment_voided' }
}

const refund: Change = (payment, wanted) => {
  if (payment.captured === 0) throw new SandboxRefusal(403)
  const left = payment.captured - payment.refunded
  const amount = wanted ?? left
  if (amount > left || amount === 0) throw new SandboxRefusal(422, 'refund_amount_exceeds_balance')
  payment.refunded += amount
  payment.status = payment.refunded === payment.captured ? 'Refunded' : 'Partially Refunded'
  return { type: 'Refund', amount, notice: 'payment_refunded' }
}

const changes = { captures: capture, voids: release, refunds: refund }
export type ChangeName = keyof typeof changes

/** POST /payments/{id}/captures, /voids, /refunds */
export async function changePayment(
  provider: Provider,
  name: ChangeName,
  id: string,
  body: unknown,
  key: string | undefined,
): Promise<SandboxAnswer> {
  const parsed = ActionRequest.safeParse(body ?? {})
  if (!parsed.success) throw new SandboxRefusal(422, 'amount_invalid')
  return once(provider, key, async (tx, at, tell) => {
    const payment = await records.payment(tx, id, true)
    if (!payment) throw new SandboxRefusal(404)
    const { type, amount, notice } = changes[name](payment, parsed.data.amount)
    const reference = parsed.data.reference ?? payment.reference
    const action = actOnPayment(payment, type, at, { amount, reference })
    await records.savePayment(tx, payment)
    tell({ type: notice, payment, action })
    const self = `${provider.pagesUrl}/payments/${id}`
    return { status: 202, body: { action_id: action.id, reference, _links: { payment: { href: self } } } }
  })
}

/**
 * The holder's answer to a 3-D Secure challenge. Again: what was decided stays.
 * @returns where the browser goes next
 */
export async function answerChallenge(provider: Provider, session: string, approved: boolean): Promise<string> {
  const id = await records.paymentIdOfSession(provider.db, session)
  if (!id) throw new SandboxRefusal(404)
  const answer = await once(provider, undefined, async (tx, at, tell) => {
    const payment = (await records.payment(tx, id, true))!
    if (lapse(payment, Temporal.Instant.from(at))) await records.savePayment(tx, payment)
    if (payment.status === 'Pending') {
      if (approved) await decideOnPayment(tx, payment, at, { authenticated: true, capture: false, tell })
      else {
        payment.status = 'Declined'
        tell({
          type: 'payment_declined',
          payment,
          action: actOnPayment(payment, 'Authorization', at, { response_code: '20151' }),
        })
        await records.savePayment(tx, payment)
      }
    }
    return { status: 303, body: returnUrl(payment) }
  })
  return String(answer.body)
}

/** Back to the merchant, with the session: to the success page only when the payment is good. */
export function returnUrl(payment: SandboxPayment): string {
  const url = new URL(payment.approved ? payment.success_url : payment.failure_url)
  url.searchParams.set('cko-session-id', payment.session ?? '')
  return url.href
}

/** A holder disputes a payment with their bank, which takes the money back until it is decided. */
export async function openDispute(provider: Provider, paymentId: string, amount?: number): Promise<string> {
  const payment = await records.payment(provider.db, paymentId)
  if (!payment) throw new SandboxRefusal(404)
  const id = newIdentifier('dsp')
  const dispute = { id, payment: paymentId, amount: amount ?? payment.captured, currency: payment.currency }
  await notifyDispute(provider, { ...dispute, status: 'evidence_required' }, 'dispute_received')
  return id
}

export async function decideDispute(provider: Provider, id: string, status: 'won' | 'lost'): Promise<void> {
  const dispute = await records.dispute(provider.db, id)
  if (!dispute) throw new SandboxRefusal(404)
  await notifyDispute(provider, { ...dispute, status }, `dispute_${status}`)
}

async function notifyDispute(
  provider: Provider,
  dispute: { id: string; payment: string; amount: number; currency: string; status: string },
  notice: string,
): Promise<void> {
  await provider.clock.refresh()
  const at = provider.clock.now().toString({ fractionalSecondDigits: 3 })
  await records.saveDispute(provider.db, { received_on: at, ...dispute })
  await provider.notifier.notify(notice, at, {
    id: dispute.id,
    date: at,
    payment_id: dispute.payment,
    amount: dispute.amount,
  })
}
