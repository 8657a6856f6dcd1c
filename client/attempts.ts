import type { ClientOptions } from './options.ts'

const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 8000
/** Asked to wait longer than this, a call answers what it was told: its caller knows better what to do meanwhile. */
const LONGEST_WAIT_MS = 60_000

/** Refused before anything happened. */
const TOO_MANY = 429
/** The server is away, or whatever stands before it: nothing may have happened, or everything. */
const AWAY: readonly number[] = [502, 503, 504]

interface Attempts {
  /** Repeated, it has its effect once. */
  isRepeatable: boolean
  signal: AbortSignal | undefined
}

/**
 * Tries until there is an answer that stands, at most `retries` times more. What cannot be repeated safely is tried again only
 * where nothing can have happened.
 * @throws what the last try threw, where it had no answer; a TimeoutError where that took longer than `timeoutMs`
 */
export async function attempt(
  { retries = 0, timeoutMs, wait = waitFor }: ClientOptions,
  { isRepeatable, signal }: Attempts,
  send: (signal: AbortSignal | undefined) => Promise<Response>,
): Promise<Response> {
  for (let tries = 0; ; tries += 1) {
    const isLast = tries >= retries
    try {
      const response = await withTimeLimit(timeoutMs, signal, send)
      const isWorthIt = response.status === TOO_MANY || (isRepeatable && AWAY.includes(response.status))
      const waitMs = Math.max(pauseMs(tries), retryAfterMs(response))
      if (isLast || !isWorthIt || waitMs > LONGEST_WAIT_MS) return response
      await wait(waitMs, signal)
    } catch (error) {
      if (isLast || !isRepeatable || signal?.aborted) throw error
      await wait(pauseMs(tries), signal)
    }
  }
}

/** Twice as long each time, and never the same for all who were refused together. */
const pauseMs = (tries: number): number =>
  Math.min(FIRST_PAUSE_MS * 2 ** tries, LONGEST_PAUSE_MS) * (0.75 + Math.random() / 2)

const retryAfterMs = ({ headers }: Response): number => (Number(headers.get('retry-after')) || 0) * 1000

function waitFor(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
    if (signal?.aborted) stop()
  })
}

/** The answer with its whole body, or an abort: a body that never ends is no answer. */
async function withTimeLimit(
  limitMs: number | undefined,
  outer: AbortSignal | undefined,
  send: (signal: AbortSignal | undefined) => Promise<Response>,
): Promise<Response> {
  if (!limitMs) return send(outer)
  const controller = new AbortController()
  const stop = () => controller.abort(outer?.reason)
  const timer = setTimeout(
    () => controller.abort(new DOMException(`No answer within ${limitMs} ms.`, 'TimeoutError')),
    limitMs,
  )
  outer?.addEventListener('abort', stop, { once: true })
  if (outer?.aborted) stop()
  try {
    return await send(controller.signal)
  } finally {
    clearTimeout(timer)
    outer?.removeEventListener('abort', stop)
  }
}
