import { readAmount } from '#kit/amounts.ts'
import type { Currency } from '#kit/currency.ts'

/** An amount as people type it, as whole pence; undefined for anything else. */
export function parsePence(typed: unknown, currency?: Currency): number | undefined {
  const read = typeof typed === 'string' ? readAmount(typed, currency && { currency }) : null
  return read && 'pence' in read ? read.pence : undefined
}

/** Whether a comma of it was taken for thousands with nothing to prove it: then it is said back. */
export function isBareThousands(typed: string): boolean {
  const read = readAmount(typed)
  return 'pence' in read && read.isBareThousands
}

/** What the address asks to fill in as an amount, where it is one: as it was read, not as it was written. */
export function amountAsked({ url }: Pick<Request, 'url'>): string | undefined {
  const pence = parsePence(new URL(url).searchParams.get('amount'))
  return pence ? formatPoundsInput(pence) : undefined
}

/** 2500 as a field shows it. */
export const formatPoundsInput = (pence: number | null): string => (pence === null ? '' : (pence / 100).toFixed(2))

/** The currency that a field of a form says it is in, of a currency on the wire. */
export const currencyNamed = (currency: unknown): Currency => (currency === 'EUX' ? 'EUX' : 'GBX')
