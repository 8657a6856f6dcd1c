import type { Grant } from '#contract/awards/grants.ts'
import { formatMoney } from '#kit/money.ts'
import { approvalRule } from './labels.ts'

/** What a grant still pays, and when a second person is asked: said before the press. */
export function GrantRoom({ grant, isList = false }: { grant: Grant; isList?: boolean }) {
  const { name, available, maxAward, approvalAbove, currency } = grant
  return (
    <p className="muted">
      Out of {name}: {formatMoney(available, currency)} left
      {maxAward === null ? '' : `, up to ${formatMoney(maxAward, currency)} each`}.{' '}
      {approvalRule({ approvalAbove, currency }, isList)}
    </p>
  )
}
