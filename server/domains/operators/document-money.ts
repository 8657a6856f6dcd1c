import { sql } from 'kysely'
import type { OperatorDocument } from '#contract/operator/documents.ts'
import { iso, isoOrNull, londonDate } from '#kit/time.ts'
import type { DocumentRecord } from '#server/domains/documents/index.ts'
import { invoiceDebts } from '#server/domains/hugggs/money/index.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Posy } from '#server/platform/posy.ts'

type Payment = Omit<OperatorDocument['payments'][number], 'at'> & { at: Date }

/** What came in for an invoice, from the bank and from cards, the oldest first. */
export async function loadPayments(
  db: Db,
  { id, plan_invoice_id: planInvoiceId }: Pick<DocumentRecord, 'id' | 'plan_invoice_id'>,
): Promise<OperatorDocument['payments']> {
  const { rows } = await sql<Payment>`
    select paid.received_at as at, paid.amount as "amountPence", line.id as "bankLineId", null::uuid as "chargeId",
      paid.reversed_at is not null as "isReversed"
    from invoice_payment paid left join bank_line line on line.transfer_id = paid.transfer_id where paid.document_id = ${id}
    union all
    select paid_at, amount, null, charge_id, false from plan_payment where plan_invoice_id = ${planInvoiceId}
    order by 1, 2`.execute(db)
  return rows.map(({ at, ...payment }) => ({ ...payment, at: iso(at) }))
}

/** What is left to pay of an invoice. */
export async function loadLeftPence(
  posy: Posy,
  db: Db,
  { transaction_id: purchaseId, plan_invoice_id: planInvoiceId }: DocumentRecord,
): Promise<number> {
  if (purchaseId) return (await invoiceDebts(posy, db, [purchaseId])).get(purchaseId)?.owedPence ?? 0
  const { rows } = await sql<{ left: number }>`
    select total - paid - credited as left from plan_invoice where id = ${planInvoiceId}`.execute(db)
  return rows[0]?.left ?? 0
}

/** As an invoice’s last day is counted. */
export const today = ({ clock }: Posy): string => londonDate(clock.now()).toString()

export const isPast = (posy: Posy, day: string | null): boolean => day !== null && day < today(posy)

/** When its next reminder leaves; where an operator stopped them, who, when and why. */
export async function loadReminders(
  db: Db,
  id: string,
  remindAt: Date | null,
): Promise<NonNullable<OperatorDocument['reminders']>> {
  if (remindAt) return { nextAt: isoOrNull(remindAt), stopped: null }
  const { rows } = await sql<{ at: Date; by: string; reason: string | null; isOn: boolean }>`
    select act.at, operator.name as by, act.reason, (act.details->>'isOn')::boolean as "isOn"
    from operator_act act join operator on operator.id = act.operator_id
    where act.subject_kind = 'document' and act.subject_id = ${id} and act.act = 'changeInvoiceReminders'
    order by act.id desc limit 1`.execute(db)
  const [last] = rows
  return { nextAt: null, stopped: last && !last.isOn ? { at: iso(last.at), by: last.by, reason: last.reason } : null }
}
