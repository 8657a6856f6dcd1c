import { sql } from 'kysely'
import { newId } from '#kit/ids.ts'
import { STANDARD_VAT_BASIS_POINTS, vatInGross, vatOnNet } from '#kit/money.ts'
import { demo } from '#server/app/demo/ids.ts'
import { productById } from '#server/domains/catalogue/index.ts'
import { createHugggs } from '#server/domains/hugggs/sender/index.ts'
import { postTransfer } from '#server/domains/ledger/index.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { type Posy, transact, type Work } from '#server/platform/posy.ts'
import type { Actor, Principal } from '#server/platform/principal.ts'

export interface BuiltPurchase {
  productId?: string
  quantity?: number
  teamId?: string
  walletId?: string
  userId?: string
  deliveryMethod?: 'email' | 'sms' | 'links' | 'superhuggg' | 'printable' | 'inline-redeem'
  emails?: string[]
  message?: string
  sendAt?: Date
  /** Named by the sender; otherwise so many days from sending count. */
  expiryDate?: Date
  expiryDays?: number
}

export interface BuiltGift {
  id: string
  shortcode: string
  redeemCode: string
}

/** What the recipient of a gift shows at a till. */
export const loadShortcode = async (db: Db | Tx, hugggId: string): Promise<string> =>
  (await db.selectFrom('huggg').select('shortcode').where('id', '=', hugggId).executeTakeFirstOrThrow()).shortcode

/** A purchase with its money and gifts, without the checks of buying. */
export async function buildTransaction(
  work: Work,
  purchase: BuiltPurchase = {},
): Promise<{ transactionId: string; gifts: BuiltGift[] }> {
  const { productId = demo.products.daisyFlatWhite, emails = [], quantity = emails.length || 1 } = purchase
  const { teamId = demo.teams.acme, walletId = demo.wallets.acmeMain, userId = demo.users.acmeAdmin } = purchase
  const product = (await productById(work.tx, productId))!
  const facePence = product.senderPricePence
  const faceVatPence = product.vatVoucherType === 'SPV' ? vatInGross(facePence, product.vatBasisPoints) : 0
  const feePence = product.handlingFeePence
  const feeVatPence = vatOnNet(feePence, STANDARD_VAT_BASIS_POINTS)
  const id = newId()
  await work.tx
    .insertInto('transaction')
    .values({
      id,
      team_id: teamId,
      user_id: userId,
      plan_id: demo.plans.enterprise,
      purchase_type: 'bulkHugggs',
      product_id: productId,
      wallet_id: walletId,
      payment_method: 'walletCommitment',
      payment_reference: walletId,
      delivery_method: purchase.deliveryMethod ?? (emails.length ? 'email' : 'links'),
      quantity,
      currency: product.currency,
      face_pence: facePence,
      face_vat_pence: faceVatPence,
      face_vat_basis_points: product.vatVoucherType === 'SPV' ? product.vatBasisPoints : null,
      fee_pence: feePence,
      fee_vat_pence: feeVatPence,
      send_at: purchase.sendAt ?? null,
      expiry_days: purchase.expiryDays ?? 30,
      expiry_date: purchase.expiryDate ?? null,
      created_at: work.at,
      updated_at: work.at,
    })
    .execute()
  if (purchase.message)
    await work.tx
      .insertInto('gift_message')
      .values({ transaction_id: id, team_id: teamId, message: purchase.message })
      .execute()
  for (const [index, email] of emails.entries())
    await work.tx
      .insertInto('recipient')
      .values({ id: newId(), team_id: teamId, transaction_id: id, ordinal: index + 1, email })
      .execute()
  await postTransfer(work.tx, {
    kind: 'purchase',
    key: `purchase/${id}`,
    reference: { kind: 'transaction', id },
    currency: product.currency,
    at: work.at,
    entries: [
      {
        account: { wallet: walletId, kind: 'available' },
        amountPence: -(facePence + feePence + feeVatPence) * quantity,
      },
      { account: { wallet: walletId, kind: 'committed' }, amountPence: (facePence - faceVatPence) * quantity },
      { account: { platform: 'fees' }, amountPence: feePence * quantity },
      { account: { platform: 'vat' }, amountPence: (faceVatPence + feeVatPence) * quantity },
    ],
  })
  await createHugggs(work, { transactionId: id, fromOrdinal: 1, toOrdinal: quantity })
  const rows = await work.tx
    .selectFrom('huggg')
    .select(['id', 'shortcode', 'redeem_code'])
    .where('transaction_id', '=', id)
    .orderBy('ordinal')
    .execute()
  return { transactionId: id, gifts: rows.map((row) => ({ ...row, redeemCode: row.redeem_code })) }
}

const acmeAdmin: Actor = { kind: 'user', id: demo.users.acmeAdmin }

/** `buildTransaction` in a transaction of its own. */
export const buyGifts = (posy: Posy, purchase: BuiltPurchase = {}) =>
  transact(posy, { actor: acmeAdmin }, (work) => buildTransaction(work, purchase))

