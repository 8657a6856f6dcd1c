import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/database.ts'

const PREFIXES = { statement: 'MST', file: 'MPF' } as const
type Series = keyof typeof PREFIXES

const format = (series: Series, count: number): string => `${PREFIXES[series]}-${String(count).padStart(6, '0')}`

/** The next number of a series. Whoever else takes one waits until the transaction ends: take it last. */
export async function nextNumber(tx: Tx, series: Series): Promise<string> {
  const { rows } = await sql<{ last: number }>`
    insert into merchant_series (series, last) values (${series}, 1)
    on conflict (series) do update set last = merchant_series.last + 1 returning last`.execute(tx)
  return format(series, rows[0]!.last)
}

const REFERENCE = /\b(MST|MPF)[\s-]*0*(\d{1,9})\b/i

/**
 * The statement or payment file that a bank line's text names, or null: `MST-000012`, `mst 12`, `PAYMENT MST000012`.
 */
export function merchantReference(text: string): string | null {
  const found = REFERENCE.exec(text)
  if (!found) return null
  const series = found[1]!.toUpperCase() === PREFIXES.file ? 'file' : 'statement'
  return format(series, Number(found[2]))
}

/** As a bank takes it: letters and digits. */
export const paymentReference = (number: string): string => number.replace('-', '')
