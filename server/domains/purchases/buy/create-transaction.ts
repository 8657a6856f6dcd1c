import type { Quote } from '#contract/orders/orders.ts'
import type { Payment, TransactionRequest } from '#contract/orders/purchase.ts'
import { newId } from '#kit/ids.ts'
import { formatMoney } from '#kit/money.ts'
import { toDate } from '#kit/time.ts'
import { holdSpendCap } from '#server/domains/hugggs/index.ts'
import { createSuperHuggg } from '#server/domains/superhugggs/index.ts'
import { showUpload, uploadUrl } from '#server/domains/uploads/index.ts'
import type { Work } from '#server/platform/posy.ts'
import { member, type Principal, requirePermission, requireScope } from '#server/platform/principal.ts'
import { invalidFields, Problem } from '#server/platform/problem/problem.ts'
import { approvalNeeded, holdDayLimit, holdForApproval } from '../approvals/index.ts'
import { asCallersProblem, closeOrder, draftOfOrder, lockOpenOrder } from '../orders/index.ts'
import { addRecipients, recordPurchase } from '../record/index.ts'
import {
  addressColumns,
  calculateQuote,
  checkPurchase,
  draftOfShareable,
  type Funding,
  giftValidity,
  type LoadedFacts,
  loadFacts,
  type PurchaseRequest,
  pricePerGift,
  readAddress,
  refuse,
  sendAtInstant,
  textPence,
  toPurchaseRequest,
} from '../request/index.ts'
import { CREATE_HUGGGS_JOB, transactionCompleted } from './events.ts'
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
export async function createTransaction(work: Work, caller: Principal, request: GiftRequest): Promise<Bought> {
  const { userId } = member(caller)
  if (request.userId && request.userId !== userId)
    throw invalidFields([{ path: 'userId', message: 'must be the caller' }])
  return buy(work, caller, await draftToBuy(work, caller, request.purchase), request)
}

type GiftRequest = TransactionRequest & { purchase: Exclude<TransactionRequest['purchase'], { type: 'walletTopUp' }> }

/** What happened to a purchase: it was made, or its order waits for another person. */
export type Bought = { transactionId: string } | { orderId: string }

/** As createTransaction, for a purchase that is written out. @param isApproved another person has said yes to it */
export async function buy(
  work: Work,
  caller: Principal,
  draft: PurchaseRequest,
  { payment, quotedTotal }: { payment: Payment; quotedTotal?: number | undefined },
  { isApproved = false }: { isApproved?: boolean } = {},
): Promise<Bought> {
  requirePermission(caller, 'purchase-hugggs')
  requireScope(caller, ['send'])
  const { userId, teamId } = member(caller)
  if (draft.receivers.length) await holdSpendCap(work, teamId)
  if (!isApproved) await holdDayLimit(work, teamId)
  const facts = readyToBuy(
    draft,
    await loadFacts({ posy: work.posy, db: work.tx, at: work.at }, caller, draft, payment),
  )
  const quote = calculateQuote(draft, facts.text, facts.product)
  requireQuoted(quotedTotal, quote)
  const buying = { ...facts, userId, currency: quote.currency, totalPence: quote.total }
  const needed = isApproved ? null : await approvalNeeded(work.tx, work.at, buying)
  if (needed) return holdForApproval(work, caller, { draft, payment, quote, facts, needed })
  return { transactionId: await makePurchase(work, caller, draft, facts) }
}

/** Moves the money and makes the gifts. @returns the new transaction's id */
async function makePurchase(work: Work, caller: Principal, draft: PurchaseRequest, facts: ReadyFacts): Promise<string> {
  const price = pricePerGift(facts.product, textPence(facts.text))
  const id = newId()
  const isInline = draft.quantity <= INLINE_GIFTS
  if (draft.order) await closeOrder(work, draft.order.id, facts.teamId)
  const superHugggId = await createShareable(work, caller, draft, facts)
  await insertTransaction(work, caller, { id, draft, facts, superHugggId, processing: isInline ? null : 'creating' })
  await showUpload(work, { purpose: 'transaction-cover', subjectId: id, upload: facts.cover })
  await insertRecipients(work, { id, draft, facts })
  await payPurchase(work, caller, {
    transactionId: id,
    funding: facts.funding,
    creditLimitPence: facts.team.creditLimitPence,
    price,
    quantity: draft.quantity,
    currency: facts.product.currency,
  })
  if (isInline)
    await makeGifts(work, {
      id,
      from: 1,
      to: draft.quantity,
      deliveryMethod: draft.deliveryMethod,
      isScheduled: Boolean(draft.sendDate),
    })
  else await work.send(CREATE_HUGGGS_JOB, { transactionId: id })
  if (isInline) await work.emit(transactionCompleted, { transactionId: id })
  const { quantity, deliveryMethod } = draft
  await work.audit(
    'transaction.created',
    { kind: 'transaction', id },
    { teamId: facts.teamId, detail: { quantity, deliveryMethod, payment: facts.funding.method } },
  )
  return id
}

