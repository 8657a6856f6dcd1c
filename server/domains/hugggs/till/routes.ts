import * as contract from '#contract/hugggs/hugggs.ts'
import * as page from '#contract/hugggs/till-page.ts'
import { isTillCode, signInTill, signOutTill, wrongTillCode } from '#server/domains/identity/programs/index.ts'
import { unguessable } from '#server/domains/identity/secrets/index.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { command, type Read, type Route, read } from '#server/platform/http/route.ts'
import { found } from '#server/platform/problem/problem.ts'
import { findVoucher, hugggsByIds, listRedemptions, serializeRedemption, spendableBalance } from '../gifts/index.ts'
import { readVoucherKey } from '../links/index.ts'
import { idRefused, noteRefusedId } from './ids.ts'
import { productAtTill, redeemHuggg, requireStore } from './redeem-huggg.ts'
import { notingRefusals } from './refused-looks.ts'
import { readTillCode } from './till-code.ts'
import { isForTill, loadDay, ownTill, requireOwnRedemption, voucherAtTill } from './till-page.ts'
import { undoRedemption } from './undo-redemption.ts'

/** What a till learns: what was redeemed, what to hand out, and what is left. */
async function tillAnswer(db: Db | Tx, redemptionId: string) {
  const row = await db
    .selectFrom('redemption')
    .select('huggg_id')
    .where('id', '=', redemptionId)
    .executeTakeFirstOrThrow()
  const [gift] = await hugggsByIds(db, [row.huggg_id])
  const redemption = (await listRedemptions(db, [row.huggg_id])).find(({ id }) => id === redemptionId)!
  const product = await productAtTill(db, gift!)
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
  const isSeen = caller.storeId ? isForTill(db, caller) : undefined
  const key = await findVoucher(posy, caller.clientId!, params.id, isId ? idRefused : undefined, isSeen)
  // A refused command leaves nothing behind; the operator is to see the try.
  if (key.kind === 'id') await noteRefusedId(posy, caller.clientId!, key.value)
}
/** Wrong codes are counted: guessing is slow. */
const beforeSigningIn = async ({ posy, body, request }: Read<typeof page.signInTill>) => {
  const { address, requestId } = request
  const known = await unguessable(posy, { kind: 'till', address, requestId }, async () =>
    (await isTillCode(posy, readTillCode(body.code))) ? true : null,
  )
  if (!known) throw wrongTillCode()
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
        work.tx,
        await redeemHuggg(work, caller, { key, storeId: body.location_id, amountPence: body.amount }),
      )
    },
    { before: beforeRedeeming },
  ),
  command(
    contract.undoRedemption,
    async ({ work, caller, params }) => {
      const key = found(readVoucherKey(params.id), 'huggg')
      return tillAnswer(work.tx, await undoRedemption(work, caller, { key, redemptionId: params.redemptionId }))
    },
    { before: beforeUndoing },
  ),
  command(
    page.signInTill,
    async ({ work, body }) => ({ data: { token: await signInTill(work, readTillCode(body.code)) } }),
    { before: beforeSigningIn },
  ),
  command(page.signOutTill, async ({ work, caller }) => {
    await signOutTill(work, caller.clientId!)
    return { data: { success: true } }
  }),
  read(page.getOwnTill, async ({ db, caller }) => ({ data: await ownTill(db, caller) })),
  read(page.getTillVoucher, async ({ posy, db, caller, params }) => ({
    data: await notingRefusals(posy, { clientId: caller.clientId!, typed: params.id }, () =>
      voucherAtTill(posy, db, caller, params.id),
    ),
  })),
  read(page.getTillRedemption, async ({ db, caller, params }) => {
    await requireOwnRedemption(db, caller, params.id)
    return tillAnswer(db, params.id)
  }),
  read(page.listTillRedemptions, async ({ posy, db, caller, query }) => ({
    data: await loadDay(posy, db, caller, query),
  })),
]
