import type { ErrorDetail } from '#contract/core/errors.ts'
import { londonDate, toInstant } from '#kit/time.ts'
import { invalidFields } from '#server/platform/problem/problem.ts'

type Born = { dateOfBirth?: string | null | undefined } | { id: string }

/** The business's day, as `2026-11-27`. */
export const today = (at: Date): string => londonDate(toInstant(at)).toString()

/** Of a day to come: no one could ever answer for it on their page. */
export const isUnborn = (person: Born, day: string): boolean =>
  'dateOfBirth' in person && typeof person.dateOfBirth === 'string' && person.dateOfBirth > day

export const unborn = (path: string): ErrorDetail => ({ path, code: 'restricted', message: 'is a day to come' })

/** @throws invalid_fields (422) */
export function requireBorn(person: Born, at: Date, path = 'person.dateOfBirth'): void {
  if (isUnborn(person, today(at))) throw invalidFields([unborn(path)])
}
