import { Temporal } from 'temporal-polyfill'
import { BUSINESS_ZONE } from '#kit/time.ts'
import { lastDay, parsePlainDate } from '#web/http/period.server.ts'
import type { ReportRange, ShownPeriod } from './period.ts'

const named: Record<
  Exclude<ReportRange, 'all' | 'custom'>,
  (today: Temporal.PlainDate) => [first: string, last: string]
> = {
  'this-month': (today) => [today.with({ day: 1 }).toString(), today.toString()],
  'last-month': (today) => {
    const first = today.with({ day: 1 })
    return [first.subtract({ months: 1 }).toString(), first.subtract({ days: 1 }).toString()]
  },
  'last-3-months': (today) => [today.subtract({ months: 3 }).add({ days: 1 }).toString(), today.toString()],
  'this-year': (today) => [today.with({ month: 1, day: 1 }).toString(), today.toString()],
  'last-year': (today) => {
    const first = today.with({ month: 1, day: 1 })
    return [first.subtract({ years: 1 }).toString(), first.subtract({ days: 1 }).toString()]
  },
  'last-12-months': (today) => [today.with({ day: 1 }).subtract({ months: 11 }).toString(), today.toString()],
}

/** The days that an address asks for a budget's reports, in London: all of them where it names none. */
export const readReportPeriod = (search: URLSearchParams, began: string, now: string): ShownPeriod =>
  periodBetween(search, londonDay(now), { range: 'all', start: londonDay(began) })

/** The same for a team's, which go back eleven whole months. */
export function readTeamPeriod(search: URLSearchParams, now: string): ShownPeriod {
  const today = londonDay(now)
  const start = Temporal.PlainDate.from(named['last-12-months'](today)[0])
  return periodBetween(search, today, { range: 'last-12-months', start })
}

/** What is no day is no limit, and two the wrong way round are turned. */
function periodBetween(
  search: URLSearchParams,
  today: Temporal.PlainDate,
  { range: usual, start }: { range: ReportRange; start: Temporal.PlainDate },
): ShownPeriod {
  const range = search.get('range')
  if (range && Object.hasOwn(named, range)) {
    const [first, last] = named[range as keyof typeof named](today)
    return shown(range as ReportRange, first, last)
  }
  const [from, to] = [parsePlainDate(search.get('from')), lastDay(search)]
  if (!from && !to) return shown(usual, start.toString(), today.toString())
  const [first, last] = [(from ?? start).toString(), (to ?? today).toString()]
  return first > last ? { ...shown('custom', last, first), isTurned: true } : shown('custom', first, last)
}

const shown = (range: ReportRange, first: string, last: string): ShownPeriod => ({
  range,
  first,
  last,
})

const londonDay = (when: string) => Temporal.Instant.from(when).toZonedDateTimeISO(BUSINESS_ZONE).toPlainDate()
