import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/database.ts'

const PREFIXES = { statement: 'MST', file: 'MPF' } as const
type Series = keyof typeof PREFIXES

const format = (series: Series, count: number): string => `${PREFIXES[series]}-${String(count).padStart(6, '0')}`

/** The next number of a series. Anyone else who takes one waits until the transaction ends: take it last. */
export async function nextNumber(tx: Tx, series: Series): Promise<string> {
  const { rows } = await sql<{ last: number }>`
    insert into merchant_series (series, last) values (${series}, 1)
    on conflict (series) do update set last = merchant_series.last + 1 returning last`.execute(tx)
  return format(series, rows[0]!.last)
}

const REFERENCES = /(MST|MPF)[\s-]*0*(\d{1,9})(?!\d)/gi

/** Every statement and payment file that a bank's words may name: `MST-000012`, `mst 12`, `PAYMENT MST000012`. */
export const merchantReferencesIn = (text: string): string[] => [
  ...new Set(
    [...text.matchAll(REFERENCES)].map(([, prefix, count]) =>
      format(prefix!.toUpperCase() === PREFIXES.file ? 'file' : 'statement', Number(count)),
    ),
  ),
]

/** As a bank takes it: letters and digits. */
export const paymentReference = (number: string): string => number.replace('-', '')
