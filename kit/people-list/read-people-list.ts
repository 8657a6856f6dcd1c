import { withoutControls } from '../clean-text.ts'
import { readTable, type Table, type TableRow } from '../read-table.ts'
import {
  ANGLED,
  type Beside,
  type Contact,
  type Found,
  findContacts,
  readAddressList,
  readBySight,
  readCell,
  SAYS_SOMETHING,
} from './by-sight.ts'
import { type Choice, type Columns, findTwoColumns, namesColumns, readColumns, type TwoColumns } from './columns.ts'
import type { Part } from './headings.ts'
import { isOfPerson, nameStyle, readUnderHeadings } from './under-headings.ts'

export interface ListedPerson extends Found {
  /** The row of the file or of what was pasted, from 1, as a spreadsheet counts them. */
  row: number
  /** The line of the text that it ends on, from 1. */
  line: number
  /** What a column of the other kind of contact says: the number beside an address, the address beside a number. */
  other: string
}

export interface PeopleList {
  people: ListedPerson[]
  /** Headings of columns that say something, and were not read. */
  unreadColumns: string[]
  /** Which of two columns is meant, where both fit: the first of them was read. */
  question?: TwoColumns | undefined
  /** The line of a first row that names columns, none of which holds what is looked for. */
  noContactLine?: number | undefined
  /** The line of a quotation mark that is never closed: it was taken for a letter. */
  openQuote?: number | undefined
}

export interface ListOptions {
  contact: Contact
  beside?: Beside | undefined
  /** What was answered to a question, as headings. */
  choice?: Choice | undefined
}

const MOST_TITLE_ROWS = 8

/**
 * People in whatever shape they were pasted or brought as a file: one a line, a spreadsheet with or without headings and
 * with its columns in any order, an export of an address book or an HR system, or addresses as Outlook and Gmail copy them
 * (`"Byron, Ada" <ada@example.com>; …`). The one reader of pages and API. Nothing that has a word in it is dropped, but for a
 * department in brackets after a name: what holds no address is a person whose address is to be corrected.
 */
export function readPeopleList(text: string, options: ListOptions): PeopleList {
  const tidy = withoutControls(text)
    .replaceAll(/[\u200B\u2060\uFEFF]/g, '')
    .replaceAll(/[\u00A0\u2007\u202F\u3000]/g, ' ')
    .replaceAll(/[＠．；，＜＞＂]/g, (wide) => wide.normalize('NFKC'))
    .replaceAll(/\r\n?/g, '\n')
    // The link of an address, as a page or an email holds it.
    .replaceAll(/mailto:([^\s?<>",;]*)(?:\?[^\s<>",;]*)?/gi, '$1')
  const hasAngles = options.contact === 'email' && ANGLED.test(tidy)
  const { table, addresses } = hasAngles && tidy.includes('\t') ? apart(tidy) : { table: tidy, addresses: '' }
  const read = readTable(table)
  const rows = read.rows.filter(({ cells }) => cells.some((cell) => SAYS_SOMETHING.test(cell)))
  const headed = findHeadings(rows, options)
  const isListOfAddresses = hasAngles && !table.includes('\t') && (!headed || headed.columns.all.length === 1)
  if (isListOfAddresses) return { people: addressLines(tidy, headed?.line ?? 0), unreadColumns: [] }
  const list = headed ? readHeaded(headed, rows, read, options) : readUnheaded(rows, read, options)
  const people = [...list.people, ...addressLines(addresses, 0)].sort((a, b) => a.line - b.line)
  return { ...list, openQuote: read.openQuote, people }
}

/**
 * A spreadsheet's rows, and lines of addresses pasted before or after them, each at its place. A line within a cell's quotes
 * is the cell's.
 */
function apart(text: string): { table: string; addresses: string } {
  const table: string[] = []
  const addresses: string[] = []
  let isQuoted = false
  for (const line of text.split('\n')) {
    const isOfTable = isQuoted || line.includes('\t') || !ANGLED.test(line)
    table.push(isOfTable ? line : '')
    addresses.push(isOfTable ? '' : line)
    if (isOfTable && line.split('"').length % 2 === 0) isQuoted = !isQuoted
  }
  return { table: table.join('\n'), addresses: addresses.join('\n') }
}

