import { sql } from 'kysely'
import { z } from 'zod'
import { roleProblems } from '#contract/core/permission-areas.ts'
import { permissions, roleGroups } from '#contract/core/permissions.ts'
import { picture } from '#server/domains/catalogue/index.ts'
import type { Work } from '#server/platform/posy.ts'
import { invalidFields } from '#server/platform/problem/problem.ts'
import type { PlanRecord } from '../rights/index.ts'
import { loadPlan } from '../team/index.ts'
import { changeRoles, type RoleChange, roleRefusals } from './change-roles.ts'
import { createPlan } from './create-plan.ts'

const count = z.int().min(0)
const periodUnit = z.enum(['day', 'month', 'year'])

/** A plan as the operator's file has it; what is left out keeps its default. */
export const PlanDocument = z.strictObject({
  id: z.uuid(),
  name: z.string().trim().min(1).max(100),
  /** Pence per billing period, without VAT. */
  price: count.default(0),
  billingPeriod: z.enum(['month', 'year']).default('month'),
  noticePeriod: count.default(1),
  noticePeriodUnit: periodUnit.default('month'),
  initialPeriod: count.default(1),
  initialPeriodUnit: periodUnit.default('month'),
  entities: z.strictObject({
    wallets: count.default(0),
    subteams: count.default(0),
    themes: count.default(0),
    participants: count.default(0),
    hugggsPerOrder: count.default(1000),
  }),
  defaultRoleGroupId: z.enum(roleGroups).default('team-admin'),
  /** What people of a role may do, flag by flag; roles that are left out stay as they are. */
  roleGroups: z
    .array(z.strictObject({ id: z.enum(roleGroups), permissions: z.array(z.enum(permissions)) }))
    .superRefine((roles, context) => {
      for (const [index, { id, permissions: granted }] of roles.entries()) {
        if (roles.findIndex((one) => one.id === id) < index)
          context.addIssue({ code: 'custom', path: [index, 'id'], message: 'stands here twice' })
        for (const { permission, code } of roleProblems(id, granted))
          context.addIssue({
            code: 'custom',
            path: [index, 'permissions'],
            message: `${permission} ${roleRefusals[code]}`,
          })
      }
    })
    .default([]),
  /** Money of gifts that expire goes back to the team's wallet. */
  refundsExpired: z.boolean().default(false),
  behaviours: z.record(z.string(), z.boolean()).default({}),
  termsURL: z.union([z.literal(''), z.url()]).default(''),
  planImageURL: picture().nullable().default(null),
  /** Plans that are the same at another price, such as by the year: screens show them together. */
  priceVariationPlanIds: z.array(z.uuid()).default([]),
  isActive: z.boolean().default(true),
  /** Whether people may sign up for it themselves; unless told, where it costs nothing. */
  openForSignUp: z.boolean().optional(),
})
export type PlanDocument = z.output<typeof PlanDocument>

export const PlansDocument = z
  .strictObject({ plans: z.array(PlanDocument).min(1) })
  .superRefine(({ plans }, context) => {
    const seen = new Set<string>()
    for (const [index, { id }] of plans.entries()) {
      if (seen.has(id)) context.addIssue({ code: 'custom', path: ['plans', index, 'id'], message: 'stands here twice' })
      seen.add(id)
    }
  })

export interface SavedPlanChange {
  id: string
  name: string
  change: 'created' | 'updated' | 'unchanged'
  /** Of one that was there before: each thing that differs, as it was and as it is. */
  fields: { field: string; before: string; after: string }[]
}

/**
 * Writes the plans of a file: new ones are made, known ones (by id) become what the file says. Plans that the file does
 * not name stay as they are.
 * @param clientId through which client they are sold: the web app's
 * @throws invalid_fields for a price variation that is no plan, or the plan itself
 */
export async function savePlans(
  work: Work,
  { plans, clientId }: { plans: readonly PlanDocument[]; clientId: string | null },
): Promise<SavedPlanChange[]> {
  const changes: SavedPlanChange[] = []
  for (const plan of plans) changes.push({ id: plan.id, name: plan.name, ...(await savePlan(work, plan, clientId)) })
  await requireVariations(work, plans)
  return changes
}

