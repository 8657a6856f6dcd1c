import { upgradePlan as upgradePlanEndpoint } from '#contract/invites/sign-up.ts'
import * as card from '#contract/plans/plan-card.ts'
import * as contract from '#contract/plans/plans.ts'
import { toDate } from '#kit/time.ts'
import { handlingFees } from '#server/domains/catalogue/index.ts'
import { documentById } from '#server/domains/documents/index.ts'
import { ownUser } from '#server/domains/identity/users/index.ts'
import { serializePlan } from '#server/domains/teams/rights/index.ts'
import { plansOnSale } from '#server/domains/teams/team/index.ts'
import { command, type Route, read } from '#server/platform/http/route.ts'
import type { Work } from '#server/platform/posy.ts'
import { member, type Principal } from '#server/platform/principal.ts'
import { found, notFound } from '#server/platform/problem/problem.ts'
import { payPlanInvoiceByCard, payPlanInvoiceFromCharge } from './pay-plan-invoice.ts'
import { readPlanCard, removePlanCard, setPlanCard } from './plan-card.ts'
import { outstanding, planInvoicesByIds } from './plan-invoice.ts'
import { PLAN_CURRENCY } from './plan-team.ts'
import { changePlanLater, withdrawPlanChange } from './schedule-change.ts'
import { teamPlan } from './team-plan.ts'
import { upgradePlan } from './upgrade-plan.ts'

const now = ({ posy, tx, at }: Work, caller: Principal) => teamPlan({ posy, db: tx, at }, caller, member(caller).teamId)

export const plansRoutes: Route[] = [
  command(upgradePlanEndpoint, async ({ work, caller, body }) => {
    const { userId, teamId, status, planId, amountPence, invoiceId } = await upgradePlan(work, caller, body)
    const user = found(await ownUser(work.tx, userId), 'user')
    return { data: { user, teamId, status, planId, amount: amountPence, currency: PLAN_CURRENCY, invoiceId } }
  }),
  read(contract.getPrices, async ({ db, posy }) => {
    const plans = await plansOnSale(db, posy.config.web.clientId)
    return {
      data: {
        plans: plans.map((plan) => ({
          ...serializePlan(plan),
          isOpenForSignUp: plan.openForSignUp,
          textSegment: plan.smsSegmentPence,
        })),
        handlingFees: await handlingFees(db),
      },
    }
  }),
  read(contract.getTeamPlan, async ({ posy, db, caller, params }) => ({
    data: await teamPlan({ posy, db, at: toDate(posy.clock.now()) }, caller, params.id),
  })),
  command(contract.changePlan, async ({ work, caller, body }) => {
    await changePlanLater(work, caller, body)
    return { data: await now(work, caller) }
  }),
  command(contract.withdrawPlanChange, async ({ work, caller }) => {
    await withdrawPlanChange(work, caller)
    return { data: await now(work, caller) }
  }),
  read(card.getPlanCard, async ({ db, caller, params }) => ({ data: await readPlanCard(db, caller, params.id) })),
  command(card.setPlanCard, async ({ work, caller, params, body }) => {
    await setPlanCard(work, caller, { teamId: params.id, ...body })
    return { data: (await readPlanCard(work.tx, caller, params.id))! }
  }),
  command(card.removePlanCard, async ({ work, caller, params }) => {
    await removePlanCard(work, caller, params.id)
    return { data: { success: true } }
  }),
  // A read by form only: the card is asked outside any transaction.
  read(contract.payPlanInvoice, async ({ posy, db, caller, params, body, request }) => {
    const paper = await documentById(db, params.id)
    if (!paper?.plan_invoice_id || !caller.teamIds.includes(paper.team_id)) throw notFound('invoice')
    const planInvoiceId = paper.plan_invoice_id
    const { requestId } = request
    if (body.chargeId)
      await payPlanInvoiceFromCharge(posy, caller, { planInvoiceId, chargeId: body.chargeId, requestId })
    else await payPlanInvoiceByCard(posy, caller, { planInvoiceId, cardId: body.cardId!, requestId })
    const invoice = (await planInvoicesByIds(posy.db, [planInvoiceId])).get(planInvoiceId)!
    return { data: { invoiceId: paper.id, outstanding: outstanding(invoice) } }
  }),
]
