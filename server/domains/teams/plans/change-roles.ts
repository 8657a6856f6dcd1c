import { type RoleRefusal, roleProblems } from '#contract/core/permission-areas.ts'
import type { Permission, RoleGroup } from '#contract/core/permissions.ts'
import { newId } from '#kit/ids.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Work } from '#server/platform/posy.ts'
import { invalidFields, notFound, Problem } from '#server/platform/problem/problem.ts'
import { roleGroupPermissions } from '../team/index.ts'
import { NO_PLAN_ID } from './default-plan.ts'

/** What people of one role may do on a plan. */
export interface PlanRole {
  id: RoleGroup
  permissions: readonly Permission[]
}

export interface RoleChange {
  roleGroupId: RoleGroup
  added: Permission[]
  removed: Permission[]
}

export const roleRefusals: Record<RoleRefusal, string> = {
  always_held: 'is always held: without it no one could administer a team',
  never_held: 'is never held by participants',
}

/**
 * Gives roles of a plan other permissions. Each then has a role of this plan's own, so that other plans keep theirs. It holds
 * from the next request of everyone who has it. The plan's row is held.
 */
export async function changeRoles(work: Work, planId: string, wanted: readonly PlanRole[]): Promise<RoleChange[]> {
  if (wanted.length === 0) return []
  const { tx } = work
  const before = await roleGroupPermissions(tx, planId)
  const changes: RoleChange[] = []
  for (const { id, permissions } of wanted) {
    const held = Object.keys(before.get(id) ?? {}) as Permission[]
    const added = permissions.filter((one) => !held.includes(one))
    const removed = held.filter((one) => !permissions.includes(one))
    if (added.length === 0 && removed.length === 0) continue
    const roleIds = [await saveOwnRole(tx, planId, { id, permissions })]
    await tx
      .updateTable('plan_role_group')
      .set({ role_ids: roleIds })
      .where('plan_id', '=', planId)
      .where('role_group_id', '=', id)
      .execute()
    changes.push({ roleGroupId: id, added, removed })
  }
  for (const { roleGroupId, ...detail } of changes)
    await work.audit('plan.role-changed', { kind: 'plan', id: planId }, { detail: { roleGroupId, ...detail } })
  return changes
}

async function saveOwnRole(tx: Tx, planId: string, { id, permissions }: PlanRole): Promise<string> {
  const row = await tx
    .insertInto('role')
    .values({ id: newId(), name: `${id} of ${planId}`, permissions: [...new Set(permissions)] })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({ permissions: (eb) => eb.ref('excluded.permissions') }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/**
 * One role of a plan, and whether people who join without a named one get it.
 * @throws not_found (404); conflict (409) where the role has changed since it was read; invalid_fields (422) for what admins
 * always hold, or participants never
 */
export async function changePlanRole(
  work: Work,
  planId: string,
  {
    isDefault,
    permissionsBefore,
    ...role
  }: PlanRole & { isDefault: boolean; permissionsBefore?: readonly Permission[] | undefined },
): Promise<{ change: RoleChange | null; defaultRoleGroupId: RoleGroup }> {
  const { tx } = work
  const plan = await tx
    .selectFrom('plan')
    .select('default_role_group_id as defaultRoleGroupId')
    .where('id', '=', planId)
    .where('id', '<>', NO_PLAN_ID)
    .forUpdate()
    .executeTakeFirst()
  if (!plan) throw notFound('plan')
  if (permissionsBefore && !(await holdsJust(tx, planId, { id: role.id, permissions: permissionsBefore })))
    throw new Problem('conflict', 'Someone changed this role meanwhile. Your change was not saved.', {
      help: 'See what it may do now, and change that.',
    })
  const problems = roleProblems(role.id, role.permissions)
  if (problems.length)
    throw invalidFields(
      problems.map(({ permission, code }) => ({
        path: 'permissions',
        message: `${permission} ${roleRefusals[code]}`,
        code,
      })),
    )
  const [change = null] = await changeRoles(work, planId, [role])
  const defaultRoleGroupId = isDefault ? role.id : (plan.defaultRoleGroupId as RoleGroup)
  await tx.updateTable('plan').set({ default_role_group_id: defaultRoleGroupId }).where('id', '=', planId).execute()
  return { change, defaultRoleGroupId }
}

async function holdsJust(tx: Tx, planId: string, { id, permissions }: PlanRole): Promise<boolean> {
  const held = Object.keys((await roleGroupPermissions(tx, planId)).get(id) ?? {})
  return held.length === new Set(permissions).size && permissions.every((one) => held.includes(one))
}
