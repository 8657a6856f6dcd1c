import { type RawBuilder, sql } from 'kysely'
import { permissions, type RoleGroup, roleGroups } from '#contract/core/permissions.ts'
import type { OperatorPlan, PlanRoles } from '#contract/operator/plans.ts'
import { NO_PLAN_ID } from '#server/domains/teams/plans/index.ts'
import { roleGroupPermissions } from '#server/domains/teams/team/index.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { found } from '#server/platform/problem/problem.ts'

type Row = OperatorPlan & { defaultRoleGroupId: RoleGroup }

async function planRows(db: Db | Tx, condition: RawBuilder<unknown>): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select id, name, price::int, billing_period as "billingPeriod", is_active as "isActive", open_for_sign_up as "isOpenForSignUp",
      default_role_group_id as "defaultRoleGroupId",
      (select count(*)::int from team where team.plan_id = plan.id and parent_team_id is null and closed_at is null) as teams
    from plan where id <> ${NO_PLAN_ID} and ${condition} order by is_active desc, price, name, id`.execute(db)
  return rows
}

export const planList = async (db: Db): Promise<OperatorPlan[]> =>
  (await planRows(db, sql`true`)).map(({ defaultRoleGroupId: _, ...plan }) => plan)

/** @throws not_found (404) */
export async function planPage(db: Db | Tx, id: string): Promise<PlanRoles> {
  const plan = found((await planRows(db, sql`id = ${id}`))[0], 'plan')
  const [granted, people] = [await roleGroupPermissions(db, id), await peopleByRole(db, id)]
  return {
    ...plan,
    roles: roleGroups.map((role) => ({
      id: role,
      permissions: permissions.filter((one) => granted.get(role)?.[one]),
      people: people.get(role) ?? 0,
    })),
  }
}

async function peopleByRole(db: Db | Tx, planId: string): Promise<Map<string, number>> {
  const { rows } = await sql<{ role: string; people: number }>`
    select role_group_id as role, count(distinct user_id)::int as people
    from team_member join team on team.id = team_member.team_id
    where team.plan_id = ${planId} and team.closed_at is null group by role_group_id`.execute(db)
  return new Map(rows.map(({ role, people }) => [role, people]))
}
