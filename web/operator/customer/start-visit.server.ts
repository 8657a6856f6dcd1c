import { redirect } from 'react-router'
import type { Call } from '#contract/core/endpoint.ts'
import { startImpersonation } from '#contract/operator/impersonations.ts'
import { refused } from '#web/http/refused.ts'
import type { OperatorSession } from '#web/operator/session.ts'
import { paths } from '#web/paths.ts'
import { toFormFailure } from '#web/ui/kit/failure.ts'

/** Begins a visit and goes to the customer’s first page, or answers why not. */
export async function startVisit(session: OperatorSession, form: FormData, call: Call<typeof startImpersonation>) {
  const result = await session.call(startImpersonation, call)
  if (!result.ok) {
    const failure = toFormFailure(result.problem, form)
    if (failure.status === 401) session.unwrap(result)
    return refused({ ...failure, intent: 'visit' })
  }
  const { token, endsAt } = result.value.data
  session.startVisit(token, endsAt)
  return redirect(paths.home, 303)
}
