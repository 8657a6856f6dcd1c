import { sql } from 'kysely'
import { queueUserMessages } from '#server/domains/delivery/index.ts'
import {
  customerOf,
  type DocumentContent,
  type DocumentKind,
  type DocumentRecord,
  issueDocuments,
  sellerOf,
} from '#server/domains/documents/index.ts'
import { adminsOf, teamById } from '#server/domains/teams/index.ts'
import { newId } from '#server/kit/ids.ts'
import { type Posy, transact, type Work } from '#server/platform/posy.ts'
import { systemActor } from '#server/platform/principal.ts'
import type { BudgetRecord } from '../schedule/budget.ts'
import { nextPeriod, type Period } from '../schedule/period.ts'
import { budgetsToInvoice } from '../schedule/queries.ts'
import { allowancesBetween, invoiceNumbersOf, type Movement, unbilledMovements } from './charged-queries.ts'
import {
  charges,
  creditNoteContent,
  invoiceContent,
  type PeriodForDocuments,
  reportContent,
  returns,
} from './period-documents.ts'

const RETRY_MS = 3_600_000

/**
 * Invoices every period that is over. Each is a transaction of its own that holds the budget's row and moves on to the
 * next period: after downtime they follow one another, and whoever is killed leaves all of one or nothing. What fails is
 * tried again in an hour and holds up no other budget.
 */
export async function issueDueInvoices(posy: Posy, now: Date): Promise<void> {
  for (const budgetId of await budgetsToInvoice(posy.db, now)) {
    try {
      while (await transact(posy, { actor: systemActor }, (work) => issueNext(work, budgetId)));
    } catch (error) {
      posy.log.error({ budgetId, err: error }, 'a period of a budget could not be invoiced; tried again in an hour')
      await posy.db
        .updateTable('automated_budget')
        .set({ invoice_due_at: new Date(now.getTime() + RETRY_MS) })
        .where('id', '=', budgetId)
        .execute()
    }
  }
}

/** @returns whether there was something to do, so that there may be more */
async function issueNext(work: Work, budgetId: string): Promise<boolean> {
  const { tx, at } = work
  const budget = await tx
    .selectFrom('automated_budget')
    .selectAll()
    .where('id', '=', budgetId)
    .where('invoice_due_at', '<=', at)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!budget?.started_at) return false
  const endedAt = budget.ended_at
  const period = nextPeriod({ from: budget.invoiced_until ?? budget.started_at, endedAt })
  if (period.dueAt <= at) await invoicePeriod(work, budget, period)
  const isOver = period.dueAt <= at
  await tx
    .updateTable('automated_budget')
    .set(
      isOver
        ? { invoiced_until: period.until, invoice_due_at: nextPeriod({ from: period.until, endedAt }).dueAt }
        : { invoice_due_at: period.dueAt },
    )
    .where('id', '=', budgetId)
    .execute()
  return isOver
}

/** Of a budget that has ended only periods are recorded in which money still came back. */
async function invoicePeriod(work: Work, budget: BudgetRecord, period: Period): Promise<void> {
  const movements = await unbilledMovements(work.tx, budget.id, period.until)
  const isAfterEnd = budget.ended_at !== null && budget.ended_at <= period.from
  if (isAfterEnd && movements.length === 0) return
  const { tx, at } = work
  const id = newId()
  await tx
    .insertInto('automated_budget_invoice')
    .values({
      id,
      budget_id: budget.id,
      team_id: budget.team_id,
      user_id: budget.user_id,
      period: period.month,
      from_at: period.from,
      until_at: period.until,
      created_at: at,
      updated_at: at,
    })
    .execute()
  await sql`insert into automated_budget_billed (transfer_id, invoice_id)
    select id, ${id} from unnest(${movements.map(({ transferId }) => transferId)}::uuid[]) as moved (id)`.execute(tx)
  await issuePapers(work, budget, { id, period, movements })
  await work.audit(
    'automated-budget.invoiced',
    { kind: 'automatedBudget', id: budget.id },
    { teamId: budget.team_id, detail: { invoiceId: id, movements: movements.length } },
  )
}

/** Locks the series of numbers, so last of all. */
async function issuePapers(
  work: Work,
  budget: BudgetRecord,
  { id, period, movements }: { id: string; period: Period; movements: Movement[] },
): Promise<void> {
  const about: PeriodForDocuments = {
    seller: sellerOf(work.posy.config),
    customer: customerOf({ team: await teamById(work.tx, budget.team_id) }),
    currency: budget.currency,
    budgetName: budget.name,
    period,
  }
  const issue = async (kind: DocumentKind, content: DocumentContent) => {
    const subject = { budgetInvoiceId: id }
    const draft = { kind, teamId: budget.team_id, userId: budget.user_id, subject, content }
    const [document] = await issueDocuments(work, [draft], { draw: true })
    if (kind === 'period-invoice') await tellOfInvoice(work, budget, document!)
    return document!.number
  }
  const allowances = await allowancesBetween(work.tx, budget.id, period)
  const back = returns(movements)
  const invoice = charges(movements).length ? await issue('period-invoice', invoiceContent(about, movements)) : null
  const credited = back.length
    ? await invoiceNumbersOf(
        work.tx,
        back.map(({ transactionId }) => transactionId),
      )
    : []
  const creditNote = back.length
    ? await issue('period-credit-note', creditNoteContent(about, movements, credited))
    : null
  await issue('period-report', reportContent(about, movements, { numbers: { invoice, creditNote }, allowances }))
}

/** Everyone who looks after the team's budgets. */
async function tellOfInvoice(work: Work, budget: BudgetRecord, { id, number, total, vat, currency }: DocumentRecord) {
  const detail = {
    ...{ kind: 'period-invoice', number, totalPence: total, vatPence: vat, currency },
    about: budget.name,
    path: `/budgets/${budget.id}/invoices`,
  }
  const messages = (await adminsOf(work.tx, budget.team_id)).map((admin) => ({
    userId: admin.id,
    dedupeKey: `document-issued/${id}/${admin.id}`,
    detail,
  }))
  await queueUserMessages(work, { template: 'document-issued', teamId: budget.team_id, messages })
}
