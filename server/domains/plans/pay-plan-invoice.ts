import { newId } from '#kit/ids.ts'
import type { Pence } from '#kit/money.ts'
import { postTransfer } from '#server/domains/ledger/index.ts'
import {
  type ChargeRecord,
  cardInScope,
  chargeInScope,
  chargeStoredCard,
  spendChargeAsSystem,
} from '#server/domains/payments/index.ts'
import { defaultWallet } from '#server/domains/wallets/index.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { type Posy, transact, type Work } from '#server/platform/posy.ts'
import type { Principal } from '#server/platform/principal.ts'
import { found, notFound, Problem } from '#server/platform/problem/problem.ts'
import {
  getInvoiceDocument,
  lessenDebt,
  lockPlanInvoice,
  outstanding,
  type PlanInvoiceRecord,
  planInvoicesByIds,
} from './plan-invoice.ts'
import { startPaidPlan } from './start-plan.ts'
import { tellOfPayment } from './tell-of-payment.ts'

/** An invoice and its team, held in the order in which everything else holds them. @throws not_found (404) */
export async function lockForPayment(tx: Tx, planInvoiceId: string): Promise<PlanInvoiceRecord> {
  const { team_id: teamId } = found((await planInvoicesByIds(tx, [planInvoiceId])).get(planInvoiceId), 'invoice')
  await tx.selectFrom('team').select('id').where('id', '=', teamId).forNoKeyUpdate().executeTakeFirst()
  return lockPlanInvoice(tx, planInvoiceId)
}

/** What was paid for an invoice that is held; once nothing is left to pay, the plan that waited for it starts. */
export async function recordPlanPayment(work: Work, invoice: PlanInvoiceRecord, paidPence: Pence): Promise<void> {
  const after = await lessenDebt(work, invoice, { paidPence })
  if (after.settled_at) await startPaidPlan(work, { teamId: after.team_id, planInvoiceId: after.id })
}

/**
 * Pays what is left of a plan's invoice from a stored card of the team. Runs transactions of its own: the card is asked
 * outside any. Again while the card has not answered, or after it has: pays once.
 * @throws not_found (404) for a foreign or missing invoice or card, wrong_state (409) when nothing is left to pay or the
 *   card has not answered yet, insufficient_funds (402) for a declined card
 */
export async function payPlanInvoiceByCard(
  posy: Posy,
  caller: Principal,
  { planInvoiceId, cardId, requestId }: { planInvoiceId: string; cardId: string; requestId: string },
): Promise<void> {
  const invoice = await planInvoiceInScope(posy.db, caller, planInvoiceId)
  const card = await cardInScope(posy.db, caller, cardId)
  if (card.team_id !== invoice.team_id) throw notFound('card')
  if (outstanding(invoice) === 0) throw nothingLeft()
  const charge = await chargeStoredCard(posy, {
    cardId,
    teamId: invoice.team_id,
    amountPence: outstanding(invoice),
    currency: invoice.currency as 'GBX' | 'EUX',
    key: `plan-invoice/${invoice.id}/${invoice.card_attempts}`,
  })
  if (charge.state === 'requested')
    throw new Problem('wrong_state', 'The card has not answered yet.', {
      help: 'Try again in a minute: it is charged once.',
    })
  const isPaid = await transact(posy, { actor: caller.actor, requestId }, (work) =>
    settleWithStoredCard(work, planInvoiceId, charge, { isAsked: true }),
  )
  if (!isPaid)
    throw new Problem('insufficient_funds', 'The card was declined.', {
      help: 'Nothing was paid. Use another card, or pay by bank transfer.',
    })
}

/**
 * Pays what is left of a plan's invoice from a charge that the caller has made for it, as its bank has authorised it. The same
 * charge again: pays once.
 * @throws not_found (404) for a foreign or missing invoice or charge, wrong_state (409) when nothing is left to pay or the
 *   charge cannot be used, insufficient_funds (402) for one of less than is left to pay
 */
