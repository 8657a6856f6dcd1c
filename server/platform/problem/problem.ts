import { type ErrorCode, type ErrorDetail, errorCatalogue } from '#contract/core/errors.ts'

export interface ProblemOptions {
  help?: string
  details?: ErrorDetail[]
  /** Seconds for the Retry-After header of a 429 or 503. */
  retryAfterSeconds?: number
  cause?: unknown
}

/**
 * An expected failure. Thrown inside a command it rolls the transaction back; at the HTTP edge it becomes
 * the one shape of errors. Everything else that is thrown is a bug and answers 500.
 */
export class Problem extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly help: string
  readonly details: ErrorDetail[]
  readonly retryAfterSeconds: number | undefined

  constructor(code: ErrorCode, message: string, options: ProblemOptions = {}) {
    super(message, { cause: options.cause })
    this.name = 'Problem'
    this.code = code
    this.status = errorCatalogue[code].status
    this.help = options.help ?? errorCatalogue[code].help
    this.details = options.details ?? []
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}

/** Missing and foreign records give this same answer, so that no one learns what exists elsewhere. */
export const notFound = (what: string) => new Problem('not_found', `No such ${what}.`)

/** One or more wrong fields, all at once. */
export const invalidFields = (details: ErrorDetail[]) =>
  new Problem(
    'invalid_fields',
    details.length === 1 ? `${details[0]!.path}: ${details[0]!.message}` : `${details.length} fields are not right.`,
    { details },
  )

/** The record, or a 404 that names its kind. */
export function found<T>(record: T | null | undefined, what: string): T {
  if (record === null || record === undefined) throw notFound(what)
  return record
}
