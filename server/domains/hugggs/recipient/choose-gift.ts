import { productById } from '#server/domains/catalogue/index.ts'
import { vatInGross } from '#server/kit/money.ts'
import { found, notFound, Problem } from '#server/kit/problem.ts'
import type { Work } from '#server/platform/posy.ts'
import { recordHappening } from '../states/bulk.ts'
import { lockGift, requireState, writeGift } from '../states/lock-gift.ts'
import type { GiftRecord } from '../states/queries.ts'
import { choicesFor } from './gift-page.ts'

/**
 * The recipient of a choice-of-gift picks one product, once, at the price of this moment; the same again changes nothing.
 * @throws not_found for a product that is not offered; conflict when another was chosen; wrong_state unless opened
 */
export async function chooseGift(work: Work, shortcode: string, productId: string): Promise<GiftRecord> {
  const gift = await lockGift(work.tx, shortcode)
  if (gift.chosen_product_id === productId) return gift
  requireState(gift, work.at, ['opened'])
  if (gift.chosen_product_id) throw new Problem('conflict', 'Something else has been chosen with this gift already.')
  const bought = found(await productById(work.tx, gift.product_id), 'product')
  const options = (await choicesFor(work.posy, work.tx, gift, bought)).flatMap((segment) => segment.options)
  const chosen = options.find((option) => option.id === productId)
  if (!chosen) throw notFound('product')
  const isTaxed = gift.face_vat_pence > 0
  const after = await writeGift(work, gift, 'chosen', {
    chosen_product_id: chosen.id,
    chosen_at: work.at,
    chosen_price_pence: chosen.senderPricePence,
    // The part of the VAT posted at purchase that belongs to what was chosen: all of it where nothing is left over.
    chosen_vat_pence: isTaxed
      ? Math.min(gift.face_vat_pence, vatInGross(chosen.senderPricePence, bought.vatBasisPoints))
      : 0,
    chosen_gives_change: bought.givesChange,
  })
  await recordHappening(work, [gift.id], 'chosen')
  return after
}
