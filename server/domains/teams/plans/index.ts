/** The plans there are, and moving teams to them. */
export { changePlanRole } from './change-roles.ts'
export { createPlan } from './create-plan.ts'
export { ensureNoPlan, NO_PLAN_ID } from './default-plan.ts'
export { beginMembership, moveToPlan, planHistory, plansSince } from './move-to-plan.ts'
export { type PlanDocument, PlansDocument, type SavedPlanChange, savePlans } from './save-plans.ts'
