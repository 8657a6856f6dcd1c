import type { Endpoint } from '#contract/core/endpoint.ts'
import { impersonationPolicy, withoutOpeningFields } from '#contract/core/impersonation.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import type { Db } from '../database/database.ts'
import { databaseErrorText, isTooSlow, isUnavailable, translateDatabaseError } from '../database/errors.ts'
import type { ReadReplica } from '../database/read-replica.ts'
import { once } from '../idempotency.ts'
import type { Metrics } from '../metrics.ts'
import { type Posy, transact } from '../posy.ts'
import { mayShowLinks, type Principal } from '../principal.ts'
import type { SecurityKind } from '../security-events.ts'
import { type Quota, RequestBudget } from '../throttle.ts'
import { traced } from '../tracing.ts'
import { type Authenticators, admit, identify, type KnownTokens } from './admit.ts'
import { internalError, newRequestId } from './answer.ts'
import { flattenEmbedded, type Relations } from './embedded.ts'
import { FairShare } from './fair-share.ts'
import { NO_WORDS, readWords } from './paging.ts'
import { checkInput, type Read, type Sent } from './request.ts'
import { askedFor, plainPath } from './request-outline.ts'
import type { RequestInfo, Route } from './route.ts'
import { requireUnchanged } from './sent-back.ts'
import { tooSlow } from './too-slow.ts'

export interface CallParts extends Authenticators {
  posy: Posy
  routes: readonly Route[]
  metrics: Metrics
  /** How related records stand beside `data` where `embed[]` asked for them. */
  relations: Relations
  /** Takes note of an answer to a program. */
  recordProgramRequest(request: ProgramRequest): void
}

/**
 * A request of a program's: with an API key, or with a token of its own credentials. Of its path the ids of ours alone; of a
 * key with its body in outline (`request-outline.ts`).
 */
