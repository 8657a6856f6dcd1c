import type { CallProblem } from '#contract/core/invoke.ts'
import { refusalFor, sentenceFor } from '#web/messages.ts'

/** Why a form was not accepted: what an action answers and a form shows, next to its fields. */
export interface Failure {
  message: string
  help?: string | undefined
  status: number
  /** By field name, which is the path in the API's body. */
  fields: Record<string, string>
  /** What was typed, so that a form without scripts need not be filled in again. Never passwords or passkeys. */
  values: Record<string, string>
  /** Of names that several controls share, such as boxes to tick: all that was sent. */
  lists?: Record<string, string[]> | undefined
}

const SECRET = /password|passkey|token/i

/**
 * An API's refusal as a form shows it: the API's `details` become the messages of the fields they name.
 * @param rename where a form's field is not called as the API's, `{ amount: 'pounds' }`
 */
export function toFormFailure(problem: CallProblem, form?: FormData, rename: Record<string, string> = {}): Failure {
  const { status } = problem
  const fields: Record<string, string> = {}
  for (const detail of problem.details) fields[rename[detail.path] ?? detail.path] ??= sentenceFor(detail)
  return {
    status,
    fields,
    values: submittedValues(form),
    lists: submittedLists(form),
    message: failureMessage(problem, fields),
    help: status < 500 && status !== 422 ? refusalFor(problem).help : undefined,
  }
}

/** A refusal of our own, before the API is asked. */
export const invalidForm = (fields: Record<string, string>, form?: FormData): Failure => ({
  status: 422,
  fields,
  values: submittedValues(form),
  lists: submittedLists(form),
  message: 'Please check the marked fields. Nothing has been changed.',
})

function failureMessage(problem: CallProblem, fields: Record<string, string>): string {
  const { status } = problem
  if (status === 422 && Object.keys(fields).length) return 'Please check the marked fields. Nothing has been changed.'
  if (status >= 500) return 'Something went wrong on our side. Nothing has been changed; try again in a moment.'
  return refusalFor(problem).message
}

/** What was typed, so that its form comes back as it was sent. */
export function submittedValues(form: FormData | undefined): Record<string, string> {
  const values: Record<string, string> = {}
  for (const [name, value] of form ?? []) if (typeof value === 'string' && !SECRET.test(name)) values[name] = value
  return values
}

function submittedLists(form: FormData | undefined): Record<string, string[]> | undefined {
  if (!form) return undefined
  const lists: Record<string, string[]> = {}
  for (const [name, value] of form)
    if (typeof value === 'string' && !SECRET.test(name)) lists[name] = [...(lists[name] ?? []), value]
  return lists
}
