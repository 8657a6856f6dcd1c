import { changeOrder, lockOrder, type RailOrder, toldOrders, whatIsTold } from '#server/domains/rails/index.ts'
import { asSystem, type Posy, type Work } from '#server/platform/posy.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import { type AwardRecord, codedStatuses, earlierEntries, isOneOf } from './award.ts'
import { moveMoney, writeAward } from './change-award.ts'
import { awardOfOrder, lockAnyAward } from './queries.ts'
import { endCode, recordCashed } from './rail-reports.ts'

export const SETTLE_JOB = 'awards.settle'

/**
 * Books what rails' settlement files say of codes of awards, each code in a transaction of its own. What cannot be booked stays with what does
 * not agree, and is tried again with the next file and when a grant gets money.
 */
export async function settleAwards(posy: Posy): Promise<void> {
  for (const reference of await toldOrders(posy.db)) {
    try {
      await asSystem(posy, (work) => settleOne(work, reference))
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      posy.log.error({ reference, code: error.code }, 'what a rail told of an award is not booked')
      await asSystem(posy, async (work) => {
        await changeOrder(work, await lockOrder(work.tx, reference), { not_booked: error.code })
      })
    }
  }
}

async function settleOne(work: Work, reference: string): Promise<void> {
  const award = await lockAnyAward(work.tx, (await awardOfOrder(work.tx, reference))!)
  const order = await lockOrder(work.tx, reference)
  const { cashedPence, ended } = await whatIsTold(work.tx, order)
  if (cashedPence > order.amount_pence) throw new Problem('conflict', 'More was cashed of this award than it is worth.')
  if (order.issue < award.issues) await takeEarlier(work, award, order, cashedPence)
  else if (award.paid_pence < cashedPence || cashedPence === award.amount_pence)
    await recordCashed(work, award.id, cashedPence)
  if (ended && order.issue === award.issues) await endIfOpen(work, award.id, ended)
  await changeOrder(work, order, { cashed_pence: cashedPence, ended: order.ended ?? ended, not_booked: null })
}

/** Its award was issued again since: the award's own money is for its present code, so the grant pays. */
async function takeEarlier(work: Work, award: AwardRecord, order: RailOrder, totalPence: number): Promise<void> {
  const pence = totalPence - order.cashed_pence
  if (pence <= 0) return
  await moveMoney(work, award, {
    ...{ kind: 'award-paid', times: `${order.issue}-${totalPence}` },
    entries: earlierEntries(award, pence),
  })
  const reason = 'cashed of a code from before it was issued again'
  await writeAward(work, award, { earlier_pence: award.earlier_pence + pence }, reason)
}

/** A code that was bought with its making stays with the person. */
async function endIfOpen(work: Work, id: string, how: 'expired' | 'cancelled'): Promise<void> {
  const { status, paid_pence, amount_pence } = await lockAnyAward(work.tx, id)
  if (isOneOf(status, codedStatuses) && paid_pence < amount_pence) await endCode(work, id, how)
}
