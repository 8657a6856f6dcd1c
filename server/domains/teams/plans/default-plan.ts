import type { Permission, RoleGroup } from '#contract/core/permissions.ts'
import type { Work } from '#server/platform/posy.ts'
import { defaultMatrix } from '../rights/index.ts'

/** What a team is on that has cancelled its plan: everything in it can be looked at, nothing made. */
export const NO_PLAN_ID = '00000000-0000-4000-8000-000000000900'

const ROLES = {
  admin: '00000000-0000-4000-8000-000000000907',
  viewer: '00000000-0000-4000-8000-000000000908',
  participant: '00000000-0000-4000-8000-000000000909',
}

const looks: readonly Permission[] = ['view-huggg-status', 'view-huggg-expiry', 'view-segments', 'user', 'wallet']

const roles = [
  // Bills stay theirs to pay, and a plan theirs to choose.
  {
    id: ROLES.admin,
    name: 'without-plan-admin',
    permissions: [...defaultMatrix['team-viewer'], 'wallet', 'manage-billing', 'manage-cards'],
  },
  { id: ROLES.viewer, name: 'without-plan', permissions: [...defaultMatrix['team-viewer'], 'wallet'] },
  { id: ROLES.participant, name: 'without-plan-participant', permissions: [...looks] },
]

const roleIdByGroup: Record<RoleGroup, string> = {
  'team-admin': ROLES.admin,
  'subteam-admin': ROLES.viewer,
  'team-viewer': ROLES.viewer,
  participant: ROLES.participant,
  'automation-participant': ROLES.participant,
}

/** Writes it where it is missing; what an operator changed in its roles stays. */
export async function ensureNoPlan({ tx, at }: Work): Promise<void> {
  await tx
    .insertInto('role')
    .values(roles)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const limits = { wallets_limit: 0, subteams_limit: 0, themes_limit: 0, participants_limit: 0 }
  await tx
    .insertInto('plan')
    .values({
      id: NO_PLAN_ID,
      name: 'No plan',
      ...limits,
      hugggs_per_order_limit: 0,
      default_role_group_id: 'team-viewer',
      is_active: false,
      created_at: at,
      updated_at: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await tx
    .insertInto('plan_role_group')
    .values(
      Object.entries(roleIdByGroup).map(([group, role]) => ({
        plan_id: NO_PLAN_ID,
        role_group_id: group,
        role_ids: [role],
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
