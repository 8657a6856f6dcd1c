import { sql } from 'kysely'
import { planInvoiceEmails, queueUserMessages } from '#server/domains/delivery/index.ts'
import { type ChargeRecord, chargeStoredCard, type StoredCardCharge } from '#server/domains/payments/index.ts'
import { listAdmins, loadPermissions, loadPlan } from '#server/domains/teams/team/index.ts'
import { asSystem, type Posy, type Work } from '#server/platform/posy.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import { lockForPayment, settleWithStoredCard } from './pay-plan-invoice.ts'
import { planCardRights } from './plan-card.ts'
import { getInvoiceDocument, outstanding, type PlanInvoiceRecord } from './plan-invoice.ts'

const PER_ROUND = 50
const ASK_AGAIN_MS = 60_000
const RETRY_MS = 3_600_000

type Outcome = 'paid' | 'declined' | 'not-allowed' | 'nothing-left'

export const nextPlanCardChargeAt = sql<Date | null>`select min(due_at) from plan_card_charge where due_at is not null`

/**
 * Charges the cards that their holders let pay for plan invoices: each invoice once. The card is asked outside any transaction, under a
 * key of the invoice: killed at any point, the next run finds the same charge. What fails is tried again in an hour.
 */
export async function chargePlanCards(posy: Posy, now: Date): Promise<void> {
  const due = await posy.db
    .selectFrom('plan_card_charge')
    .select('plan_invoice_id')
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(PER_ROUND)
    .execute()
  for (const { plan_invoice_id: id } of due) {
    try {
      await chargeOnce(posy, id)
    } catch (error) {
      posy.log.error({ planInvoiceId: id, err: error }, 'a plan invoice could not be charged; tried again in an hour')
      await postpone(posy, id, new Date(now.getTime() + RETRY_MS))
    }
  }
}

async function chargeOnce(posy: Posy, planInvoiceId: string): Promise<void> {
  const wanted = await asSystem(posy, (work) => prepare(work, planInvoiceId))
  if (!wanted) return
  const charge = await askCard(posy, wanted)
  if (charge?.state === 'requested') {
    await postpone(posy, planInvoiceId, new Date(posy.clock.now().epochMilliseconds + ASK_AGAIN_MS))
    return
  }
  await asSystem(posy, (work) => settle(work, planInvoiceId, charge))
}

/** Null for a card that can no longer be charged. */
async function askCard(posy: Posy, wanted: StoredCardCharge): Promise<ChargeRecord | null> {
  try {
    return await chargeStoredCard(posy, wanted)
  } catch (error) {
    if (error instanceof Problem && error.status < 500) return null
    throw error
  }
}

const postpone = (posy: Posy, planInvoiceId: string, dueAt: Date) =>
  posy.db
    .updateTable('plan_card_charge')
    .set({ due_at: dueAt })
    .where('plan_invoice_id', '=', planInvoiceId)
    .where('due_at', 'is not', null)
    .execute()

const isWaiting = async ({ tx }: Work, planInvoiceId: string): Promise<boolean> => {
  const row = await tx
    .selectFrom('plan_card_charge')
    .select('due_at')
    .where('plan_invoice_id', '=', planInvoiceId)
    .forUpdate()
    .executeTakeFirst()
  return row?.due_at != null
}

/** What is to be charged; null where nothing is, or may be. */
async function prepare(work: Work, planInvoiceId: string): Promise<StoredCardCharge | null> {
  const { tx } = work
  if (!(await isWaiting(work, planInvoiceId))) return null
  const invoice = await lockForPayment(tx, planInvoiceId)
  const { team_id: teamId } = invoice
  const setting = await tx.selectFrom('plan_card').selectAll().where('team_id', '=', teamId).executeTakeFirst()
  if (outstanding(invoice) === 0) return end(work, invoice, 'nothing-left')
  // The consent was taken back meanwhile.
  if (!setting) return end(work, invoice, 'not-allowed')
  const rights = await loadPermissions(tx, { userId: setting.user_id, teamId })
  if (!rights || planCardRights.some((right) => !rights.permissions[right])) {
    await tell(work, invoice, 'declined')
    return end(work, invoice, 'not-allowed')
  }
  return {
    cardId: setting.card_id,
    teamId,
    amountPence: outstanding(invoice),
    currency: invoice.currency as 'GBX' | 'EUX',
    key: `plan-invoice/${invoice.id}/${invoice.card_attempts}`,
  }
}

async function settle(work: Work, planInvoiceId: string, charge: ChargeRecord | null): Promise<void> {
  if (!(await isWaiting(work, planInvoiceId))) return
  const invoice = await lockForPayment(work.tx, planInvoiceId)
  if (outstanding(invoice) === 0) {
    await end(work, invoice, 'nothing-left')
    return
  }
  const isPaid = charge !== null && (await settleWithStoredCard(work, planInvoiceId, charge, { isAsked: false }))
  // What no one used in time was given back: the next try is a charge of its own.
  if (!isPaid && (charge?.state === 'voiding' || charge?.state === 'voided')) return
  await tell(work, invoice, isPaid ? 'paid' : 'declined')
  await end(work, invoice, isPaid ? 'paid' : 'declined')
}

async function end({ tx, at }: Work, { id }: PlanInvoiceRecord, outcome: Outcome): Promise<null> {
  await tx
    .updateTable('plan_card_charge')
    .set({ due_at: null, outcome, ended_at: at })
    .where('plan_invoice_id', '=', id)
    .execute()
  return null
}

/** The admins, in the transaction that ends it: once. */
async function tell(work: Work, invoice: PlanInvoiceRecord, outcome: 'paid' | 'declined'): Promise<void> {
  const { tx } = work
  const { team_id: teamId, currency } = invoice
  const { number, id: documentId } = await getInvoiceDocument(tx, invoice.id)
  const detail = {
    ...{ outcome, number, planName: (await loadPlan(tx, invoice.plan_id)).name },
    ...{ amountPence: outstanding(invoice), currency, path: `/invoices/${documentId}` },
  }
  await queueUserMessages(work, planInvoiceEmails.cardPayment, {
    teamId,
    messages: (await listAdmins(tx, teamId)).map(({ id: userId }) => ({
      userId,
      dedupeKey: `plan-card-payment/${invoice.id}/${userId}`,
      detail,
    })),
  })
}
