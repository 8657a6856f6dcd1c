import type { Answer, Call, Endpoint } from './endpoint.ts'
import type { ErrorCode, ErrorDetail } from './errors.ts'

/** Why a call was refused, in the words of the API's error body. */
export interface CallProblem {
  status: number
  code: ErrorCode
  message: string
  help: string
  details: ErrorDetail[]
  /** Names the call in the log. */
  requestId: string
}

/** How a call ended. */
export type CallResult<T> = { ok: true; value: T } | { ok: false; problem: CallProblem }

export interface InvokeOptions {
  /** Whose call it is: a bearer token; without one it is no one's. */
  token?: string | undefined
  /** With it the call has its effect once, however often it is made. */
  idempotencyKey?: string | undefined
}

/**
 * Calls an endpoint in the same process, through the checks that an HTTP request goes through. It always answers: a bug and an
 * outage are problems like any other.
 */
export type Invoke = <const E extends Endpoint>(
  endpoint: E,
  call: Call<E>,
  options?: InvokeOptions,
) => Promise<CallResult<Answer<E>>>
