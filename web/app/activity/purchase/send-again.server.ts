import type { Order } from '#contract/orders/orders.ts'
import { formatMoney } from '#kit/money.ts'
import { goesToPeople, nextSendStep, recipientCount } from '#web/app/send/steps.ts'
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
  const { order, leftOut, leftOutCancelled, isGiftGone, price } = made.value.data
  const told = ['A new draft like that purchase. Nothing is bought yet.', keptSentence(order, isGiftGone)]
  if (isGiftGone) told.push('Its gift is no longer sold: choose another one.')
  else if (price.now !== null && price.now !== price.before)
    told.push(
      `Each gift is ${formatMoney(price.now, price.currency)} now, and was ${formatMoney(price.before, price.currency)}.`,
    )
  if (leftOut)
    told.push(
      `${plural(leftOut, 'recipient is', 'recipients are')} left out: their details are deleted, or they have left.`,
    )
  if (leftOutCancelled)
    told.push(
      `${plural(leftOutCancelled, 'recipient is', 'recipients are')} left out because their gift was cancelled: add them again if they should get this one.`,
    )
  const unreached = await unreachedRecipients(session, order.id)
  if (unreached)
    told.push(
      `${plural(unreached, 'recipient', 'recipients')} cannot be reached as before: check the marked ${unreached === 1 ? 'row' : 'rows'}.`,
    )
  const step =
    isGiftGone && order.type !== 'superhuggg'
      ? 'gift'
      : leftOut || leftOutCancelled || unreached
        ? 'recipients'
        : nextSendStep(order)
  return {
    told: told.filter(Boolean).join(' '),
    path: isGiftGone && order.type === 'superhuggg' ? paths.send : paths.draftStep(order.id, step),
  }
}

/** How many no message will be sent to, as things stand: their address failed, or they wish for none. */
async function unreachedRecipients(session: Session, reference: string): Promise<number> {
  const asked = await session.api.quotePurchase({ body: { purchase: { type: 'order', reference } } })
  return asked.ok ? asked.value.data.warnings.filter(({ code }) => code === 'blocked').length : 0
}

/** What is filled in: the draft opens behind those steps. */
function keptSentence(order: Order, isGiftGone: boolean): string {
  const count = recipientCount(order)
  const toPeople = order.type !== 'superhuggg' && goesToPeople(order.deliveryMethod)
  const kept = [
    isGiftGone ? '' : 'the gift',
    count ? plural(count, toPeople ? 'recipient' : 'place') : '',
    order.message ? 'the message' : '',
  ].filter(Boolean)
  return kept.length ? `It has ${listed(kept)} of that one: change them in the steps above.` : ''
}

const listed = (words: readonly string[]): string => new Intl.ListFormat('en-GB').format(words)