export interface ProgramRequest {
  /** One of the two. */
  apiKeyId: string | null
  clientId: string | null
  /** Wall clock. */
  at: Date
  method: string
  /** As the contract has it: `/v3/teams/{id}/api-keys`. */
  path: string
  /** With the ids of ours that were asked for; null where there were none. */
  asked: string | null
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

/** A call as it came through one of the two doors: over HTTP (`api.ts`) or from a page in this process (`invoke.ts`). */
interface Arrival extends Pick<RequestInfo, 'url' | 'address' | 'headers'> {
  /** What was sent. It is asked for once the caller is known. */
  read(): Sent | Promise<Sent>
  /** What may be kept of the body, for the log of an API key. */
  outlined(): unknown
  knownTokens?: KnownTokens
}

/** How a call was answered: each door says it in its own way. */
type Answered = {
  requestId: string
  quota: Quota | null
} & ({ ok: true; status: number; value: unknown; headers: Record<string, string> } | { ok: false; problem: Problem })

export interface Calls {
  posy: Posy
  routes: readonly Route[]
  /** Lets a call in, carries it out and writes down what came of it. It always answers. */
  answer(route: Route, arrival: Arrival): Promise<Answered>
}

/** What one process allows its callers. */
interface Limits {
  budget: RequestBudget
  shares: FairShare
}

/** Of the wrong fields of one request, so many are kept for its log. */
const MOST_FIELDS = 20

/** One call, with what is learnt of it on the way to its answer. */
interface Exchange extends RequestInfo {
  /** Headers of a success. */
  extra: Record<string, string>
  /** Null until the caller is known. */
  caller: Principal | null
  quota: Quota | null
}

/** The one way in which endpoints are called, whichever door a call came through. */
export function openCalls(parts: CallParts): Calls {
  const { posy, routes, metrics } = parts
  const limits: Limits = {
    budget: new RequestBudget(posy.config.limits.requestsPerMinute),
    shares: new FairShare(posy.database.poolSize, () => metrics.turnedAway.inc()),
  }
  return { posy, routes, answer: (route, arrival) => answer(parts, limits, route, arrival) }
}

async function answer(parts: CallParts, limits: Limits, route: Route, arrival: Arrival): Promise<Answered> {
  const { posy, metrics, recordProgramRequest } = parts
  const { endpoint } = route
  const started = performance.now()
  const request = openExchange(arrival)
  const { requestId } = request
  let answered: Answered
  try {
    const attributes = { 'posy.request_id': requestId }
    const done = await traced(endpoint.id, { attributes }, () => serve(parts, limits, route, arrival, request))
    answered = { ok: true, requestId, quota: request.quota, headers: request.extra, ...done }
  } catch (thrown) {
    answered = { ok: false, requestId, quota: request.quota, problem: refuse(posy, route, request, thrown) }
  }
  const seconds = (performance.now() - started) / 1000
  const status = answered.ok ? answered.status : answered.problem.status
  const asked = toProgramRequest(endpoint, request, status, answered.ok ? null : answered.problem)
  if (asked)
    recordProgramRequest({
      ...asked,
      body: arrival.outlined(),
      at: new Date(posy.wall.nowMs()),
      durationMs: Math.round(seconds * 1000),
    })
  metrics.requests.observe({ endpoint: endpoint.id, status: String(status) }, seconds)
  posy.log.info(
    {
      ...{ requestId, endpoint: endpoint.id, status, ms: Math.round(seconds * 1000) },
      ...(request.caller?.impersonation && { impersonation: request.caller.impersonation.id }),
    },
    'request',
  )
  return answered
}

const openExchange = (arrival: Arrival): Exchange => {
  const extra: Record<string, string> = {}
  return {
    requestId: newRequestId(),
    get url() {
      return arrival.url
    },
    address: arrival.address,
    headers: arrival.headers,
    rawBody: '',
    fingerprint: () => '',
    extra,
    caller: null,
    quota: null,
    setHeader: (name, value) => {
      extra[name] = value
    },
  }
}

/** What was thrown as a refusal, with a note of it where it is owed one. */
function refuse(posy: Posy, { endpoint, kind }: Route, request: Exchange, thrown: unknown): Problem {
  const { requestId } = request
  const error = kind === 'read' && isTooSlow(thrown) ? tooSlow(endpoint, thrown) : translateDatabaseError(thrown)
  if (!(error instanceof Problem)) {
    posy.log.error({ requestId, endpoint: endpoint.id, err: error }, 'request failed')
    return internalError(requestId)
  }
  // A check of ours should have found it before the database did.
  if (error.code === 'invalid_fields' && error.cause)
    posy.log.warn({ requestId, endpoint: endpoint.id, err: error.cause }, 'unforeseen value')
  noteRefusal(posy, endpoint, request, error)
  if (error.status === 503) reportUnavailable(posy, endpoint.id, requestId, error)
  return error
}

/**
 * What is to be noted of a request, or null. Of those past the limit only the first in a minute: a runaway loop must not
 * fill the log.
 */
function toProgramRequest({ method, path }: Endpoint, request: Exchange, status: number, refusal: Problem | null) {
  const { caller, quota, requestId, headers } = request
  if (!caller || (quota && quota.excess > 1)) return null
  const apiKeyId = caller.apiKey?.id ?? null
  // A till of the till page is a person at a counter.
  const clientId = caller.kind === 'client' && !caller.storeId ? caller.clientId : null
  if (!apiKeyId && !clientId) return null
  const fields = (refusal?.details ?? []).slice(0, MOST_FIELDS).map((one) => ({
    path: plainPath(one.path),
    code: one.reason?.code ?? one.code ?? null,
  }))
  const callerRequestId = headers.get('x-request-id')?.match(/^[\w-]{1,64}$/)?.[0] ?? null
  return {
    apiKeyId,
    clientId,
    method,
    path,
    asked: askedFor(path, request.url.pathname),
    status,
    requestId,
    callerRequestId,
    code: refusal?.code ?? null,
    fields,
  }
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
  parts: CallParts,
  { budget, shares }: Limits,
  { endpoint, ...route }: Route,
  { read, knownTokens }: Arrival,
  request: Exchange,
): Promise<{ status: number; value: unknown }> {
  const { posy } = parts
  refuseOffTime(posy)
  const caller = await identify({ ...parts, budget }, endpoint, request, knownTokens)
  const input = checkInput(await read(), endpoint)
  admit(endpoint, caller)
  request.rawBody = input.rawBody
  request.fingerprint = input.fingerprint
  const call = { ...input, caller, request } as never
  if (route.kind === 'command') await route.before?.({ ...(call as object), posy, db: posy.db } as never)
  const run = () =>
    route.kind === 'read'
      ? readRoute(parts, { endpoint, ...route }, input, call)
      : runCommand(posy, { endpoint, ...route }, input, call)
  const share = caller.teamId ?? caller.clientId
  const output = await shares.run(share, run).finally(() => route.kind === 'command' && knownTokens?.clear())
  const answered = route.kind === 'read' ? endpoint.response.parse(output) : output
  // Asked of each answer, also of one that was kept for a caller with more rights under the same Idempotency-Key.
  const isShown = caller.teamId ? mayShowLinks(caller) : !caller.impersonation
  const value = isShown ? answered : withoutOpeningFields(answered)
  const embed = [input.query, input.body].flatMap((part) => (part as { embed?: string[] } | undefined)?.embed ?? [])
  if (embed.length && endpoint.path.startsWith('/api/v2/'))
    Object.assign(value as object, await flattenEmbedded(posy, value, parts.relations))
  return { status: endpoint.acceptedWhen?.(value as never) ? 202 : (endpoint.status ?? 200), value }
}

/** A command in its transaction; with an `Idempotency-Key`, where its endpoint honours one, once. */
function runCommand(
  posy: Posy,
  { endpoint, handle }: Extract<Route, { kind: 'command' }>,
  input: Read,
  call: { caller: Principal; request: RequestInfo },
): Promise<unknown> {
  const { caller, request } = call
  return transact(posy, { actor: caller.actor, requestId: request.requestId }, async (work) => {
    const run = async () => {
      const answer = endpoint.response.parse(await handle({ ...call, work } as never))
      if (endpoint.sentBack) requireUnchanged(input.kept, (answer as { data: unknown }).data, endpoint.sentBack)
      // Whatever its command writes itself: nothing an operator changed for a customer is missing from the trail.
      if (caller.impersonation && impersonationPolicy(endpoint) === 'change')
        await work.audit('impersonation.changed', { kind: 'endpoint', id: endpoint.id }, { teamId: caller.teamId })
      return answer
    }
    const key = endpoint.idempotent ? idempotencyKey(request.headers) : null
    if (!key) return run()
    const caller_ = `${caller.actor.kind}:${caller.actor.id}:${caller.teamId}`
    return once(
      work.tx,
      { caller: caller_, endpoint: endpoint.id, key, request: input.fingerprint(), requestAsSent: input.asSent() },
      { command: run, onReplay: () => noteReplay(request) },
    )
  })
}

/** A read; of a list also by words of paging that are not its own. */
function readRoute(
  parts: CallParts,
  { endpoint, handle, fromReplica }: Extract<Route, { kind: 'read' }>,
  input: Read,
  call: object,
): Promise<unknown> {
  const { posy } = parts
  const readFrom = (db: Db, part: object) => handle({ ...call, ...part, posy, db } as never)
  const read = (part: object) =>
    fromReplica && posy.replica ? readReplica(parts, posy.replica, (db) => readFrom(db, part)) : readFrom(posy.db, part)
  if (input.words === NO_WORDS) return read({})
  const { skip, limit, ids } = input.words
  if (skip === 0 && limit === null && ids === null) return read({})
  const part = endpoint.method === 'GET' ? 'query' : 'body'
  return readWords(input.words, (input[part] ?? {}) as object, (query) => read({ [part]: query }))
}

/** From the replica where it has all that a reader must see; from the primary where it has not, or fails meanwhile. */
async function readReplica<T>(
  { posy, metrics }: CallParts,
  replica: ReadReplica,
  read: (db: Db) => Promise<T>,
): Promise<T> {
  const db = await replica.caughtUp()
  if (db) {
    try {
      const answer = await read(db)
      metrics.replicaReads.inc({ from: 'replica' })
      return answer
    } catch (error) {
      if (!isUnavailable(error) || isTooSlow(error)) throw error
      replica.setAside()
      posy.log.warn({ cause: databaseErrorText(error) }, 'the replica failed a reader')
    }
  }
  metrics.replicaReads.inc({ from: 'primary' })
  return read(posy.db)
}

/** @throws unavailable (503) while this process and the database disagree about the time: its dates and limits would be wrong */
function refuseOffTime({ watch }: Posy): void {
  const trouble = watch.clockTrouble()
  if (!trouble) return
  throw new Problem('unavailable', 'We cannot do this just now.', { retryAfterSeconds: 5, cause: trouble })
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
