import { getConnInfo } from '@hono/node-server/conninfo'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import { deprecationHeaders } from '#contract/core/deprecation.ts'
import type { Endpoint } from '#contract/core/endpoint.ts'
import { withoutOpeningFields } from '#contract/core/impersonation.ts'
import { scopesFor } from '#contract/core/scopes.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import { databaseErrorText, translateDatabaseError } from '../database/errors.ts'
import { once } from '../idempotency.ts'
import type { Metrics } from '../metrics.ts'
import { type Posy, transact } from '../posy.ts'
import {
  mayShowLinks,
  type Principal,
  recipientActor,
  requireImpersonation,
  requireOperatorPermission,
  requirePermission,
  requireScope,
} from '../principal.ts'
import type { SecurityKind } from '../security-events.ts'
import { QUOTA_WINDOW_SECONDS, type Quota, RequestBudget, refuseExcess } from '../throttle.ts'
import { traced } from '../tracing.ts'
import { callerAddress } from './address.ts'
import { answerProblem, grantHeaders, internalError, json, newRequestId } from './answer.ts'
import { flattenEmbedded, type Relations } from './embedded.ts'
import { FairShare } from './fair-share.ts'
import { inProcessResponse } from './in-process-response.ts'
import { mountRoutes } from './mount-routes.ts'
import { NO_WORDS, readWords } from './paging.ts'
import { readInput } from './request.ts'
import { noteBody, plainPath } from './request-outline.ts'
import type { RequestInfo, Route } from './route.ts'
import { requireUnchanged } from './sent-back.ts'

export interface ApiParts {
  posy: Posy
  routes: Route[]
  /** Who is calling, from bearer token or API key. @throws unauthenticated (401) */
  authenticate(headers: Headers): Promise<Principal>
  /** Which operator is calling, from a session of the console. @throws unauthenticated (401) */
  authenticateOperator(headers: Headers): Promise<Principal>
  metrics: Metrics
  /** How related records stand beside `data` where `embed[]` asked for them. */
  relations: Relations
  /** Takes note of an answer to an API key. */
  recordKeyRequest(request: KeyRequest): void
}

/** A request that came with an API key: without the ids in its path, and its body in outline (`request-outline.ts`). */
export interface KeyRequest {
  apiKeyId: string
  /** Wall clock. */
  at: Date
  method: string
  /** As the contract has it: `/v3/teams/{id}/api-keys`. */
  path: string
  status: number
  durationMs: number
  requestId: string
  /** What the caller named it by. */
  callerRequestId: string | null
  /** Why it was refused, and which fields were wrong. */
  code: string | null
  fields: { path: string; code: string | null }[]
  body: unknown
}

/**
 * The caller within one page: its calls arrive together and in process, with one token, which need be looked up
 * once. Anything that changes something forgets it.
 */
export type KnownCallers = Map<string, Promise<Principal>>

/** What one process allows its callers. */
interface Limits {
  budget: RequestBudget
  shares: FairShare
}

/** Of the wrong fields of one request, so many are kept for its log. */
const MOST_FIELDS = 20

