import { formatMoney } from '#kit/money.ts'
import { nextSendStep } from '#web/app/send/steps.ts'
import { paths } from '#web/paths.ts'
import type { Session } from '#web/session/session.ts'
import { plural } from '#web/ui/format.ts'
import { type Failure, toFormFailure } from '#web/ui/kit/failure.ts'

interface Repeated {
  told: string
  path: string
}

/** What was bought as a new draft, and the first step of it that needs a look. */
export async function sendAgain(session: Session, id: string): Promise<Repeated | Failure> {
  const made = await session.api.repeatTransaction({ params: { id }, body: {} })
  if (!made.ok) return toFormFailure(made.problem)
  const { order, leftOut, isGiftGone, price } = made.value.data
  const told = ['A new draft like that purchase. Nothing is bought yet.']
  if (isGiftGone) told.push('Its gift is no longer sold: choose another one.')
  else if (price.now !== null && price.now !== price.before)
    told.push(
      `Each gift is ${formatMoney(price.now, price.currency)} now, and was ${formatMoney(price.before, price.currency)}.`,
    )
  if (leftOut)
    told.push(
      `${plural(leftOut, 'recipient is', 'recipients are')} left out: their details are deleted, or they have left.`,
    )
  const step = isGiftGone && order.type !== 'superhuggg' ? 'gift' : leftOut ? 'recipients' : nextSendStep(order)
  return {
    told: told.join(' '),
    path: isGiftGone && order.type === 'superhuggg' ? paths.send : paths.draftStep(order.id, step),
  }
}
