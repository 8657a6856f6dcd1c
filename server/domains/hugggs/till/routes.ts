import * as contract from '#contract/hugggs/hugggs.ts'
import { productsByIds } from '#server/domains/catalogue/index.ts'
import { command, type Read, type Route } from '#server/platform/http/route.ts'
import type { Work } from '#server/platform/posy.ts'
import { found } from '#server/platform/problem/problem.ts'
import { findVoucher, hugggsByIds, listRedemptions, serializeRedemption, spendableBalance } from '../gifts/index.ts'
import { readVoucherKey } from '../links/index.ts'
import { idRefused, noteRefusedId } from './ids.ts'
import { redeemHuggg, requireStore } from './redeem-huggg.ts'
import { undoRedemption } from './undo-redemption.ts'

/** What a till learns: what was redeemed, what to hand out, and what is left. */
async function tillAnswer(work: Work, redemptionId: string) {
  const row = await work.tx
    .selectFrom('redemption')
    .select('huggg_id')
    .where('id', '=', redemptionId)
    .executeTakeFirstOrThrow()
  const [gift] = await hugggsByIds(work.tx, [row.huggg_id])
  const redemption = (await listRedemptions(work.tx, [row.huggg_id])).find(({ id }) => id === redemptionId)!
  const productId = gift!.chosen_product_id ?? gift!.product_id
  const product = found((await productsByIds(work.tx, [productId])).get(productId), 'product')
  return {
    data: {
      ...serializeRedemption(redemption, gift!.currency),
      product: { id: product.id, name: product.name },
      balance: spendableBalance(gift!),
    },
  }
}

/** Before the transaction opens, so that wrong guesses stay counted: the store is the till's own, the voucher exists. */
const beforeRedeeming = async ({ posy, db, caller, params, body }: Read<typeof contract.redeemHuggg>) => {
  await requireStore(db, caller, body.location_id)
  const isId = readVoucherKey(params.id)?.kind === 'id'
  const key = await findVoucher(posy, caller.clientId!, params.id, isId ? idRefused : undefined)
  // A refused command leaves nothing behind; the operator is to see the try.
  if (key.kind === 'id') await noteRefusedId(posy, caller.clientId!, key.value)
}
const beforeUndoing = async ({ posy, caller, params }: Read<typeof contract.undoRedemption>) => {
  await findVoucher(posy, caller.clientId!, params.id)
}

export const tillRoutes: Route[] = [
  command(
    contract.redeemHuggg,
    async ({ work, caller, params, body }) => {
      const key = found(readVoucherKey(params.id), 'huggg')
      return tillAnswer(
        work,
        await redeemHuggg(work, caller, { key, storeId: body.location_id, amountPence: body.amount }),
      )
    },
    { before: beforeRedeeming },
  ),
  command(
    contract.undoRedemption,
    async ({ work, caller, params }) => {
      const key = found(readVoucherKey(params.id), 'huggg')
      return tillAnswer(work, await undoRedemption(work, caller, { key, redemptionId: params.redemptionId }))
    },
    { before: beforeUndoing },
  ),
]
