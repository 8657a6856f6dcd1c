import type { Quote } from '#contract/orders/orders.ts'
import type { Payment, TransactionRequest } from '#contract/orders/purchase.ts'
import { newId } from '#kit/ids.ts'
import { formatMoney } from '#kit/money.ts'
import { toDate } from '#kit/time.ts'
import { holdSpendCap } from '#server/domains/hugggs/sender/index.ts'
import { createSuperHuggg } from '#server/domains/superhugggs/index.ts'
import { holdDayLimit } from '#server/domains/teams/team/index.ts'
import { showUpload, uploadUrl } from '#server/domains/uploads/index.ts'
import type { Work } from '#server/platform/posy.ts'
import { member, type Principal, requirePermission, requireScope } from '#server/platform/principal.ts'
import { invalidFields, Problem } from '#server/platform/problem/problem.ts'
import { approvalNeeded, holdForApproval } from '../approvals/index.ts'
import { closeOrder, lockOpenOrder, requestFromOrder } from '../orders/index.ts'
import { addRecipients, recordPurchase } from '../record/index.ts'
import {
  addressColumns,
  calculateQuote,
  checkPurchase,
  giftValidity,
  type LoadedFacts,
  type LoadedPayment,
  loadFacts,
  type PricePerGift,
  type PurchaseRequest,
  pricePerGift,
  readAddress,
  refuse,
  sendAtInstant,
  showSegmentPictures,
  textPence,
  toPurchaseRequest,
} from '../request/index.ts'
import { CREATE_HUGGGS_JOB, completionAwaited } from './events.ts'
import { makeGifts } from './make-gifts.ts'
import { payPurchase } from './pay-purchase.ts'

/** Gifts made inside the request itself, so that they are in its answer; more are made by a job. */
const INLINE_GIFTS = 100

/**
 * Buys gifts: checks everything, moves the money once, and makes the gifts (all of them up to {@link INLINE_GIFTS}).
 * All of it is one transaction: whatever goes wrong, nothing has happened.
 * @returns the new transaction's id; or the order that waits, where it is above a limit of the team: then nothing has moved
 * @throws invalid_fields, forbidden, plan_limit_reached, restricted, insufficient_funds or credit_limit_reached with
 *   every problem listed; not_found for a wallet, charge, order or product that is not there; wrong_state for an order
 *   that was bought or a charge that cannot be used
 */
export async function createTransaction(work: Work, caller: Principal, asked: AskedTransaction): Promise<Bought> {
  const { userId } = member(caller)
  if (asked.userId && asked.userId !== userId) throw invalidFields([{ path: 'userId', message: 'must be the caller' }])
  return buy(work, caller, await readRequest(work, caller, asked.purchase), asked)
}

type AskedTransaction = TransactionRequest & {
  purchase: Exclude<TransactionRequest['purchase'], { type: 'walletTopUp' }>
}

/** What happened to a purchase: it was made, or its order waits for another person. */
export type Bought = { transactionId: string } | { orderId: string }

/** As createTransaction, for a purchase that is written out. @param isApproved another person has said yes to it */
export async function buy(
  work: Work,
  caller: Principal,
  request: PurchaseRequest,
  { payment, quotedTotal }: { payment: Payment; quotedTotal?: number | undefined },
  { isApproved = false }: { isApproved?: boolean } = {},
): Promise<Bought> {
  requirePermission(caller, 'purchase-hugggs')
  requireScope(caller, ['send'])
  const { userId, teamId } = member(caller)
  if (request.receivers.length) await holdSpendCap(work, teamId)
  const organisation = isApproved ? null : await holdDayLimit(work.tx, teamId)
  const facts = readyToBuy(
    request,
    await loadFacts({ posy: work.posy, db: work.tx, at: work.at }, caller, request, payment),
  )
  const quote = calculateQuote(request, facts.text, facts.product)
  requireQuoted(quotedTotal, quote)
  const buying = { ...facts, userId, currency: quote.currency, totalPence: quote.total }
  const needed = organisation && (await approvalNeeded(work.tx, work.at, buying, organisation))
  if (needed) return holdForApproval(work, caller, { request, payment, quote, facts, needed })
  return { transactionId: await makePurchase(work, caller, request, facts) }
}

/** The purchase that is asked for, its order's row taken so that no one changes or buys it meanwhile. */
async function readRequest(
  work: Work,
  caller: Principal,
  purchase: AskedTransaction['purchase'],
): Promise<PurchaseRequest> {
  if (purchase.type === 'order') return requestFromOrder(await lockOpenOrder(work, caller, purchase.reference))
  return toPurchaseRequest(purchase)
}

type ReadyFacts = LoadedFacts & { product: NonNullable<LoadedFacts['product']>; payment: LoadedPayment }

/** The facts of a purchase that nothing stands against. @throws as createTransaction, with every problem listed */
function readyToBuy(request: PurchaseRequest, facts: LoadedFacts): ReadyFacts {
  const { product, payment } = facts
  refuse(checkPurchase(request, facts))
  if (!product || !payment) throw new Error('a purchase without product or payment was not refused')
  return { ...facts, product, payment }
}

/** What was shown is what may be charged. @throws price_changed (409) with both */
function requireQuoted(quotedPence: number | undefined, { total, currency }: Pick<Quote, 'total' | 'currency'>): void {
  if (quotedPence === undefined || quotedPence === total) return
  const message = `${formatMoney(quotedPence, currency)} was shown, it costs ${formatMoney(total, currency)} now`
  const reason = { code: 'price_changed' as const, quotedPence, costsPence: total, currency }
  throw new Problem('price_changed', `The price has changed: ${message}.`, {
    details: [{ path: 'quotedTotal', message, code: 'price_changed', reason }],
  })
}

