import type { Pence } from '#server/kit/money.ts'

/** What stands in one cell of a file: text, a number written out, or nothing. */
export type Cell = string | { number: string } | null

/** Pence as pounds (or euros): 1234 is 12.34. */
export function money(pence: Pence): Cell {
  const digits = String(Math.abs(pence)).padStart(3, '0')
  return { number: `${pence < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}` }
}

/** Begins as something a spreadsheet would calculate. */
export const looksLikeFormula = (text: string): boolean => /^[=+\-@\t\r\n]/.test(text)
