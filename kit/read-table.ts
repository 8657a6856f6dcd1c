import { type CsvError, parse } from 'csv-parse/sync'

/** A row of a table. */
export interface TableRow {
  /** As spreadsheets number it, from 1: rows that are empty count, a line such as `sep=;` does not. */
  row: number
  /** The line of the text that it ends on, from 1. */
  line: number
  cells: string[]
}

export interface Table {
  /** Those that say something; their cells are trimmed. */
  rows: TableRow[]
  delimiter: string
  /** The line of a quotation mark that is never closed: with it, quotation marks are letters like others. */
  openQuote?: number
}

const DELIMITERS = ['\t', ';', ',', '|']
const SAMPLE_ROWS = 500
const SAID = /^sep=(.)\r?(?:\n|$)/i

/**
 * Reads a table as people paste and upload it: quotes before line ends and delimiters, rows of any length, empty rows left
 * out. What stands between its cells is judged by all of it, not by its first line, unless a first line `sep=;` says it.
 */
export function readTable(text: string, options: { delimiter?: string; mostRows?: number } = {}): Table {
  const plain = text.replace(/^\uFEFF/, '')
  const said = SAID.exec(plain)
  const body = said ? plain.slice(said[0].length) : plain
  const before = said ? 1 : 0
  const delimiter = options.delimiter ?? said?.[1] ?? detectDelimiter(body)
  const read = (quote: '"' | false): TableRow[] =>
    parseRows(body, { delimiter, quote, to: options.mostRows }).map((each) => ({ ...each, line: each.line + before }))
  try {
    return { rows: read('"'), delimiter }
  } catch (error) {
    const { lines = 1 } = error as CsvError & { lines?: number }
    return { rows: read(false), delimiter, openQuote: lines + before }
  }
}

function parseRows(
  text: string,
  { delimiter, quote, to }: { delimiter: string; quote: '"' | false; to: number | undefined },
): TableRow[] {
  let row = 0
  const rows: TableRow[] = []
  // Empty lines are rows to a spreadsheet: they are counted, and left out here.
  parse(text, {
    delimiter,
    quote,
    info: true,
    relaxColumnCount: true,
    relaxQuotes: true,
    ...(to === undefined ? {} : { to: to * 2 + SAMPLE_ROWS }),
    onRecord: (record: unknown) => {
      const { record: cells, info } = record as { record: string[]; info: { lines: number } }
      row++
      const trimmed = cells.map((cell) => cell.trim())
      if (trimmed.some(Boolean) && rows.length < (to ?? Number.POSITIVE_INFINITY))
        rows.push({ row, line: info.lines, cells: trimmed })
      return null
    },
  })
  return rows
}

/**
 * Tabs, which spreadsheets copy, where half of the rows have them; else between whose cells most of what is one thing (an
 * address) stays whole, and most rows come apart alike.
 */
function detectDelimiter(text: string): string {
  const candidates = DELIMITERS.filter((delimiter) => text.includes(delimiter))
  if (candidates.length < 2) return candidates[0] ?? ','
  const judged = candidates.map((delimiter) => ({ delimiter, ...judge(text, delimiter) }))
  if (judged[0]!.delimiter === '\t' && judged[0]!.share >= 0.5) return '\t'
  return judged.sort((a, b) => b.whole - a.whole || b.alike - a.alike)[0]!.delimiter
}

function judge(text: string, delimiter: string): { share: number; alike: number; whole: number } {
  let rows: TableRow[]
  try {
    rows = parseRows(text, { delimiter, quote: '"', to: SAMPLE_ROWS })
  } catch {
    rows = parseRows(text, { delimiter, quote: false, to: SAMPLE_ROWS })
  }
  const split = rows.filter(({ cells }) => cells.length > 1)
  const counts = new Map<number, number>()
  for (const { cells } of split) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1)
  const whole = rows
    .flatMap(({ cells }) => cells)
    .filter((cell) => cell.includes('@') && !/[\s;,|<>"]/.test(cell)).length
  return { share: split.length / rows.length, alike: Math.max(0, ...counts.values()), whole }
}
