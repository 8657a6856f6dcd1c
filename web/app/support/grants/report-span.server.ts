import { readForm, text } from '#web/http/read-form.ts'

const isDay = (typed: string): boolean => /^(19|2[01])\d\d-\d\d-\d\d$/.test(typed) && !Number.isNaN(Date.parse(typed))

/** The days of a report as the address says them; what is none is left out. */
export function reportSpan({ searchParams }: URL): { from?: string; until?: string } {
  const { from, until } = readForm(searchParams, { from: text, until: text })
  return { ...(isDay(from) ? { from } : {}), ...(isDay(until) ? { until } : {}) }
}
