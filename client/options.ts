import type { Hosts } from './hosts.ts'

/** Where the API is: its address, without a trailing slash, or one for each environment and which it is, production unless told. */
type Place =
  | { baseUrl: string; hosts?: undefined; environment?: undefined }
  | { hosts: Hosts; environment?: string | undefined; baseUrl?: undefined }

export type ClientOptions = CallSettings & Place

interface CallSettings {
  /** Bearer token for each call, or nothing. */
  token?: () => string | undefined | Promise<string | undefined>
  /** Told of a bearer token that was refused (401); where it answers true, the call is made once more with `token`. */
  renew?: (refused: string) => Promise<boolean>
  /** A team's API key instead of a token. */
  apiKey?: string
  /** Headers for every call. */
  headers?: Record<string, string>
  /**
   * How often a call is tried again after 429, after 502, 503 or 504, or when there was no answer. The last two only where a repeat has its
   * effect once: reads, and calls with an `Idempotency-Key`, which is made for calls that take one and were given none.
   */
  retries?: number
  /** How long one try may take, in milliseconds, until its answer is there in full; then it throws a `TimeoutError`. */
  timeoutMs?: number
  /** How to wait between two tries; with a timer unless told. */
  wait?: (ms: number, signal?: AbortSignal) => Promise<void>
  /** `fetch`, or what stands in for it. */
  fetch?: (request: Request) => Promise<Response>
}

export interface CallOptions {
  idempotencyKey?: string
  /** Told where the answer is the one to an earlier call with the same key: nothing happened again. */
  onReplayed?: () => void
  signal?: AbortSignal
}
