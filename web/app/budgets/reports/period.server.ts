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
}

/** The days that an address asks for, in London; what is no day is no limit, and two the wrong way round are turned. */
export function readReportPeriod(search: URLSearchParams, began: string, now: string): ShownPeriod {
  const today = londonDay(now)
  const start = londonDay(began)
  const range = search.get('range')
  if (range && range in named) {
    const [first, last] = named[range as keyof typeof named](today)
    return shown(range as ReportRange, first, last)
  }
  const [from, to] = [parsePlainDate(search.get('from')), lastDay(search)]
  if (!from && !to) return shown('all', start.toString(), today.toString())
  const days = [(from ?? start).toString(), (to ?? today).toString()].sort() as [string, string]
  return shown('custom', ...days)
}

const shown = (range: ReportRange, first: string, last: string): ShownPeriod => ({
  range,
  first,
  last,
})

const londonDay = (when: string) => Temporal.Instant.from(when).toZonedDateTimeISO(BUSINESS_ZONE).toPlainDate()
