import { londonDate, type Temporal, toInstant } from '#kit/time.ts'
import { planNoticeEmail, queueUserMessages } from '#server/domains/delivery/index.ts'
import { moveToPlan } from '#server/domains/teams/plans/index.ts'
import type { PlanRecord } from '#server/domains/teams/rights/index.ts'
import { loadPlan, teamById } from '#server/domains/teams/team/index.ts'
import type { Work } from '#server/platform/posy.ts'
import { periodAt } from './period.ts'
import { creditDaysBefore, lockPlanInvoice } from './plan-invoice.ts'
import {
  civil,
  closeRequest,
  endSubscription,
  findSubscription,
  openRequest,
  type PlanRequestRecord,
  saveSubscription,
} from './subscription.ts'

/** Puts a team on the plan it is billed for from today; its row is held. */
export async function startPlan(
  work: Work,
  wanted: {
    teamId: string
    plan: PlanRecord
    userId: string
    currency: string
    anchor: Temporal.PlainDate
    /** Counted from the anchor. */
    periodsInvoiced: number
    reason: string
  },
): Promise<void> {
  const { teamId, plan, reason } = wanted
  const { planId: from } = await teamById(work.tx, teamId)
  await moveToPlan(work, teamId, { from, to: plan.id, reason })
  if (plan.pricePence === 0) await endSubscription(work.tx, teamId)
  else await saveSubscription(work, { ...wanted, startedOn: londonDate(toInstant(work.at)) })
}

/**
 * A plan that waited takes effect: its invoice was paid, or the operator let it through. A first period begins today; where
 * the invoice is for days that have gone by meanwhile, a credit note gives those back. The team's row is held.
 */
export async function takeEffect(work: Work, request: PlanRequestRecord, reason: string): Promise<void> {
  const { tx, at } = work
  const { team_id: teamId, user_id: userId } = request
  const plan = await loadPlan(tx, request.plan_id)
  const today = londonDate(toInstant(at))
  await closeRequest(work, request.id, 'done', reason)
  if (request.plan_invoice_id === null) {
    await moveToPlan(work, teamId, { from: (await teamById(tx, teamId)).planId, to: plan.id, reason })
    return
  }
  const invoice = await lockPlanInvoice(tx, request.plan_invoice_id)
  const { currency } = invoice
  const before = await findSubscription(tx, teamId)
  const keepsDay = before !== null && before.billingPeriod === plan.billingPeriod
  const from = invoice.period_from === null ? null : civil(invoice.period_from)
  const anchor = keepsDay ? before.anchor : (from ?? today)
  const periodsInvoiced = keepsDay ? before.periodsInvoiced : 1
  await startPlan(work, { teamId, plan, userId, currency, anchor, periodsInvoiced, reason })
  const period = periodAt(anchor, plan.billingPeriod, periodsInvoiced - 1)
  if (from === null)
    await tx
      .updateTable('plan_invoice')
      .set({ period_from: period.from.toString(), period_until: period.until.toString() })
      .where('id', '=', invoice.id)
      .execute()
  else await creditDaysBefore(work, invoice, { period: { from, until: period.until }, day: today, planName: plan.name })
  await notifyPlanChange(work, { teamId, userId, requestId: request.id, notice: 'started', planName: plan.name })
}

/** The invoice was settled: the plan that waited for it takes effect. The team's row is held. */
export async function startPaidPlan(
  work: Work,
  { teamId, planInvoiceId }: { teamId: string; planInvoiceId: string },
): Promise<void> {
  const request = await openRequest(work.tx, teamId)
  if (request?.status === 'pending' && request.plan_invoice_id === planInvoiceId)
    await takeEffect(work, request, 'paid')
}

export type PlanNotice = 'started' | 'changed' | 'cancelled' | 'not-changed' | 'withdrawn'

/** Mails what has happened to a wish to who had it. */
export async function notifyPlanChange(
  work: Work,
  {
    teamId,
    userId,
    requestId,
    notice,
    planName,
  }: { teamId: string; userId: string; requestId: string; notice: PlanNotice; planName: string },
): Promise<void> {
  await queueUserMessages(work, planNoticeEmail, {
    teamId,
    messages: [{ userId, dedupeKey: `plan-notice/${requestId}/${notice}`, detail: { notice, planName } }],
  })
}
