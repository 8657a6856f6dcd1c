import { productsByIds } from '#server/domains/catalogue/index.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Posy } from '#server/platform/posy.ts'
import { found } from '#server/platform/problem/problem.ts'
import { findVoucher, hugggIdByVoucherKey, hugggsByIds } from '../gifts/index.ts'
import { Status } from '../states/index.ts'

/** The product that a till is shown a gift for. @throws not_found, too_many_requests */
export async function hugggToRedeem(
  posy: Posy,
  db: Db,
  { clientId, given }: { clientId: string; given: string },
): Promise<{ productId: string; brandId: string; isUsed: boolean }> {
  const key = await findVoucher(posy, clientId, given)
  const [gift] = await hugggsByIds(db, [found(await hugggIdByVoucherKey(db, key), 'huggg')])
  const productId = gift!.chosen_product_id ?? gift!.product_id
  const product = found((await productsByIds(db, [productId])).get(productId), 'product')
  return { productId, brandId: product.brandId, isUsed: gift!.status_id === Status.Redeemed }
}
