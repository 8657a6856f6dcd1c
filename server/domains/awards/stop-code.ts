import { changeOrder, liveOrder, lockOrder, openCode, type RailOrder } from '#server/domains/rails/index.ts'
import { asSystem, type Posy, type Work } from '#server/platform/posy.ts'
import type { Principal } from '#server/platform/principal.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import { type AwardRecord, codedStatuses, isOneOf } from './award.ts'
import { lockAward } from './queries.ts'

/**
 * Before an award with a code is cancelled, its rail stops the code: outside any transaction, and asked again it says the same.
 * @throws wrong_state (409) where its rail stops no codes, or not this one; unavailable (503) where it does not say
 */
export async function stopCode(posy: Posy, caller: Principal, awardId: string): Promise<void> {
  const code = await asSystem(posy, async ({ tx }) => {
    const award = await lockAward(tx, caller, awardId)
    if (!isOneOf(award.status, codedStatuses)) return null
    return { award, order: await liveOrder(tx, awardId, award.issues) }
  })
  if (code) await stop(posy, code.award, code.order)
}

async function stop(posy: Posy, award: AwardRecord, order: RailOrder | undefined): Promise<void> {
  const rail = order && order.rail !== 'voucher' ? posy.providers.rails[order.rail as 'pin'] : undefined
  if (!order || !rail?.cancel || award.paid_pence === award.amount_pence)
    throw new Problem('wrong_state', 'The code of this award was given out, and cannot be stopped.', {
      help: 'It comes back to the grant where it is not used by its last day.',
    })
  if (order.stopped_at) return
  const outcome = await rail.cancel({ reference: order.reference, code: openCode(posy.secret, order).code ?? '' })
  if (outcome.outcome === 'refused')
    throw new Problem('wrong_state', 'The code of this award was used or has ended, and cannot be stopped.')
  if (outcome.outcome === 'unknown')
    throw new Problem('unavailable', 'It is not known yet whether the code of this award was stopped.', {
      help: 'Cancel it again in a moment. No money has moved.',
    })
  await asSystem(posy, async (work) => {
    await changeOrder(work, await lockOrder(work.tx, order.reference), { stopped_at: work.at })
  })
}

/** @throws wrong_state (409) for a code that was made at this very moment, and that its rail has not stopped */
export async function requireStopped({ tx }: Work, award: AwardRecord): Promise<void> {
  if (!isOneOf(award.status, codedStatuses)) return
  const order = await liveOrder(tx, award.id, award.issues)
  if (!order?.stopped_at)
    throw new Problem('wrong_state', 'The code of this award has just been made.', { help: 'Cancel it again.' })
}
