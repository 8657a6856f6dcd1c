import { formatMoney } from '#kit/money.ts'
import { amountRefusal, choice, pence, readForm, text } from '#web/http/read-form.ts'
import { readId } from '#web/http/read-id.ts'
import type { Session } from '#web/session/session.ts'
import { type Failure, invalidForm, toFormFailure } from '#web/ui/kit/failure.ts'

export type GrantIntent = 'fund' | 'limit' | 'close'
type Outcome = { told: string } | { intent: GrantIntent; failure: Failure }

/** What is done about a grant; null for a form that is none of its page's. */
export async function submitGrantAction(session: Session, id: string, form: FormData): Promise<Outcome | null> {
  const { intent } = readForm(form, { intent: choice('fund', 'limit', 'close') })
  if (!intent) return null
  const done = await { fund: fund, limit: lowerLimit, close: close }[intent](session, id, form)
  return typeof done === 'string' ? { told: done } : { intent, failure: done }
}

async function fund(session: Session, id: string, form: FormData): Promise<string | Failure> {
  const { walletId, amount, direction, key } = readForm(form, {
    walletId: text,
    amount: pence,
    direction: choice('in', 'out'),
    key: text,
  })
  if (!amount) return invalidForm({ amount: amountRefusal(form, 'amount') }, form)
  const isOut = direction === 'out'
  const result = await session.api.fundGrant(
    { params: { id }, body: { walletId: readId(walletId), amount: isOut ? -amount : amount } },
    { idempotencyKey: key },
  )
  if (!result.ok) return toFormFailure(result.problem, form)
  const moved = formatMoney(amount, result.value.data.currency)
  return isOut ? `${moved} went back to the wallet.` : `${moved} put in.`
}

async function lowerLimit(session: Session, id: string, form: FormData): Promise<string | Failure> {
  const { approvalAbove } = readForm(form, { approvalAbove: pence })
  if (approvalAbove === undefined) return invalidForm({ approvalAbove: amountRefusal(form, 'approvalAbove') }, form)
  const result = await session.api.updateGrant({ params: { id }, body: { approvalAbove } })
  return result.ok ? 'The limit is lower from now on.' : toFormFailure(result.problem, form)
}

async function close(session: Session, id: string, form: FormData): Promise<string | Failure> {
  const { key } = readForm(form, { key: text })
  const result = await session.api.closeGrant({ params: { id } }, { idempotencyKey: key })
  return result.ok ? 'Closed. What its awards leave can be taken out.' : toFormFailure(result.problem, form)
}
