/** Moments of London's wall clock, worked out by the platform's time zones alone. */
const clock = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/London',
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
})

/** `2026-03-29T01:30:00`, as clocks in London show it. */
export function londonClock(at: number): string {
  const part = Object.fromEntries(clock.formatToParts(at).map(({ type, value }) => [type, value]))
  return `${part.year}-${part.month}-${part.day}T${part.hour}:${part.minute}:${part.second}`
}

export const londonDay = (at: number): string => londonClock(at).slice(0, 10)

/** The moment at which London's clocks show this; the first of two, and an hour later where they skip it. */
export function atLondon(clockTime: string): number {
  const utc = Date.parse(`${clockTime}Z`)
  const summer = utc - 3_600_000
  return londonClock(summer) === clockTime ? summer : utc
}

const days = (day: string, more: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + more * 86_400_000).toISOString().slice(0, 10)

/** The midnight that a day ends with. */
export const endOfDay = (day: string): number => atLondon(`${days(day, 1)}T00:00:00`)
export const dayAfter = (day: string, more: number): string => days(day, more)

/** The same day of a later month, or its last. */
function monthAfter(day: string, months: number): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10)
}

/** A moment so many weeks or months after another, at the same time of London's clocks. */
export function later(at: number, every: 'week' | 'month', times: number): number {
  const [day, time] = londonClock(at).split('T') as [string, string]
  return atLondon(`${every === 'week' ? days(day, 7 * times) : monthAfter(day, times)}T${time}`)
}