/** Acme's admin and the demo till, as the API would hand them to a command. */
export const acmeAdminPrincipal: Principal = {
  kind: 'user',
  actor: acmeAdmin,
  userId: demo.users.acmeAdmin,
  clientId: null,
  sessionId: null,
  teamId: demo.teams.acme,
  teamIds: [demo.teams.acme, demo.teams.acmeNorth, demo.teams.acmeSouth],
  ownOnly: false,
  role: null,
  permissions: {},
  apiKey: null,
  planId: demo.plans.enterprise,
  brandId: null,
  operator: null,
}
export const tillPrincipal: Principal = {
  ...acmeAdminPrincipal,
  kind: 'client',
  actor: { kind: 'client', id: 'demo-till' },
  userId: null,
  clientId: 'demo-till',
  teamId: null,
  teamIds: [],
  brandId: demo.brands.daisyCoffee,
}

/**
 * Everything wrong with the gifts of a database and their money; nothing is: the ledger holds for each living gift exactly
 * what is committed, each that ended was settled once, each use is one redemption, and every event is an allowed change.
 */
export async function giftFaults(db: Db): Promise<string[]> {
  const faults: string[] = []
  const look = async (name: string, query: ReturnType<typeof sql>) => {
    const { rows } = await query.execute(db)
    if (rows.length) faults.push(`${name}: ${JSON.stringify(rows.slice(0, 3))}`)
  }
  await look(
    'a transfer does not sum to zero',
    sql`select transfer_id from ledger_entry group by transfer_id having sum(amount) <> 0`,
  )
  await look(
    'a balance is not what its entries say',
    sql`select account.id from ledger_account account left join ledger_entry entry on entry.account_id = account.id
      where not account.platform group by account.id having account.balance <> coalesce(sum(entry.amount), 0) or (not account.may_go_negative and account.balance < 0)`,
  )
  await look(
    'committed money is not that of the living gifts',
    sql`select account.wallet_id, account.balance, coalesce(sum(huggg.face_pence - huggg.change_pence - huggg.face_vat_pence + huggg.change_vat_pence - huggg.parts_pence), 0) as alive
      from ledger_account account left join huggg on huggg.wallet_id = account.wallet_id and huggg.status_id in (1, 2, 3, 7, 8)
      where account.kind = 'committed' group by account.id having account.balance <> coalesce(sum(huggg.face_pence - huggg.change_pence - huggg.face_vat_pence + huggg.change_vat_pence - huggg.parts_pence), 0)`,
  )
  await look(
    'a gift was not settled as its state says',
    sql`select huggg.id, huggg.status_id, count(*) from huggg
      left join ledger_transfer t on t.reference_kind = 'huggg' and t.reference_id = huggg.id::text and t.kind in ('cancellation', 'expiry', 'breakage', 'issuer-fetch')
      group by huggg.id
      having count(t.id) <> case when huggg.status_id in (5, 6, 9) then 1 else 0 end
        or coalesce(bool_or(t.kind = 'issuer-fetch'), false) <> exists (select from fetched_voucher where huggg_id = huggg.id and transfer_id = any(array_agg(t.id)))
        or bool_or(t.kind = 'cancellation') is distinct from case when count(t.id) = 0 then null else huggg.status_id = 6 end`,
  )
  await look(
    'a refund is not what the gift says',
    sql`select huggg.id, huggg.refunded_pence from huggg
      left join ledger_transfer t on t.reference_kind = 'huggg' and t.reference_id = huggg.id::text and t.kind in ('cancellation', 'expiry')
      left join ledger_entry entry on entry.transfer_id = t.id
      left join ledger_account account on account.id = entry.account_id
      group by huggg.id having huggg.refunded_pence <> coalesce(sum(entry.amount) filter (where account.kind in ('available', 'receivable')), 0)`,
  )
  await look(
    'redemptions do not fit the state',
    sql`select huggg.id, huggg.status_id, huggg.parts_pence, sum(amount) from huggg
      left join redemption on redemption.huggg_id = huggg.id and redemption.undone_at is null
      cross join lateral (select coalesce(chosen_price_pence, face_pence) as price) as worth
      group by huggg.id, price having (coalesce(sum(amount), 0) = price) <> (huggg.status_id = 4) or coalesce(sum(amount), 0) > price
        or parts_pence <> case when count(redemption.id) = 1 and sum(amount) = price then 0 else coalesce(sum(amount), 0) end`,
  )
  await look(
    'an undo has no reversing transfer',
    sql`select redemption.id from redemption left join ledger_transfer t on t.id = redemption.undo_transfer_id
      where undone_at is not null and t.reverses_transfer_id is distinct from redemption.transfer_id`,
  )
  await look(
    'an event is no allowed change',
    sql`select event.huggg_id, event.from_id, event.to_id from huggg_event event
      where event.from_id <> event.to_id and not exists (select from huggg_transition t where t.from_id = event.from_id and t.to_id = event.to_id)`,
  )
  await look(
    'the last event is not the present state',
    sql`select huggg.id from huggg where status_id <> (select to_id from huggg_event where huggg_id = huggg.id order by id desc limit 1)`,
  )
  return faults
}
