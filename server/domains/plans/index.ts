import type { Domain } from '#server/platform/http/domain.ts'
import { registerPlans } from './jobs.ts'
import { plansRoutes } from './routes.ts'

export { lockForPayment, recordPlanPayment } from './pay-plan-invoice.ts'
export { outstanding } from './plan-invoice.ts'
export { hasOverdueInvoice } from './plan-team.ts'
export { releasePlan, waitingPlans } from './release-plan.ts'
export { setPlanReminders, unpaidPlans } from './remind.ts'
export { serializePlanInvoices } from './serialize-invoice.ts'
export { startBilling } from './start-billing.ts'
export { plannedEnds } from './subscription.ts'
export { tellOfPayment } from './tell-of-payment.ts'

/** What teams pay for their plans: upgrades, periods, notice, and what waits for money. */
export const plansDomain: Domain = { name: 'plans', routes: plansRoutes, register: registerPlans }
