import { type RawBuilder, sql } from 'kysely'
import { type Instant, toDate, toInstant } from '#kit/time.ts'
import { type Braked, isBraked, isHeld, readForecasts } from './brake.ts'
import type { Db } from './database/database.ts'
import type { DueSource } from './due-source.ts'
import type { Posy } from './posy.ts'

type Ask = (source: DueSource) => Promise<Date | null>

/** When a source is due next. */
const askAlone =
  (db: Db): Ask =>
  async ({ nextDueAt }) =>
    typeof nextDueAt === 'function' ? nextDueAt() : (await readMoments(db, [nextDueAt]))[0]!

/**
 * One look at all sources: those whose moment a query tells are asked in one statement, with the first of them. Where that
 * fails, each is asked alone, so that the one which fails holds up no other.
 */
export function askTogether({ db, due }: Posy): Ask {
  const queries = due.flatMap(({ nextDueAt }) => (typeof nextDueAt === 'function' ? [] : [nextDueAt]))
  let answers: Promise<(Date | null)[] | null> | undefined
  return async (source) => {
    if (typeof source.nextDueAt === 'function') return source.nextDueAt()
    answers ??= readMoments(db, queries).catch(() => null)
    const moments = await answers
    return moments ? moments[queries.indexOf(source.nextDueAt)]! : askAlone(db)(source)
  }
}

async function readMoments(db: Db, queries: readonly RawBuilder<Date | null>[]): Promise<(Date | null)[]> {
  const columns = queries.map((query, place) => sql`(${query}) as ${sql.id(`moment_${place}`)}`)
  const { rows } = await sql<Record<string, Date | null>>`select ${sql.join(columns)}`.execute(db)
  return queries.map((_, place) => rows[0]![`moment_${place}`]!)
}

/**
 * Runs what is due now. One source that fails does not hold up the others; one of which far more is due than usual waits.
 * @param isAgreed the clock was moved here on purpose, step by step
 * @param among the sources that are asked
 * @returns the names of the sources that had something to do, the sources that failed, and the earliest moment that any of them told
 */
export async function runDue(posy: Posy, { isAgreed = false, among = posy.due } = {}) {
  const ran: string[] = []
  const failed: DueSource[] = []
  let earliest: Date | null = null
  const ask = among === posy.due ? askTogether(posy) : askAlone(posy.db)
  let forecasts: ReturnType<typeof readForecasts> | undefined
  const waits = async (source: Braked, isDue: boolean) => {
    forecasts ??= readForecasts(posy.db)
    return isHeld(posy, source, { isDue, forecast: (await forecasts).get(source.name) })
  }
  for (const source of among) {
    try {
      const next = await ask(source)
      if (next && (!earliest || next < earliest)) earliest = next
      // Read after the source has answered: some are due "now", and the clock moves on while they look.
      const now = toDate(posy.clock.now())
      const isDue = next !== null && next <= now
      if (!isAgreed && isBraked(source) && (await waits(source, isDue))) continue
      if (!isDue) continue
      await source.run(now)
      ran.push(source.name)
    } catch (error) {
      posy.log.error({ due: source.name, err: error }, 'due work failed; it will be tried again')
      failed.push(source)
    }
  }
  return { ran, failed, earliest }
}

/** A look this often finds what tells no moment of its own. */
const LOOK_AGAIN_MS = 10_000

/**
 * Runs what is due, as often as it is called. Where no other process writes, nothing is asked again as long as nothing was written and
 * the earliest moment has not come: an idle installation then rests.
 */
export function openDueLook(posy: Posy): () => Promise<void> {
  let last = { changes: -1, untilMs: 0 }
  return async () => {
    const changes = posy.database.changes?.()
    const nowMs = () => posy.clock.now().epochMilliseconds
    if (changes !== undefined && changes === last.changes && nowMs() < last.untilMs) return
    const { failed, earliest } = await runDue(posy)
    const untilMs = Math.min(earliest?.getTime() ?? Infinity, nowMs() + LOOK_AGAIN_MS)
    last = { changes: changes ?? -1, untilMs: failed.length ? 0 : untilMs }
  }
}

/** Work that fell due while the clock was moved. */
export interface Ran {
  at: Instant
  work: string
}

const MAX_STEPS = 100_000

/**
 * Moves the business clock to a later instant, stopping at every due moment on the way and running what falls due
 * there, with all the work it causes, before continuing. Returns when everything up to the target has run.
 */
export async function advanceClock(posy: Posy, target: Instant): Promise<Ran[]> {
  const ran: Ran[] = []
  // What fails is tried again at the next moment, not at this one without an end.
  const failed = new Set<DueSource>()
  await posy.queue.drain()
  for (let step = 0; step < MAX_STEPS; step++) {
    const ask = askTogether(posy)
    const moments = await Promise.all(posy.due.map((source) => (failed.has(source) ? null : ask(source))))
    const next = moments
      .filter((moment) => moment !== null && moment.getTime() <= target.epochMilliseconds)
      .sort((a, b) => a!.getTime() - b!.getTime())[0]
    if (!next) break
    const nowMs = posy.clock.now().epochMilliseconds
    if (next.getTime() > nowMs) {
      await posy.clock.reach(toInstant(next))
      failed.clear()
    }
    const at = posy.clock.now()
    // The others were asked a moment ago. What falls due to one of them by this work, the next step finds at the same moment.
    const among = posy.due.filter((_, place) => (moments[place]?.getTime() ?? Infinity) <= at.epochMilliseconds)
    const done = await runDue(posy, { isAgreed: true, among })
    for (const work of done.ran) ran.push({ at, work })
    for (const source of done.failed) failed.add(source)
    await posy.queue.drain()
  }
  await posy.clock.reach(target)
  return ran
}
