import { newId } from '#kit/ids.ts'
import { londonDate, type Temporal, toInstant } from '#kit/time.ts'
import { ensureNoPlan, moveToPlan, NO_PLAN_ID, plansSince } from '#server/domains/teams/plans/index.ts'
import type { PlanRecord } from '#server/domains/teams/rights/index.ts'
import { loadPlan, teamById } from '#server/domains/teams/team/index.ts'
import type { Work } from '#server/platform/posy.ts'
import { member, type Principal } from '#server/platform/principal.ts'
import { found, Problem } from '#server/platform/problem/problem.ts'
import { type Exceeded, exceededLimits, runningAllowances } from './limits.ts'
import { earliestEnd, endAfterNotice, startOfDay } from './period.ts'
import { creditWhole, lockPlanInvoice } from './plan-invoice.ts'
import { lockPlanTeam, planOnSale } from './plan-team.ts'
import { notifyPlanChange } from './start-plan.ts'
import {
  closeRequest,
  endSubscription,
  findSubscription,
  openRequest,
  type PlanRequestRecord,
  type Subscription,
  saveSubscription,
} from './subscription.ts'

/**
 * The day on which a smaller plan, or none, would follow. Notice and initial period hold of a plan that is not billed too,
 * such as one that operators set: it has no periods that must be over.
 */
export const endsOn = (
  { subscription, plan, since }: { subscription: Subscription | null; plan: PlanRecord; since: Date },
  today: Temporal.PlainDate,
): Temporal.PlainDate =>
  subscription
    ? endAfterNotice(subscription, today)
    : earliestEnd({ startedOn: londonDate(toInstant(since)), plan }, today)

const words: Record<Exceeded['entity'], string> = {
  wallets: 'wallets',
  subteams: 'subteams',
  themes: 'themes',
  participants: 'participants',
}

/** @throws plan_limit_reached (403) naming everything there is too much of */
function refuseExceeded(plan: PlanRecord, exceeded: readonly Exceeded[]): void {
  if (exceeded.length === 0) return
  throw new Problem('plan_limit_reached', `The team has more than the plan ${plan.name} allows.`, {
    help: 'Remove what is too much, then try again. Nothing has changed.',
    details: exceeded.map(({ entity, teamName, used, allowed }) => ({
      path: 'planId',
      message: `${teamName} has ${used} ${words[entity]}; ${plan.name} allows ${allowed}`,
      code: entity,
    })),
  })
}

/**
 * Gives notice: the team moves to a smaller plan, or to none (`planId` null), at the end of a period, not before its initial
 * period and after its notice; one that is not billed as soon as both are over.
 * @throws not_found (404) for a plan that is not on offer, restricted (403) from a subteam, plan_limit_reached (403) for what
 *   is too much, wrong_state (409) where another change is under way, or it is on that plan, or has allowances that run
 */