/** The purchase that is asked for, its order's row taken so that no one changes or buys it meanwhile. */
async function draftToBuy(work: Work, caller: Principal, purchase: GiftRequest['purchase']): Promise<PurchaseRequest> {
  if (purchase.type === 'order') return draftOfOrder(await lockOpenOrder(work, caller, purchase.reference))
  return purchase.type === 'superhuggg' ? draftOfShareable(purchase) : toPurchaseRequest(purchase)
}

/** The shareable gift it makes, or whose limit it raises; null for gifts of any other kind. */
async function createShareable(
  work: Work,
  caller: Principal,
  draft: PurchaseRequest,
  { teamId }: ReadyFacts,
): Promise<string | null> {
  if (!draft.claims) return null
  if (draft.raises && draft.raises.teamId !== teamId)
    throw invalidFields([
      { path: 'payment.reference', message: 'must be of the team that the shareable gift belongs to' },
    ])
  return draft.raises?.id ?? createSuperHuggg(work, { ...draft.claims, teamId, userId: member(caller).userId })
}

/** The facts of a purchase that nothing stands against. @throws as createTransaction, with every problem listed */
function readyToBuy(draft: PurchaseRequest, facts: LoadedFacts): ReadyFacts {
  const { product, funding } = facts
  const problems = checkPurchase(draft, facts)
  refuse(problems.map((problem) => asCallersProblem(draft, problem)))
  if (!product || !funding) throw new Error('a purchase without product or payment was not refused')
  return { ...facts, product, funding }
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

type ReadyFacts = LoadedFacts & { product: NonNullable<LoadedFacts['product']>; funding: Funding }

interface Purchased {
  id: string
  draft: PurchaseRequest
  facts: ReadyFacts
}

async function insertTransaction(
  work: Work,
  caller: Principal,
  {
    id,
    draft,
    facts,
    superHugggId,
    processing,
  }: Purchased & {
    superHugggId: string | null
    processing: 'creating' | null
  },
): Promise<void> {
  const { userId } = member(caller)
  const price = pricePerGift(facts.product, textPence(facts.text))
  const sendAt = sendAtInstant(draft)
  const validity = giftValidity(draft, facts)
  await recordPurchase(
    work,
    {
      id,
      team_id: facts.teamId,
      user_id: userId,
      client_id: caller.clientId,
      plan_id: facts.plan.id,
      purchase_type: draft.order ? 'order' : draft.type,
      order_id: draft.order?.id ?? null,
      superhuggg_id: superHugggId,
      purchase_order_number: draft.purchaseOrderNumber ?? null,
      product_id: facts.product.id,
      title: draft.title ?? null,
      wallet_id: facts.funding.wallet.id,
      payment_method: facts.funding.method,
      payment_reference: facts.funding.reference,
      reason_code: draft.reasonCode ?? null,
      delivery_method: draft.deliveryMethod,
      quantity: draft.quantity,
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
      send_zone: draft.sendZone ?? facts.senderZone,
      expiry_days: validity.days,
      expiry_date: validity.until && toDate(validity.until),
      notify_on_complete: draft.notifyOnComplete ?? false,
      reminders: draft.reminders ?? facts.remindsRecipients,
      over18_confirmed: facts.product.over18 && draft.over18 === true,
      huggg_meta: JSON.stringify(draft.hugggMeta ?? {}),
      processing,
    },
    { message: draft.message ?? null, from_name: draft.fromName ?? null, notes: draft.notes ?? null },
  )
}

const insertRecipients = (work: Work, { id, draft, facts }: Purchased): Promise<string[]> =>
  addRecipients(
    work,
    { id, teamId: facts.teamId },
    draft.receivers.map((receiver, index) => ({
      ordinal: index + 1,
      ...addressColumns(
        readAddress(receiver, facts, { method: draft.deliveryMethod, territory: facts.team.territory }),
      ),
      user_id: receiver.user_id ?? null,
      name: receiver.name ?? null,
      notes: receiver.notes ?? null,
    })),
  )
