import { sql } from 'kysely'
import type { RoleGroup } from '#contract/core/permissions.ts'
import { giveHomeTeam } from '#server/domains/identity/users/index.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Work } from '#server/platform/posy.ts'
import { found, invalidFields } from '#server/platform/problem/problem.ts'
import { eventType } from '#server/platform/queue.ts'
import { isOwnOnly, requireWithinPlan } from '../rights/index.ts'
import { loadPlan } from '../team/index.ts'

/** Someone can act in a team, or with other rights than before. */
export const teamMemberAdded = eventType<{ teamId: string; userId: string }>('team-member-added')

/** A member has another role group than before. */
export const teamRoleChanged = eventType<{ teamId: string; userId: string }>('team-role-changed')

export interface NewMember {
  teamId: string
  userId: string
  /** The plan's default unless told. */
  roleGroupId?: RoleGroup
}

/**
 * The role group that a team has room to give someone, with the team's row held.
 * @throws plan_limit_reached (403) for one participant too many, invalid_fields (422) for a role group the plan lacks
 */
export async function requirePlace(tx: Tx, { teamId, userId, roleGroupId }: NewMember): Promise<string> {
  const team = found(
    await tx.selectFrom('team').select('plan_id').where('id', '=', teamId).forNoKeyUpdate().executeTakeFirst(),
    'team',
  )
  const plan = await loadPlan(tx, team.plan_id)
  const wanted = roleGroupId ?? plan.defaultRoleGroupId
  if (!plan.roleGroups.some((group) => group.id === wanted))
    throw invalidFields([
      { path: 'roleGroupId', message: `the plan ${plan.name} has no role group ${wanted}`, code: 'unknown_role_group' },
    ])
  if (isOwnOnly(wanted)) {
    const { count } = await tx
      .selectFrom('team_member')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('team_id', '=', teamId)
      .where('user_id', '<>', userId)
      .where('role_group_id', 'in', ['participant', 'automation-participant'])
      .executeTakeFirstOrThrow()
    requireWithinPlan(plan, 'participants', count + 1)
  }
  return wanted
}

/**
 * Makes a user a member of a team, or gives a member another role group.
 * @throws as requirePlace
 */
export async function addMember(work: Work, member: NewMember): Promise<void> {
  const { tx, at } = work
  const { teamId, userId } = member
  const wanted = await requirePlace(tx, member)
  const { changedAt } = await tx
    .insertInto('team_member')
    .values({ team_id: teamId, user_id: userId, role_group_id: wanted, created_at: at })
    .onConflict((conflict) =>
      conflict.columns(['team_id', 'user_id']).doUpdateSet({
        role_group_id: wanted,
        role_changed_at: sql`case when team_member.role_group_id = ${wanted} then team_member.role_changed_at else ${at} end`,
      }),
    )
    .returning('role_changed_at as changedAt')
    .executeTakeFirstOrThrow()
  await giveHomeTeam(work, userId, teamId)
  await work.audit('team.member-added', { kind: 'user', id: userId }, { teamId, detail: { roleGroupId: wanted } })
  await work.emit(teamMemberAdded, { teamId, userId })
  if (changedAt?.getTime() === at.getTime()) await work.emit(teamRoleChanged, { teamId, userId })
}
