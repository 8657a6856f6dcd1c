import type { RawBuilder } from 'kysely'

/**
 * Something that happens automatically at a moment kept in our own columns (a scheduled send, an expiry, a budget run).
 * `run` handles everything due at `now`; several workers may call it at once, so it takes its rows under lock.
 */
export interface DueSource {
  name: string
  /**
   * The earliest moment anything will be due, past or future; null when nothing is waiting. What a query tells is asked for
   * together with the others, which takes a look at all of them a fifth of the time.
   */
  nextDueAt: RawBuilder<Date | null> | (() => Promise<Date | null>)
  run(now: Date): Promise<void>
  /** Of what moves money or reaches people: how many fall due after a moment (or at all) up to another. See brake.ts. */
  brake?: { count(after: Date | null, until: Date): Promise<number> }
}
