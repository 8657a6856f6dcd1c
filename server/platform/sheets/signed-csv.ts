import { createHmac, timingSafeEqual } from 'node:crypto'

export interface SignedCsv<C extends string> {
  /** What kind of file it is, whose, and of what: so that none passes for another. */
  about: readonly string[]
  columns: readonly C[]
  rows: readonly Record<C, string>[]
  /** The column of amounts that the last line adds up. */
  sum: C
}

export type ReadSignedCsv<C extends string> =
  | { about: string[]; rows: { line: number; cells: Record<C, string> }[] }
  | { problem: string }

/** Names, numbers and days: nothing that would need quotes, or that a spreadsheet would calculate. */
const CELL = /^(?![=+@-])[\w .:£/-]*$/
const AMOUNT = /^\d{1,12}$/

const signature = (key: string, text: string) => createHmac('sha256', key).update(text).digest('hex')

/**
 * A table that those who have the key vouch for: `posy-file,1,…` says what it is, then come a header and its rows, and last
 * `total`, how many rows there are, what they add up to, and the HMAC-SHA256 of all lines before with these two numbers.
 */
export function writeSignedCsv<C extends string>(key: string, { about, columns, rows, sum }: SignedCsv<C>): string {
  const cells = [['posy-file', '1', ...about], columns, ...rows.map((row) => columns.map((name) => row[name]))]
  const wrong = cells.flat().find((cell) => !CELL.test(cell))
  if (wrong !== undefined) throw new Error('a cell of a signed file is not plain')
  const total = rows.reduce((pence, row) => pence + Number(row[sum] || 0), 0)
  const body = `${cells.map((row) => row.join(',')).join('\n')}\ntotal,${rows.length},${total}`
  return `${body},${signature(key, body)}\n`
}

/** Reads it whole, or says what is wrong with it; never in the file's own words. Line ends may have become those of Windows. */
export function readSignedCsv<C extends string>(
  key: string,
  text: string,
  { columns, sum }: Pick<SignedCsv<C>, 'columns' | 'sum'>,
): ReadSignedCsv<C> {
  const lines = text
    .replace(/^\uFEFF/, '')
    .replace(/\r\n/g, '\n')
    .replace(/\n$/, '')
    .split('\n')
  const [kind, version, ...about] = lines[0]!.split(',')
  if (kind !== 'posy-file' || version !== '1') return { problem: 'its first line must begin with posy-file,1' }
  const [trailer, count, total, mac = ''] = lines.at(-1)!.split(',')
  if (trailer !== 'total') return { problem: 'its last line must begin with total: it is not whole' }
  const body = [...lines.slice(0, -1), `total,${count},${total}`].join('\n')
  const expected = signature(key, body)
  if (mac.length !== expected.length || !timingSafeEqual(Buffer.from(mac), Buffer.from(expected)))
    return { problem: 'its signature does not fit: it was altered, or signed with another key' }
  if (lines[1] !== columns.join(',')) return { problem: `its second line must be ${columns.join(',')}` }
  const rows = lines.slice(2, -1).map((each, index) => ({ line: index + 3, cells: each.split(',') }))
  const wrong = rows.find(({ cells }) => cells.length !== columns.length || !cells.every((cell) => CELL.test(cell)))
  if (wrong) return { problem: `line ${wrong.line} must have ${columns.length} plain cells` }
  const table = rows.map(({ line, cells }) => ({
    line,
    cells: Object.fromEntries(columns.map((name, index) => [name, cells[index]!])) as Record<C, string>,
  }))
  const wrongAmount = table.find(({ cells }) => !AMOUNT.test(cells[sum]))
  if (wrongAmount) return { problem: `line ${wrongAmount.line}: ${sum} must be whole pence` }
  const added = table.reduce((pence, { cells }) => pence + Number(cells[sum]), 0)
  if (Number(count) !== table.length || Number(total) !== added)
    return { problem: 'its last line does not add up what is above it' }
  return { about, rows: table }
}
