/** An answer that says no. Built from one of three kinds of body (specification, section 8). */
export class ApiError extends Error {
  readonly errorMessage: string
  readonly code: string | number
  readonly help: string | undefined
  readonly details: unknown
  /** Names the request when you ask us about it; read in the body where a browser or a proxy keeps the header back. */
  readonly requestId: string | undefined
  readonly response: Response

  constructor(response: Response, body: unknown) {
    const parts = explain(response, body)
    super(parts.message)
    this.name = 'ApiError'
    this.errorMessage = parts.message
    this.code = parts.code
    this.help = parts.help
    this.details = parts.details
    this.requestId = response.headers.get('x-request-id') ?? parts.requestId
    this.response = response
  }
}

interface Parts {
  message: string
  code: string | number
  help: string | undefined
  details: unknown
  requestId: string | undefined
}

function explain(response: Response, body: unknown): Parts {
  const fields = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  const help = typeof fields.help === 'string' ? fields.help : undefined
  const requestId = typeof fields.requestId === 'string' ? fields.requestId : undefined
  if (typeof fields.message === 'string' && (typeof fields.code === 'string' || typeof fields.code === 'number')) {
    return { message: fields.message, code: fields.code, help, details: fields.details, requestId }
  }
  if (fields.isError === true)
    return {
      message: detailSentence(fields.detail) ?? describeStatus(response),
      code: response.status,
      help,
      details: fields.detail,
      requestId,
    }
  return {
    message: describeStatus(response),
    code: response.status,
    help: undefined,
    details: undefined,
    requestId,
  }
}

const describeStatus = ({ status, statusText }: Response): string => statusText || `HTTP ${status}`

/** What was said, whether it came as a sentence, as an object with one, or as an object alone. */
function detailSentence(detail: unknown): string | undefined {
  if (typeof detail === 'string') return detail || undefined
  if (typeof detail !== 'object' || detail === null) return undefined
  const { message, detail: inner, error } = detail as Record<string, unknown>
  return (
    ([message, inner, error].find((one) => typeof one === 'string' && one !== '') as string | undefined) ??
    JSON.stringify(detail)
  )
}

/** The answer was not JSON. */
export class InvalidJsonError extends Error {
  constructor(url: string) {
    super(`Received invalid JSON from ${url}`)
    this.name = 'InvalidJsonError'
  }
}

/** The answer was JSON of another shape than the contract's. */
export class MalformedResponseError extends Error {
  constructor(url: string, options?: ErrorOptions) {
    super(`Received malformed API response from ${url}`, options)
    this.name = 'MalformedResponseError'
  }
}

export type CallError = ApiError | InvalidJsonError | MalformedResponseError
