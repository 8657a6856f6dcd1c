import { type Instant, Temporal } from '#kit/time.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import type { Db } from './database/database.ts'

/** Wall time in milliseconds: tokens, signatures, rate limits, leases. */
export interface WallClock {
  nowMs(): number
}
export const systemWallClock: WallClock = { nowMs: () => Date.now() }

/** What the product calls "now": the wall clock, plus an offset that only the sandbox and the demo world's history move. */
export interface BusinessClock {
  now(): Instant
  /** How far it is ahead of the wall clock. */
  offsetMs(): number
  /** Reads the offset again: another process may have moved it. */
  refresh(): Promise<void>
  /** Moves to a later instant. @throws clock_backwards (409) for an earlier one */
  moveTo(instant: Instant): Promise<void>
  /** Moves to an instant, unless it has passed: the clock runs while it is looked at. */
  reach(instant: Instant): Promise<void>
  /** Begins in the past. The database refuses it once a team is there, whose past it would be. */
  setBackTo(instant: Instant): Promise<void>
  /** It was set back and has not caught up with the wall clock. */
  isBehind(): boolean
  /** Goes with the wall clock from now on, if it was behind. */
  catchUp(): Promise<void>
}

/** The business clock, persisted in the database so that a restart keeps the sandbox's time. */
export async function openClock(db: Db, wall: WallClock): Promise<BusinessClock> {
  let offsetMs = 0
  /** @returns whether it moved: not to what has passed */
  const moveAhead = async (instant: Instant): Promise<boolean> => {
    const aheadMs = instant.epochMilliseconds - wall.nowMs()
    const moved = await db
      .updateTable('business_clock')
      .set({ offset_ms: aheadMs })
      .where('offset_ms', '<=', aheadMs)
      .executeTakeFirst()
    if (moved.numUpdatedRows === 0n) {
      await clock.refresh()
      return false
    }
    offsetMs = aheadMs
    return true
  }
  const clock: BusinessClock = {
    now: () => Temporal.Instant.fromEpochMilliseconds(wall.nowMs() + offsetMs),
    offsetMs: () => offsetMs,
    refresh: async () => {
      offsetMs = (await db.selectFrom('business_clock').select('offset_ms').executeTakeFirstOrThrow()).offset_ms
    },
    moveTo: async (instant) => {
      if (!(await moveAhead(instant))) throw new Problem('clock_backwards', 'That time has already passed.')
    },
    reach: async (instant) => {
      await moveAhead(instant)
    },
    setBackTo: async (instant) => {
      const behindMs = instant.epochMilliseconds - wall.nowMs()
      await db.updateTable('business_clock').set({ offset_ms: behindMs }).execute()
      offsetMs = behindMs
    },
    isBehind: () => offsetMs < 0,
    catchUp: async () => {
      await db.updateTable('business_clock').set({ offset_ms: 0 }).where('offset_ms', '<', 0).execute()
      await clock.refresh()
    },
  }
  await clock.refresh()
  return clock
}

/** When a moment of the wall clock comes by the business clock: what ends by the one, told beside days of the other. */
export const onBusinessClock = ({ clock }: { clock: Pick<BusinessClock, 'offsetMs'> }, at: Date): Date =>
  new Date(at.getTime() + clock.offsetMs())
