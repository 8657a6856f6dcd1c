import type { Reason } from '#contract/core/reasons.ts'
import { cleanText, withoutUnseen } from '#kit/clean-text.ts'
import { personKey } from '#kit/person-key.ts'
import { choice, exactText, readForm, text, texts } from '#web/http/read-form.ts'

/** Someone as typed: so many text fields. */
export type Row<Field extends string> = Record<Field, string>

/** What is wrong with a field of a row. */
export interface RowProblem<Field extends string> {
  /** Zero-based, among all rows of the form. */
  row: number
  field: Field
  message: string
  /** Worth knowing, and nothing that has to be put right. */
  isWarning?: boolean
}

/** A row that says something, and its place among all rows of the form. */
export interface FilledRow<Field extends string> {
  row: Row<Field>
  index: number
}

/** More rows than this are not drawn as fields: those that are right wait, folded. */
const EDITABLE_ROWS = 100
/** Without scripts, as many more are asked for at a time. */
export const MORE_ROWS = 3

export type RowTable<Field extends string> = ReturnType<typeof rowTable<Field>>

/** Rows of so many text fields in a form: those that are drawn, and those that wait in one hidden field. */
export function rowTable<const Field extends string>(fields: readonly Field[]) {
  const toRow = (cells: readonly unknown[]): Row<Field> =>
    Object.fromEntries(
      fields.map((field, place) => [field, typeof cells[place] === 'string' ? cells[place] : '']),
    ) as Row<Field>
  const readFolded = (value: string): Placed<Row<Field>>[] => {
    if (!value) return []
    try {
      const rows: unknown = JSON.parse(value)
      return Array.isArray(rows)
        ? rows.map((cells) => ({
            place: readPlace(Array.isArray(cells) ? cells[fields.length] : undefined),
            row: toRow(
              Array.isArray(cells)
                ? cells.map((cell) => (typeof cell === 'string' ? withoutUnseen(cleanText(cell)) : ''))
                : [],
            ),
          }))
        : []
    } catch {
      return []
    }
  }
  const [address] = fields as readonly [Field, ...Field[]]
  const filled = (rows: readonly Row<Field>[]): FilledRow<Field>[] =>
    rows.flatMap((row, index) => (fields.every((field) => row[field] === '') ? [] : [{ row, index }]))
  const kept = (rows: readonly Row<Field>[]): Row<Field>[] => filled(rows).map(({ row }) => row)
  const blankRows = (count = 1): Row<Field>[] => Array.from({ length: count }, () => toRow([]))
  const readTyped = (form: FormData): Row<Field>[] => {
    const typed = readForm(form, Object.fromEntries(fields.map((field) => [field, texts])))
    const columns = fields.map((field) => typed[field]!.map((cell) => withoutUnseen(cleanText(cell, ' ')).trim()))
    const { place: places, folded } = readForm(form, { place: texts, folded: exactText })
    const editable = columns[0]!.map((_, index) => ({
      place: readPlace(places[index]),
      row: toRow(columns.map((column) => column[index])),
    }))
    return [...editable, ...readFolded(folded)].sort((a, b) => a.place - b.place).map(({ row }) => row)
  }
  /**
   * All rows of a form at their places, whichever of them are drawn (blank ones too), then those that were added; and what a
   * press takes away from them, or brings back.
   */
  const readList = (form: FormData): List<Field> => {
    const typed = readTyped(form)
    const { intent, before } = readForm(form, { intent: choice('unique', 'clear', 'undo'), before: exactText })
    const rows =
      intent === 'unique'
        ? withoutRepeats(typed, address)
        : intent === 'clear'
          ? blankRows()
          : intent === 'undo'
            ? readFolded(before).map(({ row }) => row)
            : typed
    return { rows, before: rows !== typed && kept(typed).length ? typed : null }
  }
  return {
    filled,
    /** The rows that say something. */
    kept,
    blankRows,
    readList,
    /** Rows that were brought, where the form asks for them: where they were pasted into a cell, else last. */
    withBrought(form: FormData, typed: readonly Row<Field>[], brought: readonly Row<Field>[]): Row<Field>[] {
      const at = readPlace(readForm(form, { at: text }).at)
      return brought.length ? [...kept(typed.slice(0, at)), ...brought, ...kept(typed.slice(at))] : [...typed]
    },
    /** Rows to be kept in a form without being drawn, with their places. */
    foldRows: (rows: readonly Row<Field>[], places: readonly number[] = []): string =>
      JSON.stringify(rows.map((row, index) => [...fields.map((field) => row[field]), places[index]])),
    /** How many rows have the address of one above. */
    countRepeats: (rows: readonly Row<Field>[]): number => rows.length - withoutRepeats(rows, address).length,
  }
}

