import type { z } from 'zod'

/** What is wrong with a field, as people read it where no screen knows better; undefined leaves the schema library's words. */
export function issueMessage(issue: z.core.$ZodRawIssue): string | undefined {
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
  if (issue.code === 'invalid_format' && issue.format === 'email') return 'is not an email address'
  return undefined
}

const TYPES = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}
const isNumber = (origin: string) => ['number', 'int', 'bigint'].includes(origin)
const count = (value: number | bigint): string => value.toLocaleString('en-GB')
