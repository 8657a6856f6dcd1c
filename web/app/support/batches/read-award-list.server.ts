import type { z } from 'zod'
import { AwardBatchRow } from '#contract/awards/award-batches.ts'
import { type HouseholdType, householdLabels, householdTypes } from '#contract/awards/household-type.ts'
import { readAmount, usesDecimalComma } from '#kit/amounts.ts'
import { readBirthDate } from '#kit/birth-date.ts'
import { foldText } from '#kit/fold-text.ts'
import { readHeading } from '#kit/people-list/headings.ts'
import { numberProblems, readMobileNumber } from '#kit/phone.ts'
import { readTable } from '#kit/read-table.ts'
import { csvLine } from '#web/http/csv.ts'
import { amountSentence } from '#web/messages.ts'

/** What a list says of someone, as it is headed when it is shown again. */
export const listColumns = {
  name: 'Name',
  caseReference: 'Case reference',
  amount: 'Amount',
  reason: 'Reason',
  dateOfBirth: 'Date of birth',
  phoneNumber: 'Mobile',
  email: 'Email',
  postalAddress: 'Address',
  postcode: 'Postcode',
  householdType: 'Household type',
  duplicateReason: 'Why helped again',
} as const
export type ListColumn = keyof typeof listColumns
export type Cells = Record<ListColumn, string>
export const columnNames = Object.keys(listColumns) as ListColumn[]

/** The row of headings, as a file has it. */
export const emptyAwardList = csvLine(Object.values(listColumns))

/** A column of ours in a list that is shown again: which row of the list that was brought each one is. */
export const ROW = 'Row in the list'

export interface ListedAward {
  /** As spreadsheets number it, in the list that was brought; null for one that was added to it since. */
  row: number | null
  cells: Cells
  award: z.input<typeof AwardBatchRow> | null
  problems: string[]
}

interface AwardList {
  awards: ListedAward[]
  /** Headings of columns that say nothing of an award. */
  unread: string[]
}

/** Reads a list as case systems, spreadsheets and address books write it, or says why it cannot be read. */
export function readAwardList(text: string, mostRows: number): AwardList | { refused: string } {
  const [head, ...rows] = readTable(text, { mostRows: mostRows + 2 }).rows
  if (!head || rows.length === 0) return { refused: 'Bring a list with a row of headings and a row for each person.' }
  if (rows.length > mostRows) return { refused: `A list has at most ${mostRows.toLocaleString('en-GB')} rows.` }
  // A list that is shown again begins with it.
  const isOurs = head.cells[0] === ROW
  const columns = head.cells.map((heading) => ({ heading, key: columnFor(heading) }))
  const missing = (['name', 'caseReference'] as const).filter((key) => !hasColumn(columns, key))
  if (missing.length)
    return {
      refused: `The first row names the columns. It has none for ${missing.map((key) => listColumns[key].toLowerCase()).join(' or ')}.`,
    }
  const read = rows.map(({ row, cells }) => ({
    row: isOurs ? (/^\d{1,6}$/.test(cells[0] ?? '') ? Number(cells[0]) : null) : row,
    cells: cellsUnder(columns, cells),
  }))
  const decimalComma = usesDecimalComma(read.map(({ cells }) => cells.amount))
  return {
    awards: read.map((one) => ({ ...one, ...readAward(one.cells, decimalComma) })),
    unread: columns.flatMap(({ heading, key }) => (key === null && heading ? [heading] : [])),
  }
}

type Key = Exclude<ListColumn, 'name'> | 'name' | 'first' | 'last'
interface Headed {
  heading: string
  key: { column: Key; isHome: boolean } | null
}

const WORDS: readonly [Key, RegExp][] = [
  ['duplicateReason', /^(why )?((they are|is|are) )?helped again( (why|reason))?$|^(duplicate reason)$/],
  ['caseReference', /^((our|your|client|case) )*(case|reference|ref)( (reference|ref|number|no|id))?$/],
  ['dateOfBirth', /\b(birth|birthday|dob|d o b|born)\b/],
  ['postcode', /\b(post ?code|postal code|zip)\b/],
  ['householdType', /^(household|family) (type|composition)$/],
  ['amount', /^(award|sum|payment)( amount)?( gbp| p)?$/],
  ['reason', /^(reason|award reason|need|what for|what it is for|purpose)$/],
  ['postalAddress', /^(?!.*\b(e ?mail|mail|web|ip)\b).*\b(address|street|town|city|county)\b/],
]
const PARTS: Partial<Record<string, Key>> = {
  ...{ name: 'name', first: 'first', last: 'last', email: 'email', phone: 'phoneNumber', amount: 'amount' },
}

