import { productsByIds, storesOfBrand } from '#server/domains/catalogue/index.ts'
import { postTransfer } from '#server/domains/ledger/index.ts'
import { newId } from '#server/kit/ids.ts'
import { found, invalidFields, Problem } from '#server/kit/problem.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Work } from '#server/platform/posy.ts'
import type { Principal } from '#server/platform/principal.ts'
import { changedBy, type LockedHuggg, lockHugggs } from './bulk.ts'
import type { VoucherKey } from './codes.ts'
import { hugggRedeemed } from './events.ts'
import { hasLapsed, Status, statusName } from './huggg.ts'
import { hugggIdByVoucherKey } from './queries.ts'
import { redemptionEntries } from './settlement.ts'

/**
 * A till redeems a gift: it is used, and its supplier is owed. Holding the gift's row, it cannot at the same time be
 * cancelled, expire, or be redeemed elsewhere.
 * @returns the redemption's id
 * @throws not_found; not_this_merchant when the gift (or what was chosen) is another brand's; already_redeemed (405);
 *   wrong_state when it has ended, is not to be opened yet, or nothing has been chosen; invalid_fields for another brand's store
 */
export async function redeemHuggg(
  work: Work,
  till: Principal,
  { key, storeId }: { key: VoucherKey; storeId: string },
): Promise<string> {
  await requireStore(work.tx, till, storeId)
  const gift = await lockVoucher(work, key)
  const productId = gift.chosen_product_id ?? gift.product_id
  const product = found((await productsByIds(work.tx, [productId])).get(productId), 'product')
  if (product.kind === 'choice' && !hasEnded(gift, work.at)) {
    throw new Problem('wrong_state', 'Nothing has been chosen with this gift yet.', {
      help: 'Ask the customer to open its link and choose.',
    })
  }
  if (product.brandId !== till.brandId) throw new Problem('not_this_merchant', 'This voucher is for another merchant.')
  checkRedeemable(gift, work.at)
  if (product.voucherType !== 'own')
    throw new Problem('wrong_state', 'This voucher is redeemed with its issuer’s own code.')
  const id = newId()
  await work.tx
    .updateTable('huggg')
    .set({ status_id: Status.Redeemed, ...changedBy(work, 'redeemed at a till') })
    .where('id', '=', gift.id)
    .execute()
  const transferId = await postTransfer(work.tx, {
    kind: 'redemption',
    key: `redemption/${id}`,
    reference: { kind: 'huggg', id: gift.id },
    currency: gift.currency,
    at: work.at,
    entries: redemptionEntries(gift),
  })
  await work.tx
    .insertInto('redemption')
    .values({
      id,
      huggg_id: gift.id,
      brand_id: product.brandId,
      store_id: storeId,
      client_id: till.clientId!,
      amount: gift.chosen_price_pence ?? gift.face_pence,
      transfer_id: transferId,
      created_at: work.at,
    })
    .execute()
  await work.audit(
    'huggg.redeemed',
    { kind: 'huggg', id: gift.id },
    { teamId: gift.team_id, detail: { redemptionId: id, storeId } },
  )
  await work.emit(hugggRedeemed, { hugggId: gift.id, redemptionId: id })
  return id
}

/** @throws invalid_fields (422): a till says where it stands, at a store of its own brand */
export async function requireStore(db: Db | Tx, till: Principal, storeId: string): Promise<void> {
  const stores = await storesOfBrand(db, till.brandId!)
  if (!stores.some((store) => store.id === storeId))
    throw invalidFields([{ path: 'location_id', message: 'is not a store of this merchant', code: 'unknown_store' }])
}

/** Takes the row of the gift that a key names at this very moment: a code that was retired meanwhile names none. */
export async function lockVoucher(work: Work, key: VoucherKey): Promise<LockedHuggg> {
  const id = found(await hugggIdByVoucherKey(work.tx, key), 'huggg')
  const [gift] = await lockHugggs(work.tx, null, { hugggIds: [id] })
  if ((await hugggIdByVoucherKey(work.tx, key)) !== id) found(null, 'huggg')
  return gift!
}

const hasEnded = (gift: LockedHuggg, at: Date) => gift.status_id === Status.Cancelled || hasLapsed(gift, at)

function checkRedeemable(gift: LockedHuggg, at: Date): void {
  if (gift.status_id === Status.Redeemed) throw new Problem('already_redeemed', 'This voucher has been used already.')
  if (gift.status_id === Status.Cancelled) throw new Problem('wrong_state', 'This voucher was cancelled by its sender.')
  if (hasLapsed(gift, at)) throw new Problem('wrong_state', 'This voucher has expired.')
  if (gift.status_id === Status.Scheduled) throw new Problem('wrong_state', 'This gift has not been sent yet.')
  const open: readonly number[] = [Status.Created, Status.Sent, Status.Claimed]
  if (!open.includes(gift.status_id))
    throw new Problem('wrong_state', `This voucher cannot be used: it is ${statusName(gift.status_id)}.`)
}
