import type { GiftState } from '#contract/core/status-labels.ts'
import { formatMoney } from '#kit/money.ts'
import { plural } from '#web/ui/format.ts'

interface Counted {
  state: GiftState
  /** What cancelling them gives back. */
  returns: number
  currency: string
  /** One unless told. */
  count?: number
}

interface Cancelling {
  /** Gifts that can be cancelled. */
  count: number
  /** What comes back: `£39.00`, or of two currencies `£39.00 and €2.00`. */
  money: string
  /** People who have seen their code, and may be about to use it. */
  seen: number
}

/** What has ended, or is used in part, stays as it is. */
const FINAL: readonly GiftState[] = ['partly-used', 'code-taken', 'redeemed', 'expired', 'cancelled', 'being-made']

/** What cancelling gifts would do, of those that can be. */
export function countCancelling(gifts: readonly Counted[]): Cancelling {
  const open = gifts.filter(({ state }) => !FINAL.includes(state))
  const sum = (some: readonly Counted[]) => some.reduce((total, { count = 1 }) => total + count, 0)
  return {
    count: sum(open),
    money: formatSums(open.map(({ returns, currency }) => ({ pence: returns, currency }))),
    seen: sum(open.filter(({ state }) => state === 'code-shown')),
  }
}

/** Sums of each currency: `£6.40`, or `£6.40 and €2.00`. */
export function formatSums(amounts: readonly { pence: number; currency: string }[]): string {
  const sums = [...Map.groupBy(amounts, ({ currency }) => currency)].map(([currency, some]) =>
    formatMoney(
      some.reduce((sum, { pence }) => sum + pence, 0),
      currency,
    ),
  )
  return sums.join(' and ')
}

/** What is said before gifts are cancelled. */
export function cancelWords({ count, money, seen }: Cancelling): string {
  if (count === 1) {
    const code = seen
      ? ' Its recipient has seen the code: it stops working too, and they are told so where we have their email address.'
      : ''
    return `Its link stops working at once, and its price and fees, ${money}, are returned.${code}`
  }
  const codes =
    seen === 0
      ? ''
      : ` ${plural(seen, 'person has', 'people have')} seen their code: it stops working too, and those whose email address we have are told that the gift was cancelled.`
  return `Their links stop working at once, and their price and fees, ${money} in all, are returned.${codes}`
}

/** Why a gift that has not ended can no longer be cancelled; null where it can, or has ended. */
export function whyNotCancelled(status: string, isBegun: boolean): string | null {
  if (isBegun && status !== 'Redeemed') return 'This gift can no longer be cancelled: part of it has been used.'
  if (status === 'Fetched')
    return 'This gift can no longer be cancelled: its recipient has its code, which came from the shop and may have been used there.'
  return null
}
