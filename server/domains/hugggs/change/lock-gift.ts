import type { Tx } from '#server/platform/database/database.ts'
import type { Work } from '#server/platform/posy.ts'
import { notFound, Problem } from '#server/platform/problem/problem.ts'
import { type GiftRecord, giftByShortcode, type HugggRecord } from '../gifts/index.ts'
import { lockInvoiced } from '../money/index.ts'
import { type PageState, pageState } from '../states/index.ts'
import { changedBy } from './bulk.ts'

/**
 * Takes the row of the gift behind a link, and before it that of a purchase by invoice where money is to move.
 * @throws not_found for a code that is unknown or has been retired
 */
export async function lockGift(
  tx: Tx,
  shortcode: string,
  { movesMoney = false }: { movesMoney?: boolean } = {},
): Promise<GiftRecord> {
  if (movesMoney) {
    const found = await tx.selectFrom('huggg').select('id').where('shortcode', '=', shortcode).executeTakeFirst()
    if (found) await lockInvoiced(tx, [found.id])
  }
  const locked = await tx
    .selectFrom('huggg')
    .select('id')
    .where('shortcode', '=', shortcode)
    .forNoKeyUpdate()
    .executeTakeFirst()
  const gift = locked && (await giftByShortcode(tx, shortcode))
  if (!gift) throw notFound('gift')
  return gift
}

/** As lockGift, by id; money may move. */
export async function lockGiftById(tx: Tx, id: string): Promise<GiftRecord> {
  await lockInvoiced(tx, [id])
  const { shortcode } = await tx
    .selectFrom('huggg')
    .select('shortcode')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  return (await giftByShortcode(tx, shortcode))!
}

const refusals: Record<PageState, string> = {
  scheduled: 'This gift cannot be opened yet.',
  wrapped: 'Open the gift first.',
  opened: 'Accept the gift first.',
  claimed: 'This gift has been accepted already.',
  revealed: 'The code of this gift has been shown already.',
  redeemed: 'This gift has been used.',
  expired: 'This gift has expired.',
  cancelled: 'This gift was cancelled by its sender.',
}

/** @throws wrong_state (409), in words for the recipient, unless the gift is in one of these states */
export function requireState(gift: GiftRecord, at: Date, allowed: readonly PageState[]): PageState {
  const state = pageState(gift, at)
  if (!allowed.includes(state)) throw new Problem('wrong_state', refusals[state])
  return state
}

/** Writes what the recipient did; states follow the rules of the table. */
export async function writeGift(
  work: Work,
  gift: GiftRecord,
  reason: string,
  change: Partial<
    Pick<
      HugggRecord,
      | 'status_id'
      | 'viewed_date'
      | 'viewed_client'
      | 'assigned_date'
      | 'revealed_at'
      | 'fetching'
      | 'chosen_product_id'
      | 'chosen_at'
      | 'chosen_price_pence'
      | 'chosen_vat_pence'
      | 'chosen_gives_change'
      | 'change_pence'
      | 'change_vat_pence'
    >
  >,
): Promise<GiftRecord> {
  const by = changedBy(work, reason)
  await work.tx
    .updateTable('huggg')
    .set({ ...change, ...by })
    .where('id', '=', gift.id)
    .execute()
  return { ...gift, ...change, ...by }
}
