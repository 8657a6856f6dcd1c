import { asciiDigits, cleanText, withoutMarks, withoutUnseen } from '../clean-text.ts'

export type Contact = 'email' | 'phone'

/** Someone of a list, before the list says which row they stand in. */
export interface Found {
  /** As written where it is one of the kind that is looked for; else what stood in its place, to be corrected. */
  address: string
  name: string
  notes: string
  amount: string
}

/** What stands in a line with an address where no heading says; of a spreadsheet it is no `address`. */
export type Beside = 'name' | 'amount' | 'address'

// None of these may take more than a moment over a cell of two million letters.
const BETWEEN_ADDRESSES = /[\s<>()[\]",;:|]+/u
const PHONE = /(?<![\w@])[+(]?\d[\d\s().\-/]{5,60}\d(?![\w@])/gu
/** A word, a number or an address: what is not marks alone. */
export const SAYS_SOMETHING = /[\p{L}\p{N}@]/u
const AMOUNT = /^[£€$]?\s?\d[\d,.'’ ]*\s?[£€]?$/
export const ANGLED = /<[^<>\n@]*@[^<>\n]*>/

export const toPerson = (
  address: string,
  { name = '', notes = '', amount = '' }: Partial<Omit<Found, 'address'>> = {},
): Found => ({
  name: withoutUnseen(cleanText(name, ' ')).trim(),
  notes: withoutUnseen(cleanText(notes, ' ')).trim(),
  amount,
  address: withoutMarks(cleanText(address, ' ')).trim(),
})

export const findContacts = (cell: string, contact: Contact): string[] => {
  const plain = withoutMarks(cell).normalize('NFKC')
  if (contact === 'phone') return (asciiDigits(plain).match(PHONE) ?? []).map((each) => each.trim())
  return plain
    .split(BETWEEN_ADDRESSES)
    .filter((word) => word.slice(1, -1).includes('@'))
    .map((word) => stripEnds(word, "'", ".'!?"))
}

/** Text without these letters at its start and those at its end. */
function stripEnds(text: string, leading: string, trailing: string): string {
  let [start, end] = [0, text.length]
  while (start < end && leading.includes(text[start]!)) start++
  while (end > start && trailing.includes(text[end - 1]!)) end--
  return text.slice(start, end)
}

const trimMarks = (text: string): string => stripEnds(text.replaceAll(/\s+/g, ' '), " ,;'.-", " ,;'-")

/** A sign of a currency, thousands in groups and two decimals: it can be read in one way only. */
const WHOLE_AMOUNT = /^(?:[£€]\s?[1-9]\d{0,2}(?:,\d{3})+\.\d\d|[1-9]\d{0,2}(?:,\d{3})+\.\d\d\s?[£€])$/

/**
 * An amount that commas cut apart. `£1,050.00` can be nothing else and is put together; `12,50` is not guessed at: with all its
 * pieces it is no amount, and is asked about.
 */
export function joinAmount(cells: readonly string[]): string {
  const pieces = cells.filter((cell) => AMOUNT.test(cell))
  const whole = pieces.join(',')
  return WHOLE_AMOUNT.test(whole) && cells.join(',').includes(whole) ? whole : pieces.join(', ') || (cells[0] ?? '')
}

const withoutAddress = (cell: string, contact: Contact): string =>
  cell.replace(findContacts(cell, contact)[0] ?? cell, ' ')

/** One cell: usually an address; sometimes several, or one with a name beside it. */
export function readCell(cell: string, contact: Contact, rest: Partial<Found>): Found[] {
  const addresses = findContacts(cell, contact)
  if (addresses.length === 0) return [toPerson(cell, rest)]
  if (addresses.length > 1) return addresses.map((address) => toPerson(address, rest))
  const plain = withoutMarks(cell).normalize('NFKC')
  const beside = (contact === 'email' ? plain : asciiDigits(plain)).replace(addresses[0]!, ' ')
  const name = rest.name || trimMarks(withoutDepartment(beside).replaceAll(/[<>()[\]"|]/g, ' '))
  return [toPerson(addresses[0]!, { ...rest, name })]
}

/** `Niamh O’Hara (Ops)` is Niamh O’Hara; `(Niamh)`, alone, stays. */
function withoutDepartment(name: string): string {
  const whole = name.trimEnd()
  const open = whole.endsWith(')') ? '(' : whole.endsWith(']') ? '[' : ''
  const before = open ? whole.slice(0, Math.max(0, whole.lastIndexOf(open))) : ''
  return SAYS_SOMETHING.test(before) && !hasOpenBracket(before) ? before.trimEnd() : name
}

const hasOpenBracket = (text: string): boolean =>
  text.lastIndexOf('(') > text.lastIndexOf(')') || text.lastIndexOf('[') > text.lastIndexOf(']')

/** Without headings: the address wherever it stands, names before it or right after it, then their own message. */
export function readBySight(
  cells: readonly string[],
  contact: Contact,
  { beside, isByCommas }: { beside: Beside; isByCommas: boolean },
): Found[] {
  const places = cells.flatMap((cell, place) => (findContacts(cell, contact).length ? [place] : []))
  if (places.length > 1) return readSeveral(cells, contact, places)
  const place = places[0] ?? likeliestPlace(cells, contact, beside)
  const others = cells.filter((cell, index) => index !== place && cell)
  const next = beside === 'amount' ? cells[place + 1] : ''
  const besideIt = beside === 'amount' && isByCommas ? [trimMarks(withoutAddress(cells[place]!, contact))] : []
  const said = [...besideIt, ...others]
  const amounts = said.filter((cell) => AMOUNT.test(cell))
  const amount = (besideIt.length && amounts.length ? joinAmount(said) : amounts[0]) || next || ''
  const isWhole = besideIt.length > 0 && WHOLE_AMOUNT.test(amount)
  const isAmount = (cell: string) => cell === amount || (isWhole && amounts.includes(cell))
  const before = cells.slice(0, place).filter((cell) => cell && !isAmount(cell))
  const after = cells.slice(place + 1).filter((cell) => cell && !isAmount(cell))
  const name = before.length ? before.join(' ') : (after.shift() ?? '')
  // What stands beside the address is a piece of the amount then, no name.
  const own = isWhole && isAmount(besideIt[0]!) ? findContacts(cells[place]!, contact)[0]! : cells[place]!
  return readCell(own, contact, { name: withoutDepartment(name), notes: after.join(', '), amount })
}

/** Where an address was meant and none can be read: what begins like one, to be corrected, else the first cell. */
function likeliestPlace(cells: readonly string[], contact: Contact, beside: Beside): number {
  // Beside an amount digits say nothing.
  const sign = contact === 'email' ? /@/ : beside === 'amount' ? /^\s*[+0]\d/ : /\p{Nd}/u
  const place = cells.findIndex((cell) => sign.test(cell))
  return place >= 0 ? place : Math.max(0, cells.findIndex(Boolean))
}

function readSeveral(cells: readonly string[], contact: Contact, places: readonly number[]): Found[] {
  const namesFirst = places[0] !== 0
  return places.flatMap((place, index) => {
    const next = places[index + 1]
    const before = namesFirst ? cells.slice((places[index - 1] ?? -1) + 1, place) : []
    const after = namesFirst && next !== undefined ? [] : cells.slice(place + 1, next)
    return readCell(cells[place]!, contact, { name: [...before, ...after].filter(Boolean).join(' ') })
  })
}

/** `Ada <ada@example.com>; "Byron, Ada" <…>, bob@example.com`, over as many lines as it takes. */
export function readAddressList(text: string): Found[] {
  return text
    .replaceAll(/[“”„]/g, '"')
    .split(/[;\n]/)
    .flatMap((part) => joinNames(part.match(/(?:"[^"]*"|<[^<>]*>|[^,"<])+|["<]/g) ?? []))
    .map((item) => {
      const address = findContacts(item.match(ANGLED)?.[0] ?? item, 'email')[0]
      if (!address) return toPerson(trimMarks(item))
      const name = trimMarks(item.replace(ANGLED, ' ').replace(address, ' ').replaceAll('"', ' '))
      return toPerson(address, { name: firstNameFirst(name) })
    })
}

/** `Byron, Ada` is Ada Byron, and so is `Byron, Ada (Sales)`; `Ada Byron, PhD` stays. */
export function firstNameFirst(written: string): string {
  if (written.length > LONGEST_NAME) return written
  const name = withoutDepartment(written)
  const [last, first, ...more] = name.split(/\s*,\s*/)
  const isSuffix = /^(?:jr|sr|phd|dr|md|esq|mba|ba|bsc|msc|ltd|inc|gmbh|i{2,3}|iv)\.?$/i.test(first ?? '')
  return last && first && more.length === 0 && !isSuffix ? `${first} ${last}` : name
}
const LONGEST_NAME = 300

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
  return [...items, partial].filter((item) => SAYS_SOMETHING.test(item))
}
