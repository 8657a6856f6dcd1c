import { NO_PLAN_ID } from '#server/domains/teams/plans/index.ts'
import type { PlanRecord } from '#server/domains/teams/rights/index.ts'
import { loadPlan } from '#server/domains/teams/team/index.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Posy } from '#server/platform/posy.ts'
import { member, type Principal } from '#server/platform/principal.ts'
import { found, notFound, Problem } from '#server/platform/problem/problem.ts'

/** Plans are priced in pounds. */
export const PLAN_CURRENCY = 'GBX'

/** A team whose plan's invoice should have been paid. */
export const hasOverdueInvoice = async (db: Db | Tx, teamId: string, at: Date): Promise<boolean> =>
  (await db
    .selectFrom('plan_invoice')
    .innerJoin('team', (join) =>
      join.on(({ or, eb }) =>
        or([
          eb('plan_invoice.team_id', '=', eb.ref('team.id')),
          eb('plan_invoice.team_id', '=', eb.ref('team.parent_team_id')),
        ]),
      ),
    )
    .select('plan_invoice.id')
    .where('team.id', '=', teamId)
    .where('plan_invoice.settled_at', 'is', null)
    .where('plan_invoice.due_at', '<=', at)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** The row of the team acted in, held; a subteam has no plan of its own. @throws restricted (403) from a subteam */
export async function lockPlanTeam(tx: Tx, caller: Principal): Promise<{ teamId: string; planId: string }> {
  const { teamId } = member(caller)
  const team = found(
    await tx
      .selectFrom('team')
      .select(['plan_id', 'parent_team_id'])
      .where('id', '=', teamId)
      .forNoKeyUpdate()
      .executeTakeFirst(),
    'team',
  )
  if (team.parent_team_id !== null)
    throw new Problem('restricted', 'A subteam is on the plan of its parent team.', { help: 'Ask a team admin there.' })
  return { teamId, planId: team.plan_id }
}

/** A plan that a team may choose: active, and sold as its present one is. @throws not_found (404) */
export async function planOnSale(
  { posy, db }: { posy: Posy; db: Db | Tx },
  { planId, like }: { planId: string; like: string },
): Promise<PlanRecord> {
  const [plan, currentPlan] = [await loadPlan(db, planId), await loadPlan(db, like)]
  // A team without a plan has none to be sold like: it chooses among those of the web app.
  const seller = currentPlan.id === NO_PLAN_ID ? posy.config.web.clientId : currentPlan.clientId
  const isTheirs = plan.clientId === null || plan.clientId === seller
  if (!plan.isActive || !isTheirs) throw notFound('plan')
  return plan
}
