import { stringify } from 'csv-stringify/sync'
import { looksLikeFormula } from '#kit/formula.ts'

/** One line of a CSV file, without its end: all text in quotes, and what a spreadsheet would calculate kept as text. */
export const csvLine = (cells: readonly (string | null | undefined)[]): string =>
  stringify([cells.map((text) => text ?? null)], {
    eof: false,
    cast: { string: (text) => ({ value: looksLikeFormula(text) ? `'${text}` : text, quoted: true }) },
  })
