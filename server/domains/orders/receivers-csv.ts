import { type CsvError, parse } from 'csv-parse/sync'
import { LooseReceiver } from '#contract/orders.ts'

/** One row of a table of receivers, with the line of the text it ends on (from 1). */
export interface CsvReceiver {
  line: number
  email: string
  name: string | null
  notes: string | null
}

export interface CsvReading {
  receivers: CsvReceiver[]
  /** Why the text could not be read as a table at all. */
  error?: { message: string; line?: number }
}

const COLUMNS = ['email', 'name', 'notes'] as const
type Column = (typeof COLUMNS)[number]
/** What spreadsheets call these columns. */
const ALIASES: Record<string, Column> = {
  'email address': 'email',
  'e-mail': 'email',
  recipient: 'email',
  'full name': 'name',
  note: 'notes',
  message: 'notes',
}
export const MAX_ROWS = 10_000

/** Receivers as typed, or as pasted from a spreadsheet. A first row without an address is its header. */
export function readReceiversCsv(text: string): CsvReading {
  let rows: { record: string[]; info: { lines: number } }[]
  try {
    rows = parse(text, {
      bom: true,
      delimiter: delimiterOf(text),
      info: true,
      relaxColumnCount: true,
      skipEmptyLines: true,
      skipRecordsWithEmptyValues: true,
      trim: true,
      to: MAX_ROWS + 2,
    }) as unknown as typeof rows
  } catch (error) {
    const { lines } = error as CsvError & { lines?: number }
    return {
      receivers: [],
      error: {
        message: 'is no table: a quotation mark is not closed or stands inside a field',
        ...(lines ? { line: lines } : {}),
      },
    }
  }
  const [first, ...rest] = rows
  if (!first) return { receivers: [], error: { message: 'holds no rows' } }
  const isHeader = !first.record.some((cell) => cell.includes('@'))
  const columns = isHeader ? first.record.map(columnOf) : [...COLUMNS]
  if (!columns.includes('email'))
    return { receivers: [], error: { message: 'has no column email in its first row', line: first.info.lines } }
  const body = isHeader ? rest : rows
  if (body.length > MAX_ROWS) return { receivers: [], error: { message: `has more than ${MAX_ROWS} rows` } }
  return {
    receivers: body.map(({ record, info }) => {
      const cell = (column: Column) => record[columns.indexOf(column)]?.trim() ?? ''
      return { line: info.lines, email: cell('email'), name: cell('name') || null, notes: cell('notes') || null }
    }),
  }
}

/** Excel pastes tabs; where a comma is the decimal sign it saves semicolons. */
function delimiterOf(text: string): string {
  const firstLine = text.slice(0, text.search(/\r?\n|$/))
  return ['\t', ';', ','].find((candidate) => firstLine.includes(candidate)) ?? ','
}

function columnOf(heading: string): Column | null {
  const name = heading.toLowerCase()
  return COLUMNS.find((column) => column === name) ?? ALIASES[name] ?? null
}

/** A row as the body of a purchase would hold it. */
export const csvRow = ({ email, name, notes }: CsvReceiver): LooseReceiver =>
  LooseReceiver.parse({ email, name, notes })
