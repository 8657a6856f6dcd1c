import { loadPlan } from '#server/domains/teams/team/index.ts'
import { asSystem, type Posy, type Work } from '#server/platform/posy.ts'
import { periodAt } from './period.ts'
import { creditWhole, issuePlanInvoice, lockPlanInvoice } from './plan-invoice.ts'
import { withVat } from './quote.ts'
import { applyScheduled } from './schedule-change.ts'
import { notifyPlanChange } from './start-plan.ts'
import { closeRequest, findSubscription, openRequest, saveSubscription } from './subscription.ts'

/** More than any downtime leaves behind. */
const MOST_PERIODS = 240

/**
 * Does what is due for one team, in order: a change at the end of its period, then the invoice of each period that has
 * started. The team's row is held, so that of several workers one does it and the others find nothing left.
 */
export async function renewTeam(work: Work, teamId: string): Promise<void> {
  const { tx, at } = work
  await tx.selectFrom('team').select('id').where('id', '=', teamId).forNoKeyUpdate().executeTakeFirst()
  for (let round = 0; round < MOST_PERIODS; round++) {
    const next = (await findSubscription(tx, teamId))?.nextInvoiceAt ?? at
    await applyScheduled(work, teamId, next < at ? next : at)
    const subscription = await findSubscription(tx, teamId)
    if (!subscription || subscription.nextInvoiceAt > at) return
    await withdrawOutlived(work, teamId)
    const { plan, userId, currency, anchor, billingPeriod, periodsInvoiced, startedOn } = subscription
    const period = periodAt(anchor, billingPeriod, periodsInvoiced)
    const price = withVat(plan.pricePence)
    if (price.netPence > 0) {
      const line = { kind: 'charge' as const, planName: plan.name, ...period, ...price }
      await issuePlanInvoice(work, { teamId, plan, userId, kind: 'renewal', currency, lines: [line], period })
    }
    // The period it was started with stays: a plan whose file names another one is billed by that from its next start.
    const kept = { id: plan.id, billingPeriod }
    await saveSubscription(work, {
      ...{ teamId, plan: kept, userId, currency, anchor, startedOn },
      periodsInvoiced: periodsInvoiced + 1,
    })
  }
}

/** An upgrade that waited for longer than the period it was for is withdrawn: its price was another one. */
async function withdrawOutlived(work: Work, teamId: string): Promise<void> {
  const request = await openRequest(work.tx, teamId)
  if (request?.status !== 'pending') return
  const planName = (await loadPlan(work.tx, request.plan_id)).name
  const invoice = await lockPlanInvoice(work.tx, request.plan_invoice_id!)
  await creditWhole(work, invoice, { why: 'The plan did not start in the period it was for', planName })
  await closeRequest(work, request.id, 'withdrawn', 'the period ended')
  await notifyPlanChange(work, {
    teamId,
    userId: request.user_id,
    requestId: request.id,
    notice: 'withdrawn',
    planName,
  })
}

/** Teams for which something is due, each in a transaction of its own. */
export async function renewDue(posy: Posy, now: Date): Promise<void> {
  const due = await posy.db
    .selectFrom('plan_subscription')
    .select('team_id')
    .where('next_invoice_at', '<=', now)
    .union(
      posy.db
        .selectFrom('plan_request')
        .select('team_id')
        .where('status', '=', 'scheduled')
        .where('effective_at', '<=', now),
    )
    .execute()
  for (const { team_id: teamId } of due) await asSystem(posy, (work) => renewTeam(work, teamId))
}
