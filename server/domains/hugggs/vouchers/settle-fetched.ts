import type { VoucherType } from '#server/domains/catalogue/index.ts'
import { postTransfer } from '#server/domains/ledger/index.ts'
import type { Work } from '#server/platform/posy.ts'
import { hugggFetched, writeGift } from '../change/index.ts'
import type { GiftRecord } from '../gifts/index.ts'
import { changePence, placeRefunds, redemptionEntries, settleInvoices } from '../money/index.ts'
import { Status } from '../states/index.ts'
import { sealVoucher, type Voucher } from './voucher.ts'

export type Fetched = { voucher: Voucher; expiresAt: Date | null } & (
  | { source: 'pool'; suppliedCodeId: string }
  | { source: Exclude<VoucherType, 'own'>; clientRequestId: string; issuerOrder: string | null }
)

/**
 * A code that its maker takes without asking us has been handed out: the gift, whose row is held, is Fetched, the code is
 * kept sealed, and its price is owed to the supplier from this moment. Whatever follows moves no money.
 */
export async function settleFetched(work: Work, gift: GiftRecord, fetched: Fetched): Promise<GiftRecord> {
  const after = await writeGift(work, gift, 'code fetched', {
    status_id: Status.Fetched,
    revealed_at: gift.revealed_at ?? work.at,
    fetching: false,
  })
  const [change] = await placeRefunds(work, [{ gift, amountPence: changePence(gift) }])
  const transferId = await postTransfer(work.tx, {
    kind: 'issuer-fetch',
    key: `issuer-fetch/${gift.id}`,
    reference: { kind: 'huggg', id: gift.id },
    currency: gift.currency,
    at: work.at,
    entries: redemptionEntries(gift, change!),
  })
  if (change!.length) await settleInvoices(work, [gift.transaction_id])
  await work.tx
    .insertInto('fetched_voucher')
    .values({
      huggg_id: gift.id,
      team_id: gift.team_id,
      source: fetched.source,
      sealed: sealVoucher(work.posy.secret, gift.id, fetched.voucher),
      expires_at: fetched.expiresAt,
      transfer_id: transferId,
      fetched_at: work.at,
      ...(fetched.source === 'pool'
        ? { supplied_code_id: fetched.suppliedCodeId }
        : { client_request_id: fetched.clientRequestId, issuer_order: fetched.issuerOrder }),
    })
    .execute()
  await work.tx.deleteFrom('awaited_code').where('huggg_id', '=', gift.id).execute()
  await work.emit(hugggFetched, { hugggId: gift.id })
  return after
}
