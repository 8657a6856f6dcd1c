import type { Pence } from '#kit/money.ts'
import { Temporal } from '#kit/time.ts'

/** What stands in one cell of a file: text, a number or an amount written out, a day or moment of a wall clock, or nothing. */
export type Cell = string | { number: string } | { money: string } | { date: string } | null

/** Pence as pounds (or euros): 1234 is 12.34. */
export function money(pence: Pence): Cell {
  const digits = String(Math.abs(pence)).padStart(3, '0')
  return { money: `${pence < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}` }
}

/** A moment on a zone's wall clock: 2026-03-02 10:04. */
export const moment = (at: string | null, zone: string): Cell =>
  at === null ? null : { date: wallClock(at, zone).toString({ smallestUnit: 'minute' }).replace('T', ' ') }

/** The day of a moment in a zone: 2026-03-02. */
export const day = (at: string | null, zone: string): Cell =>
  at === null ? null : { date: wallClock(at, zone).toPlainDate().toString() }

const wallClock = (at: string, zone: string) => Temporal.Instant.from(at).toZonedDateTimeISO(zone).toPlainDateTime()
