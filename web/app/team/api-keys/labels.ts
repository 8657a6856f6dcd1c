import type { Scope } from '#contract/core/scopes.ts'
import { type ApiRequestQuery, refusalStatuses } from '#contract/teams/api-keys.ts'
import type { Tone } from '#web/ui/kit/status-badge.tsx'

/** Scopes as people read them. */
export const scopeLabels: Record<Scope, { name: string; may: string }> = {
  read: { name: 'Read', may: 'see gifts, purchases, wallets, budgets and people' },
  send: { name: 'Buy and send', may: 'buy, send, change and cancel gifts, and see their links' },
  manage: { name: 'Manage', may: 'change wallets, budgets, people and settings' },
}

export const scopeNames = (scopes: readonly Scope[]): string =>
  scopes.map((scope) => scopeLabels[scope].name).join(', ')

type Asked = NonNullable<ApiRequestQuery['status']>
type Outcome = '2xx' | '4xx' | '5xx'

export const outcomeLabels: Record<Outcome, { label: string; tone: Tone }> = {
  '2xx': { label: 'Succeeded', tone: 'success' },
  '4xx': { label: 'Refused', tone: 'warning' },
  '5xx': { label: 'Failed', tone: 'danger' },
}

export const statusClass = (status: number): Outcome => (status < 400 ? '2xx' : status < 500 ? '4xx' : '5xx')

/** The outcome of an address; undefined, which is all, for anything that is none. */
export const readOutcome = (text: string | null): Asked | undefined =>
  text !== null && (Object.hasOwn(outcomeLabels, text) || isRefusal(text)) ? (text as Asked) : undefined

const isRefusal = (text: string) => refusalStatuses.some((status) => status === text)

/** What a log can be narrowed to; once to refusals, to those of one answer. */
export const outcomeOptions = (chosen: string | null): { value: string; label: string }[] =>
  Object.entries(outcomeLabels).flatMap(([value, { label }]) => [
    { value, label },
    ...(value === '4xx' && (chosen === value || isRefusal(chosen ?? ''))
      ? refusalStatuses.map((status) => ({ value: status, label: status }))
      : []),
  ])

/** What was wrong with a field, by the code that the program was given beside it. */
const fieldProblems: Record<string, string> = {
  unrecognized_keys: 'no such field',
  invalid_type: 'missing, or of another kind',
  invalid_value: 'none of the values it may have',
  invalid_union: 'of none of the shapes it may have',
  invalid_format: 'not written as it must be',
  too_small: 'too small or too short',
  too_big: 'too large or too long',
  not_multiple_of: 'not in the steps it must be in',
}

export const fieldProblem = (code: string | null): string =>
  code === null ? 'refused' : Object.hasOwn(fieldProblems, code) ? fieldProblems[code]! : code.replaceAll('_', ' ')
