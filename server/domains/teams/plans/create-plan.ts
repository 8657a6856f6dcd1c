import type { RoleGroup } from '#contract/core/permissions.ts'
import { newId } from '#kit/ids.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Work } from '#server/platform/posy.ts'
import { defaultRoleIds, defaultRoles, type PlanRecord } from '../rights/index.ts'
import { loadPlan } from '../team/index.ts'

export interface NewPlan {
  id?: string
  /** The client it is sold through. */
  clientId?: string | null
  name: string
  pricePence?: number
  smsSegmentPence?: number
  billingPeriod?: 'month' | 'year'
  entities: PlanRecord['entities']
  defaultRoleGroupId?: RoleGroup
  /** Roles of a role group beyond the default one of its name. */
  extraRoles?: Partial<Record<RoleGroup, (keyof typeof defaultRoleIds)[]>>
  behaviours?: Record<string, boolean>
  termsUrl?: string
  /** Anyone may take it; unset, where it costs nothing. Any other waits for the operator. */
  openForSignUp?: boolean
}

/** Writes the default roles where they are missing; what an operator changed in them stays. */
async function ensureDefaultRoles(tx: Tx): Promise<void> {
  const rows = defaultRoles.map((role) => ({ ...role, permissions: [...role.permissions] }))
  await tx
    .insertInto('role')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** A plan with the five role groups, each with the default role of its name. */
export async function createPlan(work: Work, wanted: NewPlan): Promise<PlanRecord> {
  const { tx, at } = work
  const id = wanted.id ?? newId()
  await ensureDefaultRoles(tx)
  const { entities } = wanted
  await tx
    .insertInto('plan')
    .values({
      id,
      client_id: wanted.clientId ?? null,
      name: wanted.name,
      price: wanted.pricePence ?? 0,
      ...(wanted.smsSegmentPence === undefined ? {} : { sms_segment_pence: wanted.smsSegmentPence }),
      billing_period: wanted.billingPeriod ?? 'month',
      wallets_limit: entities.wallets,
      subteams_limit: entities.subteams,
      themes_limit: entities.themes,
      participants_limit: entities.participants,
      hugggs_per_order_limit: entities.hugggsPerOrder,
      default_role_group_id: wanted.defaultRoleGroupId ?? 'team-admin',
      behaviours: JSON.stringify(wanted.behaviours ?? {}),
      terms_url: wanted.termsUrl ?? '',
      open_for_sign_up: wanted.openForSignUp ?? (wanted.pricePence ?? 0) === 0,
      created_at: at,
      updated_at: at,
    })
    .execute()
  const { 'expiry-refunds': _refunds, awards: _awards, ...byRoleGroup } = defaultRoleIds
  const roleGroups = (Object.entries(byRoleGroup) as [RoleGroup, string][]).map(([roleGroup, roleId]) => ({
    plan_id: id,
    role_group_id: roleGroup,
    role_ids: [roleId, ...(wanted.extraRoles?.[roleGroup] ?? []).map((name) => defaultRoleIds[name])],
  }))
  await tx.insertInto('plan_role_group').values(roleGroups).execute()
  await work.audit('plan.created', { kind: 'plan', id })
  return loadPlan(tx, id)
}
