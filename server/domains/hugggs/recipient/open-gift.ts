import type { Work } from '#server/platform/posy.ts'
import { hugggOpened, lockGift, recordHappening, requireState, writeGift } from '../change/index.ts'
import type { GiftRecord } from '../gifts/index.ts'
import { Status } from '../states/index.ts'

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
