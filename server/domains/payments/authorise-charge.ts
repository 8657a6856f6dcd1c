import { asSystem, type Posy } from '#server/platform/posy.ts'
import { countAttempt } from '#server/platform/throttle.ts'
import { type CardSource, CardsRefused, CardsUncertain } from '#server/providers/checkout/types.ts'
import type { ChargeRecord } from './charge.ts'
import { getCardProvider } from './provider.ts'
import { chargeById, lockCharge } from './queries.ts'
import { finish, settleCharge } from './settle-charge.ts'

/** Someone who tries out stolen cards is stopped here. */
export const DECLINES_PER_HOUR = 20
export const declinesBucket = (userId: string): string => `card-declines/${userId}`

/** Where the money is to come from: a token, or the stored card the charge names. */
export type ChargeToken = { token: string } | null

/**
 * Asks the provider for the money of a charge that has been written down. A decline and a need for 3-D Secure are answers;
 * where no answer comes the charge is looked up once by its reference, and stays pending for the due work if even that
 * fails.
 */
export async function authoriseCharge(
  posy: Posy,
  charge: ChargeRecord,
  token: ChargeToken,
  returnUrl: string,
): Promise<ChargeRecord> {
  const settled = await attempt(posy, charge, token, returnUrl)
  if (settled.state === 'declined')
    // The refusal is for the next charge, not for this answer.
    await countAttempt(posy, declinesBucket(charge.user_id), {
      attempts: Number.MAX_SAFE_INTEGER,
      windowSeconds: 3600,
    })
  return settled
}

async function attempt(posy: Posy, charge: ChargeRecord, token: ChargeToken, returnUrl: string): Promise<ChargeRecord> {
  try {
    const payment = await getCardProvider(posy).authorise({
      chargeId: charge.id,
      amountPence: charge.amount,
      currency: charge.currency,
      source: token ? { token: token.token, store: charge.store_card } : await storedSource(posy, charge),
      initiator: charge.initiator,
      ...returnUrls(posy, charge.id, returnUrl),
    })
    return await finish(posy, charge.id, payment)
  } catch (error) {
    if (error instanceof CardsRefused) {
      posy.log.warn({ chargeId: charge.id, codes: error.codes }, 'the card provider refused a charge')
      return refuse(posy, charge.id, error)
    }
    if (!(error instanceof CardsUncertain)) throw error
    posy.log.warn({ chargeId: charge.id, err: error }, 'no answer from the card provider; looking the charge up')
    return settleCharge(posy, charge.id).catch(async (again: unknown) => {
      if (!(again instanceof CardsUncertain)) throw again
      return (await chargeById(posy.db, charge.id))!
    })
  }
}

async function storedSource(posy: Posy, charge: ChargeRecord): Promise<CardSource> {
  const { db } = posy
  const card = await db.selectFrom('card').selectAll().where('id', '=', charge.card_id!).executeTakeFirstOrThrow()
  const first = card.verification_charge_id ? await chargeById(db, card.verification_charge_id) : undefined
  return {
    instrumentId: card.method_card_id,
    ...(first?.method_payment_id && { previousPaymentId: first.method_payment_id }),
  }
}

/** The page the holder comes back to is told which charge it is about; the provider adds its session. */
function returnUrls(posy: Posy, chargeId: string, returnUrl: string) {
  const url = (result: string) => {
    const target = new URL(returnUrl, posy.config.publicUrl)
    target.searchParams.set('charge', chargeId)
    target.searchParams.set('result', result)
    return target.href
  }
  return { successUrl: url('success'), failureUrl: url('failure') }
}

const refuse = (posy: Posy, chargeId: string, { codes, message }: CardsRefused): Promise<ChargeRecord> =>
  asSystem(posy, async (work) => {
    const { tx, at } = work
    const charge = await lockCharge(tx, chargeId)
    if (charge.state !== 'requested') return charge
    const error_code = codes[0] ?? null
    await work.audit(
      'charge.declined',
      { kind: 'charge', id: chargeId },
      { teamId: charge.team_id, detail: { error: 'refused', code: error_code } },
    )
    return tx
      .updateTable('charge')
      .set({ state: 'declined', error: 'refused', error_code, error_summary: message, due_at: null, updated_at: at })
      .where('id', '=', chargeId)
      .returningAll()
      .executeTakeFirstOrThrow()
  })
