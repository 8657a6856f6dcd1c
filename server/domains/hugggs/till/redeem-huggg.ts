import { newId } from '#kit/ids.ts'
import { formatMoney } from '#kit/money.ts'
import { iso } from '#kit/time.ts'
import { type ProductRecord, productsByIds, storesOfBrand } from '#server/domains/catalogue/index.ts'
import { postTransfer } from '#server/domains/ledger/index.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Work } from '#server/platform/posy.ts'
import type { Principal } from '#server/platform/principal.ts'
import { found, invalidFields, Problem } from '#server/platform/problem/problem.ts'
import { changedBy, hugggRedeemed, type LockedHuggg, lockHugggs, recordHappening } from '../change/index.ts'
import { hugggIdByVoucherKey, listRedemptions } from '../gifts/index.ts'
import type { VoucherKey } from '../links/index.ts'
import {
  changePence,
  type GiftMoney,
  giftPricePence,
  partEntries,
  placeRefunds,
  redemptionEntries,
  settleInvoices,
  unspentPence,
  whyNoParts,
} from '../money/index.ts'
import { type GiftState, hasLapsed, Status, statusName } from '../states/index.ts'
import { hasPool } from '../vouchers/index.ts'
import { idRefused, mayRedeemById } from './ids.ts'

/**
 * A till redeems a gift, or a part of one that allows parts: its supplier is owed that. Holding the gift's row, it cannot at
 * the same time be cancelled, expire, or be redeemed elsewhere.
 * @returns the redemption's id
 * @throws not_found, also for an id where none is allowed; not_this_merchant when the gift (or what was chosen) is another brand's; already_redeemed (405);
 *   wrong_state when it has ended, is not to be opened yet, or nothing has been chosen; invalid_fields for another brand's
 *   store, for more than is left, and for a part where parts are not allowed
 */
