import { sql } from 'kysely'
import type { Permission } from '#contract/core/permissions.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { personName } from '#server/platform/database/person-name.ts'

export interface NamedPerson {
  id: string
  name: string
}

/**
 * The people who can act in a team with a permission, by name: its members, and the parent's team admins. Of a participant's
 * team those of the budget's team.
 */
export async function peopleWho(db: Db | Tx, permission: Permission, teamId: string): Promise<NamedPerson[]> {
  const { rows } = await sql<NamedPerson>`
    with t as (
      select team.id, team.parent_team_id, team.plan_id from team
      where team.id = (select coalesce(case when automation_id is not null then parent_team_id end, id) from team where id = ${teamId})
        and team.closed_at is null and team.deactivated_at is null
    )
    select distinct u.id, ${personName('u')} as name
    from t
    join team_member m on m.team_id = t.id or (m.team_id = t.parent_team_id and m.role_group_id = 'team-admin')
    join app_user u on u.id = m.user_id and not u.is_service and u.deactivated_at is null
    join plan_role_group g on g.plan_id = t.plan_id and g.role_group_id = m.role_group_id
    where exists (select from role r where r.id = any(g.role_ids) and ${permission} = any(r.permissions))
    order by name, u.id`.execute(db)
  return rows
}
