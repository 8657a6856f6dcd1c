import { readCsv } from '#server/platform/sheets/read-csv.ts'

/** One row of a table of receivers, with the line of the text it ends on (from 1). */
interface CsvReceiver {
  line: number
  email: string
  phone: string | null
  name: string | null
  notes: string | null
}

export interface CsvReading {
  receivers: CsvReceiver[]
  /** Why the text could not be read as a table at all. */
  error?: { message: string; line?: number }
}

const COLUMNS = ['email', 'phone', 'name', 'notes'] as const
type Column = (typeof COLUMNS)[number]
/** What spreadsheets call these columns. */
const ALIASES: Record<string, Column> = {
  'email address': 'email',
  'e-mail': 'email',
  recipient: 'email',
  'phone number': 'phone',
  phone_number: 'phone',
  mobile: 'phone',
  'mobile number': 'phone',
  telephone: 'phone',
  number: 'phone',
  'full name': 'name',
  note: 'notes',
  message: 'notes',
}
const MAX_ROWS = 10_000

/** Receivers as typed, or as pasted from a spreadsheet. A first row without an address or number is its header. */
export function readReceiversCsv(text: string): CsvReading {
  const table = readCsv(text, { mostRecords: MAX_ROWS + 2 })
  if ('error' in table) return { receivers: [], error: table.error }
  const rows = table.records
  const [first, ...rest] = rows
  if (!first) return { receivers: [], error: { message: 'holds no rows' } }
  const isHeader = !first.cells.some((cell) => cell.includes('@') || looksLikeNumber(cell))
  const address: Column = looksLikeNumber(first.cells[0] ?? '') ? 'phone' : 'email'
  const columns = isHeader ? first.cells.map(matchColumn) : [address, 'name' as const, 'notes' as const]
  if (!columns.includes('email') && !columns.includes('phone'))
    return {
      receivers: [],
      error: { message: 'has no column email or phone in its first row', line: first.line },
    }
  const body = isHeader ? rest : rows
  if (body.length > MAX_ROWS) return { receivers: [], error: { message: `has more than ${MAX_ROWS} rows` } }
  return {
    receivers: body.map(({ line, cells }) => {
      const cell = (column: Column) => cells[columns.indexOf(column)] ?? ''
      return {
        line,
        email: cell('email'),
        phone: cell('phone') || null,
        name: cell('name') || null,
        notes: cell('notes') || null,
      }
    }),
  }
}

const looksLikeNumber = (cell: string): boolean => /^\+?[\d\s().-]{7,}$/.test(cell.trim())

function matchColumn(heading: string): Column | null {
  const name = heading.toLowerCase()
  return COLUMNS.find((column) => column === name) ?? ALIASES[name] ?? null
}
