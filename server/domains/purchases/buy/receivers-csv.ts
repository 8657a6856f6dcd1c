import { readPeopleList } from '#kit/people-list/read-people-list.ts'
import { columnsProblem, OPEN_QUOTE } from '#server/platform/sheets/list-problems.ts'

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
  /** The receivers are to be reached by number, as far as the table tells. */
  isOfNumbers: boolean
  /** Columns that say something, and were not read. */
  unreadColumns: string[]
  /** Why the text could not be read as a table at all. */
  error?: { message: string; line?: number }
}

const MAX_ROWS = 10_000

/** Receivers as typed, or as pasted from a spreadsheet. Without a way to send them, they are numbers where no address stands. */
export function readReceiversCsv(text: string, method: string | undefined): CsvReading {
  const byAddress = method === 'sms' ? null : readPeopleList(text, { contact: 'email' })
  const isOfNumbers = !byAddress || (!method && !byAddress.people.some(({ address }) => address.includes('@')))
  const list = isOfNumbers ? readPeopleList(text, { contact: 'phone' }) : byAddress
  const { people, unreadColumns, question, noContactLine, openQuote } = list
  const refuse = (message: string, line?: number): CsvReading => ({
    receivers: [],
    isOfNumbers,
    unreadColumns,
    error: { message, ...(line && { line }) },
  })
  if (openQuote) return refuse(OPEN_QUOTE, openQuote)
  if (noContactLine) return refuse('has no column email or phone in its first row', noContactLine)
  if (people.length === 0) return refuse('holds no rows')
  if (people.length > MAX_ROWS) return refuse(`has more than ${MAX_ROWS} rows`)
  if (question) return refuse(columnsProblem(question))
  return {
    isOfNumbers,
    unreadColumns,
    receivers: people.map(({ line, address, other, name, notes }) => ({
      line,
      email: isOfNumbers ? other : address,
      phone: (isOfNumbers ? address : other) || null,
      name: name || null,
      notes: notes || null,
    })),
  }
}
