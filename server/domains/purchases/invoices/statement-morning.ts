import { BUSINESS_ZONE, londonDate, Temporal, toDate, toInstant } from '#kit/time.ts'

const SATURDAY = 6

/** Nine o'clock of a month's first day that is neither at a weekend nor 1 January. */
function morning({ year, month }: Temporal.PlainDate): Date {
  let day = Temporal.PlainDate.from({ year, month, day: 1 })
  while (day.dayOfWeek >= SATURDAY || (day.month === 1 && day.day === 1)) day = day.add({ days: 1 })
  return toDate(day.toZonedDateTime({ timeZone: BUSINESS_ZONE, plainTime: '09:00' }).toInstant())
}

/** The first such morning after a moment. */
export function statementMorningAfter(moment: Date): Date {
  const day = londonDate(toInstant(moment))
  const ofThisMonth = morning(day)
  return ofThisMonth > moment ? ofThisMonth : morning(day.with({ day: 1 }).add({ months: 1 }))
}
