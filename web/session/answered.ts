import { ApiError, type CallError } from '#client/errors.ts'
import type { Result } from '#client/result.ts'

/** A call that got no answer at all is a failure like any other. */
export async function answered<T>(call: () => Promise<Result<T, CallError>>): Promise<Result<T, CallError>> {
  try {
    return await call()
  } catch {
    return { fail: new ApiError(new Response(null, { status: 503 }), null) }
  }
}
