import { toDate } from '#kit/time.ts'
import { asSystem, type Posy, type Work } from '#server/platform/posy.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import type { CardEvent } from '#server/providers/checkout/types.ts'
import { SETTLE_CHARGE_JOB, SETTLE_DISPUTE_JOB } from './events.ts'
import { getCardProvider } from './provider.ts'
import { chargeOfPayment } from './queries.ts'

/** Longer than the provider tries to deliver a notice; an older one is someone's recording. */
const STALE_AFTER_MS = 3 * 24 * 60 * 60_000

/**
 * Takes a notice of the card provider, once. It is a reason to ask the provider, never the truth itself: so neither the
 * order of notices matters, nor what an old one says.
 * @throws unauthenticated (401) for a signature that is not the provider's
 * @throws conflict (409) for a stale notice
 */
export async function receiveEvent(posy: Posy, rawBody: string, signature: string | null): Promise<void> {
  const event = getCardProvider(posy).readEvent(rawBody, signature)
  if (!event) throw new Problem('unauthenticated', 'The signature is not right.')
  const now = toDate(posy.clock.now())
  if (event.at && now.getTime() - event.at.getTime() > STALE_AFTER_MS)
    throw new Problem('conflict', 'This notice is too old.')
  await asSystem(posy, async (work) => {
    if (await isNew(work, event)) await lookInto(work, event)
  })
}

async function isNew({ tx, at }: Work, { id, type, subject }: CardEvent): Promise<boolean> {
  const inserted = await tx
    .insertInto('card_event')
    .values({ id, type, subject: subject ? Object.values(subject)[0]! : '', received_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return inserted.numInsertedOrUpdatedRows === 1n
}

async function lookInto(work: Work, { subject }: CardEvent): Promise<void> {
  if (!subject) return
  if ('dispute' in subject) return work.send(SETTLE_DISPUTE_JOB, { disputeId: subject.dispute })
  const charge = await chargeOfPayment(work.tx, subject)
  if (charge) await work.send(SETTLE_CHARGE_JOB, { chargeId: charge.id })
}
