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

/** How a message begins that completes the name of its field; any other is a clause of its own. */
const COMPLETES_NAME = /^(is|are|was|must|may|can|cannot|does|has|have|holds?|names?|needs|lies|stays) /

/**
 * What is wrong with a field as a sentence, for programs that read one: “per_page must be a number.” Beside its path, as
 * details and screens have it, the message alone is enough.
 */
export function fieldSentence({ path, message }: Pick<ErrorDetail, 'path' | 'message'>): string {
  const said = COMPLETES_NAME.test(message) ? `${path} ${message}` : message.charAt(0).toUpperCase() + message.slice(1)
  return /[.!?]$/.test(said) ? said : `${said}.`
}

/** A refusal for one field, which its sentence tells. */
export const fieldProblem = (code: ErrorCode, detail: ErrorDetail): Problem =>
  new Problem(code, fieldSentence(detail), { details: [detail] })

/** More sentences than these no one reads; `details` has them all. */
const MOST_SENTENCES = 3

/** One or more wrong fields, all at once. */
export function invalidFields(details: ErrorDetail[]): Problem {
  const told = details.slice(0, MOST_SENTENCES).map(fieldSentence).join(' ')
  const more = details.length - MOST_SENTENCES
  const message = more > 0 ? `${told} ${more} more ${more === 1 ? 'field is' : 'fields are'} not right.` : told
  return new Problem('invalid_fields', message, { details })
}

/** The record, or a 404 that names its kind. */
export function found<T>(record: T | null | undefined, what: string): T {
  if (record === null || record === undefined) throw notFound(what)
  return record
}
