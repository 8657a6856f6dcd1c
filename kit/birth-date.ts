import { asciiDigits, withoutMarks } from './clean-text.ts'
import { Temporal } from './time.ts'

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const ISO = /^(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})(?:[T ]00:00.*)?$/
const BRITISH = /^(?<day>\d{1,2})(?:st|nd|rd|th)?[-/. ](?<month>\d{1,2}|[a-z]{3,9})[-/., ]+(?<year>\d{2}|\d{4})$/i

export type ReadBirthDate = { date: string } | { problem: string }

/** A day as people in Britain write it, the day before the month: `3/2/1984`, `03.02.1984`, `3 Feb 1984`; or `1984-02-03`. */
export function readBirthDate(typed: string): ReadBirthDate {
  const plain = asciiDigits(withoutMarks(typed)).trim()
  const found = (ISO.exec(plain) ?? BRITISH.exec(plain))?.groups
  if (!found) return { problem: 'write it as 29/02/1984, the day first' }
  const { day, month, year } = found
  if (year!.length < 4) return { problem: 'write the year with four digits' }
  const number = /\d/.test(month!) ? Number(month) : MONTHS.indexOf(month!.slice(0, 3).toLowerCase()) + 1
  try {
    const date = Temporal.PlainDate.from(
      { year: Number(year), month: number, day: Number(day) },
      { overflow: 'reject' },
    )
    if (date.year < 1900 || Temporal.PlainDate.compare(date, Temporal.Now.plainDateISO()) > 0)
      return { problem: 'is not in the past' }
    return { date: date.toString() }
  } catch {
    return number > 12
      ? { problem: 'has no such month: the day comes first' }
      : { problem: 'is no day of the calendar' }
  }
}

/** A day within other words, as people in Britain write it. */
const WITHIN =
  /(?<=^|\s)(?:\d{4}-\d{1,2}-\d{1,2}|\d{1,2}(?:st|nd|rd|th)?([-/. ])(?:\d{1,2}|[a-z]{3,9})\1 ?(?:\d{4}|\d{2}))(?=$|\s)/i

/**
 * A date of birth among what is looked for: the days that it may be, for a year of two digits is of either century, and the
 * words beside it. Null where there is none.
 */
export function findBirthDate(text: string): { days: string[]; rest: string } | null {
  const plain = asciiDigits(withoutMarks(text))
  const [found] = WITHIN.exec(plain) ?? []
  if (!found) return null
  const readings =
    /\D\d\d$/.test(found) && !ISO.test(found)
      ? ['19', '20'].map((century) => found.replace(/\d\d$/, `${century}$&`))
      : [found]
  const days = readings.flatMap((reading) => {
    const read = readBirthDate(reading)
    return 'date' in read ? [read.date] : []
  })
  return days.length ? { days, rest: plain.replace(found, ' ') } : null
}
