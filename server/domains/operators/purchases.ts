import { sql } from 'kysely'
import type { OperatorGift, OperatorPurchase } from '#contract/operator/purchases.ts'
import { iso, isoOrNull } from '#kit/time.ts'
import { loadTimeline, serializeTimeline } from '#server/domains/hugggs/gifts/index.ts'
import { type GiftMoney, unspentPence } from '#server/domains/hugggs/money/index.ts'
import { cancelHugggs } from '#server/domains/hugggs/sender/index.ts'
import { type StatusId, sendableStatuses, spendableStatuses, statusName } from '#server/domains/hugggs/states/index.ts'
import { permissionFor } from '#server/domains/impersonation/index.ts'
import { invoiceDueDay } from '#server/domains/purchases/invoices/index.ts'
import { statesInPurchase } from '#server/domains/search/index.ts'
import type { Db } from '#server/platform/database/database.ts'
import { innerPage } from '#server/platform/http/page.ts'
import type { Posy, Work } from '#server/platform/posy.ts'
import { found } from '#server/platform/problem/problem.ts'
import { messagesOfGift, messagesOfPurchase } from './messages.ts'
import { nameOfUser } from './queries.ts'

const SHOWN_MESSAGES = 100

type Source = Pick<Posy, 'db' | 'wall'>
interface Asked {
  page: number
  per_page: number
}

/** A purchase without anything that opens a gift. @throws not_found (404) */
export async function purchasePage(source: Source, id: string, asked: Asked): Promise<OperatorPurchase> {
  const { db } = source
  const purchase = found(await purchaseRow(db, id), 'purchase')
  const documents = await db
    .selectFrom('document')
    .select(['id', 'kind', 'number', 'total as totalPence', 'issued_at as issuedAt'])
    .select(sql<string | null>`case when kind = 'invoice' then ${invoiceDueDay}::text end`.as('dueOn'))
    .where('transaction_id', '=', id)
    .orderBy('id')
    .execute()
  const { rows: counts } = await sql<{ statusId: StatusId; count: number; refundedPence: number }>`
    select status_id as "statusId", count(*)::int as count, sum(refunded_pence + change_pence)::bigint as "refundedPence"
    from huggg where transaction_id = ${id} group by status_id order by status_id`.execute(db)
  return {
    ...purchase,
    at: iso(purchase.at),
    invoicePaidAt: isoOrNull(purchase.invoicePaidAt),
    customer: { id: purchase.teamId, name: purchase.teamName },
    refundedPence: counts.reduce((sum, { refundedPence }) => sum + Number(refundedPence), 0),
    documents: documents.map(({ issuedAt, ...document }) => ({ ...document, issuedAt: iso(issuedAt) })),
    giftCounts: counts.map(({ statusId, count }) => ({ status: statusName(statusId), count })),
    giftPages: innerPage(
      counts.reduce((sum, { count }) => sum + count, 0),
      asked,
    ),
    gifts: await listPurchaseGifts(db, id, asked),
    messages: await messagesOfPurchase(source, id, SHOWN_MESSAGES),
  }
}

const purchaseRow = (db: Db, id: string) =>
  db
    .selectFrom('transaction as purchase')
    .innerJoin('team', 'team.id', 'purchase.team_id')
    .innerJoin('app_user as buyer', 'buyer.id', 'purchase.user_id')
    .leftJoin('product', 'product.id', 'purchase.product_id')
    .select([
      'purchase.id',
      'purchase.created_at as at',
      'purchase.quantity',
      'purchase.delivery_method as deliveryMethod',
    ])
    .select(['purchase.payment_method as payment', 'purchase.invoice_paid_at as invoicePaidAt', 'purchase.currency'])
    .select([
      sql<number>`purchase.quantity * purchase.face_pence`.as('giftsPence'),
      sql<number>`purchase.quantity * purchase.face_vat_pence`.as('giftsVatPence'),
      sql<number>`purchase.quantity * purchase.fee_pence`.as('feePence'),
      sql<number>`purchase.quantity * purchase.fee_vat_pence`.as('feeVatPence'),
    ])
    .select([
      'purchase.sale_total as totalPence',
      'team.id as teamId',
      'team.name as teamName',
      nameOfUser('buyer').as('buyer'),
    ])
    .select(sql<string | null>`coalesce(purchase.title, product.name)`.as('title'))
    .where('purchase.id', '=', id)
    .executeTakeFirst()

const giftRows = (db: Db) =>
  db
    .selectFrom('huggg as gift')
    .leftJoin('recipient', 'recipient.id', 'gift.recipient_id')
    .select(['gift.id', 'gift.ordinal', 'gift.status_id', 'gift.expiry_date'])
    .select(sql<number>`gift.refunded_pence + gift.change_pence`.as('refundedPence'))
    .select(['recipient.name as recipient', sql<number>`face_pence + fee_pence + fee_vat_pence`.as('costPence')])
    .select(sql<string | null>`coalesce(recipient.email, recipient.phone_number)`.as('address'))
    .$narrowType<{ status_id: StatusId }>()

