import { getConnInfo } from '@hono/node-server/conninfo'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import { deprecationHeaders } from '#contract/core/deprecation.ts'
import type { Endpoint } from '#contract/core/endpoint.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import { translateDatabaseError } from '../database/errors.ts'
import type { Posy } from '../posy.ts'
import { QUOTA_WINDOW_SECONDS, type Quota } from '../throttle.ts'
import { callerAddress } from './address.ts'
import { answerProblem, grantHeaders, internalError, json, newRequestId } from './answer.ts'
import type { Calls } from './calls.ts'
import { mountRoutes } from './mount-routes.ts'
import { readRequest } from './request.ts'
import { noteBody } from './request-outline.ts'
import type { Route } from './route.ts'

/** All endpoints of the contract as one Hono app. */
export function createApi(calls: Calls): Hono {
  const { posy, routes } = calls
  const app = new Hono({ strict: false })
  for (const path of ['/oauth/*', '/api/v2/*', '/v3/*']) app.use(path, openToBrowsers)
  mountRoutes(
    app,
    routes,
    (route, context) => answer(calls, route, context),
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
  context.req.path.startsWith('/v3/operator') ? next() : anyOrigin(context, next)

async function answer({ posy, answer }: Calls, route: Route, context: Context): Promise<Response> {
  const { endpoint } = route
  const { headers } = context.req.raw
  const noted = headers.has('x-huggg-api-key') ? noteBody(context.req.raw, endpoint) : null
  const asked = new URL(context.req.url)
  const answered = await answer(route, {
    url: new URL(`${posy.config.publicUrl}${asked.pathname}${asked.search}`),
    address: clientAddress(context, posy.config.trustedProxies),
    headers,
    read: () => readRequest(noted?.request ?? context.req.raw, context.req.param() as Record<string, string>, endpoint),
    outlined: () => noted?.outlined() ?? null,
  })
  const { requestId, quota } = answered
  const response = answered.ok
    ? json(answered.value, answered.status, answered.headers)
    : answerProblem(answered.problem, { requestId, grant: grantHeaders(endpoint.path, headers) })
  response.headers.set('x-request-id', requestId)
  if (quota) setQuotaHeaders(response.headers, quota)
  setDeprecationHeaders(response.headers, endpoint, posy.config.publicUrl)
  return response
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

/** The peer's address, or the one that the outermost trusted proxy saw. */
function clientAddress(context: Context, trustedProxies: number): string {
  const forwarded = callerAddress(context.req.header('x-forwarded-for'), trustedProxies)
  // Calls made in process, as a sandbox's notices are, have no socket.
  return forwarded ?? (context.env?.incoming && getConnInfo(context).remote.address) ?? 'internal'
}
