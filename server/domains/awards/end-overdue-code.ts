import { closeOrder, isLeased, lockOrder, OVERDUE_TRIES } from '#server/domains/rails/index.ts'
import type { Work } from '#server/platform/posy.ts'
import { found, Problem } from '#server/platform/problem/problem.ts'
import type { AwardRecord } from './award.ts'
import { endAward } from './end-award.ts'
import { awardOfOrder, lockAnyAward } from './queries.ts'

/**
 * Ends an award whose code its rail owes: what it still answers finds the order closed, and its money goes back to the grant, once.
 * @throws not_found (404); wrong_state (409) where its rail has answered, is being asked at this moment, or was not given its hour
 */
export async function endOverdueCode(work: Work, reference: string): Promise<AwardRecord> {
  const award = await lockAnyAward(work.tx, found(await awardOfOrder(work.tx, reference), 'code'))
  const order = await lockOrder(work.tx, reference)
  if (order.state !== 'asking') throw new Problem('wrong_state', 'The rail has answered: its code is owed no longer.')
  if (order.tries < OVERDUE_TRIES)
    throw new Problem('wrong_state', 'The rail was asked for this code only lately.', { help: 'Give it an hour.' })
  if (isLeased(work, order))
    throw new Problem('wrong_state', 'The rail is being asked at this moment.', { help: 'Try again in a minute.' })
  await closeOrder(work, order, 'ended by an operator')
  return endAward(work, award, 'cancelled', 'its rail made no code')
}