interface List<Field extends string> {
  rows: Row<Field>[]
  /** All rows as they were, where a press took some away. */
  before: Row<Field>[] | null
}

interface Placed<Kept> {
  row: Kept
  place: number
}

/** Where a row stood when it was drawn; one that was added since stands last. */
const readPlace = (value: unknown): number =>
  /^\d{1,6}$/.test(String(value)) ? Number(value) : Number.MAX_SAFE_INTEGER

/** The first row of each person, however their address is spelt, and those that have none. */
function withoutRepeats<Field extends string>(rows: readonly Row<Field>[], address: Field): Row<Field>[] {
  const seen = new Set<string>()
  return rows.filter((row) => {
    const person = personKey(row[address])
    if (seen.has(person)) return false
    if (person) seen.add(person)
    return true
  })
}

/** How many of the rows that were brought have nothing against them. */
export function countRight(
  rows: readonly object[],
  brought: readonly object[],
  problems: readonly { row: number }[],
): number {
  const wrong = new Set(problems.map(({ row }) => row))
  const isNew = new Set(brought)
  return rows.filter((row, index) => isNew.has(row) && !wrong.has(index)).length
}

/** A reason that counts only the filled rows, counting as the form does. */
export const asInForm = (reason: Reason | undefined, filled: readonly { index: number }[]): Reason | undefined =>
  reason?.code === 'same_as_row' ? { ...reason, row: filled[reason.row]?.index ?? 0 } : reason

/** What a list may be brought as. */
export const LIST_FILES =
  '.csv,.txt,.tsv,.xlsx,text/csv,text/plain,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export interface LaidOut<Row, Problem> {
  editable: Row[]
  folded: Row[]
  /** Where the editable rows stand among all, and where the folded ones do. */
  places: { editable: number[]; folded: number[] }
  /** Of the editable rows, under their new places. */
  problems: Problem[]
  /** Rows that are wrong too, and are shown once these are right. */
  hiddenProblems: number
}

/** What to draw of many rows: those that are wrong come first, for they want work. */
export function layOut<Row, Problem extends { row: number; isWarning?: boolean }>(
  rows: readonly Row[],
  problems: readonly Problem[],
): LaidOut<Row, Problem> {
  const wrong = new Set(problems.map(({ row }) => row))
  const indexes = rows.map((_, index) => index)
  if (rows.length > EDITABLE_ROWS) indexes.sort((a, b) => Number(wrong.has(b)) - Number(wrong.has(a)) || a - b)
  const shown = indexes.slice(0, EDITABLE_ROWS)
  const places = new Map(shown.map((index, place) => [index, place]))
  return {
    editable: shown.map((index) => rows[index]!),
    folded: indexes.slice(EDITABLE_ROWS).map((index) => rows[index]!),
    places: { editable: shown, folded: indexes.slice(EDITABLE_ROWS) },
    problems: problems.flatMap((problem) => {
      const row = places.get(problem.row)
      return row === undefined ? [] : [{ ...problem, row }]
    }),
    hiddenProblems: new Set(problems.flatMap(({ row, isWarning }) => (isWarning || places.has(row) ? [] : [row]))).size,
  }
}

/**
 * The keys of rows as the server counts them: by their places, those that were added last. Where no row is drawn, there is
 * no key.
 */
export function keysInOrder(keys: readonly number[], places: { editable: number[]; folded: number[] }): number[] {
  const drawn = keys.map((key) => ({ key, place: places.editable[key] ?? Number.MAX_SAFE_INTEGER }))
  const folded = places.folded.map((place) => ({ key: -1, place }))
  return [...drawn, ...folded].sort((a, b) => a.place - b.place).map(({ key }) => key)
}

/** What is wrong with the row of a key, where the rows stood in the order of these keys when they were looked at. */
export const marksAt = <Problem extends { row: number }>(
  problems: readonly Problem[],
  keys: readonly number[] | null,
  key: number,
): Problem[] => problems.filter(({ row }) => (keys ? keys[row] : row) === key)
