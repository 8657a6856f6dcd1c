import { sql } from 'kysely'
import { newId } from '#kit/ids.ts'
import type { Pence } from '#kit/money.ts'
import { type DocumentRecord, documentNumber } from '#server/domains/documents/index.ts'
import { invoiceDebts, settleInvoices } from '#server/domains/hugggs/money/index.ts'
import { postTransfer } from '#server/domains/ledger/index.ts'
import { lockForPayment, outstanding, recordPlanPayment, tellOfPayment } from '#server/domains/plans/index.ts'
import { defaultWallet, invoicePaymentKey, receivingWallet, walletInScope } from '#server/domains/wallets/index.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Work } from '#server/platform/posy.ts'
import { found, invalidFields, Problem } from '#server/platform/problem/problem.ts'
import { lockPurchases } from '../record/index.ts'

export interface InvoicePayment {
  /** Of the invoice: `INV-000042`; lower case, spaces and missing zeros are forgiven. */
  number: string
  amountPence: number
  /** The bank's own name of the line; each is booked once. */
  bankLine: string
  /** When the bank received it; now unless told. */
  receivedAt?: Date
  /** The invoice's unless told. */
  currency?: string
  /** Where it is taken from: the bank unless told. */
  from?: 'bank-clearing' | 'unmatched-receipts'
}

export interface BookedInvoicePayment {
  number: string
  currency: string
  /** Of the payment: what lessened the debt, and what was too much and went to a wallet. */
  debtPence: Pence
  surplusPence: Pence
  surplusWalletId: string | null
  transferId: string
}

const REFERENCE = /^\s*INV[\s-]*0*(\d{1,9})\s*$/i

/** Whether a bank reference names an invoice. */
export const isInvoiceReference = (reference: string): boolean => REFERENCE.test(reference)

/**
 * Books what a customer paid for an invoice, exactly once per bank line: bank clearing → receivable. Less than is owed is
 * a part payment. What is more goes to the wallet of the purchase in the same transfer. Once nothing is left to pay, what
 * its gifts give back goes to that wallet.
 * @throws not_found for a number that is no invoice's; wrong_state when nothing is left to pay; conflict when the line was
 *   booked for something else; invalid_fields for an amount that is not positive whole pence
 */
export async function payInvoice(work: Work, payment: InvoicePayment): Promise<BookedInvoicePayment> {
  const { tx } = work
  const { amountPence, bankLine } = payment
  if (!Number.isSafeInteger(amountPence) || amountPence < 1)
    throw invalidFields([{ path: 'amountPence', message: 'must be whole pence, at least 1' }])
  await sql`select pg_advisory_xact_lock(hashtextextended(${`bank line ${bankLine}`}, 0))`.execute(tx)
  const invoice = await invoiceByReference(tx, payment.number)
  const first = await bookedBefore(tx, invoice, payment)
  if (first) return first
  if ((payment.currency ?? invoice.currency) !== invoice.currency)
    throw invalidFields([{ path: 'currency', message: `${invoice.number} is in ${invoice.currency}` }])
  if (invoice.plan_invoice_id) return payPlanInvoice(work, invoice, payment)
  const transactionId = invoice.transaction_id!
  const walletId = await holdInvoiced(tx, transactionId)
  const { owedPence } = (await invoiceDebts(work.posy, tx, [transactionId])).get(transactionId)!
  if (owedPence <= 0) throw nothingLeft(invoice)
  const debtPence = Math.min(amountPence, owedPence)
  const booked = await book(work, { invoice, walletId, payment, debtPence })
  await settleInvoices(work, [transactionId])
  await tellOfBankPayment(work, invoice, booked, owedPence - debtPence)
  return booked
}

/**
 * Takes a purchase by invoice and then its gifts, as anyone who gives back their money does: no refund can choose between debt
 * and wallet meanwhile.
 * @returns the wallet that it was bought with
 */
export async function holdInvoiced(tx: Tx, transactionId: string): Promise<string> {
  const [purchase] = await lockPurchases(tx, [transactionId])
  await sql`select from huggg where transaction_id = ${transactionId} order by id for no key update`.execute(tx)
  return purchase!.wallet_id
}

const nothingLeft = ({ number }: DocumentRecord) =>
  new Problem('wrong_state', `Nothing is left to pay for ${number}.`, {
    help: 'Book the payment to a wallet of the team, by its reference (HG…). No money has moved.',
  })

