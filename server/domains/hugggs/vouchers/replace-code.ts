import type { Work } from '#server/platform/posy.ts'
import { invalidFields, Problem } from '#server/platform/problem/problem.ts'
import type { GiftRecord } from '../gifts/index.ts'
import { Status } from '../states/index.ts'
import { takeFromPool } from './take-supplied-code.ts'
import { sealVoucher, unsealVoucher, type Voucher } from './voucher.ts'

/** What an issuer gave in the place of a code. */
export interface NewCode {
  code: string
  pin?: string | null | undefined
}

/**
 * Puts another code in the place of one that was given out; the gift's row is held. No money moves: who made the code is owed
 * for one, as before, and stands by it with another.
 * @param given of an issuer's code, the one that it gave instead; of a merchant's list the next is taken
 * @returns the supplied code that was put aside; null for an issuer's
 * @throws wrong_state for a code of our own, and where the list is empty; invalid_fields
 */
export async function replaceCode(work: Work, gift: GiftRecord, given: NewCode | null): Promise<string | null> {
  if (gift.status_id !== Status.Fetched)
    throw new Problem('wrong_state', 'Only a code that a merchant or an issuer made can be replaced.', {
      help: 'Refund the gift, or settle it with the shop.',
    })
  const voucher = await work.tx
    .selectFrom('fetched_voucher')
    .select(['supplied_code_id', 'sealed'])
    .where('huggg_id', '=', gift.id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (voucher.supplied_code_id === null) {
    if (!given) throw invalidFields([{ path: 'newCode', message: 'is needed: the code that the issuer gave instead' }])
    const before = unsealVoucher(work.posy.secret, gift.id, voucher.sealed)
    await putCode(work, gift.id, redrawn(before, given))
    return null
  }
  if (given) throw invalidFields([{ path: 'newCode', message: 'is taken from the merchant’s list' }])
  const taken = await takeFromPool(work, gift.id, gift.chosen_product_id ?? gift.product_id)
  if (!taken)
    throw new Problem('wrong_state', 'No code of this product is left in stock.', {
      help: 'Add codes under Stock first.',
    })
  await putCode(work, gift.id, unsealVoucher(work.posy.secret, taken.id, taken.sealed), {
    supplied_code_id: taken.id,
    expires_at: taken.expires_at,
  })
  return voucher.supplied_code_id
}

const putCode = (
  work: Work,
  hugggId: string,
  voucher: Voucher,
  supplied: { supplied_code_id?: string; expires_at?: Date | null } = {},
) =>
  work.tx
    .updateTable('fetched_voucher')
    .set({ ...supplied, sealed: sealVoucher(work.posy.secret, hugggId, voucher) })
    .where('huggg_id', '=', hugggId)
    .execute()

/** Drawn as the one before was, where that drew its code and nothing else. */
function redrawn({ barcode, code: before }: Voucher, { code, pin = null }: NewCode): Voucher {
  const isOfCode = barcode !== null && barcode.text === before
  return { code, pin, url: null, barcode: isOfCode ? { kind: barcode.kind, text: code } : null }
}
