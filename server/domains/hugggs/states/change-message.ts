import { Problem } from '#server/kit/problem.ts'
import type { Work } from '#server/platform/posy.ts'
import type { Principal } from '#server/platform/principal.ts'
import { lockHugggs, recordHappening } from './bulk.ts'
import { hasLapsed, isTerminal } from './huggg.ts'

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
