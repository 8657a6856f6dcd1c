import { Problem } from '#server/kit/problem.ts'

interface DatabaseError {
  code: string
  constraint?: string
}

const isDatabaseError = (error: unknown): error is DatabaseError =>
  error instanceof Error &&
  typeof (error as unknown as DatabaseError).code === 'string' &&
  /^[0-9A-Z]{5}$/.test((error as unknown as DatabaseError).code)

/** Serialisation failure and deadlock: the same command may succeed a moment later. */
export const worthRetrying = (error: unknown): boolean =>
  isDatabaseError(error) && (error.code === '40001' || error.code === '40P01')

export const isUniqueViolation = (error: unknown, constraint?: string): boolean =>
  isDatabaseError(error) && error.code === '23505' && (constraint === undefined || error.constraint === constraint)

const CONNECTION_ERRORS = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND'])

/** The server is away, starting or stopping: nothing is wrong with the request. */
function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as NodeJS.ErrnoException
  if (code) return CONNECTION_ERRORS.has(code) || code.startsWith('57P') || code.startsWith('08')
  return /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/.test(
    error.message,
  )
}

const explanations = new Map<string, () => Problem>()

/** A domain says once what a violation of one of its constraints means to a caller. */
export function explainConstraint(constraint: string, problem: () => Problem): void {
  explanations.set(constraint, problem)
}

/** The Problem behind a refusal by the database, or the error itself where nobody foresaw it. */
export function translateDatabaseError(error: unknown): unknown {
  if (isAway(error)) {
    return new Problem('unavailable', 'We could not finish this just now.', {
      help: 'Try again in a moment, with the same Idempotency-Key: what was done is not done twice.',
      retryAfterSeconds: 2,
      cause: error,
    })
  }
  if (!isDatabaseError(error) || !error.constraint) return error
  const problem = explanations.get(error.constraint)?.()
  if (problem) problem.cause = error
  return problem ?? error
}
