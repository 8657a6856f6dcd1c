import { awardRails } from '#contract/core/rails.ts'
import type { Pence } from '#kit/money.ts'
import type { Work } from '#server/platform/posy.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import {
  type AwardRecord,
  codedStatuses,
  isOneOf,
  lateEntries,
  openStatuses,
  paidEntries,
  type RailKey,
  requireStatus,
} from './award.ts'
import { moveMoney, writeAward } from './change-award.ts'
import { endAward } from './end-award.ts'
import { lockAnyAward, railsOfAward, requireNotAsking } from './queries.ts'

/** The person, or a case worker beside them, chooses how to be paid. @throws wrong_state (409) once there is a code */
export async function chooseRail(work: Work, id: string, rail: RailKey): Promise<AwardRecord> {
  const award = await lockAnyAward(work.tx, id)
  requireStatus(award, openStatuses)
  await requireNotAsking(work.tx, award)
  if (!(await railsOfAward(work.tx, id)).includes(rail))
    throw new Problem('restricted', 'This award is not paid that way.', { help: 'Choose one of the ways it offers.' })
  return writeAward(work, award, { status: 'rail-chosen', rail })
}

/**
 * The chosen rail has made its code. Where a code is bought with its making, it is paid for from now on, and our calendar ends it no more.
 * @param expiresAt the last moment at which the rail pays it
 * @throws wrong_state (409) unless a rail was chosen and no code made
 */
export async function recordCode(work: Work, id: string, expiresAt: Date): Promise<AwardRecord> {
  const award = await lockAnyAward(work.tx, id)
  requireStatus(award, ['rail-chosen'])
  const isBought = awardRails[award.rail as RailKey].settlement === 'onFetch'
  if (isBought) await pay(work, award, award.amount_pence)
  const paid = isBought ? award.amount_pence : 0
  return writeAward(work, award, { status: 'code-generated', paid_pence: paid, expires_at: expiresAt })
}

/**
 * What a rail says has been cashed by now, in all: saying it again moves nothing. Cashed after the award's end, it is taken from
 * the grant again, and shown.
 * @throws wrong_state (409) for an award without a code; conflict (409) for more than it is worth, or less than was said before
 * @throws insufficient_funds (402) where it has ended and its grant cannot pay it
 */
export async function recordCashed(work: Work, id: string, totalPence: Pence): Promise<AwardRecord> {
  const award = await lockAnyAward(work.tx, id)
  requireStatus(award, [...codedStatuses, 'cashed', 'expired', 'cancelled'])
  if (award.rail === null) throw new Problem('wrong_state', 'No code was made for this award.')
  if (totalPence > award.amount_pence || totalPence < award.paid_pence)
    throw new Problem('conflict', 'What was cashed of this award does not agree with what is known of it.')
  const isWhole = totalPence === award.amount_pence
  if (!isOneOf(award.status, codedStatuses)) return recordLate(work, award, totalPence)
  if (totalPence > award.paid_pence) await pay(work, award, totalPence)
  else if (!isWhole) return award
  return writeAward(work, award, { status: isWhole ? 'cashed' : 'part-cashed', paid_pence: totalPence })
}

async function recordLate(work: Work, award: AwardRecord, totalPence: Pence): Promise<AwardRecord> {
  const pence = totalPence - award.paid_pence
  if (pence === 0) return award
  await moveMoney(work, award, { kind: 'award-paid', times: totalPence, entries: lateEntries(award, pence) })
  const late = { paid_pence: totalPence, late_pence: award.late_pence + pence }
  return writeAward(work, award, late, 'cashed after its end')
}

/** @param totalPence with what was paid before: the key of this payment */
const pay = (work: Work, award: AwardRecord, totalPence: Pence) =>
  moveMoney(work, award, {
    ...{ kind: 'award-paid' as const, times: totalPence },
    entries: paidEntries(award, totalPence - award.paid_pence),
  })

/**
 * The rail's last word on a code: it is over, or was called back there. What was not cashed goes back to the grant.
 * @throws wrong_state (409) unless there is a code that is not all paid; the database refuses where a rail cannot call codes back
 */
export async function endCode(work: Work, id: string, how: 'expired' | 'cancelled'): Promise<AwardRecord> {
  const award = await lockAnyAward(work.tx, id)
  requireStatus(award, codedStatuses)
  if (award.paid_pence === award.amount_pence)
    throw new Problem('wrong_state', 'The code of this award has been bought.', { help: 'It stays with the person.' })
  return endAward(work, award, how, how === 'expired' ? 'its code is over' : 'its code was called back')
}
