import { iso } from '#kit/time.ts'
import { planInvoiceEmails, queueUserMessages } from '#server/domains/delivery/index.ts'
import { listAdmins, loadPlan } from '#server/domains/teams/team/index.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { inSteps } from '#server/platform/in-steps.ts'
import type { Posy, Work } from '#server/platform/posy.ts'
import { getInvoiceDocument, outstanding, type PlanInvoiceRecord, REMINDER_DAYS, remindAt } from './plan-invoice.ts'

const PER_STEP = 100

/**
 * Reminds teams of unpaid plan invoices before and after they are due; with the last reminder the operator is told. Nothing is
 * taken away automatically.
 */
export async function remindDue(posy: Posy, now: Date): Promise<void> {
  await inSteps(posy, PER_STEP, async (work, size) => {
    const due = await work.tx
      .selectFrom('plan_invoice')
      .selectAll()
      .where('remind_at', '<=', now)
      .orderBy('remind_at')
      .limit(size)
      .forUpdate()
      .skipLocked()
      .execute()
    for (const invoice of due) await remind(work, invoice)
    return due.length
  })
}

async function remind(work: Work, invoice: PlanInvoiceRecord): Promise<void> {
  const { tx, posy } = work
  const { id, team_id: teamId, plan_id, currency, due_at } = invoice
  // Of several that came due while nothing ran, only the last is sent.
  let reminders = invoice.reminders + 1
  while ((remindAt(invoice.issued_at, reminders)?.getTime() ?? Number.POSITIVE_INFINITY) <= work.at.getTime())
    reminders++
  await tx
    .updateTable('plan_invoice')
    .set({ reminders, remind_at: remindAt(invoice.issued_at, reminders) })
    .where('id', '=', id)
    .execute()
  const { number, id: documentId } = await getInvoiceDocument(tx, id)
  const detail = {
    ...{ number, planName: (await loadPlan(tx, plan_id)).name, outstandingPence: outstanding(invoice), currency },
    ...{
      dueAt: iso(due_at),
      isOverdue: due_at <= work.at,
      days: REMINDER_DAYS[reminders - 1]!,
      path: `/invoices/${documentId}`,
    },
  }
  await queueUserMessages(work, planInvoiceEmails.reminder, {
    teamId,
    messages: (await listAdmins(tx, teamId)).map(({ id: userId }) => ({
      userId,
      dedupeKey: `plan-invoice-reminder/${id}/${reminders}/${userId}`,
      detail,
    })),
  })
  if (reminders < REMINDER_DAYS.length) return
  await work.audit('plan.invoice-unpaid', { kind: 'document', id: documentId }, { teamId, detail: { number } })
  posy.log.error({ teamId, invoice: number, pence: outstanding(invoice) }, 'a plan invoice is long overdue')
}

/**
 * Has a team reminded no more of an invoice for its plan, or again of what is still to come. What is unpaid stays overdue.
 * @returns when the next reminder leaves; null for none
 */
export async function setPlanReminders({ tx, at }: Work, planInvoiceId: string, isOn: boolean): Promise<Date | null> {
  const { issued_at: issuedAt } = await tx
    .selectFrom('plan_invoice')
    .select('issued_at')
    .where('id', '=', planInvoiceId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const moments = REMINDER_DAYS.map((_, index) => remindAt(issuedAt, index)!)
  const next = (isOn && moments.find((moment) => moment > at)) || null
  await tx.updateTable('plan_invoice').set({ remind_at: next }).where('id', '=', planInvoiceId).execute()
  return next
}

export interface UnpaidPlan {
  teamId: string
  teamName: string
  planName: string
  number: string
  outstandingPence: number
  issuedAt: Date
  isOverdue: boolean
}

/** For the operator: plan invoices that are not paid, the oldest first. */
export async function unpaidPlans(db: Db | Tx, at: Date): Promise<UnpaidPlan[]> {
  const rows = await db
    .selectFrom('plan_invoice')
    .innerJoin('team', 'team.id', 'plan_invoice.team_id')
    .innerJoin('plan', 'plan.id', 'plan_invoice.plan_id')
    .innerJoin('document', (join) =>
      join.onRef('document.plan_invoice_id', '=', 'plan_invoice.id').on('document.kind', '=', 'invoice'),
    )
    .selectAll('plan_invoice')
    .select(['team.name as teamName', 'plan.name as planName', 'document.number'])
    .where('settled_at', 'is', null)
    .orderBy('plan_invoice.issued_at')
    .execute()
  return rows.map(({ teamName, planName, number, ...invoice }) => ({
    teamId: invoice.team_id,
    teamName,
    planName,
    number,
    outstandingPence: outstanding(invoice),
    issuedAt: invoice.issued_at,
    isOverdue: invoice.due_at <= at,
  }))
}
