import type { z } from 'zod'
import type { listBudgetInvoices } from '#contract/orders/invoices.ts'
import { isoOrNull } from '#kit/time.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { BudgetRecord } from '../budget/budget.ts'
import { lastCreditNoteAt, type Movement, unbilledMovements } from './charged-queries.ts'
import { charges, returns } from './period-documents.ts'

/** What participants of a budget were charged and given back that no paper holds yet; null before it has started. */
export async function openMovements(
  db: Db,
  budget: BudgetRecord,
  now: Date,
): Promise<z.output<typeof listBudgetInvoices.response>['open']> {
  if (!budget.started_at) return null
  // With what moved at this very moment.
  const movements = await unbilledMovements(db, budget.id, new Date(now.getTime() + 1))
  const sum = (of: readonly Movement[]) => of.reduce((total, { chargedPence }) => total + chargedPence, 0)
  const back = returns(movements)
  const due = [budget.credit_due_at, budget.invoice_due_at].filter((at) => at !== null)
  return {
    bought: sum(charges(movements)),
    returned: 0 - sum(back),
    giftsReturned: back.filter(({ kind }) => kind !== 'change').length,
    lastCreditNote: isoOrNull(await lastCreditNoteAt(db, budget.id)),
    nextPapers: isoOrNull(due.reduce<Date | null>((first, at) => (first && first < at ? first : at), null)),
  }
}
