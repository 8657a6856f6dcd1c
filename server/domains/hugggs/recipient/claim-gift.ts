import { productById } from '#server/domains/catalogue/index.ts'
import { found, Problem } from '#server/kit/problem.ts'
import type { Work } from '#server/platform/posy.ts'
import { recordHappening } from '../states/bulk.ts'
import { hugggClaimed } from '../states/events.ts'
import { lockGift, requireState, writeGift } from '../states/lock-gift.ts'
import type { GiftRecord } from '../states/queries.ts'

/** The recipient accepts the gift, or the choice made; again changes nothing. @throws not_found; wrong_state unless opened and chosen */
export async function claimGift(work: Work, shortcode: string): Promise<GiftRecord> {
  const gift = await lockGift(work.tx, shortcode)
  const state = requireState(gift, work.at, ['opened', 'claimed', 'revealed'])
  if (state !== 'opened') return gift
  const bought = found(await productById(work.tx, gift.product_id), 'product')
  if (bought.kind === 'choice' && !gift.chosen_product_id) throw new Problem('wrong_state', 'Choose something first.')
  const claimed = await writeGift(work, gift, 'claimed', { assigned_date: work.at })
  await recordHappening(work, [gift.id], 'claimed')
  await work.emit(hugggClaimed, { hugggId: gift.id })
  return claimed
}
