import { productById } from '#server/domains/catalogue/index.ts'
import type { Work } from '#server/platform/posy.ts'
import { found, invalidFields, Problem } from '#server/platform/problem/problem.ts'
import { hugggClaimed, lockGift, recordHappening, requireState, writeGift } from '../change/index.ts'
import type { GiftRecord } from '../gifts/index.ts'

/**
 * The recipient accepts the gift, or the choice made; again changes nothing.
 * @param isAdult whether they said that they are 18 or over
 * @throws not_found; wrong_state unless opened and chosen; invalid_fields for a gift for adults that they did not say so of
 */
export async function claimGift(work: Work, shortcode: string, isAdult = false): Promise<GiftRecord> {
  const gift = await lockGift(work.tx, shortcode)
  const state = requireState(gift, work.at, ['opened', 'claimed', 'revealed'])
  if (state !== 'opened') return gift
  const bought = found(await productById(work.tx, gift.product_id), 'product')
  if (bought.kind === 'choice' && !gift.chosen_product_id) throw new Problem('wrong_state', 'Choose something first.')
  const product = gift.chosen_product_id ? found(await productById(work.tx, gift.chosen_product_id), 'product') : bought
  if (product.over18 && !isAdult)
    throw invalidFields([
      { path: 'over18', message: 'must be true: this gift is for adults only', code: 'adults_only' },
    ])
  const claimed = await writeGift(work, gift, 'claimed', { assigned_date: work.at })
  await recordHappening(work, [gift.id], product.over18 ? 'claimed by an adult' : 'claimed')
  await work.emit(hugggClaimed, { hugggId: gift.id })
  return claimed
}
