/** How a call ended: exactly one of the two. */
export type Result<T, E> = { pass: T; fail?: never } | { fail: E; pass?: never }

export const pass = <T>(value: T): Result<T, never> => ({ pass: value })
export const fail = <E>(error: E): Result<never, E> => ({ fail: error })

export const isPass = <T, E>(result: Result<T, E>): result is { pass: T } => {
  const passed = 'pass' in result
  // Both or neither is a bug of the person who made it.
  if (passed === 'fail' in result) throw new Error('Internal error: a result must either pass or fail.')
  return passed
}

/** The value, or the error thrown. */
export function unwrap<T, E>(result: Result<T, E>): T {
  if (isPass(result)) return result.pass
  throw (result as { fail: E }).fail
}