/** Makes the gifts, and moves the money at the end of the work. @returns the new transaction's id */
async function makePurchase(
  work: Work,
  caller: Principal,
  request: PurchaseRequest,
  facts: ReadyFacts,
): Promise<string> {
  const price = pricePerGift(facts.product, textPence(facts.text))
  const id = newId()
  const isInline = request.quantity <= INLINE_GIFTS
  if (facts.cover) await showUpload(work, { purpose: 'transaction-cover', subjectId: id, upload: facts.cover })
  await showSegmentPictures(work, { by: 'transaction', subjectId: id, pictures: facts.pictures })
  if (request.order) await closeOrder(work, request.order.id, facts.teamId)
  const superHugggId = await createShareable(work, caller, request, facts)
  const processing = isInline ? null : 'creating'
  await insertTransaction(work, caller, { id, request, facts, price, superHugggId, processing })
  await insertRecipients(work, { id, request, facts })
  const { quantity, deliveryMethod } = request
  if (isInline) {
    await makeGifts(work, { id, from: 1, to: quantity, deliveryMethod, isScheduled: Boolean(request.sendDate) })
    if (request.notifyOnComplete) await work.emit(completionAwaited, { transactionId: id })
  } else await work.send(CREATE_HUGGGS_JOB, { transactionId: id })
  await work.audit(
    'transaction.created',
    { kind: 'transaction', id },
    { teamId: facts.teamId, detail: { quantity, deliveryMethod, payment: facts.payment.method } },
  )
  const { payment, product } = facts
  work.last(() =>
    payPurchase(work, caller, { transactionId: id, payment, price, quantity, currency: product.currency }),
  )
  return id
}

/** The shareable gift it makes, or whose limit it raises; null for gifts of any other kind. */
async function createShareable(
  work: Work,
  caller: Principal,
  request: PurchaseRequest,
  { teamId }: ReadyFacts,
): Promise<string | null> {
  if (!request.claims) return null
  if (request.raises && request.raises.teamId !== teamId)
    throw invalidFields([
      { path: 'payment.reference', message: 'must be of the team that the shareable gift belongs to' },
    ])
  return request.raises?.id ?? createSuperHuggg(work, { ...request.claims, teamId, userId: member(caller).userId })
}

interface Purchased {
  id: string
  request: PurchaseRequest
  facts: ReadyFacts
  price: PricePerGift
  superHugggId: string | null
  processing: 'creating' | null
}

async function insertTransaction(
  work: Work,
  caller: Principal,
  { id, request, facts, price, superHugggId, processing }: Purchased,
): Promise<void> {
  const { userId } = member(caller)
  const sendAt = sendAtInstant(request)
  const validity = giftValidity(request, facts)
  await recordPurchase(
    work,
    {
      id,
      team_id: facts.teamId,
      user_id: userId,
      client_id: caller.clientId,
      plan_id: facts.plan.id,
      purchase_type: request.order ? 'order' : request.type,
      order_id: request.order?.id ?? null,
      superhuggg_id: superHugggId,
      purchase_order_number: request.purchaseOrderNumber ?? null,
      product_id: facts.product.id,
      title: request.title ?? null,
      wallet_id: facts.payment.wallet.id,
      payment_method: facts.payment.method,
      payment_reference: facts.payment.reference,
      reason_code: request.reasonCode ?? null,
      tags: [...new Set(request.tags)],
      delivery_method: request.deliveryMethod,
      quantity: request.quantity,
      currency: facts.product.currency,
      face_pence: price.facePence,
      face_vat_pence: price.faceVatPence,
      fee_pence: price.feePence,
      fee_vat_pence: price.feeVatPence,
      text_segments: facts.text?.segments ?? 0,
      text_pence: textPence(facts.text),
      face_vat_basis_points: facts.product.vatVoucherType === 'SPV' ? facts.product.vatBasisPoints : null,
      awaits_document: true,
      theme_id: facts.theme?.id ?? 'default',
      look_id: facts.theme?.lookId ?? null,
      cover_image_url: facts.cover && uploadUrl(work.posy, facts.cover),
      send_at: sendAt && toDate(sendAt),
      send_zone: request.sendZone ?? facts.senderZone,
      expiry_days: validity.days,
      expiry_date: validity.until && toDate(validity.until),
      notify_on_complete: request.notifyOnComplete ?? false,
      reminders: request.reminders ?? facts.remindsRecipients,
      over18_confirmed: facts.product.over18 && request.over18 === true,
      huggg_meta: JSON.stringify(facts.hugggMeta ?? {}),
      processing,
    },
    { message: request.message ?? null, from_name: request.fromName ?? null, notes: request.notes ?? null },
  )
}

const insertRecipients = (
  work: Work,
  { id, request, facts }: Pick<Purchased, 'id' | 'request' | 'facts'>,
): Promise<string[]> =>
  addRecipients(
    work,
    { id, teamId: facts.teamId },
    request.receivers.map((receiver, index) => ({
      ordinal: index + 1,
      ...addressColumns(
        readAddress(receiver, facts, { method: request.deliveryMethod, territory: facts.team.territory }),
      ),
      user_id: receiver.user_id ?? null,
      name: receiver.name ?? null,
      notes: receiver.notes ?? null,
    })),
  )
