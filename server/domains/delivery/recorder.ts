import type { Posy } from '#server/platform/posy.ts'
import { type Result, recordResults } from './outbox.ts'

export interface DeliveryRecorder {
  /** Resolves when the result is committed. */
  record(result: Result): Promise<void>
}

/**
 * Records results in groups: while one transaction commits, the results that arrive meanwhile gather for the next. So a
 * sender that waits for its record before it takes another message leaves at most one message unrecorded in a crash.
 */
export function openRecorder(posy: Posy): DeliveryRecorder {
  let waiting: { result: Result; resolve: () => void; reject: (error: unknown) => void }[] = []
  let isBusy = false

  const flush = async () => {
    isBusy = true
    while (waiting.length) {
      const group = waiting
      waiting = []
      try {
        await recordResults(
          posy,
          group.map(({ result }) => result),
        )
        for (const { resolve } of group) resolve()
      } catch (error) {
        for (const { reject } of group) reject(error)
      }
    }
    isBusy = false
  }
  return {
    record: (result) =>
      new Promise((resolve, reject) => {
        waiting.push({ result, resolve, reject })
        if (!isBusy) void flush()
      }),
  }
}
