import type { Endpoint } from '#contract/core/endpoint.ts'
import { impersonationPolicy } from '#contract/core/impersonation.ts'
import type { OperatorPermission, OperatorRole } from '#contract/core/operators.ts'
import { operatorMay } from '#contract/core/operators.ts'
import type { Permission, PermissionMap, RoleGroup } from '#contract/core/permissions.ts'
import { allows } from '#contract/core/permissions.ts'
import type { Scope } from '#contract/core/scopes.ts'
import { Problem } from '#server/platform/problem/problem.ts'

/** Who caused a change, as written to events and the audit trail. */
export interface Actor {
  kind: 'user' | 'client' | 'recipient' | 'operator' | 'system'
  id: string | null
  /** Set for an operator who acts as a member of a team: every event of theirs says so, and why. */
  impersonation?: { id: string; userId: string; reason: string }
}
export const systemActor: Actor = { kind: 'system', id: null }
export const operatorActor: Actor = { kind: 'operator', id: null }
export const recipientActor: Actor = { kind: 'recipient', id: null }

/** The authenticated caller of one request, worked out once from its token or API key. */
export interface Principal {
  kind: 'user' | 'client' | 'operator'
  actor: Actor
  /** The person, or the service user an API key or customer client acts as. */
  userId: string | null
  clientId: string | null
  sessionId: string | null
  /** Set for a session that a team’s own identity provider vouched for: it is good for that team and what is under it. */
  onlyTeamId?: string | null
  /** The team acted in. */
  teamId: string | null
  /** The team and its subteams: every tenant query is scoped to these. */
  teamIds: readonly string[]
  /** A participant: sees and changes only what they bought themselves. */
  ownOnly: boolean
  /** What they are in that team; null where they act in none. */
  role: { groupId: RoleGroup; ids: string[] } | null
  permissions: PermissionMap
  /** Set for an API key: it narrows the rights above to its scopes. */
  apiKey: { id: string; scopes: readonly Scope[] } | null
  planId: string | null
  /** Set for someone without the second step that this team asks for: until they have one they act in no team. */
  lacksSecondStepFor?: string
  /** Set for a merchant's till. */
  brandId: string | null
  /** Set for a till of the till page: it redeems in this store, and does nothing else. */
  storeId?: string | null
  /** Set for an operator who looks at the product as this user. */
  impersonation?: Impersonating | null
  /** Set in the operator's console, and nowhere else. */
  operator?: CallingOperator | null
}

/** Whether it is the team that they act in. It was looked up with them, and is open: a read need not ask again. */
export const actsIn = (caller: Pick<Principal, 'teamId'>, teamId: string): boolean => caller.teamId === teamId

export interface Impersonating {
  id: string
  /** Their name. */
  operator: string
  reason: string
  endsAt: Date
  /** An admin of the team allows changes. */
  mayChange: boolean
}

export interface CallingOperator {
  id: string
  email: string
  name: string
  role: OperatorRole
}

/** No one's program, nor an operator who looks on: for what a person has to decide. */
export const isSignedInPerson = ({ kind, sessionId, apiKey, impersonation }: Principal): boolean =>
  kind === 'user' && sessionId !== null && apiKey === null && !impersonation

/** The caller's user and team; endpoints with access `session` always have both. */
export function member(principal: Principal): Principal & { userId: string; teamId: string } {
  if (!principal.userId || !principal.teamId) throw new Problem('forbidden', 'This needs a user of a team.')
  return principal as Principal & { userId: string; teamId: string }
}

export function requirePermission(principal: Principal, wanted: Permission | readonly Permission[]): void {
  if (allows(principal.permissions, wanted)) return
  const names = typeof wanted === 'string' ? wanted : wanted.join(' or ')
  throw new Problem('forbidden', `This needs the permission ${names}.`)
}

/** The operator who calls; endpoints with access `operator` always have one. */
export function callingOperator({ operator }: Principal): CallingOperator {
  if (!operator) throw new Problem('forbidden', 'This is for operators.')
  return operator
}

export function requireOperatorPermission(principal: Principal, wanted: OperatorPermission): void {
  if (operatorMay(callingOperator(principal).role, wanted)) return
  throw new Problem('forbidden', `Your role does not allow this: it needs ${wanted}.`, {
    help: 'Ask an operator with the role owner.',
  })
}

/** Whether a caller may do what needs one of these scopes: an operator who looks on reads, an API key has its own, everyone else may. */
const hasScope = (
  { apiKey, impersonation }: Pick<Principal, 'apiKey' | 'impersonation'>,
  wanted: readonly Scope[],
): boolean => {
  const held = impersonation ? (['read'] as const) : apiKey?.scopes
  return held === undefined || wanted.some((scope) => (held as readonly Scope[]).includes(scope))
}

/** A gift's link is the gift: only who may send gifts is shown one. */
const SENDS: readonly Permission[] = ['purchase-hugggs', 'send-email', 'send-sms']
export const mayShowLinks = (caller: Pick<Principal, 'permissions' | 'apiKey' | 'impersonation'>): boolean =>
  allows(caller.permissions, SENDS) && hasScope(caller, ['send'])

/**
 * The one place that says what an operator may call who looks at the product as a member of a team.
 * @throws impersonation_refused (403)
 */
export function requireImpersonation(endpoint: Endpoint, { mayChange }: Impersonating): void {
  const kind = impersonationPolicy(endpoint)
  if (kind === 'look' || (kind === 'change' && mayChange)) return
  throw new Problem(
    'impersonation_refused',
    kind === 'change' ? 'No admin of the team lets you change things.' : 'Operators never do this for a customer.',
  )
}

/** @throws scope_missing (403) */
export function requireScope(principal: Principal, wanted: readonly Scope[]): void {
  if (hasScope(principal, wanted)) return
  throw new Problem('scope_missing', `This needs an API key with the scope ${wanted.join(' or ')}.`)
}
