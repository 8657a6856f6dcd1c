import { type Selectable, sql } from 'kysely'
import { PAYMENT_TERM_DAYS } from '#contract/core/payment-term.ts'
import { newId } from '#kit/ids.ts'
import { divideHalfEven, type Pence } from '#kit/money.ts'
import { Temporal, toDate, toInstant } from '#kit/time.ts'
import { documentIssuedEmail, queueUserMessages } from '#server/domains/delivery/index.ts'
import {
  type DocumentRecord,
  documentSeller,
  documentsOfPlanInvoices,
  issueDocuments,
} from '#server/domains/documents/index.ts'
import { openTeamReceivable, postTransfer } from '#server/domains/ledger/index.ts'
import type { PlanRecord } from '#server/domains/teams/rights/index.ts'
import { teamById } from '#server/domains/teams/team/index.ts'
import { bankAccount, defaultWallet } from '#server/domains/wallets/index.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Database } from '#server/platform/database/schema.ts'
import type { Work } from '#server/platform/posy.ts'
import { found } from '#server/platform/problem/problem.ts'
import { type PlanPeriod, startOfDay } from './period.ts'
import { dueDay, planCreditContent, planInvoiceContent } from './plan-paper.ts'
import { type QuoteLine, withVat } from './quote.ts'

export type PlanInvoiceRecord = Selectable<Database['plan_invoice']>

/**
 * Days after its issue on which an unpaid invoice is remembered: a week before its last day, then a day and two weeks after
 * that. With the last one the operator is told too.
 */
export const REMINDER_DAYS = [PAYMENT_TERM_DAYS - 7, PAYMENT_TERM_DAYS + 1, PAYMENT_TERM_DAYS + 14] as const

export const remindAt = (issuedAt: Date, reminders: number): Date | null => {
  const days = REMINDER_DAYS[reminders]
  return days === undefined ? null : toDate(toInstant(issuedAt).add({ hours: days * 24 }))
}

export interface NewPlanInvoice {
  teamId: string
  plan: PlanRecord
  userId: string
  kind: 'upgrade' | 'renewal'
  currency: string
  lines: readonly QuoteLine[]
  /** Null where the first period begins once it is paid. */
  period: PlanPeriod | null
}

