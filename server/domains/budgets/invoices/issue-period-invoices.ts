import { sql } from 'kysely'
import { newId } from '#kit/ids.ts'
import { documentIssuedEmail, queueUserMessages } from '#server/domains/delivery/index.ts'
import {
  type DocumentContent,
  type DocumentRecord,
  documentCustomer,
  documentSeller,
  documentsOfPeriods,
  issueDocuments,
} from '#server/domains/documents/index.ts'
import { listAdmins, teamById } from '#server/domains/teams/team/index.ts'
import { asSystem, type Posy, type Work } from '#server/platform/posy.ts'
import type { BudgetRecord } from '../budget/budget.ts'
import { budgetsToInvoice, lockBudgetToInvoice, periodRecord } from '../budget/queries.ts'
import { type BudgetPeriod, creditDueAfter, cutBefore, nextPeriod, partFrom } from '../schedule/period.ts'
import { allowancesBetween, listInvoices, type Movement, unbilledMovements } from './charged-queries.ts'
import {
  charges,
  creditNoteContent,
  invoiceContent,
  type PeriodForDocuments,
  reportContent,
  returns,
} from './period-documents.ts'

const RETRY_MS = 3_600_000

type PeriodPaper = 'period-invoice' | 'period-credit-note' | 'period-report'

/**
 * Invoices every period that is over, and credits what came back in a part of one that is not. Each is a transaction of its own that holds the budget's row and moves on to the
 * next period: after downtime they follow one another, and anyone who is killed leaves all of one or nothing. What fails is
 * tried again in an hour and holds up no other budget.
 */
export async function issueDueInvoices(posy: Posy, now: Date): Promise<void> {
  for (const budgetId of await budgetsToInvoice(posy.db, now)) {
    try {
      while (await asSystem(posy, (work) => issueNext(work, budgetId)));
    } catch (error) {
      posy.log.error({ budgetId, err: error }, 'a period of a budget could not be invoiced; tried again in an hour')
      const retryAt = new Date(now.getTime() + RETRY_MS)
      await posy.db
        .updateTable('automated_budget')
        .set({
          invoice_due_at: sql<Date>`greatest(invoice_due_at, ${retryAt}::timestamptz)`,
          credit_due_at: retryAt,
        })
        .where('id', '=', budgetId)
        .execute()
    }
  }
}

/** @returns whether there was something to do, so that there may be more */
async function issueNext(work: Work, budgetId: string): Promise<boolean> {
  const { tx, at } = work
  const budget = await lockBudgetToInvoice(tx, budgetId, at)
  if (!budget?.started_at) return false
  const endedAt = budget.ended_at
  const period = nextPeriod({ from: budget.invoiced_until ?? budget.started_at, endedAt })
  const isOver = period.dueAt <= at
  if (isOver) await invoicePeriod(work, budget, period)
  else await creditPart(work, budget, period)
  const next = nextPeriod({ from: period.until, endedAt })
  await tx
    .updateTable('automated_budget')
    .set(
      isOver
        ? { invoiced_until: period.until, invoice_due_at: next.dueAt, credit_due_at: creditDueAfter(next, next.from) }
        : { invoice_due_at: period.dueAt, credit_due_at: creditDueAfter(period, at) },
    )
    .where('id', '=', budgetId)
    .execute()
  return isOver
}

/** Of a budget that has ended only periods are recorded in which money still came back. */
async function invoicePeriod(work: Work, budget: BudgetRecord, period: BudgetPeriod): Promise<void> {
  const underWay = await periodRecord(work.tx, budget.id, period)
  const movements = await unbilledMovements(work.tx, budget.id, period.until, underWay?.id)
  const isAfterEnd = budget.ended_at !== null && budget.ended_at <= period.from
  if (isAfterEnd && movements.length === 0) return
  const id = await recordPeriod(work, budget, period, underWay?.id)
  await bill(
    work,
    id,
    movements.filter(({ isCredited }) => !isCredited),
  )
  await issuePapers(work, budget, { id, period, movements })
  await work.audit(
    'automated-budget.invoiced',
    { kind: 'automatedBudget', id: budget.id },
    { teamId: budget.team_id, detail: { invoiceId: id, movements: movements.length } },
  )
}

