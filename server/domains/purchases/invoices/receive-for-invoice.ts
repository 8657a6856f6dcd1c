import { type HandBooking, type Receipt, receiveOrAsk, refuseKnownPayment } from '#server/domains/bank/index.ts'
import type { DocumentRecord } from '#server/domains/documents/index.ts'
import { startOfLondonDay } from '#server/domains/wallets/index.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { type Posy, transact } from '#server/platform/posy.ts'
import { AT_THE_MACHINE, type MoneyActKind, type Outcome, waitsFor } from '#server/platform/waiting-acts.ts'
import { type BookedInvoicePayment, invoiceByReference, payInvoice } from './pay-invoice.ts'

const toBankTarget = ({ id, number }: DocumentRecord) => ({ kind: 'invoice', id, label: number })

export const invoiceReceipt: MoneyActKind<Receipt, BookedInvoicePayment> = {
  kind: 'invoice-receipt',
  run: async (work, terms) => {
    const { bankLine, reference: number, amountPence, receivedAt } = terms
    await refuseKnownPayment(work.tx, toBankTarget(await invoiceByReference(work.tx, number)), terms)
    return payInvoice(work, { bankLine, number, amountPence, receivedAt: new Date(receivedAt) })
  },
}

/**
 * `posy bank receive --reference INV-…`: books what was paid for an invoice and says so. Again with the same line: says
 * the same.
 * @returns the exit code 0
 * @throws what payInvoice, doOrAsk and refuseKnownPayment refuse
 */
export async function bankReceiveForInvoice(posy: Posy, booking: HandBooking, by = AT_THE_MACHINE): Promise<0> {
  const { reference: number, amountPence, line, date } = booking
  const outcome = await transact(posy, { actor: by.actor }, async (work): Promise<Outcome<BookedInvoicePayment>> => {
    if (await isBooked(work.tx, line)) {
      const again = { number, amountPence, bankLine: line, ...(date && { receivedAt: startOfLondonDay(date) }) }
      return { waits: false, done: await payInvoice(work, again) }
    }
    const invoice = await invoiceByReference(work.tx, number)
    const { team_id: teamId, currency } = invoice
    return receiveOrAsk(work, invoiceReceipt, booking, { target: toBankTarget(invoice), teamId, currency, by })
  })
  process.stdout.write(`${outcome.waits ? waitsFor(outcome) : said(line, outcome.done)}\n`)
  return 0
}

function said(line: string, { number, currency, debtPence, surplusPence, surplusWalletId }: BookedInvoicePayment) {
  const rest = surplusPence ? `, and ${surplusPence} pence too much to wallet ${surplusWalletId}` : ''
  return `Booked bank line ${line}: ${debtPence} pence (${currency}) for ${number}${rest}.`
}

const isBooked = async (tx: Tx, line: string): Promise<boolean> =>
  (await tx.selectFrom('invoice_payment').select('id').where('bank_line', '=', line).executeTakeFirst()) !== undefined
