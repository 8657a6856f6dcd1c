import type { Endpoint } from '#contract/core/endpoint.ts'
import { scopesFor } from '#contract/core/scopes.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import type { Posy } from '../posy.ts'
import {
  type Principal,
  recipientActor,
  requireImpersonation,
  requireOperatorPermission,
  requirePermission,
  requireScope,
} from '../principal.ts'
import { type Quota, type RequestBudget, refuseExcess } from '../throttle.ts'
import type { RequestInfo } from './route.ts'

export interface Authenticators {
  /** Who is calling, from bearer token or API key. @throws unauthenticated (401) */
  authenticate(headers: Headers): Promise<Principal>
  /** Which operator is calling, from a session of the console. @throws unauthenticated (401) */
  authenticateOperator(headers: Headers): Promise<Principal>
}

/**
 * Whom the tokens of one page's calls mean: they arrive together and with one token, which need be looked up once. Anything that
 * changes something forgets it.
 */
export type KnownTokens = Map<string, Promise<Principal>>

/** Where a call says who makes it, and what is learnt of them. */
interface Caller extends Pick<RequestInfo, 'address' | 'headers'> {
  /** Null until the caller is known. */
  caller: Principal | null
  quota: Quota | null
}

/** What public endpoints run as. */
const anonymous: Principal = {
  kind: 'user',
  actor: recipientActor,
  userId: null,
  clientId: null,
  sessionId: null,
  teamId: null,
  teamIds: [],
  ownOnly: false,
  role: null,
  permissions: {},
  apiKey: null,
  planId: null,
  brandId: null,
  operator: null,
}

/** Who is calling, within their budget of requests. Wrong tokens count against the address they come from: guessing is slow. */
export async function identify(
  { posy, budget, ...authenticators }: Authenticators & { posy: Posy; budget: RequestBudget },
  { access }: Endpoint,
  call: Caller,
  known?: KnownTokens,
): Promise<Principal> {
  const { address, headers } = call
  const now = posy.wall.nowMs()
  if (access === 'public') {
    call.quota = budget.spendFrom('anyone', address, now)
    refuseExcess(call.quota)
    return anonymous
  }
  try {
    const caller = await authenticate(authenticators, access === 'operator', headers, known)
    call.caller = caller
    call.quota = budget.spend(`${caller.actor.kind} ${caller.actor.id}`, now)
    refuseExcess(call.quota)
    return caller
  } catch (error) {
    if (error instanceof Problem && error.status === 401) {
      refuseExcess(budget.spendFrom('wrong token', address, now, posy.config.limits.wrongTokensPerMinute))
    }
    throw error
  }
}

/** Customers' tokens mean nothing to the console, and an operator's nothing anywhere else. */
function authenticate(
  authenticators: Authenticators,
  isForOperators: boolean,
  headers: Headers,
  known: KnownTokens | undefined,
): Promise<Principal> {
  const lookUp = isForOperators ? authenticators.authenticateOperator : authenticators.authenticate
  const token = headers.get('authorization')
  if (!known || !token) return lookUp(headers)
  const name = `${isForOperators} ${token}`
  const caller = known.get(name) ?? lookUp(headers)
  known.set(name, caller)
  return caller
}

/** @throws forbidden, second_step_required, scope_missing, impersonation_refused (403) */
export function admit(endpoint: Endpoint, caller: Principal): void {
  if (endpoint.access === 'operator') {
    admitOperator(endpoint, caller)
    return
  }
  if (endpoint.access === 'merchant' && !caller.brandId)
    throw new Problem('forbidden', 'Only a merchant’s till may do this.')
  if (endpoint.access !== 'merchant' && caller.storeId)
    throw new Problem('forbidden', 'A till of the till page only redeems.')
  if (endpoint.access === 'client' && caller.kind !== 'client')
    throw new Problem('forbidden', 'Only a client identity may do this.')
  if (endpoint.access === 'session' && caller.lacksSecondStepFor)
    throw new Problem('second_step_required', 'This team asks for a second step when signing in.')
  if (endpoint.access === 'session' && (!caller.userId || !caller.teamId))
    throw new Problem('forbidden', 'This needs a user of a team.')
  if (caller.impersonation) requireImpersonation(endpoint, caller.impersonation)
  else requireScope(caller, scopesFor(endpoint))
  if (endpoint.permission) requirePermission(caller, endpoint.permission)
}

/** Whether an act says why is the contract's to check with the other fields; one that forgot to ask is a bug. */
function admitOperator({ id, operator }: Endpoint, caller: Principal): void {
  if (!operator) throw new Error(`${id} does not say which operators may call it`)
  requireOperatorPermission(caller, operator.permission)
}
