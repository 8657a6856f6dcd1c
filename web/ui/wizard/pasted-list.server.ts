import { parse } from 'csv-parse/sync'
import { cleanText, withoutControls } from '#kit/clean-text.ts'

/** What a list may say of each person; whatever else it holds is passed over. */
export interface ListedPerson {
  /** As written where it is one of the kind that is looked for; else what stood in its place, to be put right. */
  address: string
  name: string
  notes: string
  amount: string
}

type Contact = 'email' | 'phone'
type Beside = 'name' | 'amount' | 'address'
type Part = Exclude<keyof ListedPerson, 'address'>

const EMAIL = /[^\s<>()[\]",;:|]+@[^\s<>()[\]",;:|]+/gu
const PHONE = /(?<![\w@])[+(]?\d[\d\s().\-/]{5,}\d(?![\w@])/gu
const AMOUNT = /^[£€$]?\s?\d[\d,.'’ ]*[£€]?$/
const ANGLED = /<\s*(?:mailto:)?[^<>\n]*@[^<>\n]*>/i

/** Columns as people head them. */
const HEADINGS: readonly [Part | 'first' | 'last' | Contact, RegExp][] = [
  ['email', /e-?mail|^(recipient )?address(es)?$/],
  ['phone', /mobile|phone|\btel\b|\bcell\b|^(sms|number)$/],
  ['first', /^(first|given|fore) ?names?$|^first$/],
  ['last', /^(last|family|sur) ?names?$|^last$/],
  ['notes', /note|message|greeting|comment/],
  ['amount', /amount|pounds|^(gbp|£|budget|value)$/],
  ['name', /^(full |display |employee |recipient |contact )?names?$|^(recipient|employee|person|colleague)s?$/],
]

/**
 * People in whatever shape they were pasted or brought as a file: one a line, a spreadsheet with or without headings and
 * with its columns in any order, or addresses as Outlook and Gmail copy them (`"Byron, Ada" <ada@example.com>; …`).
 * Addresses are found by sight. Nothing is dropped: what holds no address is a person whose address is to be put right.
 * @param besideAddress what stands in a line with an address, where no heading says; of a spreadsheet it is no `address`
 */
export function readPastedList(text: string, contact: Contact, besideAddress: Beside = 'name'): ListedPerson[] {
  const tidy = withoutControls(text)
    .replaceAll(/[\u200B\u2060\uFEFF]/g, '')
    .replaceAll(/[\u00A0\u2007\u202F\u3000]/g, ' ')
    .replaceAll(/[＠．；，＜＞＂]/g, (wide) => wide.normalize('NFKC'))
    .replaceAll(/\r\n?/g, '\n')
  if (contact !== 'email' || !ANGLED.test(tidy)) return readTable(tidy, contact, besideAddress)
  if (!tidy.includes('\t')) return readAddressList(tidy)
  const { table, addresses } = apart(tidy)
  return [...readTable(table, contact, besideAddress), ...readAddressList(addresses)]
}

/** A spreadsheet's rows, and lines of addresses pasted before or after them. A line within a cell's quotes is the cell's. */
function apart(text: string): { table: string; addresses: string } {
  const table: string[] = []
  const addresses: string[] = []
  let isQuoted = false
  for (const line of text.split('\n')) {
    const isOfTable = isQuoted || line.includes('\t') || !ANGLED.test(line)
    ;(isOfTable ? table : addresses).push(line)
    if (isOfTable && line.split('"').length % 2 === 0) isQuoted = !isQuoted
  }
  return { table: table.join('\n'), addresses: addresses.join('\n') }
}

function readTable(tidy: string, contact: Contact, besideAddress: Beside): ListedPerson[] {
  const { rows, isByCommas } = splitCells(tidy)
  const columns = readHeadings(rows[0] ?? [], contact)
  const people = columns
    ? rows.slice(1).flatMap((cells) => {
        const spare = isByCommas ? cells.length - columns.length : 0
        return underHeadings(cells, columns, contact, spare)
      })
    : []
  return columns
    ? people
    : rows.flatMap((cells) => {
        if (besideAddress === 'address' && !tidy.includes('\t'))
          return cells.filter(Boolean).flatMap((cell) => inCell(cell, contact, {}))
        return bySight(cells, contact, besideAddress, isByCommas)
      })
}

const person = (address: string, { name = '', notes = '', amount = '' }: Partial<ListedPerson> = {}): ListedPerson => ({
  name: cleanText(name, ' ').trim(),
  notes: cleanText(notes, ' ').trim(),
  amount,
  address: cleanText(address, ' ').trim(),
})

/** Rows of cells that are not empty, whichever of tab, semicolon and comma stands between them. */
function splitCells(text: string): { rows: string[][]; isByCommas: boolean } {
  const linesWith = (delimiter: string) => text.split('\n').filter((line) => line.includes(delimiter)).length
  const semicolons = linesWith(';')
  const delimiter = text.includes('\t') ? '\t' : semicolons && semicolons >= linesWith(',') ? ';' : ','
  const read = (quote: '"' | false): string[][] =>
    parse(text, { delimiter, quote, relax_quotes: true, relax_column_count: true, trim: true })
  let rows: string[][]
  try {
    rows = read('"')
  } catch {
    // A quotation mark that is never closed is a letter like others.
    rows = read(false)
  }
  const filled = rows.filter((cells) => cells.some((cell) => /[\p{L}\p{N}@]/u.test(cell)))
  return { rows: filled, isByCommas: delimiter === ',' }
}

const found = (cell: string, contact: Contact): string[] => {
  const seen = cell.normalize('NFKC').match(contact === 'email' ? EMAIL : PHONE) ?? []
  return seen.map((each) => (contact === 'email' ? each.replace(/^'|[.'!?]+$/g, '') : each.trim()))
}

/** The columns of a first row that names some and holds no address. */
function readHeadings(cells: readonly string[], contact: Contact) {
  if (cells.some((cell) => found(cell, contact).length)) return null
  const columns = cells.map((cell) => {
    const heading = cell
      .toLowerCase()
      .replaceAll(/[_\s]+/g, ' ')
      .replace(/[:*]$/, '')
      .trim()
    return heading.length > 40 ? undefined : HEADINGS.find(([, pattern]) => pattern.test(heading))?.[0]
  })
  return columns.some(Boolean) ? columns : null
}

function underHeadings(
  cells: readonly string[],
  columns: NonNullable<ReturnType<typeof readHeadings>>,
  contact: Contact,
  spare: number,
): ListedPerson[] {
  const at = (heading: (typeof columns)[number]) => columns.indexOf(heading)
  const holds = (place: number) => found(cells[place] ?? '', contact).length > 0
  const elsewhere = cells.findIndex((_, place) => columns[place] !== 'notes' && holds(place))
  const named = [contact, contact === 'email' ? 'phone' : 'email'].map((each) => at(each as Contact))
  const place = holds(at(contact))
    ? at(contact)
    : (([elsewhere, ...named].find((each) => each >= 0 && cells[each]) ?? cells.findIndex(Boolean)) as number)
  const said = (heading: (typeof columns)[number]) => (at(heading) === place ? '' : (cells[at(heading)] ?? ''))
  const rest = {
    name: said('name') || [said('first'), said('last')].filter(Boolean).join(' '),
    notes: said('notes'),
    amount: said('amount') && amountFrom(cells.slice(at('amount'), at('amount') + 1 + Math.max(0, spare))),
  }
  return inCell(cells[place]!, contact, rest)
}

/** `12,50` that a comma cut apart is not guessed at: with all its pieces it is no amount, and is asked about. */
const amountFrom = (cells: readonly string[]): string =>
  cells.filter((cell) => AMOUNT.test(cell)).join(', ') || (cells[0] ?? '')

const withoutAddress = (cell: string, contact: Contact): string => cell.replace(found(cell, contact)[0] ?? cell, ' ')

/** One cell: usually an address; sometimes several, or one with a name beside it. */
function inCell(cell: string, contact: Contact, rest: Partial<ListedPerson>): ListedPerson[] {
  const addresses = found(cell, contact)
  if (addresses.length === 0) return [person(cell, rest)]
  if (addresses.length > 1) return addresses.map((address) => person(address, rest))
  const beside = cell
    .normalize('NFKC')
    .replace(addresses[0]!, ' ')
    .replaceAll(/mailto:|[<>()[\]"|]/gi, ' ')
  return [person(addresses[0]!, { ...rest, name: rest.name || trimmed(beside) })]
}

/** Without headings: the address wherever it stands, names before it or right after it, then their own message. */
function bySight(
  cells: readonly string[],
  contact: Contact,
  besideAddress: Beside,
  isByCommas: boolean,
): ListedPerson[] {
  const places = cells.flatMap((cell, place) => (found(cell, contact).length ? [place] : []))
  if (places.length > 1) {
    const namesFirst = places[0] !== 0
    return places.flatMap((place, index) => {
      const next = places[index + 1]
      const before = namesFirst ? cells.slice((places[index - 1] ?? -1) + 1, place) : []
      const after = namesFirst && next !== undefined ? [] : cells.slice(place + 1, next)
      return inCell(cells[place]!, contact, { name: [...before, ...after].filter(Boolean).join(' ') })
    })
  }
  const place = places[0] ?? Math.max(0, cells.findIndex(Boolean))
  const others = cells.filter((cell, index) => index !== place && cell)
  const beside = besideAddress === 'amount' ? cells[place + 1] : ''
  const besideIt = besideAddress === 'amount' && isByCommas ? [trimmed(withoutAddress(cells[place]!, contact))] : []
  const amounts = [...besideIt, ...others].filter((cell) => AMOUNT.test(cell))
  const amount = (besideIt.length ? amountFrom(amounts) : amounts[0]) || beside || ''
  const before = cells.slice(0, place).filter((cell) => cell && cell !== amount)
  const after = cells.slice(place + 1).filter((cell) => cell && cell !== amount)
  const name = before.length ? before.join(' ') : (after.shift() ?? '')
  return inCell(cells[place]!, contact, { name, notes: after.join(', '), amount })
}

/** `Ada <ada@example.com>; "Byron, Ada" <…>, bob@example.com`, over as many lines as it takes. */
function readAddressList(text: string): ListedPerson[] {
  return text
    .replaceAll(/[“”„]/g, '"')
    .split(/[;\n]/)
    .flatMap((part) => joinNames(part.match(/(?:"[^"]*"|<[^>]*>|[^,"<])+|["<]/g) ?? []))
    .map((item) => {
      const address = found(item.match(ANGLED)?.[0] ?? item, 'email')[0]
      if (!address) return person(trimmed(item))
      const name = trimmed(item.replace(ANGLED, ' ').replace(address, ' ').replaceAll('"', ' '))
      const [last, first, ...more] = name.split(/\s*,\s*/)
      return person(address, { name: last && first && more.length === 0 ? `${first} ${last}` : name })
    })
}

/** `Byron`, `Ada <ada@example.com>` is one person: a comma of their name is no comma of the list. */
function joinNames(parts: readonly string[]): string[] {
  const items: string[] = []
  let partial = ''
  for (const part of parts) {
    const whole = partial ? `${partial},${part}` : part
    if (ANGLED.test(part)) {
      items.push(whole)
      partial = ''
    } else if (part.includes('@')) {
      items.push(...(partial ? [partial] : []), part)
      partial = ''
    } else partial = whole
  }
  return [...items, partial].filter((item) => trimmed(item))
}

const trimmed = (text: string): string => text.replaceAll(/\s+/g, ' ').replace(/^[\s,;'-]+|[\s,;'-]+$/g, '')
