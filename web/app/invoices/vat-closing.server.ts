import { Temporal } from 'temporal-polyfill'
import { MAX_VAT_PERIOD_MONTHS, type VatPeriods } from '#contract/orders/vat-periods.ts'

interface Days {
  from: string
  until: string
}

/** Whether the days that are shown can be closed as they are: whole months that are over, right after what is closed. */
export function isClosable({ from, until }: Days, nextFrom: string | null, today: string): boolean {
  const [first, next] = [Temporal.PlainDate.from(from), Temporal.PlainDate.from(until).add({ days: 1 })]
  const months = first.until(next, { largestUnit: 'months' })
  const isWhole = first.day === 1 && next.day === 1 && months.months >= 1 && months.months <= MAX_VAT_PERIOD_MONTHS
  return isWhole && until < today && (nextFrom === null || from === nextFrom)
}

/** The period after the newest, as long as that one; null until it is over, or where nothing has been closed. */
export function nextPeriod({ nextFrom, periods: [newest] }: VatPeriods, today: string): Days | null {
  if (!nextFrom || !newest) return null
  const first = Temporal.PlainDate.from(nextFrom)
  const { months } = Temporal.PlainDate.from(newest.from).until(nextFrom, { largestUnit: 'months' })
  const until = first.add({ months }).subtract({ days: 1 }).toString()
  return until < today ? { from: nextFrom, until } : null
}
