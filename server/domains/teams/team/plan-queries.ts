import { sql } from 'kysely'
import type { PermissionMap } from '#contract/core/permissions.ts'
import { compiledOnce } from '#server/platform/database/compiled-once.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { found } from '#server/platform/problem/problem.ts'
import { type PlanRecord, permissionMap } from '../rights/index.ts'
import { teamById } from './queries.ts'

const plansWithRoleGroups = compiledOnce((db: Db | Tx, { id }: { id: string }) =>
  db
    .selectFrom('plan')
    .selectAll()
    .select(
      sql<PlanRecord['roleGroups']>`coalesce((
        select jsonb_agg(jsonb_build_object('id', role_group_id, 'roleIds', role_ids) order by role_group_id)
        from plan_role_group where plan_id = plan.id), '[]')`.as('roleGroups'),
    )
    .where('id', '=', id),
)

/** A plan with its limits and role groups. @throws not_found (404) */
export async function loadPlan(db: Db | Tx, planId: string): Promise<PlanRecord> {
  const plan = found((await plansWithRoleGroups(db, { id: planId }))[0], 'plan')
  return {
    id: plan.id,
    clientId: plan.client_id,
    name: plan.name,
    pricePence: plan.price,
    smsSegmentPence: plan.sms_segment_pence,
    noticePeriod: plan.notice_period,
    noticePeriodUnit: plan.notice_period_unit,
    initialPeriod: plan.initial_period,
    initialPeriodUnit: plan.initial_period_unit,
    billingPeriod: plan.billing_period,
    entities: {
      wallets: plan.wallets_limit,
      subteams: plan.subteams_limit,
      themes: plan.themes_limit,
      participants: plan.participants_limit,
      hugggsPerOrder: plan.hugggs_per_order_limit,
    },
    defaultRoleGroupId: plan.default_role_group_id,
    roleGroups: plan.roleGroups,
    behaviours: plan.behaviours as Record<string, boolean>,
    termsUrl: plan.terms_url,
    planImageUrl: plan.plan_image_url,
    isActive: plan.is_active,
    openForSignUp: plan.open_for_sign_up,
    priceVariationPlanIds: plan.price_variation_plan_ids,
    createdAt: plan.created_at,
    updatedAt: plan.updated_at,
    deactivatedAt: plan.deactivated_at,
  }
}

/** The plans that are sold: active, and by everybody or through one client. The cheapest first. */
export async function plansOnSale(db: Db | Tx, clientId: string | null): Promise<PlanRecord[]> {
  const rows = await db
    .selectFrom('plan')
    .select('id')
    .where('is_active', '=', true)
    .where(({ eb, or }) =>
      clientId === null
        ? eb('client_id', 'is', null)
        : or([eb('client_id', 'is', null), eb('client_id', '=', clientId)]),
    )
    .orderBy('price')
    .orderBy('name')
    .execute()
  return Promise.all(rows.map(({ id }) => loadPlan(db, id)))
}

/** Those that anyone may sign up for. */
export const plansOnOffer = async (db: Db | Tx, clientId: string): Promise<PlanRecord[]> =>
  (await plansOnSale(db, clientId)).filter(({ openForSignUp }) => openForSignUp)

/** The plan a team is on. @throws not_found (404) */
export const planOfTeam = async (db: Db | Tx, teamId: string): Promise<PlanRecord> =>
  loadPlan(db, (await teamById(db, teamId)).planId)

/** What each role group of a plan grants, as it holds for someone without a budget. */
export async function roleGroupPermissions(db: Db | Tx, planId: string): Promise<Map<string, PermissionMap>> {
  const { rows } = await sql<{ roleGroupId: string; granted: string[] }>`
    select g.role_group_id as "roleGroupId", array(select unnest(r.permissions) from role r where r.id = any(g.role_ids)) as granted
    from plan_role_group g where g.plan_id = ${planId}`.execute(db)
  return new Map(rows.map(({ roleGroupId, granted }) => [roleGroupId, permissionMap(roleGroupId, granted, null)]))
}
