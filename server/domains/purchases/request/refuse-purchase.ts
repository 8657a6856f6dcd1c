import type { ErrorCode } from '#contract/core/errors.ts'
import { fieldSentence, Problem } from '#server/platform/problem/problem.ts'
import type { PurchaseProblem } from './purchase-rules.ts'

const SEVERITY: { code: PurchaseProblem['code']; as: ErrorCode; message: string }[] = [
  { code: 'invalid', as: 'invalid_fields', message: 'The purchase is not right yet.' },
  { code: 'forbidden', as: 'forbidden', message: 'You may not make this purchase.' },
  { code: 'plan_limit_reached', as: 'plan_limit_reached', message: 'The plan does not allow this purchase.' },
  { code: 'restricted', as: 'restricted', message: 'The team does not allow this purchase.' },
  { code: 'spend_cap_reached', as: 'spend_cap_reached', message: 'One person would get more than the limit.' },
  { code: 'wrong_state', as: 'wrong_state', message: 'The charge cannot pay for this.' },
  { code: 'insufficient_funds', as: 'insufficient_funds', message: 'There is not enough money.' },
  { code: 'credit_limit_reached', as: 'credit_limit_reached', message: 'This is over the team’s credit limit.' },
]

/** One refusal that lists every problem; its status is that of the most basic one. */
export function refuse(problems: PurchaseProblem[]): void {
  const worst = SEVERITY.find(({ code }) => problems.some((each) => each.code === code))
  if (!worst) return
  const first = problems.find((each) => each.code === worst.code)!
  throw new Problem(
    worst.as,
    problems.length === 1
      ? `${worst.message} ${fieldSentence(first)}`
      : `${worst.message} ${problems.length} things stand against it.`,
    { details: problems },
  )
}
