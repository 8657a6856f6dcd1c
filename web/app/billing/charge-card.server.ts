import type { Charge } from '#contract/payments/payments.ts'
import { exactText, readForm, text, ticked } from '#web/http/read-form.ts'
import { readId } from '#web/http/read-id.ts'
import type { Session } from '#web/session/session.ts'
import { type Failure, toFormFailure } from '#web/ui/kit/failure.ts'

/** Why a card was not charged: what happened, whether money moved, what to do. */
export type ChargeFailure = Pick<Failure, 'message' | 'help' | 'status'>

/** What the card was to be charged for, and so what has not happened. */
const consequences = {
  gifts:
    'Your card was not charged and nothing was sent. Try another card, or pay in another way. Your draft is saved.',
  wallet: 'Your card was not charged, and the wallet is as it was. Try another card, or top up by bank transfer.',
  invoice: 'Your card was not charged, and the invoice is as it was. Try another card, or pay by bank transfer.',
  card: 'Nothing was charged and the card was not stored. Try another one.',
} as const
export type ChargePurpose = keyof typeof consequences

/** What to tell who holds a card that was not charged. */
export const declined = (charge: Charge, purpose: ChargePurpose): ChargeFailure => ({
  status: 402,
  message: charge.friendlyError ?? 'Your card was declined.',
  help: consequences[purpose],
})

/** What a form with a choice of cards sends: `card:{id}`, or `card:new` with the provider's token. */
export function cardIn(form: FormData): { cardId: string } | { token: string; storeCard: boolean } | null {
  const { payment, token, storeCard } = readForm(form, { payment: text, token: exactText, storeCard: ticked })
  const [, card] = payment.split(':')
  if (card !== 'new') return { cardId: readId(card) }
  return token ? { token, storeCard } : null
}

export const noCardYet: ChargeFailure = {
  status: 422,
  message: 'Enter your card first',
  help: 'Type its number, expiry date and security code. Nothing has been charged.',
}

type Wish = Parameters<Session['api']['createCharge']>[0]['body']

/**
 * Reserves money on a card, or with an amount of nothing only checks it. One attempt is one charge, however often it is
 * sent. A wish for 3-D Secure is a charge as well: read it.
 */
export async function chargeCard(
  session: Session,
  wish: Wish,
  { attempt, purpose }: { attempt: string; purpose: ChargePurpose },
): Promise<Charge | ChargeFailure> {
  const made = await session.api.createCharge({ body: wish }, { idempotencyKey: attempt })
  if (made.ok) return made.value.data.status === 'failed' ? declined(made.value.data, purpose) : made.value.data
  const { message, status } = toFormFailure(made.problem)
  // The same try with another card: the first may have been charged.
  const isRepeated = made.problem.code === 'idempotency_key_reused'
  if (status < 500 && !isRepeated) return { status, message, help: consequences[purpose] }
  return {
    status,
    message: 'We could not tell whether the card was charged',
    help: 'Check Charges in a minute. What was only reserved goes back automatically within half an hour.',
  }
}
