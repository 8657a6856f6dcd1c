import { type Heading, isAddressBook, type Part, parts, readHeading } from './headings.ts'

/** A column by its place in the rows. */
export interface Column extends Heading {
  place: number
}

/** Columns by what they say, the preferred first. */
export interface Columns {
  all: readonly Column[]
  by: Readonly<Record<Part, readonly Column[]>>
  /** Their words are someone’s own: no messages. */
  isAddressBook: boolean
}

/** Two columns that both fit, for a person to choose between. */
export interface TwoColumns {
  part: Part
  /** Their headings. */
  columns: readonly string[]
}

export type Choice = Partial<Record<Part, string>>

/**
 * What the columns under these headings say.
 * @param choice a heading for each part that was asked about
 */
export function readColumns(headings: readonly string[], choice: Choice = {}): Columns {
  const all = headings.map((text, place): Column => ({ ...readHeading(text), place }))
  const isBook = isAddressBook(headings)
  const columnsFor = (part: Part) => {
    const own = all.filter((column) => column.part === part && !(isBook && part === 'notes' && column.rank > 0))
    const known = own.filter(({ isKnown }) => isKnown)
    return (known.length ? known : own).sort(
      (a, b) => Number(b.text === choice[part]) - Number(a.text === choice[part]) || a.rank - b.rank,
    )
  }
  const by = Object.fromEntries(parts.map((part) => [part, columnsFor(part)])) as unknown as Columns['by']
  return { all, by, isAddressBook: isBook }
}

/** Whether a first row names columns at all. */
export const namesColumns = ({ all }: Columns): boolean => all.some(({ part, isPlace }) => part || isPlace)

/** The first part that two columns say equally well and, in some row, differently. */
export function findTwoColumns(
  { by }: Columns,
  rows: readonly { cells: readonly string[] }[],
  { asked, choice = {} }: { asked: readonly Part[]; choice?: Choice | undefined },
): TwoColumns | undefined {
  for (const part of asked) {
    const [best, ...others] = by[part]
    if (!best || best.text === choice[part]) continue
    const rivals = others.filter(
      ({ rank, place }) =>
        rank === best.rank &&
        rows.some(({ cells }) => cells[place] && cells[best.place] && !isSame(cells[place], cells[best.place]!)),
    )
    if (rivals.length) return { part, columns: [best, ...rivals].map(({ text }) => text) }
  }
  return undefined
}

const isSame = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase()

/** The columns of a contact in the order in which a row is asked for it: what stands beside one says what it is (“Work”). */
export function rankInRow(
  { all, by }: Columns,
  contact: 'email' | 'phone',
  cells: readonly string[],
): readonly Column[] {
  const labels = all.filter(({ part }) => part === 'label')
  if (labels.length === 0) return by[contact]
  const rank = (column: Column) => {
    const label = labels.find(({ ordinal, place }) => ordinal === column.ordinal && place === column.place - 1)
    const said = label && cells[label.place]
    // The asterisk of Google marks the one that is preferred.
    return said ? readHeading(`${said.replace('*', 'main ')} ${contact}`).rank + column.ordinal : column.rank
  }
  return [...by[contact]].sort((a, b) => rank(a) - rank(b))
}
