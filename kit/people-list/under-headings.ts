import { type Contact, type Found, findContacts, firstNameFirst, joinAmount, readCell, toPerson } from './by-sight.ts'
import { type Column, type Columns, rankInRow } from './columns.ts'
import type { Part } from './headings.ts'

interface NameStyle {
  /** All names of the column stand as `Byron, Ada`. */
  isLastFirst: boolean
}

const PERSON_RANK = 20
const LEGAL_RANK = 5

export function nameStyle({ by }: Columns, rows: readonly { cells: readonly string[] }[]): NameStyle {
  const names = by.name[0] ? rows.map(({ cells }) => cells[by.name[0]!.place]).filter(Boolean) : []
  return { isLastFirst: names.length > 0 && names.every((name) => /^[^,]+,[^,]+$/.test(name!)) }
}

/** Whether a column says something of the people of the list. */
export const isOfPerson = ({ by }: Columns, { part, isPlace }: Column): boolean =>
  isPlace || part === 'label' || (part !== null && by[part].length > 0)

/** What one row says under its headings. */
export function readUnderHeadings(
  cells: readonly string[],
  columns: Columns,
  { contact, spare, style }: { contact: Contact; spare: number; style: NameStyle },
): (Found & { other: string })[] {
  const place = contactPlace(cells, columns, contact)
  const own = columns.all[place]
  const said = (part: Part) => columns.by[part].find((column) => column !== own && cells[column.place])
  const cell = (part: Part) => cells[said(part)?.place ?? -1] ?? ''
  const amount = said('amount')
  const rest = {
    name: readName(cells, columns, { own, style }),
    notes: cell('notes'),
    amount: amount ? joinAmount(cells.slice(amount.place, amount.place + 1 + spare)) : '',
  }
  // Google writes all addresses of a person into one cell.
  const [other, written] = [cell(contact === 'email' ? 'phone' : 'email'), cells[place] ?? ''].map((each) =>
    each.split(':::')[0]!.trim(),
  ) as [string, string]
  const found = written ? readCell(written, contact, rest) : [toPerson('', rest)]
  return found.map((person) => ({ ...person, other }))
}

/** Where the address stands, or what stands in its place; -1 where nothing does. */
function contactPlace(cells: readonly string[], columns: Columns, contact: Contact): number {
  const ranked = rankInRow(columns, contact, cells)
  const holds = (place: number) => findContacts(cells[place] ?? '', contact).length > 0
  const own = ranked.find(({ place }) => holds(place))
  if (own) return own.place
  const elsewhere = cells.findIndex((_, place) => mayHold(columns, place, contact) && holds(place))
  if (elsewhere >= 0) return elsewhere
  const written = ranked.find(({ place }) => cells[place])
  if (written) return written.place
  const other = columns.by[contact === 'email' ? 'phone' : 'email'].find(({ place }) => cells[place])
  if (other && ranked.length === 0) return other.place
  const saysSomething = columns.all.some((column) => isOfPerson(columns, column) && cells[column.place])
  return saysSomething && ranked.length > 0 ? -1 : cells.findIndex(Boolean)
}

/** An address under a heading of something else of theirs is theirs; one under “Manager” never, nor in a message. */
function mayHold({ all, by }: Columns, place: number, contact: Contact): boolean {
  const column = all[place]
  if (!column?.text) return true
  if (column.part === null) return column.isPlace || (by[contact].length === 0 && !column.isForeign)
  return column.part !== 'notes' && column.part !== 'amount' && column.part !== 'label'
}

/** The name they go by, else the whole one, else first and last. */
function readName(
  cells: readonly string[],
  { by }: Columns,
  { own, style }: { own: Column | undefined; style: NameStyle },
): string {
  const said = (part: Part, worst = Number.POSITIVE_INFINITY) =>
    by[part].find((column) => column !== own && column.rank < worst && cells[column.place])
  const cell = (part: Part) => cells[said(part)?.place ?? -1] ?? ''
  const [first, last, preferred] = [cell('first'), cell('last'), cell('preferred')]
  if (preferred) return preferred.includes(' ') || !last ? preferred : `${preferred} ${last}`
  const column = (first && last && said('name', LEGAL_RANK)) || (first && last ? undefined : said('name'))
  const isOnlyPerson = (column?.rank ?? 0) >= PERSON_RANK && (first || last)
  if (!column || isOnlyPerson) return [first, last].filter(Boolean).join(' ')
  const name = cells[column.place]!
  const isLastFirst = column.isLastFirst || style.isLastFirst || /^[^\s,]+,[^,]+$/.test(name)
  const whole = isLastFirst ? firstNameFirst(name) : name
  const lacks = (part: string) => !whole.toLowerCase().includes(part.toLowerCase())
  // “Nombre” beside “Apellidos”, “Nom” beside “Prénom”.
  if (by.last.length === 0 && lacks(first)) return `${first} ${whole}`
  return by.first.length === 0 && lacks(last) ? `${whole} ${last}` : whole
}
