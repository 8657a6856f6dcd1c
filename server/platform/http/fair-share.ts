import { Problem } from '#server/platform/problem/problem.ts'

const WAIT_MS = 8000
const MOST_WAITING = 500

interface Share {
  running: number
  waiting: (() => void)[]
}

/**
 * No caller gets more than a part of the connections to the database: one whose requests stand still (their accounts are
 * locked, say) leaves the rest to the others.
 */
export class FairShare {
  readonly #most: number
  readonly #onRefused: () => void
  readonly #shares = new Map<string, Share>()
  constructor(connections: number, onRefused: () => void = () => {}) {
    this.#most = Math.max(2, Math.floor(connections * 0.4))
    this.#onRefused = onRefused
  }
  /** @throws unavailable (503) when the caller's share stays taken too long */
  async run<T>(caller: string | null, work: () => Promise<T>): Promise<T> {
    if (caller === null) return work()
    const share = this.#shares.get(caller) ?? { running: 0, waiting: [] }
    this.#shares.set(caller, share)
    if (share.running < this.#most) share.running += 1
    else await this.#turn(share)
    try {
      return await work()
    } finally {
      // A turn is handed on; only one that no one waits for is given up.
      const next = share.waiting.shift()
      if (next) next()
      else share.running -= 1
      if (share.running === 0) this.#shares.delete(caller)
    }
  }
  #turn(share: Share): Promise<void> {
    if (share.waiting.length >= MOST_WAITING) return Promise.reject(this.#refusal())
    return new Promise((resolve, reject) => {
      const next = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        share.waiting.splice(share.waiting.indexOf(next), 1)
        reject(this.#refusal())
      }, WAIT_MS)
      share.waiting.push(next)
    })
  }
  #refusal(): Problem {
    this.#onRefused()
    return new Problem('unavailable', 'Too many of your requests are under way.', {
      help: 'Wait until some have been answered. The same Idempotency-Key makes a repeated request safe.',
      retryAfterSeconds: 2,
    })
  }
}
