import { sql } from 'kysely'
import {
  NO_PLAN_ID,
  type PlanDocument,
  PlansDocument,
  type SavedPlanChange,
  savePlans,
} from '#server/domains/teams/plans/index.ts'
import type { Work } from '#server/platform/posy.ts'
import { invalidFields, Problem } from '#server/platform/problem/problem.ts'

/**
 * Plans are sold through the web app; before its client exists they wait for it. Files are imported one after the other.
 * @throws as savePlans; invalid_fields for the plan of teams without one, which is no one’s to change
 */
export async function saveSoldPlans(work: Work, plans: readonly PlanDocument[]): Promise<SavedPlanChange[]> {
  const none = plans.findIndex(({ id }) => id === NO_PLAN_ID)
  if (none >= 0) throw invalidFields([{ path: `plans.${none}.id`, message: 'is kept for teams without a plan' }])
  await sql`select pg_advisory_xact_lock(hashtextextended('save plans', 0))`.execute(work.tx)
  const { clientId } = work.posy.config.web
  const web = await work.tx.selectFrom('client').select('id').where('id', '=', clientId).executeTakeFirst()
  return savePlans(work, { plans, clientId: web?.id ?? null })
}

/** @throws conflict (409) where there is one of this id */
export async function makePlan(
  work: Work,
  {
    id,
    name,
    price,
    billingPeriod,
    openForSignUp,
    ...entities
  }: Pick<PlanDocument, 'id' | 'name' | 'price' | 'billingPeriod'> & {
    openForSignUp: boolean
  } & PlanDocument['entities'],
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`make plan ${id}`}, 0))`.execute(work.tx)
  if (await work.tx.selectFrom('plan').select('id').where('id', '=', id).executeTakeFirst())
    throw new Problem('conflict', 'This plan is made already.')
  const { plans } = PlansDocument.parse({ plans: [{ id, name, price, billingPeriod, openForSignUp, entities }] })
  await saveSoldPlans(work, plans)
}
