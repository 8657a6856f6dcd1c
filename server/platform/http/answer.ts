import type { ErrorDetail } from '#contract/core/errors.ts'
import { errorCatalogue } from '#contract/core/errors.ts'
import { Problem } from '#server/kit/problem.ts'

interface ErrorBody {
  code: string
  message: string
  help: string
  /** The sentence again: programs written for the original read it here. Of a refused grant the code of RFC 6749. */
  error: string
  error_description?: string
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
}

/** The one shape of errors. */
export function answerProblem(problem: Problem, { isGrant = false } = {}): Response {
  const body: ErrorBody = {
    code: problem.code,
    message: problem.message,
    help: problem.help,
    error: (isGrant && grantErrors[problem.code]) || problem.message,
  }
  if (isGrant) body.error_description = problem.message
  if (problem.details.length) body.details = problem.details
  const headers: Record<string, string> = {}
  if (problem.retryAfterSeconds) headers['retry-after'] = String(problem.retryAfterSeconds)
  if (problem.status === 401) headers['www-authenticate'] = 'Bearer'
  return json(body, problem.status, headers)
}

/** What a bug looks like from outside: nothing of its inside. */
export const internalError = (requestId: string): Problem =>
  new Problem('internal_error', 'Something went wrong on our side. Nothing was half done.', {
    help: `${errorCatalogue.internal_error.help} Request id: ${requestId}`,
  })