/** One request, with what is learnt of it on the way to its answer. */
interface Exchange extends RequestInfo {
  /** Headers of a success. */
  extra: Record<string, string>
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

/** All endpoints of the contract as one Hono app; `app.request()` calls it in process. */
export function createApi(parts: ApiParts): Hono {
  const { posy } = parts
  const app = new Hono({ strict: false })
  for (const path of ['/oauth/*', '/api/v2/*', '/v3/*']) app.use(path, openToBrowsers)
  const limits: Limits = {
    budget: new RequestBudget(posy.config.limits.requestsPerMinute),
    shares: new FairShare(posy.database.poolSize, () => parts.metrics.turnedAway.inc()),
  }
  mountRoutes(
    app,
    parts.routes,
    (route, context) => answer(parts, route, context, limits),
    ({ status, headers }) => posy.log.info({ requestId: headers.get('x-request-id'), status }, 'request'),
  )
  app.onError((error) => refuseOutside(posy, error))
  return app
}

/** What is mounted beside the contract's endpoints, as pictures are, is refused in the same shape, and found in the log. */
function refuseOutside({ log }: Posy, thrown: Error): Response {
  const error = translateDatabaseError(thrown)
  const requestId = newRequestId()
  if (error instanceof Problem) {
    log.info({ requestId, status: error.status, code: error.code }, 'request')
    return answerProblem(error, { requestId })
  }
  log.error({ requestId, err: error }, 'request failed')
  return answerProblem(internalError(requestId), { requestId })
}

/**
 * Programs in browsers on any other origin may call the API with tokens and keys, never with cookies, which are not read
 * here; not the console's part of it.
 */
const anyOrigin = cors({
  origin: '*',
  allowMethods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
  exposeHeaders: [
    'Retry-After',
    'RateLimit',
    'RateLimit-Policy',
    'X-Request-Id',
    'Idempotent-Replayed',
    'Deprecation',
    'Sunset',
    'Link',
  ],
  maxAge: 86_400,
})
const openToBrowsers: MiddlewareHandler = (context, next) =>
  // What a page asks in this process has no origin, and is handed over as it is.
  context.env?.knownCallers || context.req.path.startsWith('/v3/operator') ? next() : anyOrigin(context, next)

async function answer(parts: ApiParts, route: Route, context: Context, limits: Limits): Promise<Response> {
  const { posy, metrics, recordKeyRequest } = parts
  const started = performance.now()
  const request = openExchange(posy, context)
  const noted = request.headers.has('x-huggg-api-key') ? noteBody(context.req.raw, route.endpoint) : null
  if (noted) context.req.raw = noted.request
  let response: Response
  let refusal: Problem | null = null
  try {
    const { id } = route.endpoint
    response = await traced(id, { attributes: { 'posy.request_id': request.requestId } }, () =>
      serve(parts, route, context, request, limits),
    )
  } catch (thrown) {
    const error = translateDatabaseError(thrown)
    if (error instanceof Problem) {
      refusal = error
      // A check of ours should have found it before the database did.
      if (error.code === 'invalid_fields' && error.cause)
        posy.log.warn(
          { requestId: request.requestId, endpoint: route.endpoint.id, err: error.cause },
          'unforeseen value',
        )
      const grant = grantHeaders(route.endpoint.path, request.headers)
      response = answerProblem(error, { requestId: request.requestId, grant })
      noteRefusal(posy, route.endpoint, request, error)
      if (error.status === 503) reportUnavailable(posy, route.endpoint.id, request.requestId, error)
    } else {
      posy.log.error({ requestId: request.requestId, endpoint: route.endpoint.id, err: error }, 'request failed')
      refusal = internalError(request.requestId)
      response = answerProblem(refusal, { requestId: request.requestId })
    }
  }
  response.headers.set('x-request-id', request.requestId)
  if (request.quota) setQuotaHeaders(response.headers, request.quota)
  setDeprecationHeaders(response.headers, route.endpoint, posy.config.publicUrl)
  const seconds = (performance.now() - started) / 1000
  const keyRequest = toKeyRequest(route.endpoint, request, response.status, refusal)
  if (keyRequest)
    recordKeyRequest({
      ...keyRequest,
      body: noted?.outlined() ?? null,
      at: new Date(posy.wall.nowMs()),
      durationMs: Math.round(seconds * 1000),
    })
  metrics.requests.observe({ endpoint: route.endpoint.id, status: String(response.status) }, seconds)
  posy.log.info(
    {
      requestId: request.requestId,
      endpoint: route.endpoint.id,
      status: response.status,
      ms: Math.round(seconds * 1000),
      ...(request.caller?.impersonation && { impersonation: request.caller.impersonation.id }),
    },
    'request',
  )
  return response
}

/**
 * What is to be noted of a request, or null. Of those past the limit only the first in a minute: a runaway loop must not
 * fill the log.
 */
function toKeyRequest(
  { method, path }: Endpoint,
  { caller, quota, requestId, headers }: Exchange,
  status: number,
  refusal: Problem | null,
) {
  if (!caller?.apiKey || (quota && quota.excess > 1)) return null
  const fields = (refusal?.details ?? []).slice(0, MOST_FIELDS).map((one) => ({
    path: plainPath(one.path),
    code: one.reason?.code ?? one.code ?? null,
  }))
  const callerRequestId = headers.get('x-request-id')?.match(/^[\w-]{1,64}$/)?.[0] ?? null
  return {
    apiKeyId: caller.apiKey.id,
    method,
    path,
    status,
    requestId,
    callerRequestId,
    code: refusal?.code ?? null,
    fields,
  }
}

/** As draft-ietf-httpapi-ratelimit-headers has it. */
function setQuotaHeaders(headers: Headers, { limit, remaining, resetSeconds }: Quota): void {
  headers.set('ratelimit-policy', `"requests";q=${limit};w=${QUOTA_WINDOW_SECONDS}`)
  headers.set('ratelimit', `"requests";r=${remaining};t=${resetSeconds}`)
}

function setDeprecationHeaders(headers: Headers, { deprecated }: Endpoint, publicUrl: string): void {
  if (!deprecated) return
  for (const [name, value] of Object.entries(deprecationHeaders(deprecated, publicUrl))) headers.append(name, value)
}

const REFUSED_AS: Partial<Record<Problem['code'], SecurityKind>> = {
  unauthenticated: 'token-wrong',
  api_key_expired: 'token-wrong',
  forbidden: 'permission-refused',
  scope_missing: 'permission-refused',
  not_this_merchant: 'permission-refused',
  impersonation_refused: 'visit-refused',
  too_many_requests: 'slowed',
}

/** Refusals that may be an attack. A caller without credentials tries nothing; a loop is reported once a minute. */
function noteRefusal({ security }: Posy, { id, path }: Endpoint, request: Exchange, { code }: Problem): void {
  const { headers, address, requestId, caller } = request
  const token = headers.get('authorization') ?? headers.get('x-huggg-api-key') ?? undefined
  const isForged = code === 'unauthenticated' && path.startsWith('/webhooks/')
  const kind = isForged ? 'webhook-forged' : REFUSED_AS[code]
  if (!kind || (kind === 'token-wrong' && token === undefined) || (request.quota?.excess ?? 0) > 1) return
  const known = caller ? `${caller.actor.kind}:${caller.actor.id}` : undefined
  const account = kind === 'token-wrong' ? token : undefined
  security.note(kind, { reason: code, endpoint: id, requestId, address, account, caller: known })
}

/** Why, for the operator; in an outage it is many lines, and each is one. */
function reportUnavailable({ log }: Posy, endpoint: string, requestId: string, { message, cause }: Problem): void {
  log.warn({ requestId, endpoint, cause: cause ? databaseErrorText(cause) : message }, 'request put off')
}

/** The order of refusal: token 401, malformed 400, fields 422, permission 403; the handler then answers 404 for foreign and missing alike. */
async function serve(
  parts: ApiParts,
  { endpoint, ...route }: Route,
  context: Context,
  request: Exchange,
  { budget, shares }: Limits,
): Promise<Response> {
  const { posy } = parts
  refuseOffTime(posy)
  const known: KnownCallers | undefined = context.env?.knownCallers
  const knownOnce = authenticatedOnce(authenticatorFor(endpoint, parts), endpoint, known)
  const caller = await identify(posy, knownOnce, endpoint, request, budget)
  const input = await readInput(context.req.raw, context.req.param() as Record<string, string>, endpoint)
  admit(endpoint, caller)
  request.rawBody = input.rawBody
  request.fingerprint = input.raw
  const call = { ...input, caller, request } as never
  if (route.kind === 'command') await route.before?.({ ...(call as object), posy, db: posy.db } as never)
  const run = () => {
    if (route.kind === 'read') return readRoute(posy, { endpoint, ...route }, input, call)
    return transact(posy, { actor: caller.actor, requestId: request.requestId }, async (work) => {
      const handle = async () => {
        const answer = endpoint.response.parse(await route.handle({ ...(call as object), work } as never))
        if (endpoint.sentBack) requireUnchanged(input.kept, (answer as { data: unknown }).data, endpoint.sentBack)
        // Whatever its command writes itself: nothing an operator changed for a customer is missing from the trail.
        if (caller.impersonation)
          await work.audit('impersonation.changed', { kind: 'endpoint', id: endpoint.id }, { teamId: caller.teamId })
        return answer
      }
      const key = endpoint.idempotent ? idempotencyKey(request.headers) : null
      if (!key) return handle()
      const caller_ = `${caller.actor.kind}:${caller.actor.id}:${caller.teamId}`
      return once(
        work.tx,
        { caller: caller_, endpoint: endpoint.id, key, request: input.raw, requestAsSent: input.rawAsSent },
        { command: handle, onReplay: () => noteReplay(request) },
      )
    })
  }
  const share = caller.teamId ?? caller.clientId
  const output = await shares.run(share, run).finally(() => route.kind === 'command' && known?.clear())
  const answered = route.kind === 'read' ? endpoint.response.parse(output) : output
  // Asked of each answer, also of one that was kept for a caller with more rights under the same Idempotency-Key.
  const isShown = caller.teamId ? mayShowLinks(caller) : !caller.impersonation
  const body = isShown ? answered : withoutOpeningFields(answered)
  const embed = [input.query, input.body].flatMap((part) => (part as { embed?: string[] } | undefined)?.embed ?? [])
  if (embed.length && endpoint.path.startsWith('/api/v2/'))
    Object.assign(body as object, await flattenEmbedded(posy, body, parts.relations))
  const status = endpoint.acceptedWhen?.(body as never) ? 202 : (endpoint.status ?? 200)
  // Callers are known within a page only, which is rendered in this process.
  return known ? inProcessResponse(body, { status, headers: request.extra }) : json(body, status, request.extra)
}

/** A read; of a list also by words of paging that are not its own. */
function readRoute(
  posy: Posy,
  { endpoint, handle }: Extract<Route, { kind: 'read' }>,
  input: Awaited<ReturnType<typeof readInput>>,
  call: object,
): Promise<unknown> {
  const read = (part: object) => handle({ ...call, ...part, posy, db: posy.db } as never)
  if (input.words === NO_WORDS) return read({})
  const { skip, limit, ids } = input.words
  if (skip === 0 && limit === null && ids === null) return read({})
  const part = endpoint.method === 'GET' ? 'query' : 'body'
  return readWords(input.words, (input[part] ?? {}) as object, (query) => read({ [part]: query }))
}

/** @throws unavailable (503) while this process and the database disagree about the time: its dates and limits would be wrong */
function refuseOffTime({ watch }: Posy): void {
  const trouble = watch.clockTrouble()
  if (!trouble) return
  throw new Problem('unavailable', 'We cannot do this just now.', { retryAfterSeconds: 5, cause: trouble })
}

type Authenticate = ApiParts['authenticate']

/** Customers' tokens mean nothing to the console, and an operator's nothing anywhere else. */
const authenticatorFor = ({ access }: Endpoint, parts: ApiParts): Authenticate =>
  access === 'operator' ? parts.authenticateOperator : parts.authenticate

const authenticatedOnce =
  (authenticate: Authenticate, { access }: Endpoint, known: KnownCallers | undefined): Authenticate =>
  (headers) => {
    const token = headers.get('authorization')
    if (!known || !token) return authenticate(headers)
    // A token is one caller to the console and another, or none, everywhere else.
    const name = `${access === 'operator'} ${token}`
    const caller = known.get(name) ?? authenticate(headers)
    known.set(name, caller)
    return caller
  }

/** Who is calling, within their budget of requests. Wrong tokens count against the address they come from: guessing is slow. */
async function identify(
  posy: Posy,
  authenticate: Authenticate,
  { access }: Endpoint,
  request: Exchange,
  budget: RequestBudget,
): Promise<Principal> {
  const { address, headers } = request
  const now = posy.wall.nowMs()
  if (access === 'public') {
    request.quota = budget.spendFrom('anyone', address, now)
    refuseExcess(request.quota)
    return anonymous
  }
  try {
    const caller = await authenticate(headers)
    request.caller = caller
    request.quota = budget.spend(`${caller.actor.kind} ${caller.actor.id}`, now)
    refuseExcess(request.quota)
    return caller
  } catch (error) {
    if (error instanceof Problem && error.status === 401) {
      refuseExcess(budget.spendFrom('wrong token', address, now, posy.config.limits.wrongTokensPerMinute))
    }
    throw error
  }
}

function admit(endpoint: Endpoint, caller: Principal): void {
  if (endpoint.access === 'operator') {
    admitOperator(endpoint, caller)
    return
  }
  if (endpoint.access === 'merchant' && !caller.brandId)
    throw new Problem('forbidden', 'Only a merchant’s till may do this.')
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

/** Says that this is the answer to an earlier request with the same Idempotency-Key. */
export const noteReplay = (request: Pick<RequestInfo, 'setHeader'>): void =>
  request.setHeader('idempotent-replayed', 'true')

/** What the caller named the request by, or null. @throws bad_request (400) */
export function idempotencyKey(headers: Headers): string | null {
  const key = headers.get('idempotency-key')
  if (key === null) return null
  if (!/^[\x21-\x7e]{1,255}$/.test(key))
    throw new Problem('bad_request', 'Idempotency-Key must be 1 to 255 visible characters.')
  return key
}

function openExchange(posy: Posy, context: Context): Exchange {
  const headers = context.req.raw.headers
  const extra: Record<string, string> = {}
  const external = new URL(context.req.url)
  return {
    requestId: newRequestId(),
    url: new URL(`${posy.config.publicUrl}${external.pathname}${external.search}`),
    address: clientAddress(context, posy.config.trustedProxies),
    headers,
    rawBody: '',
    fingerprint: '',
    extra,
    caller: null,
    quota: null,
    setHeader: (name, value) => {
      extra[name] = value
    },
  }
}

/** The peer's address, or the one that the outermost trusted proxy saw. */
function clientAddress(context: Context, trustedProxies: number): string {
  const forwarded = context.req.header('x-forwarded-for')
  // Calls made in process have no socket: there the pages say whom they answer.
  if (!context.env?.incoming) return callerAddress(forwarded, 1) ?? 'internal'
  return callerAddress(forwarded, trustedProxies) ?? getConnInfo(context).remote.address ?? 'unknown'
}
