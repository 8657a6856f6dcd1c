import { cachedFormatter } from './cached-formatter.ts'
import { isoCurrency } from './currency.ts'

/** Whole pence, or euro cents. All money is integers. */
export type Pence = number

/** Pence as people read them, on pages, in emails and documents: `£1,234.50`, `−£2.00`. */
export function formatMoney(pence: Pence, currency: string): string {
  const format = cachedFormatter(
    `money ${currency}`,
    () =>
      new Intl.NumberFormat('en-GB', {
        style: 'currency',
        currency: isoCurrency(currency) ?? 'GBP',
        // Nothing is never less than nothing.
        signDisplay: 'negative',
      }),
  )
  return format.format(pence / 100).replace('-', '−')
}

/** A price as cards show it: `£10`, `£2.95`. */
export const formatPrice = (pence: Pence, currency: string): string => formatMoney(pence, currency).replace(/\.00$/, '')

/** Standard UK VAT rate, in basis points (2000 = 20 %). */
export const STANDARD_VAT_BASIS_POINTS = 2000

/** Divides two non-negative integers, rounding halves to the even neighbour. */
export function divideHalfEven(numerator: number, denominator: number): number {
  const quotient = Math.floor(numerator / denominator)
  const twiceRest = (numerator - quotient * denominator) * 2
  if (twiceRest < denominator) return quotient
  if (twiceRest > denominator) return quotient + 1
  return quotient % 2 === 0 ? quotient : quotient + 1
}

/** VAT to add to a net amount. */
export const vatOnNet = (netPence: Pence, rateBasisPoints: number): Pence =>
  divideHalfEven(netPence * rateBasisPoints, 10_000)

/** VAT contained in a gross amount. */
export const vatInGross = (grossPence: Pence, rateBasisPoints: number): Pence =>
  divideHalfEven(grossPence * rateBasisPoints, 10_000 + rateBasisPoints)
