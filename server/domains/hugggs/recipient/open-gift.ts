import type { Work } from '#server/platform/posy.ts'
import { recordHappening } from '../states/bulk.ts'
import { hugggOpened } from '../states/events.ts'
import { Status } from '../states/huggg.ts'
import { lockGift, requireState, writeGift } from '../states/lock-gift.ts'
import type { GiftRecord } from '../states/queries.ts'

/** The recipient unwraps the gift; again changes nothing. @throws not_found; wrong_state before its time or after its end */
export async function openGift(work: Work, shortcode: string): Promise<GiftRecord> {
  const gift = await lockGift(work.tx, shortcode)
  const state = requireState(gift, work.at, ['wrapped', 'opened', 'claimed', 'revealed', 'redeemed'])
  if (state !== 'wrapped') return gift
  const opened = await writeGift(work, gift, 'opened', {
    status_id: Status.Claimed,
    viewed_date: work.at,
    viewed_client: 'web',
  })
  // A till's undo left it Claimed though no one had opened it: no change of state, so no event by itself.
  if (gift.status_id === Status.Claimed) await recordHappening(work, [gift.id], 'opened')
  await work.emit(hugggOpened, { hugggId: gift.id })
  return opened
}