function columnFor(heading: string): Headed['key'] {
  const words = foldText(heading)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  const own = WORDS.find(([, pattern]) => pattern.test(words))?.[0]
  const column = own ?? PARTS[readHeading(heading).part ?? '']
  return column ? { column, isHome: !/\b(business|work|office|other)\b/.test(words) } : null
}

const hasColumn = (columns: readonly Headed[], wanted: 'name' | 'caseReference') =>
  columns.some(({ key }) => key?.column === wanted || (wanted === 'name' && key?.column === 'first'))

/** A row's words by what they are: those at home before those at work, the lines of an address one after the other. */
function cellsUnder(columns: readonly Headed[], cells: readonly string[]): Cells {
  const under = (wanted: Key): string[] => {
    const told = columns.flatMap(({ key }, place) =>
      key?.column === wanted && cells[place]
        ? [{ isHome: key.isHome, text: cells[place].replace(/^'(?=[=+@-])/, '') }]
        : [],
    )
    const home = told.filter(({ isHome }) => isHome)
    return (home.length ? home : told).map(({ text }) => text)
  }
  const first = (wanted: Key) => under(wanted)[0] ?? ''
  return {
    name: first('name') || [first('first'), first('last')].filter(Boolean).join(' '),
    postalAddress: under('postalAddress').join('\n'),
    ...{ caseReference: first('caseReference'), amount: first('amount'), reason: first('reason') },
    ...{ dateOfBirth: first('dateOfBirth'), phoneNumber: first('phoneNumber'), email: first('email') },
    ...{ postcode: first('postcode'), householdType: first('householdType') },
    duplicateReason: first('duplicateReason'),
  }
}

function readAward(cells: Cells, decimalComma: boolean): Pick<ListedAward, 'award' | 'problems'> {
  const problems: string[] = []
  const tell = (column: ListColumn, why: string) => problems.push(`${listColumns[column]}: ${why}`)
  const amount = cells.amount ? readAmount(cells.amount, { currency: 'GBX', decimalComma }) : null
  if (amount && 'problem' in amount) tell('amount', amountSentence(amount.problem, 'GBX'))
  const born = cells.dateOfBirth ? readBirthDate(cells.dateOfBirth) : null
  if (born && 'problem' in born) tell('dateOfBirth', born.problem)
  const phone = cells.phoneNumber ? readMobileNumber(cells.phoneNumber, 'GB') : null
  if (phone?.number === null) tell('phoneNumber', numberProblems[phone.problem])
  const lines = cells.postalAddress.split(/\n|, */).flatMap((line) => line.trim() || [])
  const household = cells.householdType ? readHousehold(cells.householdType) : null
  if (household === undefined) tell('householdType', `must be one of ${Object.values(householdLabels).join(', ')}`)
  const award = {
    caseReference: cells.caseReference,
    ...(amount && 'pence' in amount ? { amount: amount.pence } : {}),
    ...(cells.reason ? { reason: cells.reason } : {}),
    ...(cells.duplicateReason ? { duplicateReason: cells.duplicateReason } : {}),
    ...(household ? { householdType: household } : {}),
    person: {
      name: cells.name,
      ...(cells.email ? { email: cells.email } : {}),
      ...(phone?.number ? { phoneNumber: phone.number } : {}),
      ...(lines.length ? { postalAddress: lines } : {}),
      ...(cells.postcode ? { postcode: cells.postcode } : {}),
      ...(born && 'date' in born ? { dateOfBirth: born.date } : {}),
    },
  }
  const parsed = AwardBatchRow.safeParse(award)
  for (const { path, code, message } of parsed.error?.issues ?? []) {
    const column = columnNames.find((name) => path.includes(name))
    if (column && !cells[column]) tell(column, 'is missing')
    else if (column) tell(column, code === 'custom' ? message : (sentences[code] ?? 'is not right'))
  }
  return { award: problems.length ? null : award, problems: [...new Set(problems)] }
}

/** By its name here or in the API; null where it is said that it was not said. */
function readHousehold(cell: string): HouseholdType | null | undefined {
  const said = foldText(cell).trim()
  if (said === 'not said') return null
  return householdTypes.find((type) => said === type || said === foldText(householdLabels[type]))
}

const sentences: Partial<Record<string, string>> = {
  too_big: 'is too long, or has too many lines',
  too_small: 'is missing, or must be more',
  invalid_format: 'is not written as one',
}
