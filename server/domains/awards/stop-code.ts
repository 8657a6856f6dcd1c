import type { RailName } from '#contract/core/rails.ts'
import {
  changeOrder,
  closeOrder,
  isLeased,
  liveOrder,
  lockOrder,
  openCode,
  type RailOrder,
} from '#server/domains/rails/index.ts'
import { asSystem, type Posy, type Work } from '#server/platform/posy.ts'
import type { Principal } from '#server/platform/principal.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import type { Rail } from '#server/providers/rails/types.ts'
import { type AwardRecord, codedStatuses, isOneOf } from './award.ts'
import { lockAnyAward, lockAward } from './queries.ts'

/**
 * Before an award with a code is cancelled, its rail stops the code: outside any transaction, and asked again it says the same.
 * @throws wrong_state (409) where its rail stops no codes, or not this one; unavailable (503) where it does not say
 */
export async function stopCode(posy: Posy, caller: Principal, awardId: string): Promise<void> {
  const code = await asSystem(posy, async (work) => {
    const award = await lockAward(work.tx, caller, awardId)
    const order = await liveOrder(work.tx, awardId, award.issues)
    if (order?.state === 'asking') return isLeased(work, order) ? null : { award, order }
    return isOneOf(award.status, codedStatuses) ? { award, order } : null
  })
  if (code?.order?.state === 'asking') await stopAsked(posy, code.order)
  else if (code) await stop(posy, code.award, code.order)
}

/** Asked for and not answered: where its rail stops what was asked for under a reference, nothing can come of it. */
async function stopAsked(posy: Posy, { reference, rail, award_id }: RailOrder): Promise<void> {
  const { cancel, cancelsBy } = railFor(posy, rail) ?? {}
  if (!cancel || cancelsBy !== 'reference' || (await cancel({ reference, code: '' })).outcome !== 'cancelled') return
  await asSystem(posy, async (work) => {
    await lockAnyAward(work.tx, award_id)
    const order = await lockOrder(work.tx, reference)
    const stopped = order.state === 'asking' ? await closeOrder(work, order, 'stopped') : order
    await changeOrder(work, stopped, { stopped_at: work.at })
  })
}

/** A rail made a code for an award that was ended meanwhile: no one gets it, and it is stopped where it can be. */
export async function stopSurplus(posy: Posy, { reference, rail }: RailOrder, code: string | null): Promise<void> {
  const outcome = await railFor(posy, rail)?.cancel?.({ reference, code: code ?? '' })
  posy.log.error(
    { reference, rail, outcome: outcome?.outcome ?? 'not asked' },
    'a rail made a code for an award that had ended',
  )
  if (outcome?.outcome !== 'cancelled') return
  await asSystem(posy, async (work) => {
    await changeOrder(work, await lockOrder(work.tx, reference), { stopped_at: work.at })
  })
}

const railFor = ({ providers }: Posy, rail: string): Rail | undefined =>
  rail === 'voucher' ? undefined : providers.rails[rail as RailName]

async function stop(posy: Posy, award: AwardRecord, order: RailOrder | undefined): Promise<void> {
  const rail = order && railFor(posy, order.rail)
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
