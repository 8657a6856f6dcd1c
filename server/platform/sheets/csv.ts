import { type Cell, looksLikeFormula } from './cells.ts'

/** Told by this, Excel reads a file as UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF'

/** Rows as RFC 4180 writes them. Text that a spreadsheet would calculate gets an apostrophe in front: it stays text. */
export const csvRows = (rows: readonly Cell[][]): string =>
  rows.map((row) => `${row.map(field).join(',')}\r\n`).join('')

function field(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell !== 'string') return cell.number
  const text = looksLikeFormula(cell) ? `'${cell}` : cell
  return /[",\r\n']/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