const addressLines = (text: string, after: number): ListedPerson[] =>
  text.split('\n').flatMap((line, index) => {
    const number = index + 1
    return number > after
      ? readAddressList(line).map((found) => ({ ...found, row: number, line: number, other: '' }))
      : []
  })

interface Headed {
  columns: Columns
  line: number
  /** The rows above it and itself. */
  passed: number
}

/** The first row, or under a report's title the row that names an address or a number, where no address stands above. */
function findHeadings(rows: readonly TableRow[], { contact, choice }: ListOptions): Headed | undefined {
  const first = rows.findIndex(({ cells }) => cells.some((cell) => findContacts(cell, contact).length))
  const above = rows.slice(0, first < 0 ? 1 : Math.min(first, MOST_TITLE_ROWS))
  const read = above.map(({ cells, line }, index) => ({ columns: readColumns(cells, choice), line, passed: index + 1 }))
  const isTitle = ({ cells }: TableRow) => cells.filter(Boolean).length === 1
  const named = read.find(({ columns: { by } }) => by.email.length + by.phone.length > 0)
  if (named && above.slice(0, named.passed - 1).every(isTitle)) return named
  return read[0] && namesColumns(read[0].columns) ? read[0] : undefined
}

function readHeaded(headed: Headed, all: readonly TableRow[], { delimiter }: Table, options: ListOptions): PeopleList {
  const { columns, line } = headed
  const { contact, beside, choice } = options
  const rows = all.slice(headed.passed)
  const style = nameStyle(columns, rows)
  const people = rows.flatMap(({ cells, row, line: ends }) => {
    const spare = delimiter === ',' ? Math.max(0, cells.length - columns.all.length) : 0
    const found = readUnderHeadings(cells, columns, { contact, spare, style })
    return found.map((each) => ({ ...each, row, line: ends }))
  })
  const asked: Part[] = [
    contact,
    ...(beside === 'amount' ? (['amount'] as const) : beside === 'address' ? [] : (['name'] as const)),
  ]
  const isFound = people.some(({ address }) => findContacts(address, contact).length)
  return {
    people,
    unreadColumns: columns.all
      .filter((column) => column.text && !isOfPerson(columns, column) && rows.some(({ cells }) => cells[column.place]))
      .map(({ text }) => text),
    question: findTwoColumns(columns, rows, { asked, choice }),
    noContactLine: isFound || columns.by[contact].length ? undefined : line,
  }
}

function readUnheaded(rows: readonly TableRow[], { delimiter }: Table, options: ListOptions): PeopleList {
  const { contact, beside = 'name' } = options
  const withPlace = (found: Found, { row, line }: TableRow): ListedPerson => ({ ...found, row, line, other: '' })
  const people = pairLines(rows, options).flatMap((row) => {
    if (beside === 'address' && delimiter !== '\t')
      return row.cells
        .filter((cell) => SAYS_SOMETHING.test(cell))
        .flatMap((cell) => readCell(cell, contact, {}))
        .map((found) => withPlace(found, row))
    const found = readBySight(row.cells, contact, { beside, isByCommas: delimiter === ',' })
    return found.map((each) => withPlace(each, row))
  })
  return { people, unreadColumns: [] }
}

/** A name on one line and its address on the next, all the way down, are people of two cells. */
function pairLines(rows: readonly TableRow[], { contact, beside }: ListOptions): readonly TableRow[] {
  const isPaired =
    beside !== 'address' &&
    rows.length > 1 &&
    rows.length % 2 === 0 &&
    rows.every(({ cells }, index) => {
      const said = cells.filter(Boolean)
      return said.length === 1 && findContacts(said[0]!, contact).length === index % 2
    })
  if (!isPaired) return rows
  return rows.flatMap((row, index) =>
    index % 2 ? [{ ...row, cells: [...rows[index - 1]!.cells.filter(Boolean), ...row.cells.filter(Boolean)] }] : [],
  )
}