export async function changePlanLater(
  work: Work,
  caller: Principal,
  { planId }: { planId: string | null },
): Promise<PlanRequestRecord> {
  const { tx, at, posy } = work
  const { userId } = member(caller)
  const { teamId, planId: currentPlanId } = await lockPlanTeam(tx, caller)
  if (planId === null) await ensureNoPlan(work)
  const after =
    planId === null
      ? await loadPlan(tx, NO_PLAN_ID)
      : await planOnSale({ posy, db: tx }, { planId, like: currentPlanId })
  if (after.id === currentPlanId)
    throw new Problem(
      'wrong_state',
      planId ? `The team is on the plan ${after.name} already.` : 'The team has no plan.',
    )
  if (await openRequest(tx, teamId))
    throw new Problem('wrong_state', 'Another change of the plan is under way.', { help: 'Withdraw it first.' })
  if (planId !== null) refuseExceeded(after, await exceededLimits(posy, tx, teamId, after))
  else if ((await runningAllowances({ posy, db: tx }, teamId)) > 0)
    throw new Problem('wrong_state', 'People still have allowances from your budgets.', {
      help: 'Stop the budgets first: unspent money returns. Nothing has changed.',
    })
  const subscription = await findSubscription(tx, teamId)
  // Without an upgrade’s invoice, a plan that costs something must follow one that was billed.
  if (!subscription && after.pricePence > 0)
    throw new Problem('wrong_state', `The plan ${after.name} begins with an invoice.`, {
      help: 'Ask us to move you to it.',
    })
  const [plan, since] = [await loadPlan(tx, currentPlanId), (await plansSince(tx, [teamId])).get(teamId) ?? at]
  const effectiveAt = startOfDay(endsOn({ subscription, plan, since }, londonDate(toInstant(at))))
  const request = await tx
    .insertInto('plan_request')
    .values({
      id: newId(),
      team_id: teamId,
      plan_id: after.id,
      user_id: userId,
      kind: planId === null ? 'cancel' : 'downgrade',
      status: 'scheduled',
      effective_at: effectiveAt,
      created_at: at,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  const detail = { planId: after.id, effectiveAt: effectiveAt.toISOString() }
  await work.audit('team.plan-notice-given', { kind: 'team', id: teamId }, { teamId, detail })
  await applyScheduled(work, teamId, at)
  return tx.selectFrom('plan_request').selectAll().where('id', '=', request.id).executeTakeFirstOrThrow()
}

/** A change whose moment has come by then. Where the team has outgrown the smaller plan meanwhile it stays where it is, and is told. */
export async function applyScheduled(work: Work, teamId: string, until: Date): Promise<void> {
  const { tx, posy } = work
  const request = await openRequest(tx, teamId)
  if (request?.status !== 'scheduled' || request.effective_at! > until) return
  const plan = await loadPlan(tx, request.plan_id)
  const about = { teamId, userId: request.user_id, requestId: request.id, planName: plan.name }
  const isTooMuch =
    request.kind === 'cancel'
      ? (await runningAllowances({ posy, db: tx }, teamId)) > 0
      : (await exceededLimits(posy, tx, teamId, plan)).length > 0
  if (isTooMuch || (!plan.isActive && request.kind === 'downgrade')) {
    await closeRequest(work, request.id, 'withdrawn', 'more than the plan allows')
    await notifyPlanChange(work, { ...about, notice: 'not-changed' })
    return
  }
  const subscription = await findSubscription(tx, teamId)
  const from = (await teamById(tx, teamId)).planId
  await moveToPlan(work, teamId, { from, to: plan.id, reason: request.kind })
  if (!subscription || plan.pricePence === 0) await endSubscription(tx, teamId)
  else await continueOn(work, subscription, plan)
  await closeRequest(work, request.id, 'done')
  await notifyPlanChange(work, { ...about, notice: request.kind === 'cancel' ? 'cancelled' : 'changed' })
}

/** The next invoice is the smaller plan's. Billed by another period, it begins to be counted today. */
async function continueOn(work: Work, subscription: Subscription, plan: PlanRecord): Promise<void> {
  const { teamId, userId, currency, anchor, period } = subscription
  const keepsDay = subscription.billingPeriod === plan.billingPeriod
  const owner = { teamId, userId, currency, plan, startedOn: period.until }
  await saveSubscription(
    work,
    keepsDay
      ? { ...owner, anchor, periodsInvoiced: subscription.periodsInvoiced }
      : { ...owner, anchor: period.until, periodsInvoiced: 0 },
  )
}

/**
 * Takes back a wish that has not come true: what was invoiced for it is credited, and what was paid goes to the wallet.
 * @throws not_found (404) where there is none, restricted (403) from a subteam
 */
export async function withdrawPlanChange(work: Work, caller: Principal): Promise<void> {
  const { tx } = work
  const { teamId } = await lockPlanTeam(tx, caller)
  const request = found(await openRequest(tx, teamId), 'change of the plan')
  if (request.plan_invoice_id) {
    const invoice = await lockPlanInvoice(tx, request.plan_invoice_id)
    const planName = (await loadPlan(tx, request.plan_id)).name
    await creditWhole(work, invoice, { why: 'Withdrawn before the plan started', planName })
  }
  await closeRequest(work, request.id, 'withdrawn', 'by the team')
  await work.audit('team.plan-change-withdrawn', { kind: 'team', id: teamId }, { teamId })
}
