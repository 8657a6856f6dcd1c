import { sql } from 'kysely'
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
  const clock: BusinessClock = {
    now: () => Temporal.Instant.fromEpochMilliseconds(wall.nowMs() + offsetMs),
    offsetMs: () => offsetMs,
    refresh: async () => {
      offsetMs = (await db.selectFrom('business_clock').select('offset_ms').executeTakeFirstOrThrow()).offset_ms
    },
    moveTo: async (instant) => {
      const moved = await sql<{ offset_ms: number }>`
        update business_clock set offset_ms = ${instant.epochMilliseconds - wall.nowMs()}
        where offset_ms <= ${instant.epochMilliseconds - wall.nowMs()} returning offset_ms`.execute(db)
      if (!moved.rows[0]) throw new Problem('clock_backwards', 'That time has already passed.')
      offsetMs = moved.rows[0].offset_ms
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
