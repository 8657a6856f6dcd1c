import { sql } from 'kysely'
import type { Posy } from './posy.ts'

const HOUR_MS = 3_600_000
/** Soon after a start, and not at once: workers that are deployed often never live an hour, and one that dies again does no harm. */
const FIRST_MS = 300_000
const ANSWERS_KEPT_MS = 24 * HOUR_MS

/** Drops what has served its time by the wall clock: idempotent answers after a day, throttling windows when they end. */
async function tidy(posy: Posy): Promise<void> {
  const now = posy.wall.nowMs()
  await sql`delete from idempotency_record where created_at < ${new Date(now - ANSWERS_KEPT_MS)}`.execute(posy.db)
  await sql`delete from throttle where window_ends_at < ${new Date(now)}`.execute(posy.db)
}

/**
 * Does the chores, those of the domains included, five minutes after a start and each hour; one that fails keeps none of
 * the others. @returns what stops it
 */
export function startHousekeeping(posy: Posy, chores: readonly ((posy: Posy) => Promise<void>)[] = []): () => void {
  const tidyUp = () => {
    for (const chore of [tidy, ...chores])
      chore(posy).catch((error: unknown) => posy.log.error({ err: error }, 'housekeeping failed'))
  }
  const first = setTimeout(tidyUp, FIRST_MS)
  const hourly = setInterval(tidyUp, HOUR_MS)
  return () => {
    clearTimeout(first)
    clearInterval(hourly)
  }
}