export async function payPlanInvoiceFromCharge(
  posy: Posy,
  caller: Principal,
  { planInvoiceId, chargeId, requestId }: { planInvoiceId: string; chargeId: string; requestId: string },
): Promise<void> {
  const { team_id: teamId } = await planInvoiceInScope(posy.db, caller, planInvoiceId)
  const charge = await chargeInScope(posy.db, caller, chargeId)
  if (charge.team_id !== teamId) throw notFound('charge')
  await transact(posy, { actor: caller.actor, requestId }, async (work) => {
    const invoice = await lockForPayment(work.tx, planInvoiceId)
    if (!(await isPaidWith(work.tx, invoice.id, charge.id))) await payFrom(work, invoice, charge.id, { isAsked: true })
  })
}

async function planInvoiceInScope(db: Db, caller: Principal, id: string): Promise<PlanInvoiceRecord> {
  const invoice = found((await planInvoicesByIds(db, [id])).get(id), 'invoice')
  if (!caller.teamIds.includes(invoice.team_id)) throw notFound('invoice')
  return invoice
}

const nothingLeft = () => new Problem('wrong_state', 'Nothing is left to pay for this invoice.')

const isPaidWith = async (tx: Tx, invoiceId: string, chargeId: string): Promise<boolean> => {
  const payment = tx.selectFrom('plan_payment').select('id').where('charge_id', '=', chargeId)
  return (await payment.where('plan_invoice_id', '=', invoiceId).executeTakeFirst()) !== undefined
}

interface CardPayment {
  /** Someone has pressed for it. A card that pays automatically has an email of its own. */
  isAsked: boolean
}

/** @returns whether the charge pays, or has paid, the invoice */
export async function settleWithStoredCard(
  work: Work,
  planInvoiceId: string,
  charge: ChargeRecord,
  payment: CardPayment,
): Promise<boolean> {
  const { tx } = work
  const invoice = await lockForPayment(tx, planInvoiceId)
  if (await isPaidWith(tx, invoice.id, charge.id)) return true
  // The next try is a charge of its own.
  await tx
    .updateTable('plan_invoice')
    .set({ card_attempts: invoice.card_attempts + 1 })
    .where('id', '=', invoice.id)
    .execute()
  if (charge.state !== 'authorised') return false
  await payFrom(work, invoice, charge.id, payment)
  return true
}

/** Uses an authorised charge for all that is left to pay of an invoice that is held. */
async function payFrom(
  work: Work,
  invoice: PlanInvoiceRecord,
  chargeId: string,
  { isAsked }: CardPayment,
): Promise<void> {
  const { tx, at } = work
  const { team_id: teamId, currency } = invoice
  const amountPence = outstanding(invoice)
  // Someone else has paid meanwhile: what the card reserved is given back automatically.
  if (amountPence === 0) throw nothingLeft()
  const wallet = await defaultWallet(tx, teamId, currency)
  const id = newId()
  const key = `plan-invoice/${invoice.id}/${chargeId}`
  await spendChargeAsSystem(work, { chargeId, amountPence, walletId: wallet.id, transactionId: id, key })
  const transferId = await postTransfer(tx, {
    kind: 'invoice-payment',
    key: `plan-payment/${chargeId}`,
    reference: { kind: 'plan_payment', id },
    currency,
    at,
    entries: [
      { account: { wallet: wallet.id, kind: 'available' }, amountPence: 0 - amountPence },
      { account: { team: teamId, kind: 'receivable' }, amountPence },
    ],
  })
  await tx
    .insertInto('plan_payment')
    .values({
      id,
      plan_invoice_id: invoice.id,
      team_id: teamId,
      charge_id: chargeId,
      wallet_id: wallet.id,
      amount: amountPence,
      transfer_id: transferId,
      paid_at: at,
    })
    .execute()
  await work.audit('plan.invoice-paid', { kind: 'charge', id: chargeId }, { teamId, detail: { amountPence } })
  await recordPlanPayment(work, invoice, amountPence)
  if (!isAsked) return
  const paid = { by: 'card', transferId, paidPence: amountPence, surplusPence: 0, outstandingPence: 0 } as const
  await tellOfPayment(work, await getInvoiceDocument(tx, invoice.id), paid)
}