export async function redeemHuggg(
  work: Work,
  till: Principal,
  { key, storeId, amountPence }: { key: VoucherKey; storeId: string; amountPence?: number | undefined },
): Promise<string> {
  await requireStore(work.tx, till, storeId)
  const gift = await lockVoucher(work, key)
  if (key.kind === 'id') await requireIdAllowed(work.tx, till, gift)
  const product = await redeemableProduct(work.tx, till, gift, work.at)
  const takenPence = amountPence ?? unspentPence(gift)
  await checkAmount(work.tx, gift, product, takenPence)
  const id = newId()
  await take(work, gift, takenPence)
  const [change] = await placeRefunds(work, [{ gift, amountPence: changePence(gift) }])
  const transferId = await postTransfer(work.tx, {
    kind: 'redemption',
    key: `redemption/${id}`,
    reference: { kind: 'huggg', id: gift.id },
    currency: gift.currency,
    at: work.at,
    entries: takenPence < giftPricePence(gift) ? partEntries(gift, takenPence) : redemptionEntries(gift, change!),
  })
  if (change!.length) await settleInvoices(work, [gift.transaction_id])
  await work.tx
    .insertInto('redemption')
    .values({
      id,
      huggg_id: gift.id,
      brand_id: product.brandId,
      store_id: storeId,
      client_id: till.clientId!,
      amount: takenPence,
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

/** What a till hands out for a gift. @throws not_this_merchant, already_redeemed, wrong_state, as redeeming does */
export async function redeemableProduct(db: Db | Tx, till: Principal, gift: AtTill, at: Date): Promise<ProductRecord> {
  const product = await productAtTill(db, gift)
  if (product.kind === 'choice' && !hasEnded(gift, at)) {
    throw new Problem('wrong_state', 'Nothing has been chosen with this gift yet.', {
      help: 'Ask the customer to open its link and choose.',
    })
  }
  if (product.brandId !== till.brandId) throw new Problem('not_this_merchant', 'This voucher is for another merchant.')
  if (gift.status_id === Status.Redeemed) throw await usedBefore(db, till, gift.id)
  checkRedeemable(gift, at)
  if (product.voucherType !== 'own')
    throw new Problem('wrong_state', 'This voucher is redeemed with its issuer’s own code.')
  return product
}

export async function productAtTill(db: Db | Tx, gift: Pick<AtTill, 'chosen_product_id' | 'product_id'>) {
  const productId = gift.chosen_product_id ?? gift.product_id
  return found((await productsByIds(db, [productId])).get(productId), 'product')
}

/**
 * @throws invalid_fields (422): a till says where it stands, at a store of its own brand; one of the till page stands in its own
 */
export async function requireStore(db: Db | Tx, till: Principal, storeId: string): Promise<void> {
  const stores = await storesOfBrand(db, till.brandId!)
  const isElsewhere = till.storeId && till.storeId !== storeId
  if (isElsewhere || !stores.some((store) => store.id === storeId))
    throw invalidFields([{ path: 'location_id', message: 'is not a store of this merchant', code: 'unknown_store' }])
}

/** Takes the row of the gift that a key names at this very moment: a code that was retired meanwhile names none. */
export async function lockVoucher(work: Work, key: VoucherKey): Promise<LockedHuggg> {
  const id = found(await hugggIdByVoucherKey(work.tx, key), 'huggg')
  const [gift] = await lockHugggs(work.tx, null, { hugggIds: [id] })
  if ((await hugggIdByVoucherKey(work.tx, key)) !== id) found(null, 'huggg')
  return gift!
}

/** The till that used up a gift may ask again, and hears that it did. */
async function requireIdAllowed(tx: Tx, till: Principal, gift: LockedHuggg): Promise<void> {
  if (await mayRedeemById(tx, till.clientId!, gift.id)) return
  const [latest] = (await listRedemptions(tx, [gift.id])).filter(({ undone_at }) => !undone_at).slice(-1)
  if (gift.status_id !== Status.Redeemed || latest?.client_id !== till.clientId) throw idRefused()
}

type AtTill = GiftState & Pick<LockedHuggg, 'id' | 'chosen_product_id' | 'product_id'>

const hasEnded = (gift: AtTill, at: Date) => gift.status_id === Status.Cancelled || hasLapsed(gift, at)

/** With when and where it was used last: at the asking till's own merchant, for no other takes its gifts. */
async function usedBefore(db: Db | Tx, till: Principal, hugggId: string): Promise<Problem> {
  const last = (await listRedemptions(db, [hugggId])).findLast(({ undone_at }) => !undone_at)
  const message = 'This voucher has been used already.'
  if (last?.brand_id !== till.brandId) return new Problem('already_redeemed', message)
  const store = (await storesOfBrand(db, till.brandId!)).find(({ id }) => id === last?.store_id)
  const isHere = till.storeId ? last!.store_id === till.storeId : last!.client_id === till.clientId
  const reason = { code: 'used_before' as const, at: iso(last!.created_at), location: store?.name ?? null, isHere }
  return new Problem('already_redeemed', message, {
    details: [{ path: 'id', message: `was used at ${reason.at}`, reason }],
  })
}

function checkRedeemable(gift: AtTill, at: Date): void {
  if (gift.status_id === Status.Cancelled) throw new Problem('wrong_state', 'This voucher was cancelled by its sender.')
  if (hasLapsed(gift, at)) throw new Problem('wrong_state', 'This voucher has expired.')
  if (gift.status_id === Status.Scheduled) throw new Problem('wrong_state', 'This gift has not been sent yet.')
  const open: readonly number[] = [Status.Created, Status.Sent, Status.Claimed]
  if (!open.includes(gift.status_id))
    throw new Problem('wrong_state', `This voucher cannot be used: it is ${statusName(gift.status_id)}.`)
}

/** @throws invalid_fields (422) for more than is left, and for a part where parts are not allowed */
async function checkAmount(tx: Tx, gift: LockedHuggg, product: ProductRecord, amountPence: number): Promise<void> {
  const leftPence = unspentPence(gift)
  const refuse = (message: string, code: string) => invalidFields([{ path: 'amount', message, code }])
  if (amountPence > leftPence)
    throw refuse(`is more than is left: ${formatMoney(leftPence, gift.currency)}`, 'more_than_left')
  if (amountPence === giftPricePence(gift)) return
  const why = await whyNoPartsHere(tx, gift, product)
  if (why) throw refuse(why, 'no_parts')
}

/** A code of the merchant's is worth all of it, to anyone who has seen it. */
export const whyNoPartsHere = async (db: Db | Tx, gift: GiftMoney, product: ProductRecord): Promise<string | null> =>
  whyNoParts(gift, { allowsParts: product.allowsParts && !(await hasPool(db, product.id)) })

/** A part leaves the gift Claimed until nothing is left. */
async function take(work: Work, gift: LockedHuggg, takenPence: number): Promise<void> {
  const isPart = takenPence < giftPricePence(gift)
  const isUsedUp = takenPence === unspentPence(gift)
  const reason = isUsedUp ? 'redeemed at a till' : 'redeemed in part at a till'
  await work.tx
    .updateTable('huggg')
    .set({
      status_id: isUsedUp ? Status.Redeemed : Status.Claimed,
      ...(isPart ? { parts_pence: gift.parts_pence + takenPence } : {}),
      ...changedBy(work, reason),
    })
    .where('id', '=', gift.id)
    .execute()
  if (!isUsedUp && gift.status_id === Status.Claimed) await recordHappening(work, [gift.id], reason)
}
