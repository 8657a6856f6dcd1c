import type { Work } from '#server/platform/posy.ts'
import { recordHappening } from '../gifts/bulk.ts'
import { hugggOpened } from '../gifts/events.ts'
import { Status } from '../gifts/huggg.ts'
import { lockGift, requireState, writeGift } from '../gifts/lock-gift.ts'
import type { GiftRecord } from '../gifts/queries.ts'

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
  // A till's undo left it Claimed though no one had opened it: no change of state, so no event of its own.
  if (gift.status_id === Status.Claimed) await recordHappening(work, [gift.id], 'opened')
  await work.emit(hugggOpened, { hugggId: gift.id })
  return opened
}
