import { BUSINESS_ZONE, type Instant, Temporal } from '#kit/time.ts'
import { advanceClock, type Ran } from '#server/platform/due.ts'
import type { Posy } from '#server/platform/posy.ts'
import { invalidFields, Problem } from '#server/platform/problem/problem.ts'

/** The clock never goes back: a slip of the finger in the year would be for good. */
const LONGEST_JUMP = { years: 10 }

export type ClockMove = { advance?: string | undefined; to?: string | undefined }

/**
 * Where a move leads: a calendar duration counted in London (a month is a month, a day survives a clock change), or
 * an instant.
 * @throws invalid_fields (422), clock_backwards (409)
 */
export function resolveClockTarget({ advance, to }: ClockMove, now: Instant): Instant {
  const path = advance === undefined ? 'to' : 'advance'
  const zoned = now.toZonedDateTimeISO(BUSINESS_ZONE)
  let target: Instant
  try {
    target =
      advance === undefined ? Temporal.Instant.from(to ?? '') : zoned.add(Temporal.Duration.from(advance)).toInstant()
  } catch (error) {
    if (error instanceof RangeError) throw invalidFields([{ path, message: 'is not a time that can be reached' }])
    throw error
  }
  if (Temporal.Instant.compare(target, now) < 0) throw new Problem('clock_backwards', 'That time has already passed.')
  const farthest = zoned.add(LONGEST_JUMP).toInstant()
  if (Temporal.Instant.compare(target, farthest) > 0)
    throw invalidFields([{ path, message: `must be at most ${LONGEST_JUMP.years} years ahead` }])
  return target
}

export interface Moved {
  from: Instant
  to: Instant
  ran: Ran[]
}

export interface ClockMover {
  move(posy: Posy, move: ClockMove): Promise<void>
  /** Until the process ends, and of this process only: for people who watch what they have done. */
  last(): Moved | null
}

/** Moves the business clock, one caller at a time: a second one waits, and counts from where the first arrived. */
export function clockMover(): ClockMover {
  let turns: Promise<unknown> = Promise.resolve()
  let last: Moved | null = null
  return {
    last: () => last,
    move: (posy, move) => {
      const turn = turns.then(async () => {
        await posy.clock.refresh()
        const from = posy.clock.now()
        const ran = await advanceClock(posy, resolveClockTarget(move, from))
        last = { from, to: posy.clock.now(), ran }
      })
      turns = turn.catch(() => {})
      return turn
    },
  }
}
