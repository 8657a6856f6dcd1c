import type { CallResult } from '#contract/core/invoke.ts'
import type { PaymentMethod } from '#contract/orders/purchase.ts'
import { formatMoney } from '#kit/money.ts'
import type { Session } from '#web/session/session.ts'

interface GivenBack<T> {
  answer: CallResult<T>
  /** Where an amount went: “£3.90 returned to your allowance”. */
  where: (pence: number, currency: string, paidBy?: PaymentMethod | null) => string
}

/**
 * Does what gives money back, and says where it went: to the wallet; a participant's to their allowance, or past it to the
 * budget, where a run has set the allowance since or they are out of it.
 */
export async function givingBack<T>(session: Session, act: () => Promise<CallResult<T>>): Promise<GivenBack<T>> {
  if (session.roleGroupId !== 'automation-participant')
    return {
      answer: await act(),
      where: (pence, currency, paidBy) =>
        `${formatMoney(pence, currency)} ${paidBy === 'invoice' ? 'taken off the invoice, or returned to the wallet where it was paid' : 'returned to the wallet'}`,
    }
  const before = await availableNow(session)
  const answer = await act()
  const gained = Math.max(0, (await availableNow(session)) - before)
  return {
    answer,
    where: (pence, currency) => {
      const parts = [
        { pence: Math.min(pence, gained), place: 'your allowance' },
        { pence: Math.max(0, pence - gained), place: 'the budget' },
      ].filter((part) => part.pence > 0)
      return parts.map((part) => `${formatMoney(part.pence, currency)} returned to ${part.place}`).join(', ')
    },
  }
}

/** What a participant has to give; nothing for who is out of the budget. */
async function availableNow(session: Session): Promise<number> {
  const found = await session.api.getAllowance({})
  return found.ok ? found.value.data.available : 0
}
