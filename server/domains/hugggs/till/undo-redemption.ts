import type { Selectable } from 'kysely'
import { lockBalances, reverseTransfer } from '#server/domains/ledger/index.ts'
import type { RedemptionTable } from '#server/platform/database/schema.ts'
import type { Work } from '#server/platform/posy.ts'
import type { Principal } from '#server/platform/principal.ts'
import { found, Problem } from '#server/platform/problem/problem.ts'
import { changedBy, hugggRedemptionUndone, type LockedHuggg, recordHappening } from '../change/index.ts'
import { settleExpiry } from '../expiry/index.ts'
import { listRedemptions } from '../gifts/index.ts'
import type { VoucherKey } from '../links/index.ts'
import { changePence, refundAccounts, settleInvoices } from '../money/index.ts'
import { Status } from '../states/index.ts'
import { lockVoucher } from './redeem-huggg.ts'

/**
 * The redeeming merchant takes a redemption back, by one reversing transfer, until it has been paid for it. The gift (or
 * that part of it) can be used again, unless its last day has passed meanwhile: then it expires here and now. Undone
 * before, it stays so.
 * @returns the redemption's id
 * @throws not_found; not_this_merchant (403) for another brand's till, and for one of the till page in another store; wrong_state (409) once settled, when change that
 *   was given back has been spent, and for a part once what was left of the gift has expired
 */
export async function undoRedemption(
  work: Work,
  till: Principal,
  { key, redemptionId }: { key: VoucherKey; redemptionId: string },
): Promise<string> {
  const gift = await lockVoucher(work, key)
  const redemptions = await listRedemptions(work.tx, [gift.id])
  const redemption = found(
    redemptionId === 'latest' ? redemptions.at(-1) : redemptions.find(({ id }) => id === redemptionId),
    'redemption',
  )
  if (redemption.brand_id !== till.brandId)
    throw new Problem('not_this_merchant', 'This was redeemed at another merchant.')
  if (till.storeId && redemption.store_id !== till.storeId)
    throw new Problem('not_this_merchant', 'This was redeemed in another store.')
  if (redemption.undone_at) return redemption.id
  if (redemption.is_settled)
    throw new Problem('wrong_state', 'This redemption is on its merchant’s statement and can no longer be undone.')
  if (gift.status_id === Status.Expired)
    throw new Problem('wrong_state', 'This voucher has expired. What was used of it before can no longer be undone.')
  await lockAccounts(work, gift)
  const undoTransferId = await reverse(work, redemption)
  await work.tx
    .updateTable('redemption')
    .set({ undone_at: work.at, undo_transfer_id: undoTransferId })
    .where('id', '=', redemption.id)
    .execute()
  if (changePence(gift) > 0) await settleInvoices(work, [gift.transaction_id])
  const left = { ...gift, parts_pence: partsWithout(redemptions, redemption.id) }
  await giveBack(work, left)
  await work.audit(
    'huggg.redemption-undone',
    { kind: 'huggg', id: gift.id },
    { teamId: gift.team_id, detail: { redemptionId: redemption.id } },
  )
  await work.emit(hugggRedemptionUndone, { hugggId: gift.id, redemptionId: redemption.id })
  return redemption.id
}

/** What other redemptions have taken and keep. */
const partsWithout = (redemptions: Selectable<RedemptionTable>[], id: string): number =>
  redemptions.filter((each) => each.id !== id && !each.undone_at).reduce((sum, each) => sum + each.amount, 0)

async function giveBack(work: Work, gift: LockedHuggg): Promise<void> {
  const isOver = gift.expiry_date < work.at
  const reason = 'redemption undone'
  await work.tx
    .updateTable('huggg')
    .set({
      parts_pence: gift.parts_pence,
      ...(isOver ? {} : { status_id: Status.Claimed, ...changedBy(work, reason) }),
    })
    .where('id', '=', gift.id)
    .execute()
  if (isOver) await settleExpiry(work, [gift])
  else if (gift.status_id === Status.Claimed) await recordHappening(work, [gift.id], reason)
}

/** All that this may post to, at once: the reversal and an expiry after it are two transfers. */
async function lockAccounts(work: Work, gift: LockedHuggg): Promise<void> {
  await lockBalances(
    work.tx,
    [
      { wallet: gift.wallet_id, kind: 'committed' },
      { wallet: gift.wallet_id, kind: 'available' },
      ...(await refundAccounts(work.tx, gift)),
    ],
    gift.currency,
  )
}

async function reverse(work: Work, redemption: { id: string; transfer_id: string }): Promise<string> {
  try {
    return await reverseTransfer(work.tx, {
      transferId: redemption.transfer_id,
      kind: 'redemption-undo',
      key: `redemption-undo/${redemption.id}`,
      at: work.at,
    })
  } catch (error) {
    if (error instanceof Problem && error.code === 'insufficient_funds')
      throw new Problem('wrong_state', 'The change that was given back to the sender has been spent.', { cause: error })
    throw error
  }
}