/** Credits what came back up to the last cut of a period that is not over. */
async function creditPart(work: Work, budget: BudgetRecord, period: BudgetPeriod): Promise<void> {
  const until = cutBefore(period, work.at)
  const back = until ? returns(await unbilledMovements(work.tx, budget.id, until)) : []
  if (!until || back.length === 0) return
  const id = await recordPeriod(work, budget, period, (await periodRecord(work.tx, budget.id, period))?.id)
  await bill(work, id, back)
  await issueCreditNote(work, budget, { id, about: await aboutPeriod(work, budget, period), until, back })
  await work.audit(
    'automated-budget.credited',
    { kind: 'automatedBudget', id: budget.id },
    { teamId: budget.team_id, detail: { invoiceId: id, movements: back.length } },
  )
}

/** A budget that ended since a part of its month was credited ended that month, too. */
async function recordPeriod(
  { tx, at }: Work,
  budget: BudgetRecord,
  period: BudgetPeriod,
  underWay: string | undefined,
): Promise<string> {
  if (underWay) {
    const change = { until_at: period.until, updated_at: at }
    await tx.updateTable('automated_budget_invoice').set(change).where('id', '=', underWay).execute()
    return underWay
  }
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
  return id
}

const bill = ({ tx }: Work, id: string, movements: readonly Movement[]) =>
  sql`insert into automated_budget_billed (transfer_id, invoice_id)
    select id, ${id} from unnest(${movements.map(({ transferId }) => transferId)}::uuid[]) as moved (id)`.execute(tx)

const aboutPeriod = async (work: Work, budget: BudgetRecord, period: BudgetPeriod): Promise<PeriodForDocuments> => ({
  seller: documentSeller(work.posy.config),
  customer: documentCustomer({ team: await teamById(work.tx, budget.team_id) }),
  currency: budget.currency,
  budgetName: budget.name,
  period,
})

/** Locks the series of numbers, so last of all. */
async function issuePapers(
  work: Work,
  budget: BudgetRecord,
  { id, period, movements }: { id: string; period: BudgetPeriod; movements: Movement[] },
): Promise<void> {
  const about = await aboutPeriod(work, budget, period)
  const allowances = await allowancesBetween(work.tx, budget.id, period)
  const before = (await documentsOfPeriods(work.tx, [id])).map(({ number }) => number)
  const invoice = charges(movements).length
    ? await issue(work, budget, { id, kind: 'period-invoice', content: invoiceContent(about, movements) })
    : null
  const back = returns(movements).filter(({ isCredited }) => !isCredited)
  const rest = back.length ? [await issueCreditNote(work, budget, { id, about, until: period.until, back })] : []
  const numbers = { invoice, creditNotes: [...before, ...rest] }
  const content = reportContent(about, movements, { numbers, allowances })
  await issue(work, budget, { id, kind: 'period-report', content })
}

/** @returns its number */
async function issueCreditNote(
  work: Work,
  budget: BudgetRecord,
  { id, about, until, back }: { id: string; about: PeriodForDocuments; until: Date; back: readonly Movement[] },
): Promise<string> {
  const credited = await listInvoices(
    work.tx,
    back.map(({ transactionId }) => transactionId),
  )
  // What could not be credited when it was due is in the next part's.
  const from = [partFrom(about.period, until), ...back.map(({ at }) => at)].reduce((a, b) => (a < b ? a : b))
  const part = { from: from < about.period.from ? about.period.from : from, until }
  const content = creditNoteContent(about, back, { part, ...credited })
  return issue(work, budget, { id, kind: 'period-credit-note', content })
}

/** @returns its number */
async function issue(
  work: Work,
  budget: BudgetRecord,
  { id, kind, content }: { id: string; kind: PeriodPaper; content: DocumentContent },
): Promise<string> {
  const draft = { kind, teamId: budget.team_id, userId: budget.user_id, subject: { budgetInvoiceId: id }, content }
  const [document] = await issueDocuments(work, [draft], { draw: true })
  if (kind !== 'period-report') await tell(work, budget, kind, document!)
  return document!.number
}

/** Everyone who looks after the team's budgets. */
async function tell(
  work: Work,
  budget: BudgetRecord,
  kind: Exclude<PeriodPaper, 'period-report'>,
  { id, number, total, vat, currency }: DocumentRecord,
): Promise<void> {
  const detail = {
    ...{ kind, number, totalPence: total, vatPence: vat, currency },
    about: budget.name,
    path: `/budgets/${budget.id}/invoices`,
  }
  const messages = (await listAdmins(work.tx, budget.team_id)).map((admin) => ({
    userId: admin.id,
    dedupeKey: `document-issued/${id}/${admin.id}`,
    detail,
  }))
  await queueUserMessages(work, documentIssuedEmail, { teamId: budget.team_id, messages })
}
