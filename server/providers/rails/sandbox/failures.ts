import type { RailName } from '#contract/core/rails.ts'

/**
 * error: 500, nothing done · error-after: does it, then 500 · drop-before, drop-after: cuts the connection, with nothing or all of it
 * done · slow: does it, and answers only once released · throttled: 429, asks for 2 s · lie: a code of another amount
 */
type RailFailure = 'error' | 'error-after' | 'drop-before' | 'drop-after' | 'slow' | 'throttled' | 'lie'

/** Ways in which a real rail fails, for tests and for anyone who tries Posy out. */
export interface RailFailures {
  /** The next requests to that rail fail so; once unless told. */
  next(at: RailName, failure: RailFailure, times?: number): void
  /** From now on all goes well. */
  clear(): void
  /** What is still to go wrong, in order. */
  planned(): { at: RailName; failure: RailFailure; times: number }[]
  /** Lets slow requests answer. */
  release(): void
  /** How many of them wait. */
  waiting(): number
}

export interface FailureBook extends RailFailures {
  take(at: RailName): RailFailure | null
  released(): Promise<void>
}

export function openFailures(): FailureBook {
  let planned: { at: RailName; failure: RailFailure; times: number }[] = []
  let waiting: (() => void)[] = []
  return {
    next: (at, failure, times = 1) => void planned.push({ at, failure, times }),
    clear: () => {
      planned = []
    },
    planned: () => planned.filter(({ times }) => times > 0),
    take: (at) => {
      const first = planned.find((one) => one.at === at && one.times > 0)
      if (!first) return null
      first.times -= 1
      return first.failure
    },
    release: () => {
      for (const go of waiting) go()
      waiting = []
    },
    waiting: () => waiting.length,
    released: () => new Promise((resolve) => waiting.push(resolve)),
  }
}