/** After all are written, for they may name one another. */
async function requireVariations({ tx }: Work, plans: readonly PlanDocument[]): Promise<void> {
  const named = plans.flatMap((plan, index) =>
    plan.priceVariationPlanIds.map((id, at) => ({
      id,
      of: plan.id,
      path: `plans.${index}.priceVariationPlanIds.${at}`,
    })),
  )
  if (!named.length) return
  const ids = named.map(({ id }) => id)
  const known = new Set((await tx.selectFrom('plan').select('id').where('id', 'in', ids).execute()).map(({ id }) => id))
  const wrong = named.filter(({ id, of }) => !known.has(id) || id === of)
  if (wrong.length)
    throw invalidFields(wrong.map(({ path }) => ({ path, message: 'is not the id of another plan', code: 'unknown' })))
}

/** What a plan says, thing by thing, without its roles. */
const toldFields = ({ roleGroups: _, entities, ...plan }: PlanRecord): Map<string, string> =>
  new Map(
    Object.entries({ ...plan, ...entities }).map(([field, value]) => [
      field,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  )

function differences(before: PlanRecord, after: PlanRecord, roles: readonly RoleChange[]): SavedPlanChange['fields'] {
  const [was, is] = [toldFields(before), toldFields(after)]
  return [
    ...[...is]
      .map(([field, value]) => ({ field, before: was.get(field) ?? '', after: value }))
      .filter(({ before: old, after: now }) => old !== now),
    ...roles.map(({ roleGroupId, added, removed }) => ({
      field: roleGroupId,
      before: removed.join(', '),
      after: added.join(', '),
    })),
  ]
}

async function savePlan(
  work: Work,
  plan: PlanDocument,
  clientId: string | null,
): Promise<Pick<SavedPlanChange, 'change' | 'fields'>> {
  const { tx, at } = work
  const known = await tx.selectFrom('plan').select('id').where('id', '=', plan.id).forUpdate().executeTakeFirst()
  if (!known)
    await createPlan(work, {
      id: plan.id,
      clientId,
      name: plan.name,
      entities: plan.entities,
      ...(plan.refundsExpired && { extraRoles: { 'team-admin': ['expiry-refunds'] } }),
    })
  const before = await loadPlan(tx, plan.id)
  await tx
    .updateTable('plan')
    .set({
      name: plan.name,
      price: plan.price,
      billing_period: plan.billingPeriod,
      notice_period: plan.noticePeriod,
      notice_period_unit: plan.noticePeriodUnit,
      initial_period: plan.initialPeriod,
      initial_period_unit: plan.initialPeriodUnit,
      wallets_limit: plan.entities.wallets,
      subteams_limit: plan.entities.subteams,
      themes_limit: plan.entities.themes,
      participants_limit: plan.entities.participants,
      hugggs_per_order_limit: plan.entities.hugggsPerOrder,
      default_role_group_id: plan.defaultRoleGroupId,
      behaviours: JSON.stringify(plan.behaviours),
      terms_url: plan.termsURL,
      plan_image_url: plan.planImageURL,
      price_variation_plan_ids: plan.priceVariationPlanIds,
      is_active: plan.isActive,
      open_for_sign_up: plan.openForSignUp ?? plan.price === 0,
      deactivated_at: plan.isActive ? null : sql`coalesce(deactivated_at, ${at})`,
    })
    .where('id', '=', plan.id)
    .execute()
  const changedRoles = await changeRoles(work, plan.id, plan.roleGroups)
  if (!known) return { change: 'created', fields: [] }
  const fields = differences(before, await loadPlan(tx, plan.id), changedRoles)
  // What it grants is no new wording of it: terms that were accepted still hold.
  if (fields.length === changedRoles.length) return { change: fields.length ? 'updated' : 'unchanged', fields }
  await tx.updateTable('plan').set({ updated_at: at }).where('id', '=', plan.id).execute()
  await work.audit('plan.updated', { kind: 'plan', id: plan.id })
  return { change: 'updated', fields }
}
