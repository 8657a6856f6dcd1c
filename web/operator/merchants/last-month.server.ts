import { BUSINESS_ZONE } from '#kit/time.ts'

/** The last day of the month before, in London: what is usually settled. */
export function endOfLastMonth(now: Date): string {
  const [year, month] = new Intl.DateTimeFormat('en-CA', {
    timeZone: BUSINESS_ZONE,
    year: 'numeric',
    month: '2-digit',
  })
    .format(now)
    .split('-')
    .map(Number) as [number, number]
  return new Date(Date.UTC(year, month - 1, 0)).toISOString().slice(0, 10)
}
