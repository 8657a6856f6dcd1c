import { asciiDigits, withoutMarks } from '#kit/clean-text.ts'

export const dateParts = ['day', 'month', 'year'] as const
type DatePart = (typeof dateParts)[number]
export type TypedDate = Record<DatePart, string>

/** What is wrong with it: parts that cannot be one, or, where each can, the whole. */
export type DateProblem = DatePart | 'date'

const isFrom = (typed: string, least: number, most: number) =>
  /^\d+$/.test(typed) && Number(typed) >= least && Number(typed) <= most

/** Typed as numbers, in any script's digits. What cannot be anyone's date of birth is told apart from a wrong one: it costs no try. */
export function readBirthDate(typed: TypedDate, now: Date): { date: string } | { problems: DateProblem[] } {
  const [day, month, year] = dateParts.map((part) =>
    asciiDigits(withoutMarks(typed[part]).normalize('NFKC')).trim(),
  ) as [string, string, string]
  const problems: DatePart[] = []
  if (!isFrom(day, 1, 31)) problems.push('day')
  if (!isFrom(month, 1, 12)) problems.push('month')
  if (!/^\d{4}$/.test(year) || !isFrom(year, 1900, now.getUTCFullYear())) problems.push('year')
  if (problems.length) return { problems }
  const date = `${year}-${month.slice(-2).padStart(2, '0')}-${day.slice(-2).padStart(2, '0')}`
  const read = new Date(`${date}T00:00:00Z`)
  const isDate = !Number.isNaN(read.getTime()) && read.toISOString().startsWith(date)
  return isDate && read <= now ? { date } : { problems: ['date'] }
}
