import { sql } from 'kysely'
import { newId } from '#kit/ids.ts'
import type { Db } from './database/database.ts'
import type { DueSource } from './due-source.ts'
import { asSystem, type Posy, type Work } from './posy.ts'

const HOUR_MS = 3_600_000
const LOOK_AHEAD_MS = 48 * HOUR_MS
/** More than usual by a fifth, and by so many: both, so that neither a quiet day nor a busy one trips it. */
const SHARE_ABOVE = 1.2
const COUNT_ABOVE = 500

export type Braked = DueSource & { brake: NonNullable<DueSource['brake']> }
export const isBraked = (source: DueSource): source is Braked => source.brake !== undefined

/** More falls due automatically than its stored dates had announced: so much that something must be wrong. */
export const isUnusual = (size: number, usual: number): boolean =>
  size > usual * SHARE_ABOVE && size > usual + COUNT_ABOVE

interface Forecast {
  countedAtMs: number
  offsetMs: number
  expected: number
  isHeld: boolean
}

/**
 * Whether a source must wait for an operator at this moment; notes what is usual once an hour while nothing is held.
 * @param isDue it has said that something is: only then is it counted
 */
export async function isHeld(
  posy: Posy,
  source: Braked,
  { isDue, forecast }: { isDue: boolean; forecast: Forecast | undefined },
): Promise<boolean> {
  const now = new Date(posy.clock.now().epochMilliseconds)
  const offsetMs = now.getTime() - posy.wall.nowMs()
  const isKnown = forecast !== undefined && Math.abs(forecast.offsetMs - offsetMs) < 1000
  if (isKnown) {
    const size = isDue ? await source.brake.count(null, now) : 0
    if (isUnusual(size, forecast.expected)) {
      await hold(posy, source, { size, usual: forecast.expected })
      return true
    }
    // Workers look once a second: only what is held is written to.
    if (forecast.isHeld) await endPassedHold(posy, source.name)
  }
  if (!isKnown || now.getTime() - forecast.countedAtMs >= HOUR_MS) {
    const expected = await source.brake.count(now, new Date(now.getTime() + LOOK_AHEAD_MS))
    await sql`insert into due_forecast (source, counted_at, offset_ms, expected) values (${source.name}, ${now}, ${offsetMs}, ${expected})
      on conflict (source) do update set counted_at = excluded.counted_at, offset_ms = excluded.offset_ms, expected = excluded.expected`.execute(
      posy.db,
    )
  }
  return false
}

/** By the name of its source, of all at once: workers look every second. */
export async function readForecasts(db: Db): Promise<Map<string, Forecast>> {
  const { rows } = await sql<{ source: string; countedAt: Date; offsetMs: number; expected: number; isHeld: boolean }>`
    select source, counted_at as "countedAt", offset_ms as "offsetMs", expected,
      exists (select from due_hold where due_hold.source = due_forecast.source and state = 'held') as "isHeld"
    from due_forecast`.execute(db)
  return new Map(rows.map(({ source, ...row }) => [source, { ...row, countedAtMs: row.countedAt.getTime() }]))
}

async function hold(posy: Posy, { name }: DueSource, { size, usual }: { size: number; usual: number }): Promise<void> {
  const heldAt = new Date(posy.clock.now().epochMilliseconds)
  const { rows } = await sql<{ id: string; fresh: boolean }>`
    insert into due_hold (id, source, held_at, size, usual) values (${newId()}, ${name}, ${heldAt}, ${size}, ${usual})
    on conflict (source) where state = 'held' do update set size = excluded.size
    returning id, xmax = 0 as fresh`.execute(posy.db)
  if (rows[0]!.fresh)
    posy.log.fatal(
      { source: name, size, usual, hold: rows[0]!.id },
      'far more than usual is due: it waits for an operator',
    )
}

async function endPassedHold(posy: Posy, source: string): Promise<void> {
  await asSystem(posy, async ({ tx, at }) => {
    await sql`update due_hold set state = 'passed', ended_at = ${at} where source = ${source} and state = 'held'`.execute(
      tx,
    )
  })
}

export interface Hold {
  id: string
  source: string
  heldAt: Date
  size: number
  usual: number
}

export async function openHolds(db: Db): Promise<Hold[]> {
  const { rows } = await sql<Hold>`
    select id, source, held_at as "heldAt", size, usual from due_hold where state = 'held' order by held_at`.execute(db)
  return rows
}

/** An operator has looked at what is held and lets it run. @returns false when there is no such hold */
export async function releaseHold(
  work: Work,
  { id, operator, reason }: { id: string; operator: string; reason: string },
): Promise<boolean> {
  const { rows } = await sql<{ source: string; size: number }>`
    update due_hold set state = 'released', ended_at = ${work.at}, ended_by = ${operator}, reason = ${reason}
    where id = ${id} and state = 'held' returning source, size`.execute(work.tx)
  const [released] = rows
  if (!released) return false
  await sql`update due_forecast set expected = greatest(expected, ${released.size}) where source = ${released.source}`.execute(
    work.tx,
  )
  await work.audit('due.released', { kind: 'due-hold', id }, { detail: { operator, reason, size: released.size } })
  return true
}
