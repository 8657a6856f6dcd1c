import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import type { SignInMethod } from '#contract/identity/auth.ts'
import { bindingRules, type TeamPreferences } from '#contract/teams/preferences.ts'
import type { updateTeam as endpoint } from '#contract/teams/teams.ts'
import { requireTags } from '#server/domains/catalogue/index.ts'
import { hasSecondFactor } from '#server/domains/identity/second-step/index.ts'
import { userById } from '#server/domains/identity/users/index.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Work } from '#server/platform/posy.ts'
import { member, type Principal, requirePermission } from '#server/platform/principal.ts'
import { invalidFields, Problem } from '#server/platform/problem/problem.ts'
import { askForChanges, splitChange } from '../rules/index.ts'
import { findEmergencyAdmin, isSamlAlone, signInMethod } from '../sign-in/index.ts'
import { type TeamRecord, teamById, teamInScope } from '../team/index.ts'

type Changes = z.output<typeof endpoint.body>

/**
 * Changes a team's information and preferences; what is left out stays. A rule that would permit what was refused waits
 * for another person; orders that wait for approval still wait.
 * @throws forbidden (403) by the kind of team and of change, not_found (404), invalid_fields (422)
 */
export async function updateTeam(work: Work, caller: Principal, teamId: string, changes: Changes): Promise<TeamRecord> {
  const { tx, at } = work
  const team = await teamInScope(tx, caller, teamId)
  requireRights(caller, team, changes)
  await tx.selectFrom('team').select('id').where('id', '=', teamId).forNoKeyUpdate().executeTakeFirstOrThrow()
  const before = await teamById(tx, teamId)
  await requireOwnDomain(work, caller, before, changes.domain)
  await requireOwnWayIn(work, caller, before, changes.authMethods)
  await requireOwnSecondStep(work, caller, before, changes.preferences?.requireSecondStep)
  const categories = changes.preferences?.giftingRestrictions?.categories
  const held = before.own.preferences.giftingRestrictions?.categories
  const place = 'preferences.giftingRestrictions.categories'
  await requireTags(tx, [
    { path: `${place}.allow`, ids: categories?.allow, held: held?.allow },
    { path: `${place}.disallow`, ids: categories?.disallow, held: held?.disallow },
  ])
  const ofParent = (['recipientSpendCap', 'allowanceLimit'] as const).find((rule) => changes.preferences?.[rule])
  if (ofParent && before.parentTeamId !== null)
    throw invalidFields([
      {
        path: `preferences.${ofParent}`,
        message: 'is set by the parent team, for all of its teams',
        code: 'of_parent',
      },
    ])
  await requireOwnLimits(work, caller, before, changes.preferences?.approvals)
  const { name, businessEntityName, businessTradingName, businessAddress, domain, authMethods, tags } = changes
  const { reasonCodes } = changes
  const { preferences, trail } = await changeRules(work, caller, before, changes.preferences)
  const values = {
    name,
    business_entity_name: businessEntityName,
    business_trading_name: businessTradingName,
    business_address:
      businessAddress === undefined || businessAddress === null ? businessAddress : JSON.stringify(businessAddress),
    domain,
    auth_methods: authMethods,
    tags,
    reason_codes: reasonCodes,
    preferences: preferences && JSON.stringify({ ...before.own.preferences, ...preferences }),
  }
  const ways = authMethods && !isDeepStrictEqual(authMethods, before.authMethods)
  const changed = { ...trail, ...(ways && { authMethods: { from: before.authMethods, to: authMethods } }) }
  const saved: Record<string, unknown> = { ...before, reasonCodes: before.own.reasonCodes, preferences: undefined }
  // A form sends all of its fields: the trail names those that are others now.
  const fields = Object.entries(changes).flatMap(([field, value]) =>
    isDeepStrictEqual(value, saved[field]) ? [] : [field],
  )
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
  await tx
    .updateTable('team')
    .set({ ...given, updated_at: at })
    .where('id', '=', teamId)
    .execute()
  await work.audit(
    'team.updated',
    { kind: 'team', id: teamId },
    { teamId, detail: { fields, preferences: Object.keys(preferences ?? {}), changed } },
  )
  return teamById(tx, teamId)
}

/**
 * The same changes to several teams, or to none. In the order of their ids, so that two of these at once do not wait for
 * each other. @throws as updateTeam
 */
export async function updateTeams(
  work: Work,
  caller: Principal,
  { teamIds, updates }: { teamIds: readonly string[]; updates: Changes },
): Promise<void> {
  for (const teamId of [...new Set(teamIds)].sort()) await updateTeam(work, caller, teamId, updates)
}

function requireRights(caller: Principal, team: TeamRecord, changes: Changes): void {
  requirePermission(
    caller,
    team.parentTeamId === null ? 'manage-team-information' : ['manage-team-information', 'manage-subteam-information'],
  )
  if (changes.reasonCodes) requirePermission(caller, 'manage-reason-codes')
  if (changes.preferences?.requireReasonCode !== undefined) requirePermission(caller, 'can-require-reason-codes')
}

