import type { Purchase, TransactionRequest } from '#contract/transactions.ts'
import { queueGiftMessages } from '#server/domains/delivery/index.ts'
import { createHugggs, redeemInline } from '#server/domains/hugggs/index.ts'
import { newId } from '#server/kit/ids.ts'
import { invalidFields } from '#server/kit/problem.ts'
import { toDate } from '#server/kit/time.ts'
import type { Work } from '#server/platform/posy.ts'
import { member, type Principal } from '#server/platform/principal.ts'
import { CREATE_HUGGGS_JOB, transactionCompleted } from './events.ts'
import { type Funding, type LoadedFacts, loadFacts } from './load-facts.ts'
import { asOrderProblem, draftOfOrder } from './order.ts'
import { payPurchase } from './pay-purchase.ts'
import { type Draft, draftOf, priceOf } from './purchase.ts'
import { addressOf, problemsOf, refuse, sendAtOf, validityOf } from './purchase-rules.ts'
import { lockOpenOrder } from './save-order.ts'

/** Gifts made inside the request itself, so that they are in its answer; more are made by a job. */
export const INLINE_GIFTS = 100

/**
 * Buys gifts: checks everything, moves the money once, and makes the gifts (all of them up to {@link INLINE_GIFTS}).
 * All of it is one transaction: whatever goes wrong, nothing has happened.
 * @returns the new transaction's id
 * @throws invalid_fields, forbidden, plan_limit_reached, restricted, insufficient_funds or credit_limit_reached with
 *   every problem listed; not_found for a wallet, charge, order or product that is not there; wrong_state for an order
 *   that was bought or a charge that cannot be used
 */
export async function createTransaction(work: Work, caller: Principal, request: TransactionRequest): Promise<string> {
  const { userId } = member(caller)
  if (request.userId && request.userId !== userId)
    throw invalidFields([{ path: 'userId', message: 'must be the caller' }])
  const draft = await draftToBuy(work, caller, request.purchase)
  const facts = readyToBuy(
    draft,
    await loadFacts({ posy: work.posy, db: work.tx, at: work.at }, caller, draft, request.payment),
  )
  const id = newId()
  const isInline = draft.quantity <= INLINE_GIFTS
  if (draft.order) await closeOrder(work, draft.order.id, facts.teamId)
  await insertTransaction(work, caller, { id, draft, facts, processing: isInline ? null : 'creating' })
  await insertRecipients(work, { id, teamId: facts.teamId, draft, facts })
  await payPurchase(work, caller, {
    transactionId: id,
    funding: facts.funding,
    creditLimitPence: facts.team.creditLimitPence,
    price: priceOf(facts.product),
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

/** The purchase that is asked for, its order's row taken so that nobody changes or buys it meanwhile. */
async function draftToBuy(work: Work, caller: Principal, purchase: TransactionRequest['purchase']): Promise<Draft> {
  if (purchase.type !== 'order') return draftOf(purchase satisfies Purchase)
  return draftOfOrder(await lockOpenOrder(work, caller, purchase.reference))
}

/** The facts of a purchase that nothing stands against. @throws as createTransaction, with every problem listed */
function readyToBuy(draft: Draft, facts: LoadedFacts): ReadyFacts {
  const { product, funding } = facts
  const problems = problemsOf(draft, facts)
  const { order } = draft
  refuse(order ? problems.map((problem) => asOrderProblem(order.type, problem)) : problems)
  if (!product || !funding) throw new Error('a purchase without product or payment was not refused')
  return { ...facts, product, funding }
}

/** From now on it is the paying team's, and what it said to recipients is where every purchase has it. */
async function closeOrder(work: Work, orderId: string, teamId: string): Promise<void> {
  await work.tx.deleteFrom('basket_letter').where('basket_id', '=', orderId).execute()
  await work.tx.updateTable('basket').set({ team_id: teamId, updated_at: work.at }).where('id', '=', orderId).execute()
}

/** Makes the gifts of some ordinals and starts them on their way, in the caller's transaction. */
export async function makeGifts(
  work: Work,
  gifts: { id: string; from: number; to: number; deliveryMethod: string | null; isScheduled: boolean },
): Promise<void> {
  const transactionId = gifts.id
  await createHugggs(work, { transactionId, fromOrdinal: gifts.from, toOrdinal: gifts.to })
  if (gifts.deliveryMethod === 'inline-redeem')
    await redeemInline(work, { transactionId, fromOrdinal: gifts.from, toOrdinal: gifts.to })
  if (gifts.deliveryMethod === 'email' && !gifts.isScheduled)
    await queueGiftMessages(work, { transactionId, fromOrdinal: gifts.from, toOrdinal: gifts.to })
}

type ReadyFacts = LoadedFacts & { product: NonNullable<LoadedFacts['product']>; funding: Funding }

interface Purchased {
  id: string
  draft: Draft
  facts: ReadyFacts
}

async function insertTransaction(
  work: Work,
  caller: Principal,
  { id, draft, facts, processing }: Purchased & { processing: 'creating' | null },
): Promise<void> {
  const { userId } = member(caller)
  const price = priceOf(facts.product)
  const sendAt = sendAtOf(draft)
  const validity = validityOf(draft, facts)
  await work.tx
    .insertInto('transaction')
    .values({
      id,
      team_id: facts.teamId,
      user_id: userId,
      client_id: caller.clientId,
      plan_id: facts.plan.id,
      purchase_type: draft.order ? 'order' : draft.type,
      order_id: draft.order?.id ?? null,
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
      face_vat_basis_points: facts.product.vatVoucherType === 'SPV' ? facts.product.vatBasisPoints : null,
      awaits_document: true,
      theme_id: draft.themeId ?? 'default',
      cover_image_url: draft.coverImage ?? null,
      send_at: sendAt && toDate(sendAt),
      send_zone: draft.sendZone ?? facts.senderZone,
      expiry_days: validity.days,
      expiry_date: validity.until && toDate(validity.until),
      notify_on_complete: draft.notifyOnComplete ?? false,
      huggg_meta: JSON.stringify(draft.hugggMeta ?? {}),
      processing,
      created_at: work.at,
      updated_at: work.at,
    })
    .execute()
  if (draft.message || draft.fromName || draft.notes) {
    await work.tx
      .insertInto('gift_message')
      .values({
        transaction_id: id,
        team_id: facts.teamId,
        message: draft.message ?? null,
        from_name: draft.fromName ?? null,
        notes: draft.notes ?? null,
      })
      .execute()
  }
}

const RECIPIENTS_PER_STATEMENT = 1000

async function insertRecipients(
  work: Work,
  { id, teamId, draft, facts }: Purchased & { teamId: string },
): Promise<void> {
  const rows = draft.receivers.map((receiver, index) => ({
    id: newId(),
    team_id: teamId,
    transaction_id: id,
    ordinal: index + 1,
    email: addressOf(receiver, facts.emailOfUser) ?? null,
    phone_number: receiver.phone_number ?? null,
    user_id: receiver.user_id ?? null,
    name: receiver.name ?? null,
    notes: receiver.notes ?? null,
  }))
  for (let start = 0; start < rows.length; start += RECIPIENTS_PER_STATEMENT) {
    await work.tx
      .insertInto('recipient')
      .values(rows.slice(start, start + RECIPIENTS_PER_STATEMENT))
      .execute()
  }
}
