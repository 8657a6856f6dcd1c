import { type ProductRecord, productById } from '#server/domains/catalogue/index.ts'
import { type Posy, transact, type Work } from '#server/platform/posy.ts'
import type { Actor } from '#server/platform/principal.ts'
import { found } from '#server/platform/problem/problem.ts'
import { lockGift, recordHappening, requireState, writeGift } from '../change/index.ts'
import { type GiftRecord, giftByShortcode } from '../gifts/index.ts'
import {
  askIssuer,
  awaitCode,
  hasPool,
  type Lease,
  NoCode,
  notYet,
  openAttempt,
  PoolIsEmpty,
  reportEmptyPool,
  takeSuppliedCode,
  waitForAnswer,
} from '../vouchers/index.ts'

/**
 * Shows the voucher's code from now on; again changes nothing. Our own codes move no money here: the till does that. A
 * supplied code, or one bought from an issuer, is fetched exactly once, and its supplier is owed from then on.
 * Opens transactions of its own, for an issuer is asked between two of them.
 * @throws not_found; wrong_state unless claimed; unavailable where no code is to be had at the moment: the gift stays as it is
 */
export async function revealGift(
  posy: Posy,
  shortcode: string,
  cause: { actor: Actor; requestId?: string },
): Promise<GiftRecord> {
  try {
    const reveal = await transact(posy, cause, (work) => beginReveal(work, shortcode))
    if ('shown' in reveal) return reveal.shown
    const { lease, hugggId } = reveal
    const answer =
      lease === 'already-asking'
        ? await waitForAnswer(posy, hugggId)
        : await askIssuer(posy, lease.attempt, cause.actor)
    if (answer === 'waiting') throw notYet()
    if (answer === 'refused') throw notIssued(hugggId)
    return found(await giftByShortcode(posy.db, shortcode), 'gift')
  } catch (error) {
    if (error instanceof NoCode) await transact(posy, cause, (work) => awaitCode(work, error.hugggId))
    if (error instanceof PoolIsEmpty) await reportEmptyPool(posy, error.productId)
    throw error
  }
}

const notIssued = (hugggId: string) =>
  new NoCode(hugggId, 'We cannot get the code of this gift from its issuer at the moment. The gift is yours.')

/** What can be shown at once is; else the order is written down, to be asked for once this is committed. */
export async function beginReveal(
  work: Work,
  shortcode: string,
): Promise<{ shown: GiftRecord } | { lease: Lease; hugggId: string }> {
  const gift = await lockGift(work.tx, shortcode, { movesMoney: true })
  const state = requireState(gift, work.at, ['claimed', 'revealed'])
  if (state === 'revealed') return { shown: gift }
  const product = found(await productById(work.tx, gift.chosen_product_id ?? gift.product_id), 'product')
  // What a till took a part of by our code continues with it, whatever happened to the product since.
  const isOurs = gift.parts_pence > 0
  if (product.voucherType !== 'own' && !isOurs) {
    if (!isConnected(work.posy, product)) throw notIssued(gift.id)
    return { lease: await openAttempt(work, gift, product), hugggId: gift.id }
  }
  if (!isOurs && (await hasPool(work.tx, product.id))) return { shown: await takeSuppliedCode(work, gift, product.id) }
  const shown = await writeGift(work, gift, 'code shown', { revealed_at: work.at })
  await recordHappening(work, [gift.id], 'code shown')
  return { shown }
}

/** Whether gifts of a product can be given out here: what its issuer has to make needs that issuer. */
export const isConnected = ({ providers }: Posy, { voucherType }: Pick<ProductRecord, 'voucherType'>): boolean =>
  voucherType === 'own' || providers.issuers[voucherType] !== undefined
