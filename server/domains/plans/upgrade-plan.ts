import { newId } from '#kit/ids.ts'
import type { Pence } from '#kit/money.ts'
import { londonDate, toInstant } from '#kit/time.ts'
import { receivablePence } from '#server/domains/ledger/index.ts'
import type { PlanRecord } from '#server/domains/teams/rights/index.ts'
import { loadPlan, teamById } from '#server/domains/teams/team/index.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Work } from '#server/platform/posy.ts'
import { member, type Principal } from '#server/platform/principal.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import { getInvoiceDocument, issuePlanInvoice, planInvoicesByIds } from './plan-invoice.ts'
import { hasOverdueInvoice, lockPlanTeam, PLAN_CURRENCY, planOnSale } from './plan-team.ts'
import { type PlanQuote, quotePlan, yearly } from './quote.ts'
import { renewTeam } from './renew.ts'
import { startPlan } from './start-plan.ts'
import { billedUntil, findSubscription, openRequest, type PlanRequestRecord } from './subscription.ts'

export interface Upgraded {
  teamId: string
  userId: string
  status: 'upgraded' | 'pending'
  planId: string
  /** Pence that were invoiced, and by which invoice; null where it cost nothing. */
  amountPence: Pence
  invoiceId: string | null
}

/** Whether a plan gives, or costs, less than another. */
export const isSmaller = (plan: PlanRecord, than: PlanRecord): boolean =>
  yearly(plan) < yearly(than) ||
  (Object.keys(plan.entities) as (keyof PlanRecord['entities'])[]).some(
    (entity) => plan.entities[entity] < than.entities[entity],
  )

/**
 * Moves the caller's team, its subteams and its budgets' participants to a larger plan of the same seller, invoiced at once.
 * It holds from now on where its invoice fits what the team may owe; otherwise it waits until the invoice is paid or the
 * operator lets it through, and the plan before holds. One that costs nothing and is not open to anyone waits for the operator.
 * Again while it waits: gives the same.
 * @throws not_found (404) for a plan that is not on offer, restricted (403) from a subteam, wrong_state (409) for the plan it
 *   is on, one that gives less, another wish that is open, an overdue invoice, or one that would cost less than nothing today
 */
export async function upgradePlan(work: Work, caller: Principal, { planId }: { planId: string }): Promise<Upgraded> {
  const { tx, at } = work
  const { userId } = member(caller)
  const { teamId, planId: currentPlanId } = await lockPlanTeam(tx, caller)
  const after = await planOnSale({ posy: work.posy, db: tx }, { planId, like: currentPlanId })
  // What is due comes first: it may change what the plan is, and what it costs.
  await renewTeam(work, teamId)
  const waiting = await openRequest(tx, teamId)
  if (waiting?.plan_id === planId && waiting.kind === 'upgrade') return pendingUpgrade(tx, waiting)
  const before = await loadPlan(tx, (await teamById(tx, teamId)).planId)
  refuse(before, after, waiting)
  if (await hasOverdueInvoice(tx, teamId, at))
    throw new Problem('wrong_state', 'An invoice for your plan is overdue.', {
      help: 'Pay it first; see the team’s invoices. Nothing has changed.',
    })
  const subscription = await findSubscription(tx, teamId)
  const quote = quotePlan(after, billedUntil(subscription), londonDate(toInstant(at)))
  if (after.pricePence > 0)
    return invoiceUpgrade(work, { teamId, userId, plan: after, quote, isBilled: subscription !== null })
  if (!after.openForSignUp) return waitFor(work, { teamId, userId, planId, invoice: null })
  const free = { teamId, userId, plan: after, currency: PLAN_CURRENCY, anchor: quote.anchor, periodsInvoiced: 1 }
  await startPlan(work, { ...free, reason: 'upgrade' })
  return { teamId, userId, status: 'upgraded', planId, amountPence: 0, invoiceId: null }
}

function refuse(before: PlanRecord, after: PlanRecord, waiting: PlanRequestRecord | undefined): void {
  if (after.id === before.id) throw new Problem('wrong_state', `The team is on the plan ${after.name} already.`)
  if (isSmaller(after, before))
    throw new Problem('wrong_state', `The plan ${after.name} is no upgrade from ${before.name}.`, {
      help: 'Move to it at the end of a period instead.',
    })
  if (waiting)
    throw new Problem('wrong_state', 'Another change of the plan is under way.', { help: 'Withdraw it first.' })
}

async function pendingUpgrade(tx: Tx, request: PlanRequestRecord): Promise<Upgraded> {
  const { team_id: teamId, user_id: userId, plan_id: planId, plan_invoice_id } = request
  const invoice = plan_invoice_id ? (await planInvoicesByIds(tx, [plan_invoice_id])).get(plan_invoice_id)! : null
  const invoiceId = invoice && (await getInvoiceDocument(tx, invoice.id)).id
  return { teamId, userId, status: 'pending', planId, amountPence: invoice?.total ?? 0, invoiceId }
}

async function waitFor(
  work: Work,
  { teamId, userId, planId, invoice }: { teamId: string; userId: string; planId: string; invoice: string | null },
): Promise<Upgraded> {
  const request = await work.tx
    .insertInto('plan_request')
    .values({
      id: newId(),
      team_id: teamId,
      plan_id: planId,
      user_id: userId,
      kind: 'upgrade',
      status: invoice ? 'pending' : 'requested',
      plan_invoice_id: invoice,
      created_at: work.at,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await work.audit('team.plan-requested', { kind: 'team', id: teamId }, { teamId, detail: { planId } })
  return pendingUpgrade(work.tx, request)
}

async function invoiceUpgrade(
  work: Work,
  {
    teamId,
    userId,
    plan,
    quote,
    isBilled,
  }: { teamId: string; userId: string; plan: PlanRecord; quote: PlanQuote; isBilled: boolean },
): Promise<Upgraded> {
  const { tx } = work
  if (quote.netPence <= 0)
    throw new Problem('wrong_state', 'What you have paid for your present plan is more than the new one costs.', {
      help: 'Move to it at the end of the period instead. Nothing has changed.',
    })
  const { creditLimitPence } = await teamById(tx, teamId)
  // What is owed cannot grow meanwhile in another currency’s account, and in this one only after the transfer below.
  const owedPence = await receivablePence(tx, teamId, PLAN_CURRENCY)
  const fits = owedPence + quote.totalPence <= creditLimitPence
  const period = isBilled || fits ? quote.period : null
  const wanted = { teamId, plan, userId, kind: 'upgrade' as const, currency: PLAN_CURRENCY, lines: quote.lines, period }
  const invoice = await issuePlanInvoice(work, wanted)
  if (!fits) return waitFor(work, { teamId, userId, planId: plan.id, invoice: invoice.id })
  if ((await receivablePence(tx, teamId, PLAN_CURRENCY)) > creditLimitPence)
    throw new Problem('conflict', 'The team bought something else by invoice at the same moment.')
  const before = await findSubscription(tx, teamId)
  const keepsDay = before !== null && before.billingPeriod === plan.billingPeriod
  await startPlan(work, {
    ...{ teamId, plan, userId, currency: PLAN_CURRENCY, anchor: quote.anchor },
    periodsInvoiced: keepsDay ? before.periodsInvoiced : 1,
    reason: 'upgrade',
  })
  const invoiceId = (await getInvoiceDocument(tx, invoice.id)).id
  return { teamId, userId, status: 'upgraded', planId: plan.id, amountPence: invoice.total, invoiceId }
}