async function listPurchaseGifts(
  db: Db,
  purchaseId: string,
  { page, per_page }: Asked,
): Promise<OperatorPurchase['gifts']> {
  const gifts = await giftRows(db)
    .where('gift.transaction_id', '=', purchaseId)
    .orderBy('gift.ordinal')
    .limit(per_page)
    .offset((page - 1) * per_page)
    .execute()
  const states = await statesInPurchase(db, purchaseId)
  return gifts.map(({ status_id, expiry_date, ...gift }) => ({
    ...gift,
    status: statusName(status_id),
    state: states.get(gift.id)!,
    expiresAt: iso(expiry_date),
  }))
}

interface Parts extends Pick<GiftMoney, 'face_pence' | 'chosen_price_pence' | 'parts_pence'> {
  status_id: StatusId
  allowsParts: boolean
  takenPence: number
}

/** Null of a gift that is used as a whole, as on its own page. */
async function loadParts(db: Db, id: string): Promise<OperatorGift['parts']> {
  const { rows } = await sql<Parts>`
    select gift.status_id, gift.face_pence, gift.chosen_price_pence, gift.parts_pence, product.allows_parts as "allowsParts",
      (select coalesce(sum(amount), 0)::bigint from redemption where huggg_id = gift.id and undone_at is null) as "takenPence"
    from huggg gift join product on product.id = coalesce(gift.chosen_product_id, gift.product_id) where gift.id = ${id}`.execute(
    db,
  )
  const gift = rows[0]!
  if (!gift.allowsParts && gift.parts_pence === 0) return null
  return { takenPence: gift.takenPence, leftPence: spendableStatuses.includes(gift.status_id) ? unspentPence(gift) : 0 }
}

/** A gift without anything that opens it. @throws not_found (404) */
export async function giftPage(source: Source, id: string): Promise<OperatorGift> {
  const { db, wall } = source
  const { status_id, expiry_date, transaction_id, recipientUserId, ...gift } = found(
    await giftRows(db)
      .innerJoin('product', 'product.id', 'gift.product_id')
      .select(['gift.transaction_id', 'gift.send_at as sendAt', 'product.name as giftName'])
      .leftJoin('product as choice', 'choice.id', 'gift.chosen_product_id')
      .select(['choice.name as chosenName', 'gift.chosen_price_pence as chosenPence'])
      .select('recipient.user_id as recipientUserId')
      .where('gift.id', '=', id)
      .executeTakeFirst(),
    'gift',
  )
  const { sendAt, chosenName, chosenPence, ...told } = gift
  const purchase = (await purchaseRow(db, transaction_id))!
  const isAsking = await db
    .selectFrom('voucher_attempt')
    .select('huggg_id')
    .where('huggg_id', '=', id)
    .where('state', '=', 'asking')
    .executeTakeFirst()
  const permission = await permissionFor(db, purchase.teamId, new Date(wall.nowMs()))
  return {
    ...told,
    status: statusName(status_id),
    state: (await statesInPurchase(db, transaction_id, id)).get(id)!,
    expiresAt: iso(expiry_date),
    leavesAt: statusName(status_id) === 'Scheduled' ? isoOrNull(sendAt) : null,
    chosen: chosenName === null ? null : { name: chosenName, pricePence: chosenPence ?? 0 },
    canBeSentAgain: sendableStatuses.includes(status_id) && (gift.address !== null || recipientUserId !== null),
    parts: await loadParts(db, id),
    isAskingIssuer: isAsking !== undefined,
    currency: purchase.currency,
    deliveryMethod: purchase.deliveryMethod,
    purchase: { id: purchase.id, title: purchase.title, quantity: purchase.quantity, buyer: purchase.buyer },
    customer: { id: purchase.teamId, name: purchase.teamName },
    changesAllowedUntil: isoOrNull(permission?.endsAt ?? null),
    messages: await messagesOfGift(source, id, SHOWN_MESSAGES),
    timeline: serializeTimeline(await loadTimeline(db, id)),
  }
}

/**
 * Cancels what has not been used, as its sender could; done again, it finds nothing left. The gifts' timeline, which the
 * customer reads, says who did it and not why.
 * @throws not_found (404)
 */
export async function refundPurchase(
  work: Work,
  { purchaseId, hugggId }: { purchaseId: string; hugggId?: string | undefined },
) {
  const { team_id: teamId } = found(
    await work.tx.selectFrom('transaction').select('team_id').where('id', '=', purchaseId).executeTakeFirst(),
    'purchase',
  )
  if (hugggId)
    found(
      await work.tx
        .selectFrom('huggg')
        .select('id')
        .where('id', '=', hugggId)
        .where('transaction_id', '=', purchaseId)
        .executeTakeFirst(),
      'gift of this purchase',
    )
  const selection = hugggId ? { hugggIds: [hugggId] } : { transactionId: purchaseId }
  const { changed, refundedPence, refused } = await cancelHugggs(work, null, selection, 'refunded by an operator')
  return { teamId, cancelled: changed, refundedPence, refused }
}
