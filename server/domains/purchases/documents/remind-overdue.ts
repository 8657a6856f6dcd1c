import { type Selectable, sql } from 'kysely'
import { PAYMENT_TERM_DAYS } from '#contract/core/payment-term.ts'
import { BUSINESS_ZONE, londonDate, Temporal, toDate, toInstant } from '#kit/time.ts'
import { invoiceEmails, queueUserMessages } from '#server/domains/delivery/index.ts'
import { type DocumentContent, type DocumentRecord, documentById } from '#server/domains/documents/index.ts'
import { invoiceDebts } from '#server/domains/hugggs/money/index.ts'
import { listAdmins } from '#server/domains/teams/team/index.ts'
import type { Database } from '#server/platform/database/schema.ts'
import { inSteps } from '#server/platform/in-steps.ts'
import type { Posy, Work } from '#server/platform/posy.ts'

const PER_STEP = 100

/** The last day to pay an invoice on: as it is printed. */
export const dueDate = ({ content, issued_at }: DocumentRecord): string => {
  const { dates } = content as unknown as DocumentContent
  const printed = dates.find(({ label }) => label === 'Payment due')?.date
  return printed ?? londonDate(toInstant(issued_at)).add({ days: PAYMENT_TERM_DAYS }).toString()
}

/** In the morning of so many days after the last one to pay on. */
const remindAt = (due: string, days: number): Date =>
  toDate(
    Temporal.PlainDate.from(due)
      .add({ days })
      .toZonedDateTime({ timeZone: BUSINESS_ZONE, plainTime: '09:00' })
      .toInstant(),
  )

/** An invoice that is issued is reminded of once it is overdue. */
export async function watchInvoice({ tx, posy }: Work, invoice: DocumentRecord): Promise<void> {
  const [first] = posy.config.invoiceReminderDays
  if (first === undefined) return
  await tx
    .insertInto('invoice_reminder')
    .values({ document_id: invoice.id, remind_at: remindAt(dueDate(invoice), first) })
    .execute()
}

export const nextReminderAt = sql<Date | null>`select min(remind_at) from invoice_reminder where remind_at is not null`

/**
 * Reminds teams of invoices for purchases that are overdue, so many days after their last day as the operator has set. What is
 * paid or credited meanwhile is passed over. The row moves on in the transaction that queues the mail: each reminder is sent once.
 */
export async function remindOverdue(posy: Posy, now: Date): Promise<void> {
  await inSteps(posy, PER_STEP, async (work, size) => {
    const due = await work.tx
      .selectFrom('invoice_reminder')
      .selectAll()
      .where('remind_at', '<=', now)
      .orderBy('remind_at')
      .limit(size)
      .forUpdate()
      .skipLocked()
      .execute()
    for (const row of due) await remind(work, row)
    return due.length
  })
}

async function remind(work: Work, row: Selectable<Database['invoice_reminder']>): Promise<void> {
  const { tx, posy, at } = work
  const invoice = (await documentById(tx, row.document_id))!
  const due = dueDate(invoice)
  const days = posy.config.invoiceReminderDays
  // Of several that came due while nothing ran, only the last is sent.
  const passed = days.filter((each) => remindAt(due, each) <= at)
  const next = days[passed.length]
  await tx
    .updateTable('invoice_reminder')
    .set({
      reminders: Math.max(row.reminders, passed.length),
      remind_at: next === undefined ? null : remindAt(due, next),
    })
    .where('document_id', '=', row.document_id)
    .execute()
  if (passed.length <= row.reminders) return
  const debt = (await invoiceDebts(posy, tx, [invoice.transaction_id!])).get(invoice.transaction_id!)
  if (!debt || debt.owedPence <= 0) return
  await mail(work, invoice, { due, outstandingPence: debt.owedPence, reminder: passed.length })
  if (next !== undefined) return
  const { team_id: teamId, number } = invoice
  posy.log.error({ teamId, invoice: number, pence: debt.owedPence }, 'an invoice is unpaid after its last reminder')
}

/**
 * Has a team reminded no more of an invoice for a purchase, or again of what is still to come. It is asked for as it was.
 * @returns when the next reminder leaves; null for none
 */
export async function setReminders(
  { tx, posy, at }: Work,
  invoice: DocumentRecord,
  isOn: boolean,
): Promise<Date | null> {
  const due = dueDate(invoice)
  const moments = posy.config.invoiceReminderDays.map((days) => remindAt(due, days))
  const next = (isOn && moments.find((moment) => moment > at)) || null
  if (!next)
    await tx.updateTable('invoice_reminder').set({ remind_at: null }).where('document_id', '=', invoice.id).execute()
  // One that was issued while no one was to be reminded has no row yet.
  else
    await tx
      .insertInto('invoice_reminder')
      .values({ document_id: invoice.id, remind_at: next })
      .onConflict((row) => row.column('document_id').doUpdateSet({ remind_at: next }))
      .execute()
  return next
}

async function mail(
  work: Work,
  { id, number, currency, team_id: teamId }: DocumentRecord,
  { due, outstandingPence, reminder }: { due: string; outstandingPence: number; reminder: number },
): Promise<void> {
  const detail = { number, outstandingPence, currency, dueDate: due, path: `/invoices/${id}` }
  await queueUserMessages(work, invoiceEmails.overdue, {
    teamId,
    messages: (await listAdmins(work.tx, teamId)).map(({ id: userId }) => ({
      userId,
      dedupeKey: `invoice-overdue/${id}/${reminder}/${userId}`,
      detail,
    })),
  })
}
