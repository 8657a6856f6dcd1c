import type { ReturnPlace } from '#contract/core/return-place.ts'
import type { GiftState } from '#contract/core/status-labels.ts'
import { formatMoney } from '#kit/money.ts'
import { plural } from '#web/ui/format.ts'

interface Counted {
  state: GiftState
  /** What cancelling them gives back. */
  returns: number
  returnsTo: ReturnPlace
  currency: string
  /** One unless told. */
  count?: number
}

interface Cancelling {
  /** Gifts that can be cancelled. */
  count: number
  /** What comes back: `£39.00`, or of two currencies `£39.00 and €2.00`. */
  money: string
  /** Where it goes: the same money by place. */
  places: { place: ReturnPlace; money: string }[]
  /** People who have seen their code, and may be about to use it. */
  seen: number
}

/** What has ended, or is used in part, stays as it is. */
const FINAL: readonly GiftState[] = ['partly-used', 'code-taken', 'redeemed', 'expired', 'cancelled', 'being-made']

/** What cancelling gifts would do, of those that can be. */
export function countCancelling(gifts: readonly Counted[]): Cancelling {
  const open = gifts.filter(({ state }) => !FINAL.includes(state))
  const sum = (some: readonly Counted[]) => some.reduce((total, { count = 1 }) => total + count, 0)
  const money = (gifts: readonly Counted[]) =>
    formatSums(gifts.map(({ returns, currency }) => ({ pence: returns, currency })))
  const byPlace = [...Map.groupBy(open, ({ returnsTo }) => returnsTo)]
  return {
    count: sum(open),
    money: money(open),
    places: byPlace.map(([place, gifts]) => ({ place, money: money(gifts) })),
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
export function cancelWords({ count, money, places, seen }: Cancelling): string {
  if (count === 1) {
    const code = seen
      ? ' Its recipient has seen the code: it stops working too, and they are told so where we have their email address.'
      : ''
    return `Its link stops working at once, and its price and fees, ${money}, ${returnWords(places, 'it')}.${code}`
  }
  const codes =
    seen === 0
      ? ''
      : ` ${plural(seen, 'person has', 'people have')} seen their code: it stops working too, and those whose email address we have are told that the gift was cancelled.`
  return `Their links stop working at once, and their price and fees, ${money} in all, ${returnWords(places, 'them')}.${codes}`
}

/** Where money of gifts goes, after their sum: “are returned”. */
function returnWords(places: Cancelling['places'], it: 'it' | 'them'): string {
  if (places.length > 1)
    return `are returned: ${places.map(({ place, money }) => `${money} to the ${place}`).join(', ')}`
  const place = places[0]?.place
  if (place === 'budget') return `go to the budget, not back to the allowance that paid for ${it}`
  return place === 'allowance' ? `are returned to the allowance that paid for ${it}` : 'are returned'
}

/** Why a gift that has not ended can no longer be cancelled; null where it can, or has ended. */
export function whyNotCancelled(status: string, isBegun: boolean): string | null {
  if (isBegun && status !== 'Redeemed') return 'This gift can no longer be cancelled: part of it has been used.'
  if (status === 'Fetched')
    return 'This gift can no longer be cancelled: its recipient has its code, which came from the shop and may have been used there.'
  return null
}
