import { readAmount } from '#kit/amounts.ts'
import type { Pence } from '#kit/money.ts'

/** What someone typed who looks for a line of the bank: an amount, and letters and digits that stand in it somewhere. */
interface SoughtLine {
  pence: Pence | null
  letters: string | null
}

const SHORTEST_PART = 4

/** `500`, `500.00`, `£1,250.5`; `hgdemo 4010`, `HGDEMO4010`. */
export function seekLine(typed: string): SoughtLine {
  const read = readAmount(typed, { negative: true })
  const letters = typed.toUpperCase().replace(/[^0-9A-Z]/g, '')
  return {
    pence: 'pence' in read ? Math.abs(read.pence) : null,
    letters: letters.length >= SHORTEST_PART ? letters : null,
  }
}
