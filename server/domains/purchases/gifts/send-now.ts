import { queueGiftMessages, requireMayLeave } from '#server/domains/delivery/index.ts'
import { releaseNow } from '#server/domains/hugggs/sender/index.ts'
import type { Work } from '#server/platform/posy.ts'
import type { Principal } from '#server/platform/principal.ts'
import { transactionInScope } from '../record/index.ts'

/**
 * Sends the gifts of a purchase that were to go later at once.
 * @returns how many gifts
 * @throws wrong_state where nothing waits for its time; restricted where the team's rules of today hold one back; not_found out of the caller's scope
 */
export async function sendNow(work: Work, caller: Principal, transactionId: string): Promise<number> {
  await transactionInScope(work.tx, caller, transactionId)
  const released = await releaseNow(work, caller, transactionId)
  const hugggIds = released.filter(({ isMessage }) => isMessage).map(({ id }) => id)
  await requireMayLeave(work, hugggIds, 'id')
  if (hugggIds.length) await queueGiftMessages(work, { transactionId, hugggIds })
  return released.length
}
