/** Which requests fail: by what they do. */
export type FailureAt = 'session' | 'payment' | 'capture' | 'void' | 'refund' | 'read'

/**
 * error: answers 500, nothing done · drop-before: cuts the connection, nothing done · drop-after: does it, then cuts the
 * connection without an answer · slow: does it, and answers only once released
 */
type FailureKind = 'error' | 'drop-before' | 'drop-after' | 'slow'

/** Ways in which a real provider fails, for tests and for anyone who tries Posy out. */
export interface Failures {
  /** The next requests of that kind fail; once unless told. */
  next(at: FailureAt, kind: FailureKind, times?: number): void
  /** From now on all goes well. */
  clear(): void
  /** What is still to go wrong, in order. */
  planned(): { at: FailureAt; kind: FailureKind; times: number }[]
  /** Lets slow requests answer. */
  release(): void
  /** How many of them wait. */
  waiting(): number
  /** @returns what is to go wrong with this request, used up by asking */
  take(at: FailureAt): FailureKind | null
  /** Resolves when slow requests may answer. */
  released(): Promise<void>
}

export function openFailures(): Failures {
  let planned: { at: FailureAt; kind: FailureKind; times: number }[] = []
  let waiting: (() => void)[] = []
  return {
    next: (at, kind, times = 1) => void planned.push({ at, kind, times }),
    clear: () => {
      planned = []
    },
    planned: () => planned.filter(({ times }) => times > 0),
    take: (at) => {
      const failure = planned.find((one) => one.at === at && one.times > 0)
      if (!failure) return null
      failure.times -= 1
      return failure.kind
    },
    release: () => {
      for (const go of waiting) go()
      waiting = []
    },
    waiting: () => waiting.length,
    released: () => new Promise((resolve) => waiting.push(resolve)),
  }
}
