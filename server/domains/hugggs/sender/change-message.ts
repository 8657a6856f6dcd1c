import { rewordPurchase } from '#server/domains/purchases/record/index.ts'
import type { Work } from '#server/platform/posy.ts'
import type { Principal } from '#server/platform/principal.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import { lockHugggs, recordHappening } from '../change/index.ts'
import { hasLapsed, isTerminal, Status } from '../states/index.ts'

/**
 * Changes what one gift says; null takes the change back, and the purchase's own words are shown again.
 * @throws wrong_state for one that has ended; not_found out of the caller's scope
 */
export async function changeMessage(
  work: Work,
  caller: Principal,
  { hugggId, notes, fromName }: { hugggId: string; notes?: string | null | undefined; fromName?: string | undefined },
): Promise<void> {
  const [gift] = await lockHugggs(work.tx, caller, { hugggIds: [hugggId] })
  if (isTerminal(gift!.status_id) || hasLapsed(gift!, work.at))
    throw new Problem('wrong_state', 'This gift has ended; no one would read the change.')
  const change = {
    ...(notes === undefined ? {} : { notes }),
    ...(fromName === undefined ? {} : { from_name: fromName }),
  }
  await work.tx
    .insertInto('huggg_message')
    .values({ huggg_id: hugggId, team_id: gift!.team_id, ...change })
    .onConflict((conflict) => conflict.column('huggg_id').doUpdateSet(change))
    .execute()
  await work.tx.updateTable('huggg').set({ updated_at: work.at }).where('id', '=', hugggId).execute()
  await recordHappening(work, [hugggId], 'message changed')
}

/**
 * Changes what all gifts of a purchase say, before the first has left: anyone who got theirs keeps the words it came
 * with. Words to one recipient alone stay.
 * @throws wrong_state once one was sent or opened; not_found out of the caller's scope
 */
export async function rewordGifts(
  work: Work,
  caller: Principal,
  { transactionId, ...words }: { transactionId: string; message?: string | null; from_name?: string },
): Promise<void> {
  const gifts = (await lockHugggs(work.tx, caller, { transactionId })).filter(
    ({ status_id }) => status_id !== Status.Cancelled,
  )
  const isUnread = (gift: (typeof gifts)[number]) =>
    (gift.status_id === Status.Created || gift.status_id === Status.Scheduled) &&
    gift.viewed_date === null &&
    !hasLapsed(gift, work.at)
  if (gifts.length === 0 || !gifts.every(isUnread))
    throw new Problem(
      'wrong_state',
      'Some of these gifts have been sent or have ended. Their message stays as it was.',
      {
        help: 'Change the message of single gifts instead.',
      },
    )
  await rewordPurchase(work, transactionId, words)
  await recordHappening(
    work,
    gifts.map(({ id }) => id),
    'message changed',
  )
}
