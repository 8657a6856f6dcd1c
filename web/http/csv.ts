import { stringify } from 'csv-stringify/sync'

/** What a spreadsheet would take for a formula, in full-width letters too. */
const FORMULA = /^(?:[\t\r\n]|\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20|%])/

/** One line of a CSV file, without its end: all text in quotes, and what a spreadsheet would calculate kept as text. */
export const csvLine = (cells: readonly (string | null | undefined)[]): string =>
  stringify([cells.map((text) => text ?? null)], {
    eof: false,
    cast: { string: (text) => ({ value: FORMULA.test(text) ? `'${text}` : text, quoted: true }) },
  })
