import type { Work } from '#server/platform/posy.ts'
import type { Principal } from '#server/platform/principal.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import { changedBy, lockHugggs, recordHappening } from '../change/index.ts'
import { newShortcodes } from '../links/index.ts'
import { hasLapsed, Status } from '../states/index.ts'

/**
 * Gives new codes to gifts that no one has opened yet; the old ones stop working for good. For codes that are on paper already.
 * @throws wrong_state where one was opened or has ended; not_found out of the caller's scope
 */
export async function reissueCodes(
  work: Work,
  caller: Principal,
  hugggIds: readonly string[],
  reason: string,
): Promise<void> {
  if (hugggIds.length === 0) return
  const gifts = await lockHugggs(work.tx, caller, { hugggIds })
  const open: number[] = [Status.Created, Status.Sent, Status.Scheduled]
  if (gifts.some((gift) => !open.includes(gift.status_id) || gift.viewed_date || hasLapsed(gift, work.at)))
    throw new Problem('wrong_state', 'A card whose gift was opened or has ended can no longer be changed.', {
      help: 'Leave its recipient as it is, or cancel the gift and buy another one.',
    })
  const codes = newShortcodes(gifts.length)
  for (const [index, { id }] of gifts.entries()) {
    const old = await work.tx.selectFrom('huggg').select('shortcode').where('id', '=', id).executeTakeFirstOrThrow()
    await work.tx
      .insertInto('retired_shortcode')
      .values({ shortcode: old.shortcode, huggg_id: id, retired_at: work.at })
      .execute()
    await work.tx
      .updateTable('huggg')
      .set({ shortcode: codes[index]!, ...changedBy(work, reason) })
      .where('id', '=', id)
      .execute()
  }
  await recordHappening(work, [...hugggIds], reason)
}
