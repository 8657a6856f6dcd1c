import { Temporal, toInstant } from '#kit/time.ts'
import { demo } from '#server/app/demo/ids.ts'
import { advanceClock } from '#server/platform/due.ts'
import type { Posy } from '#server/platform/posy.ts'
import { awardScenes } from './awards.ts'
import { budgetScenes } from './budgets.ts'
import { beginningBefore, demoCalendar } from './calendar.ts'
import { planScenes } from './plans.ts'
import { purchaseScenes } from './purchases.ts'
import { type App, createStage } from './stage.ts'

/** Sets the clock back in a world that has no one in it yet, so that the demo world is made when its history begins. */
export async function openDemoHistory(posy: Posy): Promise<void> {
  if (!posy.config.demoHistory) return
  const someone = await posy.db.selectFrom('team').select('id').limit(1).executeTakeFirst()
  if (!someone) await posy.clock.setBackTo(beginningBefore(wallNow(posy)))
}

/**
 * Plays what has happened in the demo world since its clock was set back, and lets the clock catch up. Stopped in the
 * middle, it continues from there the next time: the clock is where it was, and each scene knows what it has done.
 */
export async function playDemoHistory(app: App, signal?: AbortSignal): Promise<void> {
  const { posy } = app
  if (!posy.clock.isBehind()) return
  try {
    if (posy.config.demoHistory) await playScenes(app, signal)
    if (signal?.aborted) return
    await advanceClock(posy, wallNow(posy))
  } catch (error) {
    posy.log.error({ err: error }, 'the history of the demo world could not be played to its end')
  }
  await posy.clock.catchUp()
}

async function playScenes(app: App, signal?: AbortSignal): Promise<void> {
  const { posy } = app
  const { created_at } = await posy.db
    .selectFrom('team')
    .select('created_at')
    .where('id', '=', demo.teams.acme)
    .executeTakeFirstOrThrow()
  const calendar = demoCalendar(toInstant(created_at))
  const scenes = [
    ...purchaseScenes(calendar),
    ...budgetScenes(calendar),
    ...awardScenes(calendar),
    ...planScenes(calendar),
  ].sort((a, b) => Temporal.Instant.compare(a.at, b.at))
  // What the last scene before a stop led to.
  await posy.queue.drain()
  const tokens = new Map<string, string>()
  for (const [index, { at, play }] of scenes.entries()) {
    if (signal?.aborted || Temporal.Instant.compare(at, wallNow(posy)) > 0) return
    if (Temporal.Instant.compare(at, posy.clock.now()) > 0) await advanceClock(posy, at)
    await play(createStage(app, tokens, index))
  }
}

const wallNow = (posy: Posy) => Temporal.Instant.fromEpochMilliseconds(posy.wall.nowMs())
