/** Whole pence. All money is integers; formatting happens in the browser and in documents. */
export type Pence = number

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
