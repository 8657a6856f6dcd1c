import { vatInGross } from '#kit/money.ts'
import { londonDate, toInstant } from '#kit/time.ts'
import { productById } from '#server/domains/catalogue/index.ts'
import { type AccountRef, postTransfer } from '#server/domains/ledger/index.ts'
import type { Work } from '#server/platform/posy.ts'
import { found, notFound, Problem } from '#server/platform/problem/problem.ts'
import { choiceLeftOver, lockGift, recordHappening, requireState, writeGift } from '../change/index.ts'
import type { GiftRecord } from '../gifts/index.ts'
import { choiceChangeEntries, type GiftMoney, placeRefunds, settleInvoices } from '../money/index.ts'
import { choicesFor } from './gift-page.ts'

/**
 * The recipient of a choice-of-gift picks one product, once, at the price of this moment; the same again changes nothing.
 * What it leaves over of the gift goes back to its sender at once, by one transfer (decision 353).
 * @throws not_found for a product that is not offered; conflict when another was chosen; wrong_state unless opened
 */
export async function chooseGift(work: Work, shortcode: string, productId: string): Promise<GiftRecord> {
  const gift = await lockGift(work.tx, shortcode, { movesMoney: true })
  if (gift.chosen_product_id === productId) return gift
  requireState(gift, work.at, ['opened'])
  if (gift.chosen_product_id) throw new Problem('conflict', 'Something else has been chosen with this gift already.')
  const bought = found(await productById(work.tx, gift.product_id), 'product')
  const options = (await choicesFor(work.posy, work.tx, gift, bought)).flatMap((segment) => segment.options)
  const chosen = options.find((option) => option.id === productId)
  if (!chosen) throw notFound('product')
  // The part of the VAT posted at purchase that belongs to what was chosen: all of it where nothing is left over.
  const chosenVatPence =
    gift.face_vat_pence > 0
      ? Math.min(gift.face_vat_pence, vatInGross(chosen.senderPricePence, bought.vatBasisPoints))
      : 0
  const over = {
    change_pence: gift.face_pence - chosen.senderPricePence,
    change_vat_pence: gift.face_vat_pence - chosenVatPence,
  }
  const after = await writeGift(work, gift, 'chosen', {
    chosen_product_id: chosen.id,
    chosen_at: work.at,
    chosen_price_pence: chosen.senderPricePence,
    chosen_vat_pence: chosenVatPence,
    chosen_gives_change: true,
    ...(over.change_pence > 0 ? over : {}),
  })
  if (over.change_pence > 0) {
    await giveBack(work, gift, over)
    await work.emit(choiceLeftOver, { hugggId: gift.id })
  }
  await recordHappening(work, [gift.id], 'chosen')
  return after
}

/**
 * What a choice left over, to where a refund of the gift would go now.
 * @param from where it is, unless it is still set aside for the gift
 */
export async function giveBack(
  work: Work,
  gift: GiftRecord,
  over: Pick<GiftMoney, 'change_pence' | 'change_vat_pence'>,
  from?: AccountRef,
): Promise<string> {
  const [back] = await placeRefunds(work, [{ gift, amountPence: over.change_pence }])
  const transferId = await postTransfer(work.tx, {
    kind: 'change',
    key: `change/${gift.id}`,
    reference: { kind: 'huggg', id: gift.id },
    currency: gift.currency,
    at: work.at,
    entries: choiceChangeEntries(gift, over, back!, from),
  })
  await settleInvoices(work, [gift.transaction_id])
  await work.tx
    .insertInto('gift_change')
    .values({
      huggg_id: gift.id,
      team_id: gift.team_id,
      transaction_id: gift.transaction_id,
      day: londonDate(toInstant(work.at)).toString(),
    })
    .execute()
  return transferId
}
