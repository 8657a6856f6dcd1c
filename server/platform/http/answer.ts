import { randomUUID } from 'node:crypto'
import type { ErrorDetail } from '#contract/core/errors.ts'
import { errorCatalogue } from '#contract/core/errors.ts'
import { Problem } from '#server/platform/problem/problem.ts'

interface ErrorBody {
  code: string
  message: string
  help: string
  /** The sentence again: programs written for the original read it here. Of a refused grant the code of RFC 6749. */
  error: string
  error_description?: string
  /** As the header `X-Request-Id` has it, for programs that keep only the body. */
  requestId: string
  details?: ErrorDetail[]
}

export const json = (value: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(status === 204 ? null : JSON.stringify(value), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', ...headers },
  })

/** RFC 6749, section 5.2: what libraries for it read in `error`. */
const grantErrors: Partial<Record<Problem['code'], string>> = {
  invalid_client: 'invalid_client',
  invalid_grant: 'invalid_grant',
  invalid_fields: 'invalid_request',
  malformed_json: 'invalid_request',
  unsupported_media_type: 'invalid_request',
}

/**
 * What a 401 asks for. Of a grant only the scheme that the client used, and nothing where it proved itself in the body
 * (RFC 6749, section 5.2): libraries take any challenge for theirs, and never read `error`.
 */
function challenge(grant: Headers | undefined): string | null {
  if (!grant) return 'Bearer'
  const authorization = grant.get('authorization')
  if (authorization === null) return null
  return /^bearer\b/i.test(authorization) ? 'Bearer' : 'Basic realm="Posy"'
}

/** The headers of a call to `/oauth/…`, which is refused in the words of its own standard; of any other call none. */
export const grantHeaders = (path: string, headers: Headers): Headers | undefined =>
  path.startsWith('/oauth/') ? headers : undefined

/** A request's own id. Never what a caller sent: two requests of one id could not be told apart. */
export const newRequestId = (): string => randomUUID()

/** The one shape of errors. It always names the request, in body and header alike. */
export function answerProblem(
  problem: Problem,
  { requestId = newRequestId(), grant }: { requestId?: string; grant?: Headers | undefined } = {},
): Response {
  const body: ErrorBody = {
    code: problem.code,
    message: problem.message,
    help: problem.help,
    error: (grant && grantErrors[problem.code]) || problem.message,
    requestId,
  }
  if (grant) body.error_description = problem.message
  if (problem.details.length) body.details = problem.details
  const headers: Record<string, string> = { 'x-request-id': requestId }
  if (problem.retryAfterSeconds) headers['retry-after'] = String(problem.retryAfterSeconds)
  const asked = problem.status === 401 ? challenge(grant) : null
  if (asked) headers['www-authenticate'] = asked
  return json(body, problem.status, headers)
}

/** What a bug looks like from outside: nothing of its inside. */
export const internalError = (requestId: string): Problem =>
  new Problem('internal_error', 'Something went wrong on our side. Nothing was half done.', {
    help: `${errorCatalogue.internal_error.help} Request id: ${requestId}`,
  })
