export interface ClientOptions {
  /** Where the API is, without a trailing slash. */
  baseUrl: string
  /** Bearer token for each call, or nothing. */
  token?: () => string | undefined | Promise<string | undefined>
  /** Told of a bearer token that was refused (401); where it answers true, the call is made once more with `token`. */
  renew?: (refused: string) => Promise<boolean>
  /** A team's API key instead of a token. */
  apiKey?: string
  /** Headers for every call, for example the forwarded-for address in server rendering. */
  headers?: Record<string, string>
  /** `fetch`, or in server rendering the in-process one. */
  fetch?: (request: Request) => Promise<Response>
}

export interface CallOptions {
  idempotencyKey?: string
  signal?: AbortSignal
}
