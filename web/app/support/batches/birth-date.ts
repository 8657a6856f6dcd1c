import { asciiDigits, withoutMarks } from '#kit/clean-text.ts'
import { Temporal } from '#kit/time.ts'

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
