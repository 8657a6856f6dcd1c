import * as contract from '#contract/operator/plans.ts'
import { changePlanRole } from '#server/domains/teams/plans/index.ts'
import { operatorAct, type Route, read } from '#server/platform/http/route.ts'
import { importPlans } from './import-plans.ts'
import { makePlan } from './make-plan.ts'
import { planList, planPage } from './plans.ts'

/** Plans, and what people of their roles may do. */
export const planRoutes: Route[] = [
  read(contract.listOperatorPlans, async ({ db }) => ({ data: await planList(db) })),
  read(contract.getOperatorPlan, async ({ db, params }) => ({ data: await planPage(db, params.id) })),
  operatorAct(contract.createOperatorPlan, async ({ work, body: { reason: _, ...plan } }) => {
    await makePlan(work, plan)
    return { subject: { kind: 'plan', id: plan.id }, answer: { data: { id: plan.id } } }
  }),
  read(contract.importPlansFile, async ({ posy, caller, body, request }) => ({
    data: await importPlans(posy, body, { actor: caller.actor, requestId: request.requestId }),
  })),
  operatorAct(contract.changePlanRole, async ({ work, params, body: { reason: _, ...role } }) => {
    const { id: planId, roleGroupId } = params
    const { change, defaultRoleGroupId } = await changePlanRole(work, planId, { id: roleGroupId, ...role })
    return {
      subject: { kind: 'plan', id: planId },
      details: { roleGroupId, added: change?.added ?? [], removed: change?.removed ?? [], defaultRoleGroupId },
      answer: { data: await planPage(work.tx, planId) },
    }
  }),
]
