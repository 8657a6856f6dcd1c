import { type RawBuilder, sql } from 'kysely'
import { seesAwards } from '#contract/awards/sees-awards.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'

/** Whether those who see awards under a plan buy no gifts: people read other names of its roles then (decision 483). */
export const isOfSupport = (planId: RawBuilder<unknown>) => sql<boolean>`(
  select coalesce(bool_or(sees), false) and not coalesce(bool_or(sees and buys), false) from (
    select bool_or(r.permissions && ${[...seesAwards]}::text[]) as sees, bool_or('purchase-hugggs' = any(r.permissions)) as buys
    from plan_role_group g join role r on r.id = any(g.role_ids) where g.plan_id = ${planId} group by g.role_group_id
  ) as role_group)`

export async function isSupportPlan(db: Db | Tx, planId: string): Promise<boolean> {
  const { rows } = await sql<{
    isSupport: boolean
  }>`select ${isOfSupport(sql`${planId}::uuid`)} as "isSupport"`.execute(db)
  return rows[0]!.isSupport
}
