import { Problem } from '#server/platform/problem/problem.ts'

interface DatabaseError {
  code: string
  message: string
  constraint?: string
}

const isDatabaseError = (error: unknown): error is DatabaseError =>
  error instanceof Error &&
  typeof (error as unknown as DatabaseError).code === 'string' &&
  /^[0-9A-Z]{5}$/.test((error as unknown as DatabaseError).code)

/** A column was added to what a prepared statement reads: its name is given up, and the next try prepares it again. */
export const isStalePlan = (error: unknown): boolean =>
  isDatabaseError(error) && error.code === '0A000' && error.message.includes('cached plan must not change result type')

/** Serialisation failure, deadlock and a plan that is out of date: the same command may succeed a moment later. */
export const worthRetrying = (error: unknown): boolean =>
  isDatabaseError(error) && (error.code === '40001' || error.code === '40P01' || isStalePlan(error))

/** Someone else had the locks that were needed. */
export const wasHeldUp = (error: unknown): boolean =>
  isDatabaseError(error) && (error.code === '55P03' || error.code === '40P01')

const CONNECTION_ERRORS = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
])

/**
 * Classes and codes of SQLSTATE that say nothing against the request: the server is away, starting or stopping (08, 57P),
 * out of connections, memory or disk (53, 58), read-only after a failover (25006), or a time limit was reached while others
 * held what was needed (55P03, 57014, 25P03, 25P04, 40).
 */
const NOT_NOW = /^(08|53|58|57P|40|55P03|57014|25006|25P03|25P04)/

/** The server is away or overwhelmed: nothing is wrong with the request. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as NodeJS.ErrnoException
  if (code) return CONNECTION_ERRORS.has(code) || (isDatabaseError(error) && NOT_NOW.test(code))
  return /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Query read timeout|Cannot use a pool after)/.test(
    error.message,
  )
}

/** Its time limit was reached: elsewhere it would take as long. */
export const isTooSlow = (error: unknown): boolean => isDatabaseError(error) && error.code === '57014'

/** One line for logs: some errors of connections have a code and no message, or hold several others; pg-boss hands over copies of them. */
export function databaseErrorText(error: unknown): string {
  if (error instanceof AggregateError && !error.message) return error.errors.map(databaseErrorText).join('; ')
  if (typeof error !== 'object' || error === null) return String(error)
  const { message, code, name } = error as { message?: unknown; code?: unknown; name?: unknown }
  return String(message || code || name || JSON.stringify(error))
}

/** Class 22 of SQLSTATE: a value of the request that no column or comparison can take. */
const isDataException = (error: unknown): boolean => isDatabaseError(error) && error.code.startsWith('22')

const explanations = new Map<string, () => Problem>()

/** A domain says once what a violation of one of its constraints means to a caller. */
export function explainConstraint(constraint: string, problem: () => Problem): void {
  explanations.set(constraint, problem)
}

/** The Problem behind a refusal by the database, or the error itself where no one foresaw it. */
export function translateDatabaseError(error: unknown): unknown {
  if (isUnavailable(error) || isStalePlan(error)) {
    return new Problem('unavailable', 'We could not finish this just now.', {
      help: 'Try again in a moment, with the same Idempotency-Key: what was done is not done twice.',
      retryAfterSeconds: 2,
      cause: error,
    })
  }
  if (isDataException(error))
    return new Problem('invalid_fields', 'A value of this request is outside of what can be stored.', { cause: error })
  if (!isDatabaseError(error) || !error.constraint) return error
  const problem = explanations.get(error.constraint)?.()
  if (problem) problem.cause = error
  return problem ?? error
}
