import { z } from 'zod'
import type { Tx } from '#server/platform/database/database.ts'
import { newIdentifier } from './identifiers.ts'
import { actOnPayment, authorise, buildNotice, lapse, serializeSandboxPayment } from './payment.ts'
import { type Provider, providerNow, SandboxRefusal } from './provider.ts'
import { type Action, type KeptCard, records, type SandboxAnswer, type SandboxPayment } from './records.ts'

const PaymentRequest = z.object({
  source: z.union([
    z.object({ type: z.literal('token'), token: z.string(), store_for_future_use: z.boolean().default(true) }),
    z.object({ type: z.literal('id'), id: z.string() }),
  ]),
  amount: z.int().min(0).default(0),
  currency: z.enum(['GBP', 'EUR', 'USD']),
  reference: z.string().max(80).default(''),
  capture: z.boolean().default(true),
  payment_type: z.enum(['Regular', 'Recurring', 'MOTO', 'Installment', 'Unscheduled']).default('Regular'),
  merchant_initiated: z.boolean().default(false),
  '3ds': z
    .object({
      enabled: z.boolean().default(false),
      attempt_n3d: z.boolean().default(false),
      challenge_indicator: z
        .enum(['no_preference', 'no_challenge_requested', 'challenge_requested', 'challenge_requested_mandate'])
        .default('no_preference'),
    })
    .optional(),
  success_url: z.url().optional(),
  failure_url: z.url().optional(),
})
type PaymentRequest = z.output<typeof PaymentRequest>

/** Something that happened to a payment, for a notice once it is stored for good. */
type Told = { type: string; payment: SandboxPayment; action: Action }

/**
 * Does something once per idempotency key, in one transaction; a repeat gets the first answer. Notices leave afterwards.
 */
export async function once(
  provider: Provider,
  key: string | undefined,
  work: (tx: Tx, at: string, tell: (told: Told) => void) => Promise<SandboxAnswer>,
): Promise<SandboxAnswer> {
  const told: Told[] = []
  const at = (await providerNow(provider)).toString({ fractionalSecondDigits: 3 })
  const answer = await provider.db.transaction().execute(async (tx) => {
    told.length = 0
    const id = key === undefined ? null : `key:${key}`
    // Written first, so that a twin waits here and then finds the answer.
    if (id) {
      const first = await tx
        .insertInto('sandbox_card_record')
        .values({ id, kind: 'answer', body: '{}' })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst()
      if (first.numInsertedOrUpdatedRows === 0n) return (await records.answer(tx, id))!
    }
    const made = await work(tx, at, (one) => told.push(one))
    if (id) await records.saveAnswer(tx, id, made)
    return made
  })
  for (const { type, payment, action } of told) await provider.notifier.notify(type, at, buildNotice(payment, action))
  return answer
}

/** POST /payments */
export async function requestPayment(
  provider: Provider,
  body: unknown,
  key: string | undefined,
): Promise<SandboxAnswer> {
  const parsed = PaymentRequest.safeParse(body)
  if (!parsed.success)
    throw new SandboxRefusal(
      422,
      ...new Set(parsed.error.issues.map(({ path }) => `${path.join('_') || 'body'}_invalid`)),
    )
  const wanted = parsed.data
  return once(provider, key, async (tx, at, tell) => {
    const { card, instrument } = await takeSource(tx, wanted.source, at)
    const payment = newPayment(wanted, card, instrument, at)
    const challenge = wanted['3ds']?.enabled && !wanted.merchant_initiated && card.challenge
    if (challenge) {
      payment.session = newIdentifier('sid')
      await records.savePayment(tx, payment)
      return { status: 202, body: serializeSandboxPayment(payment, provider) }
    }
    const authenticated = wanted.merchant_initiated && card.mandate === true
    await decideOnPayment(tx, payment, at, { authenticated, capture: wanted.capture, tell })
    return { status: 201, body: serializeSandboxPayment(payment, provider) }
  })
}

function newPayment(wanted: PaymentRequest, card: KeptCard, instrument: string | null, at: string): SandboxPayment {
  return {
    id: newIdentifier('pay'),
    requested_on: at,
    amount: wanted.amount,
    currency: wanted.currency,
    reference: wanted.reference,
    payment_type: wanted.payment_type,
    status: 'Pending',
    approved: false,
    captured: 0,
    refunded: 0,
    card,
    instrument,
    store: wanted.source.type === 'token' && wanted.source.store_for_future_use,
    mandate: wanted['3ds']?.enabled === true && wanted['3ds'].challenge_indicator === 'challenge_requested_mandate',
    actions: [],
    session: null,
    success_url: wanted.success_url ?? '',
    failure_url: wanted.failure_url ?? '',
  }
}

async function takeSource(tx: Tx, source: PaymentRequest['source'], at: string) {
  if (source.type === 'id') {
    const card = await records.instrument(tx, source.id)
    if (!card) throw new SandboxRefusal(422, 'source_id_invalid')
    return { card, instrument: source.id }
  }
  const token = await records.token(tx, source.token, true)
  if (!token) throw new SandboxRefusal(422, 'token_invalid')
  if (token.used) throw new SandboxRefusal(422, 'token_used')
  if (token.expires_on <= at) throw new SandboxRefusal(422, 'token_expired')
  await records.saveToken(tx, source.token, { ...token, used: true })
  return { card: token.card, instrument: null }
}

/** The bank decides; a good card is kept where that was wanted. */
export async function decideOnPayment(
  tx: Tx,
  payment: SandboxPayment,
  at: string,
  { authenticated, capture, tell }: { authenticated: boolean; capture: boolean; tell: (told: Told) => void },
): Promise<void> {
  const action = authorise(payment, at, { authenticated })
  if (action.approved && payment.store) {
    payment.instrument = newIdentifier('src')
    await records.saveInstrument(tx, payment.instrument, { ...payment.card, mandate: payment.mandate })
  }
  const verb = action.approved ? (payment.amount === 0 ? 'card_verified' : 'payment_approved') : 'payment_declined'
  tell({ type: verb, payment, action })
  if (capture && payment.status === 'Authorized') {
    payment.captured = payment.amount
    payment.status = 'Captured'
    tell({ type: 'payment_captured', payment, action: actOnPayment(payment, 'Capture', at) })
  }
  await records.savePayment(tx, payment)
}

/** GET /payments/{payment or session}: a challenge that lapsed meanwhile is told as such. */
export async function findPayment(provider: Provider, idOrSession: string): Promise<SandboxPayment> {
  const now = await providerNow(provider)
  const id = idOrSession.startsWith('sid_') ? await records.paymentIdOfSession(provider.db, idOrSession) : idOrSession
  const payment = id ? await records.payment(provider.db, id) : null
  if (!payment) throw new SandboxRefusal(404)
  if (!lapse(structuredClone(payment), now)) return payment
  return provider.db.transaction().execute(async (tx) => {
    const locked = (await records.payment(tx, payment.id, true))!
    if (lapse(locked, now)) await records.savePayment(tx, locked)
    return locked
  })
}