/** As payInvoice, for the invoice of a plan: a plan that waits for the money starts. What is too much goes to the team's wallet. */
async function payPlanInvoice(
  work: Work,
  invoice: DocumentRecord,
  payment: InvoicePayment,
): Promise<BookedInvoicePayment> {
  const planInvoice = await lockForPayment(work.tx, invoice.plan_invoice_id!)
  const owedPence = outstanding(planInvoice)
  if (owedPence <= 0) throw nothingLeft(invoice)
  const debtPence = Math.min(payment.amountPence, owedPence)
  const { id: walletId } = await defaultWallet(work.tx, invoice.team_id, invoice.currency)
  const booked = await book(work, { invoice, walletId, payment, debtPence })
  await recordPlanPayment(work, planInvoice, debtPence)
  await tellOfBankPayment(work, invoice, booked, owedPence - debtPence)
  return booked
}

const tellOfBankPayment = (
  work: Work,
  invoice: DocumentRecord,
  { transferId, debtPence: paidPence, surplusPence }: BookedInvoicePayment,
  outstandingPence: Pence,
): Promise<void> => tellOfPayment(work, invoice, { by: 'bank', transferId, paidPence, surplusPence, outstandingPence })

export async function invoiceByReference(tx: Tx, reference: string): Promise<DocumentRecord> {
  const count = REFERENCE.exec(reference)?.[1]
  const number = documentNumber('invoice', Number(count ?? 0))
  return found(await tx.selectFrom('document').selectAll().where('number', '=', number).executeTakeFirst(), 'invoice')
}

/** What the line was booked as, if it was. @throws conflict when that was something else */
async function bookedBefore(
  tx: Tx,
  { id, number }: DocumentRecord,
  { bankLine, amountPence }: InvoicePayment,
): Promise<BookedInvoicePayment | null> {
  const row = await tx.selectFrom('invoice_payment').selectAll().where('bank_line', '=', bankLine).executeTakeFirst()
  const topUp = await tx.selectFrom('bank_receipt').select('id').where('bank_line', '=', bankLine).executeTakeFirst()
  if (topUp || (row && (row.document_id !== id || row.amount + row.surplus !== amountPence)))
    throw new Problem('conflict', `The bank line ${bankLine} was booked before with other data.`)
  if (!row) return null
  if (row.reversed_at) throw new Problem('wrong_state', `The booking of bank line ${bankLine} was undone.`)
  return {
    number,
    currency: row.currency,
    debtPence: row.amount,
    surplusPence: row.surplus,
    surplusWalletId: row.surplus_wallet_id,
    transferId: row.transfer_id,
  }
}

async function book(
  work: Work,
  {
    invoice,
    walletId,
    payment: { amountPence, bankLine, receivedAt = work.at, from = 'bank-clearing' },
    debtPence,
  }: { invoice: DocumentRecord; walletId: string; payment: InvoicePayment; debtPence: Pence },
): Promise<BookedInvoicePayment> {
  const { tx, at } = work
  const { team_id: teamId, currency, number } = invoice
  const surplusPence = amountPence - debtPence
  const wallet =
    surplusPence > 0 ? await receivingWallet(tx, await walletInScope(tx, { teamIds: [teamId] }, walletId)) : null
  const id = newId()
  const transferId = await postTransfer(tx, {
    kind: 'invoice-payment',
    key: invoicePaymentKey(bankLine),
    reference: { kind: 'invoice_payment', id },
    currency,
    at,
    entries: [
      { account: { platform: from }, amountPence: -amountPence },
      { account: { team: teamId, kind: 'receivable' }, amountPence: debtPence },
      ...(wallet ? [{ account: { wallet: wallet.id, kind: 'available' as const }, amountPence: surplusPence }] : []),
    ],
  })
  await tx
    .insertInto('invoice_payment')
    .values({
      id,
      document_id: invoice.id,
      team_id: teamId,
      bank_line: bankLine,
      currency,
      amount: debtPence,
      surplus: surplusPence,
      surplus_wallet_id: wallet?.id ?? null,
      transfer_id: transferId,
      received_at: receivedAt,
    })
    .execute()
  await work.audit(
    'invoice.payment-received',
    { kind: 'document', id: invoice.id },
    { teamId, detail: { number, debtPence, surplusPence, bankLine } },
  )
  return { number, currency, debtPence, surplusPence, surplusWalletId: wallet?.id ?? null, transferId }
}
