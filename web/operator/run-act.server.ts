import type { CallResult } from '#contract/core/invoke.ts'
import { readForm, text } from '#web/http/read-form.ts'
import { refused } from '#web/http/refused.ts'
import { type Failure, toFormFailure } from '#web/ui/kit/failure.ts'
import type { OperatorSession } from './session.ts'

/** Why an act was not done, for the form that asked for it. */
export type ActFailure = Failure & { intent: string }

/** Said of an act that another operator confirms. */
export const WAITS = 'It waits for another operator, under To confirm. No money has moved.'

/** Said of an act that no operator does alone. */
export const TAKES_TWO = 'It waits for another operator, under To confirm. Nothing is changed yet.'

/** Does an act and goes back to its page with what came of it, or answers why not. */
export async function runAct<T>(
  session: OperatorSession,
  { form, page }: { form: FormData; page: string },
  call: () => Promise<CallResult<T>>,
  done: (value: T) => string,
) {
  const result = await call()
  if (!result.ok) {
    const failure = toFormFailure(result.problem, form)
    if (failure.status === 401) session.unwrap(result)
    return refused({ ...failure, ...readForm(form, { intent: text }) })
  }
  return session.redirect(page, done(result.value))
}