/** Anyone who has an address in a team's domain may ask to join it: no one can claim a domain they are not in. */
async function requireOwnDomain(
  { tx }: Work,
  caller: Principal,
  before: TeamRecord,
  domain: string | null | undefined,
): Promise<void> {
  if (domain === undefined || domain === null || domain === before.domain) return
  const user = await userById(tx, member(caller).userId)
  if (user?.verifiedEmail && !user.isService && user.email.endsWith(`@${domain}`)) return
  throw invalidFields([
    { path: 'domain', message: 'must be the domain of your own verified email address', code: 'foreign_domain' },
  ])
}

/** No one locks themselves out; and a subteam follows its parent. */
async function requireOwnWayIn(
  { tx }: Work,
  caller: Principal,
  team: TeamRecord,
  methods: readonly SignInMethod[] | undefined,
): Promise<void> {
  if (methods === undefined) return
  const refuse = (message: string, code: string) => invalidFields([{ path: 'authMethods', message, code }])
  if (team.parentTeamId !== null) throw refuse('are those of the parent team', 'of_parent')
  const method = await methodOfCaller(tx, caller)
  if (methods.includes('saml') !== team.authMethods.includes('saml'))
    throw refuse('come and go with your provider: switch its connection on or off', 'of_connection')
  const emergency = methods.includes('saml') ? await findEmergencyAdmin(tx, team.id) : null
  if (isSamlAlone(methods) && !emergency?.hasSecondFactor)
    throw refuse('need an admin who can sign in when your provider is down: name one first', 'no_emergency_admin')
  const isOwnEmergency = method === 'password' && emergency?.userId === caller.userId
  if (!methods.includes(method as SignInMethod) && !isOwnEmergency)
    throw refuse('must keep the way you signed in yourself', 'own_way_in')
}

/** How the caller signed in. @throws forbidden (403) for keys and clients */
async function methodOfCaller(tx: Tx, caller: Principal): Promise<string> {
  const method = await signInMethod(tx, caller)
  if (!method || caller.kind !== 'user') throw new Problem('forbidden', 'Only someone who signed in may change this.')
  return method
}

/** A person who asks others for a second step has one: no one locks themselves out. */
async function requireOwnSecondStep(
  { tx }: Work,
  caller: Principal,
  team: TeamRecord,
  isRequired: boolean | undefined,
): Promise<void> {
  if (isRequired === undefined || isRequired === team.own.preferences.requireSecondStep) return
  requirePermission(caller, ['team-admin', 'subteam-admin'])
  const method = await methodOfCaller(tx, caller)
  if (!isRequired || method !== 'password' || (await hasSecondFactor(tx, member(caller).userId))) return
  throw invalidFields([
    {
      path: 'preferences.requireSecondStep',
      message: 'needs a second step of your own first',
      code: 'own_second_step',
    },
  ])
}

/** Limits hold for keys: no key lifts them. */
async function requireOwnLimits(
  { tx }: Work,
  caller: Principal,
  team: TeamRecord,
  limits: TeamPreferences['approvals'] | undefined,
): Promise<void> {
  if (limits === undefined || isDeepStrictEqual(limits, team.own.preferences.approvals)) return
  await methodOfCaller(tx, caller)
  if (team.parentTeamId === null) return
  throw invalidFields([
    { path: 'preferences.approvals', message: 'is set by the parent team, for all of its teams', code: 'of_parent' },
  ])
}

/** The wished preferences that hold at once, with what it was before; what would be looser waits. */
async function changeRules(
  work: Work,
  caller: Principal,
  team: TeamRecord,
  sent: Partial<TeamPreferences> | undefined,
): Promise<{
  preferences: Partial<TeamPreferences> | undefined
  trail: Record<string, { from: unknown; to: unknown }>
}> {
  if (!sent) return { preferences: undefined, trail: {} }
  const wanted = normal(sent)
  const current = team.own.preferences
  const parent = team.parentTeamId === null ? null : (await teamById(work.tx, team.parentTeamId)).own.preferences
  const { now, waiting } = splitChange(current, wanted, parent)
  const trail = Object.fromEntries(
    (Object.keys(now) as (keyof TeamPreferences)[])
      .filter((name) => !isDeepStrictEqual(now[name], current[name]))
      .map((name) => [name, { from: current[name], to: now[name] }]),
  )
  const rules = bindingRules.filter((rule) => wanted[rule] !== undefined)
  const touched = new Map(rules.map((rule) => [rule, rule in trail]))
  await askForChanges(work, { teamId: team.id, askedBy: member(caller).userId, touched, waiting })
  return { preferences: now, trail }
}

/** An empty list of domains means no restriction, and is kept as null. */
const normal = (preferences: Partial<TeamPreferences>): Partial<TeamPreferences> => ({
  ...preferences,
  ...(preferences.deliveryEmailDomains?.length === 0 ? { deliveryEmailDomains: null } : {}),
})
