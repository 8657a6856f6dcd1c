import { readTable } from '#kit/read-table.ts'
import type { TextFileProblem } from '#kit/text-file.ts'
import { endOfLondonDay, Temporal, toDate } from '#kit/time.ts'
import { OPEN_QUOTE } from '#server/platform/sheets/list-problems.ts'

/** One supplied code, as a merchant's file gives it. */
export interface CodeRow {
  /** As a person counts lines, the header being 1: the one that it ends on. */
  line: number
  code: string
  pin: string | null
  url: string | null
  expiresAt: Date | null
}

export interface CodeFileError {
  line: number
  message: string
}

const COLUMNS = ['code', 'pin', 'url', 'expiry'] as const
type Column = (typeof COLUMNS)[number]
/** What tills read out and print: anything visible, in one line. */
const VISIBLE = /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/
const LIMIT = { code: 100, pin: 50, url: 2000 }

/** What is said of a file that is none of text. */
export const notCodes: Record<TextFileProblem, string> = {
  workbook: 'is an Excel workbook: save it as CSV',
  not_text: 'is no text file: save the codes as CSV',
}

/**
 * Reads a merchant's codes: a table with a header that names `code` and, in any order, `pin`, `url` and
 * `expiry` (YYYY-MM-DD, the last day in London). Every wrong line is listed, codes that come twice among them; the
 * messages never repeat a code.
 */
export function readCodeFile(text: string): { rows: CodeRow[]; errors: CodeFileError[] } {
  const table = readTable(text)
  if (table.openQuote) return { rows: [], errors: [{ line: table.openQuote, message: `the file ${OPEN_QUOTE}` }] }
  // Under one heading, what a code holds parts nothing.
  const [header, ...records] = table.rows[0]?.cells.length === 1 ? readTable(text, { delimiter: ',' }).rows : table.rows
  const columns = (header?.cells ?? []).map((cell) => cell.toLowerCase())
  const unknown = columns.find((name) => !(COLUMNS as readonly string[]).includes(name))
  if (!columns.includes('code') || unknown !== undefined || new Set(columns).size < columns.length)
    return {
      rows: [],
      errors: [{ line: 1, message: `the first line must name columns out of ${COLUMNS.join(', ')}; code among them` }],
    }
  const rows: CodeRow[] = []
  const errors: CodeFileError[] = []
  const firstLineByCode = new Map<string, number>()
  for (const { line, cells } of records) {
    const given = Object.fromEntries(columns.map((name, index) => [name, cells[index] ?? '']))
    const wrong = cells.length > columns.length ? ['has more cells than the first line'] : codeRowProblems(given)
    const first = firstLineByCode.get(given.code ?? '')
    if (first !== undefined) wrong.push(`the same code as in line ${first}`)
    firstLineByCode.set(given.code ?? '', first ?? line)
    errors.push(...wrong.map((message) => ({ line, message })))
    if (wrong.length === 0)
      rows.push({
        line,
        code: given.code!,
        pin: given.pin || null,
        url: given.url || null,
        expiresAt: given.expiry ? toDate(endOfLondonDay(Temporal.PlainDate.from(given.expiry))) : null,
      })
  }
  if (records.length === 0) errors.push({ line: 1, message: 'there are no codes' })
  return { rows, errors }
}

function codeRowProblems(given: Partial<Record<Column, string>>): string[] {
  const problems: string[] = []
  if (!given.code) problems.push('has no code')
  for (const name of ['code', 'pin'] as const)
    if (given[name] && (!VISIBLE.test(given[name]) || given[name].length > LIMIT[name]))
      problems.push(`${name}: at most ${LIMIT[name]} plain letters, digits and signs`)
  if (given.url && (given.url.length > LIMIT.url || !isWebAddress(given.url))) problems.push('url: must begin https://')
  if (given.expiry && !isDay(given.expiry)) problems.push('expiry: must be a day, YYYY-MM-DD')
  return problems
}

const isWebAddress = (text: string) => URL.canParse(text) && new URL(text).protocol === 'https:'

const isDay = (text: string) => {
  try {
    return /^\d{4}-\d\d-\d\d$/.test(text) && Boolean(Temporal.PlainDate.from(text, { overflow: 'reject' }))
  } catch {
    return false
  }
}
