import { sql } from 'kysely'
import { asSystem, type Posy, type Work } from '#server/platform/posy.ts'
import { codesExhausted } from '../change/index.ts'
import type { GiftRecord } from '../gifts/index.ts'
import { NoCode } from './awaited-code.ts'
import { settleFetched } from './settle-fetched.ts'
import { unsealVoucher } from './voucher.ts'

/** Thrown through the command, so that it is rolled back; the code that opened the transaction tells the operator. */
export class PoolIsEmpty extends NoCode {
  readonly productId: string
  constructor(hugggId: string, productId: string) {
    super(hugggId, 'The code of this gift is not there at the moment. The gift is still yours.')
    this.productId = productId
  }
}

/**
 * Gives a gift, whose row is held, one code of its product's pool, the first to expire first: from now on it is this
 * gift's permanently, and its merchant is owed.
 * @throws PoolIsEmpty (unavailable, 503)
 */
export async function takeSuppliedCode(work: Work, gift: GiftRecord, productId: string): Promise<GiftRecord> {
  const taken = await takeFromPool(work, gift.id, productId)
  if (!taken) throw new PoolIsEmpty(gift.id, productId)
  return settleFetched(work, gift, {
    source: 'pool',
    voucher: unsealVoucher(work.posy.secret, taken.id, taken.sealed),
    suppliedCodeId: taken.id,
    expiresAt: taken.expires_at,
  })
}

/** Codes that others are taking at this moment are passed over; when none is left, wait for what happens to those. */
export const takeFromPool = async (work: Work, hugggId: string, productId: string) =>
  (await take(work, hugggId, productId, sql`skip locked`)) ?? (await take(work, hugggId, productId, sql``))

async function take(work: Work, hugggId: string, productId: string, others: ReturnType<typeof sql>) {
  const { rows } = await sql<{ id: string; sealed: Uint8Array; expires_at: Date | null }>`
    with free as (
      select id from supplied_code
      where product_id = ${productId} and huggg_id is null and (expires_at is null or expires_at > ${work.at}::timestamptz)
      order by expires_at, id limit 1 for update ${others}
    )
    update supplied_code set huggg_id = ${hugggId}::uuid, taken_at = ${work.at}::timestamptz from free
    where supplied_code.id = free.id returning supplied_code.id, supplied_code.sealed, supplied_code.expires_at`.execute(
    work.tx,
  )
  return rows[0]
}

/** Says once that a pool is empty, until codes are imported again. */
export async function reportEmptyPool(posy: Posy, productId: string): Promise<void> {
  const isNews = await asSystem(posy, async (work) => {
    const marked = await work.tx
      .updateTable('code_pool')
      .set({ exhausted_at: work.at })
      .where('product_id', '=', productId)
      .where('exhausted_at', 'is', null)
      .executeTakeFirst()
    if (marked.numUpdatedRows === 0n) return false
    await work.emit(codesExhausted, { productId })
    await work.audit('codes.exhausted', { kind: 'product', id: productId })
    return true
  })
  if (isNews) posy.log.error({ product: productId }, 'a product has run out of supplied codes: import more')
}