/** Invoices a plan: one transfer, receivable → plan-income + VAT, and its paper. What is to be paid is above zero. */
export async function issuePlanInvoice(work: Work, wanted: NewPlanInvoice): Promise<PlanInvoiceRecord> {
  const { tx, at } = work
  const { teamId, plan, userId, kind, currency, lines, period } = wanted
  const id = newId()
  const netPence = lines.reduce((sum, line) => sum + line.netPence, 0)
  const vatPence = lines.reduce((sum, line) => sum + line.vatPence, 0)
  await openTeamReceivable(tx, { teamId, currency })
  const transferId = await postTransfer(tx, {
    kind: 'plan-invoice',
    key: `plan-invoice/${id}`,
    reference: { kind: 'plan_invoice', id },
    currency,
    at,
    entries: [
      { account: { team: teamId, kind: 'receivable' }, amountPence: 0 - netPence - vatPence },
      { account: { platform: 'plan-income' }, amountPence: netPence },
      { account: { platform: 'vat' }, amountPence: vatPence },
    ],
  })
  const invoice = await tx
    .insertInto('plan_invoice')
    .values({
      id,
      team_id: teamId,
      plan_id: plan.id,
      user_id: userId,
      kind,
      period_from: period?.from.toString() ?? null,
      period_until: period?.until.toString() ?? null,
      currency,
      net: netPence,
      vat: vatPence,
      total: netPence + vatPence,
      transfer_id: transferId,
      issued_at: at,
      due_at: startOfDay(dueDay(at).add({ days: 1 })),
      remind_at: remindAt(at, 0),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await chargeLater(work, invoice)
  const paper = await issuePaper(work, invoice, wanted)
  await mailPaper(work, invoice, {
    kind: 'plan-invoice',
    document: paper,
    planName: plan.name,
    invoiceId: paper.id,
  })
  await work.audit(
    'plan.invoiced',
    { kind: 'document', id: paper.id },
    { teamId, detail: { number: paper.number, totalPence: invoice.total, kind, planId: plan.id } },
  )
  return invoice
}

/** Where the team has a card that pays its plan, the card is asked once the invoice is there. */
const chargeLater = ({ tx, at }: Work, { id, team_id: teamId }: PlanInvoiceRecord) =>
  sql`insert into plan_card_charge (plan_invoice_id, team_id, due_at)
    select ${id}, team_id, ${at} from plan_card where team_id = ${teamId}`.execute(tx)

async function issuePaper(work: Work, invoice: PlanInvoiceRecord, wanted: NewPlanInvoice): Promise<DocumentRecord> {
  const { posy, tx, at } = work
  const { teamId, userId, currency, plan, lines, period } = wanted
  const team = await teamById(tx, teamId)
  const content = planInvoiceContent(
    { seller: documentSeller(posy.config), team, currency, issuedAt: at },
    { lines, billingPeriod: plan.billingPeriod, startsWhenPaid: period === null, bank: bankAccount(posy.config) },
  )
  const [document] = await issueDocuments(
    work,
    [{ kind: 'invoice', teamId, userId, subject: { planInvoiceId: invoice.id }, content }],
    { draw: true },
  )
  return document!
}

/** To who answers for the plan, in the transaction that issues the paper: once for each. */
async function mailPaper(
  work: Work,
  { id: planInvoiceId, user_id: userId, team_id: teamId }: PlanInvoiceRecord,
  {
    kind,
    document: { id, number, total, vat, currency },
    planName,
    invoiceId,
  }: { kind: 'plan-invoice' | 'plan-credit-note'; document: DocumentRecord; planName: string; invoiceId: string },
): Promise<void> {
  await queueUserMessages(work, documentIssuedEmail, {
    teamId,
    messages: [
      {
        userId,
        dedupeKey: kind === 'plan-invoice' ? `plan-invoice-issued/${planInvoiceId}` : `document-issued/${id}`,
        detail: {
          ...{ kind, number, totalPence: total, vatPence: vat, currency },
          about: `the plan ${planName}`,
          path: `/invoices/${invoiceId}`,
        },
      },
    ],
  })
}

/** The invoice's row, held until the transaction ends. @throws not_found (404) */
export const lockPlanInvoice = async (tx: Tx, id: string): Promise<PlanInvoiceRecord> =>
  found(await tx.selectFrom('plan_invoice').selectAll().where('id', '=', id).forUpdate().executeTakeFirst(), 'invoice')

export const planInvoicesByIds = async (db: Db | Tx, ids: readonly string[]): Promise<Map<string, PlanInvoiceRecord>> =>
  new Map(
    ids.length === 0
      ? []
      : (
          await db
            .selectFrom('plan_invoice')
            .selectAll()
            .where('id', 'in', [...ids])
            .execute()
        ).map((row) => [row.id, row]),
  )

/** What is still to be paid. */
export const outstanding = ({ total, paid, credited }: PlanInvoiceRecord): Pence => total - paid - credited

/** The numbered paper of a plan's invoice. */
export const getInvoiceDocument = async (db: Db | Tx, planInvoiceId: string): Promise<DocumentRecord> =>
  (await documentsOfPlanInvoices(db, [planInvoiceId])).find(({ kind }) => kind === 'invoice')!

/**
 * Gives back part of an invoice, or all of it: off the debt as far as there is one, the rest to the team's wallet.
 * The invoice's row is held.
 */
async function creditPlanInvoice(
  work: Work,
  invoice: PlanInvoiceRecord,
  { netPence, vatPence, why, planName }: { netPence: Pence; vatPence: Pence; why: string; planName: string },
): Promise<void> {
  const { tx, at, posy } = work
  const { team_id: teamId, currency, user_id: userId } = invoice
  const totalPence = netPence + vatPence
  const toDebtPence = Math.min(totalPence, outstanding(invoice))
  const toWalletPence = totalPence - toDebtPence
  const wallet = toWalletPence > 0 ? await defaultWallet(tx, teamId, currency) : null
  const id = newId()
  const transferId = await postTransfer(tx, {
    kind: 'plan-credit',
    key: `plan-credit/${id}`,
    reference: { kind: 'plan_credit', id },
    currency,
    at,
    entries: [
      { account: { platform: 'plan-income' }, amountPence: 0 - netPence },
      { account: { platform: 'vat' }, amountPence: 0 - vatPence },
      { account: { team: teamId, kind: 'receivable' }, amountPence: toDebtPence },
      ...(wallet ? [{ account: { wallet: wallet.id, kind: 'available' as const }, amountPence: toWalletPence }] : []),
    ],
  })
  await tx
    .insertInto('plan_credit')
    .values({
      id,
      plan_invoice_id: invoice.id,
      team_id: teamId,
      net: netPence,
      vat: vatPence,
      to_debt: toDebtPence,
      to_wallet: toWalletPence,
      wallet_id: wallet?.id ?? null,
      transfer_id: transferId,
      created_at: at,
    })
    .execute()
  await lessenDebt(work, invoice, { creditedPence: toDebtPence })
  const { number, id: invoiceId } = await getInvoiceDocument(tx, invoice.id)
  const content = planCreditContent(
    { seller: documentSeller(posy.config), team: await teamById(tx, teamId), currency, issuedAt: at },
    {
      ...{ invoiceNumber: number, planName, why, netPence, vatPence, toDebtPence },
      wallet: wallet && { name: wallet.name, pence: toWalletPence },
    },
  )
  const [document] = await issueDocuments(
    work,
    [{ kind: 'credit-note', teamId, userId, subject: { planInvoiceId: invoice.id }, content }],
    { draw: true },
  )
  await mailPaper(work, invoice, { kind: 'plan-credit-note', document: document!, planName, invoiceId })
}

/** All of an invoice that no credit note has given back yet. */
export async function creditWhole(
  work: Work,
  invoice: PlanInvoiceRecord,
  { why, planName }: { why: string; planName: string },
): Promise<void> {
  const before = await work.tx
    .selectFrom('plan_credit')
    .select(['net', 'vat'])
    .where('plan_invoice_id', '=', invoice.id)
    .execute()
  const netPence = invoice.net - before.reduce((sum, { net }) => sum + net, 0)
  const vatPence = invoice.vat - before.reduce((sum, { vat }) => sum + vat, 0)
  if (netPence > 0) await creditPlanInvoice(work, invoice, { netPence, vatPence, why, planName })
}

/** What a plan cost for the days before it held, of an invoice that was paid late. */
export async function creditDaysBefore(
  work: Work,
  invoice: PlanInvoiceRecord,
  { period, day, planName }: { period: PlanPeriod; day: Temporal.PlainDate; planName: string },
): Promise<void> {
  if (Temporal.PlainDate.compare(day, period.from) <= 0) return
  const days = (until: Temporal.PlainDate) => period.from.until(until, { largestUnit: 'day' }).days
  const netPence = divideHalfEven(invoice.net * days(day), days(period.until))
  if (netPence < 1) return
  const { vatPence } = withVat(netPence)
  const why = 'For the days before the plan started'
  await creditPlanInvoice(work, invoice, { netPence, vatPence: Math.min(vatPence, invoice.vat), why, planName })
}

/** Notes what lessened the debt. @returns the invoice as it is then */
export async function lessenDebt(
  { tx, at }: Work,
  invoice: PlanInvoiceRecord,
  { paidPence = 0, creditedPence = 0 }: { paidPence?: Pence; creditedPence?: Pence },
): Promise<PlanInvoiceRecord> {
  const isSettled = outstanding(invoice) === paidPence + creditedPence
  return tx
    .updateTable('plan_invoice')
    .set({
      paid: invoice.paid + paidPence,
      credited: invoice.credited + creditedPence,
      ...(isSettled && { settled_at: invoice.settled_at ?? at, remind_at: null }),
    })
    .where('id', '=', invoice.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}
