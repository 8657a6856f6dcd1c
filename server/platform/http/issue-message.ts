import type { z } from 'zod'

/** What is wrong with a field, as people read it where no screen knows better: never the schema library's words. */
export function issueMessage(issue: z.core.$ZodRawIssue): string {
  if (issue.code === 'too_big' && issue.origin === 'string') return `must have at most ${count(issue.maximum)} letters`
  if (issue.code === 'too_small' && issue.origin === 'string')
    return issue.minimum === 1 ? 'is missing' : `must have at least ${count(issue.minimum)} letters`
  if (issue.code === 'too_big' && issue.origin === 'array') return `must have at most ${count(issue.maximum)} of them`
  if (issue.code === 'too_small' && issue.origin === 'array')
    return `must have at least ${count(issue.minimum)} of them`
  if (issue.code === 'too_big' && isNumber(issue.origin)) return `must be at most ${count(issue.maximum)}`
  if (issue.code === 'too_small' && isNumber(issue.origin)) return `must be at least ${count(issue.minimum)}`
  if (issue.code === 'invalid_type' && issue.input === undefined) return 'is missing'
  if (issue.code === 'invalid_type' && issue.expected in TYPES)
    return `must be ${TYPES[issue.expected as keyof typeof TYPES]}`
  if (issue.code === 'invalid_format') return FORMATS[issue.format] ?? 'does not have the form that it needs'
  if (issue.code === 'invalid_value') return `must be ${choice.format(issue.values.map(String))}`
  if (issue.code === 'not_multiple_of') return `must be a multiple of ${count(issue.divisor)}`
  if (issue.code === 'unrecognized_keys') return `has no field “${issue.keys.join('” and no “')}”`
  if (issue.code === 'invalid_union') return 'has none of the forms that it may have'
  return 'is not right'
}

const FORMATS: Readonly<Record<string, string>> = {
  email: 'is not an email address',
  uuid: 'is not an id',
  url: 'is not a whole address such as https://example.com/page',
  date: 'is not a day such as 2026-03-02',
  datetime: 'is not a moment such as 2026-03-02T11:58:00Z',
  duration: 'is not a length of time such as P1D',
}
const choice = new Intl.ListFormat('en-GB', { type: 'disjunction' })

const TYPES = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  file: 'a file',
}
const isNumber = (origin: string) => ['number', 'int', 'bigint'].includes(origin)
const count = (value: number | bigint): string => value.toLocaleString('en-GB')
