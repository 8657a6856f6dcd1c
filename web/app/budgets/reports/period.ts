import { formatDay } from '#web/ui/format.ts'

/** What a period picker offers, its last one where the address names none. */
export const budgetRanges = ['this-month', 'last-month', 'last-3-months', 'all'] as const
export const teamRanges = ['this-month', 'last-month', 'this-year', 'last-year', 'last-12-months'] as const
export type ReportRange = (typeof budgetRanges)[number] | (typeof teamRanges)[number] | 'custom'

export const rangeLabels: Record<ReportRange, string> = {
  'this-month': 'This month',
  'last-month': 'Last month',
  'last-3-months': 'Last 3 months',
  'this-year': 'This year',
  'last-year': 'Last year',
  'last-12-months': 'Last 12 months',
  all: 'Since the start',
  custom: 'Other dates',
}

/** The days that reports are about, the last one included. */
export interface ShownPeriod {
  range: ReportRange
  first: string
  last: string
  /** They were named the wrong way round. */
  isTurned?: boolean
}

/** 3 March 2026, of a calendar day. */
export const reportDayLabel = (day: string): string => formatDay(`${day}T00:00:00Z`, 'UTC')

/** 1 March 2026 to 31 March 2026. */
export const periodLabel = ({ first, last }: Pick<ShownPeriod, 'first' | 'last'>): string =>
  first === last ? reportDayLabel(first) : `${reportDayLabel(first)} to ${reportDayLabel(last)}`

const short = (day: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))

/** What stands under a step of a chart: 3 Mar, or Mar 2026 for a whole month. */
export const stepLabel = (day: string, interval: 'day' | 'week' | 'month'): string =>
  interval === 'month'
    ? short(day, { month: 'short', year: '2-digit' })
    : short(day, { day: 'numeric', month: 'short' })
