import type { HrFailure } from '#contract/sandbox/hr.ts'

/** Ways in which a real provider fails, for tests and for anyone who tries Posy out. */
export interface HrFailures {
  /** The next requests fail so, after as many that go well; once unless told. */
  next(failure: HrFailure, options?: { times?: number; after?: number }): void
  /** From now on all goes well. */
  clear(): void
  /** What is still to go wrong, in order. */
  planned(): { failure: HrFailure; times: number }[]
  take(): HrFailure | null
}

export function openFailures(): HrFailures {
  let planned: { failure: HrFailure; times: number; after: number }[] = []
  return {
    next: (failure, { times = 1, after = 0 } = {}) => void planned.push({ failure, times, after }),
    clear: () => {
      planned = []
    },
    planned: () => planned.filter(({ times }) => times > 0).map(({ failure, times }) => ({ failure, times })),
    take: () => {
      const first = planned.find(({ times }) => times > 0)
      if (!first) return null
      if (first.after > 0) {
        first.after -= 1
        return null
      }
      first.times -= 1
      return first.failure
    },
  }
}
