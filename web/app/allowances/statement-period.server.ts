import { lastDay, parsePlainDate } from '#web/http/period.server.ts'

/** The days of an address, as the API takes them; what is no day is left out. */
export function statementDays({ searchParams }: URL): { from?: string; until?: string } {
  const from = parsePlainDate(searchParams.get('from'))?.toString()
  const until = lastDay(searchParams)?.toString()
  return { ...(from && { from }), ...(until && { until }) }
}
