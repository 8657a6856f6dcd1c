import { stringify } from 'csv-stringify/sync'
import { looksLikeFormula } from '#kit/formula.ts'
import type { Cell } from './cells.ts'

/** Told by this, Excel reads a file as UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF'

/**
 * Rows as RFC 4180 writes them, all text in quotes. Text that a spreadsheet would calculate gets an apostrophe in front:
 * it stays text.
 */
export const csvRows = (rows: readonly Cell[][]): string =>
  stringify(rows as Cell[][], {
    record_delimiter: 'windows',
    cast: {
      string: (text) => ({ value: looksLikeFormula(text) ? `'${text}` : text, quoted: true }),
      object: (cell) => Object.values(cell as Exclude<Cell, string | null>)[0]!,
    },
  })
