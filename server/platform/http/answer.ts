import type { ErrorDetail } from '#contract/core/errors.ts'
import { errorCatalogue } from '#contract/core/errors.ts'
import { Problem } from '#server/kit/problem.ts'

const titles: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  402: 'Payment Required',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  413: 'Payload Too Large',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
}

interface ErrorBody {
  code: string
  message: string
  help: string
  error: string
  details?: ErrorDetail[]
}

export const json = (value: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(status === 204 ? null : JSON.stringify(value), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', ...headers },
  })

/** The one shape of errors. */
export function answerProblem(problem: Problem): Response {
  const body: ErrorBody = {
    code: problem.code,
    message: problem.message,
    help: problem.help,
    error: titles[problem.status] ?? 'Error',
  }
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
