import { usesDecimalComma } from '#kit/amounts.ts'
import { currencyOfIso } from '#kit/currency.ts'
import type { Pence } from '#kit/money.ts'
import { readTable } from '#kit/read-table.ts'
import { OPEN_QUOTE } from '#server/platform/sheets/list-problems.ts'
import {
  accountDigits,
  type BankStatementLine,
  type ClosingBalance,
  readBankAmount,
  readDate,
  type StatementProblem,
  tidy,
} from './statement-line.ts'

export const csvLayoutNames = [
  'barclays',
  'lloyds',
  'natwest',
  'hsbc',
  'monzo',
  'starling',
  'revolut',
  'revolut-business',
] as const
export type CsvLayout = (typeof csvLayoutNames)[number]

type Cells = Record<string, string>

interface Layout {
  /** The header row, lower case. */
  columns: readonly string[]
  /** These may stand in any order, with others between them: apps add columns from time to time. */
  mayHaveMore?: boolean
  date: string
  /** Its amount: one signed column, or one for each direction. */
  amount: string | { out: string; in: string }
  text: readonly string[]
  /** Charges, which are in no amount. */
  fee?: string
  currency?: string
  /** What the bank itself calls a line. */
  reference?: string
  /** Lines that moved nothing. */
  isVoid?(cells: Cells): boolean
  /** Whether it tells what the account holds after a line, in a column of this name. */
  tellsBalance: boolean
  /** Its account; null where the file does not say. */
  account(cells: Cells): string | null
}

/** As each bank's "download transactions" writes them. */
const layouts: Record<CsvLayout, Layout> = {
  barclays: {
    columns: ['number', 'date', 'account', 'amount', 'subcategory', 'memo'],
    date: 'date',
    amount: 'amount',
    text: ['memo', 'subcategory'],
    tellsBalance: false,
    account: ({ account = '' }) => account,
  },
  lloyds: {
    columns: [
      'transaction date',
      'transaction type',
      'sort code',
      'account number',
      'transaction description',
      'debit amount',
      'credit amount',
      'balance',
    ],
    date: 'transaction date',
    amount: { out: 'debit amount', in: 'credit amount' },
    text: ['transaction description', 'transaction type'],
    tellsBalance: true,
    account: (cells) => `${cells['sort code']} ${cells['account number']}`,
  },
  natwest: {
    columns: ['date', 'type', 'description', 'value', 'balance', 'account name', 'account number'],
    date: 'date',
    amount: 'value',
    text: ['description', 'type'],
    tellsBalance: true,
    account: (cells) => cells['account number'] ?? '',
  },
  hsbc: {
    columns: ['date', 'type', 'description', 'paid out', 'paid in', 'balance'],
    date: 'date',
    amount: { out: 'paid out', in: 'paid in' },
    text: ['description', 'type'],
    tellsBalance: true,
    account: () => null,
  },
  monzo: {
    columns: ['transaction id', 'date', 'type', 'name', 'amount', 'currency', 'notes and #tags', 'description'],
    mayHaveMore: true,
    date: 'date',
    amount: 'amount',
    currency: 'currency',
    text: ['description', 'notes and #tags', 'name', 'type'],
    reference: 'transaction id',
    isVoid: isNothing,
    tellsBalance: false,
    account: () => null,
  },
  starling: {
    columns: ['date', 'counter party', 'reference', 'type', 'amount', 'balance'],
    mayHaveMore: true,
    date: 'date',
    amount: 'amount',
    text: ['reference', 'counter party', 'type'],
    isVoid: isNothing,
    tellsBalance: true,
    account: () => null,
  },
  revolut: {
    columns: ['type', 'completed date', 'description', 'amount', 'fee', 'currency', 'state', 'balance'],
    mayHaveMore: true,
    date: 'completed date',
    amount: 'amount',
    fee: 'fee',
    currency: 'currency',
    text: ['description', 'type'],
    isVoid: isNotCompleted,
    tellsBalance: true,
    account: () => null,
  },
  'revolut-business': {
    columns: ['date completed (utc)', 'id', 'type', 'description', 'reference', 'amount', 'fee', 'balance'],
    mayHaveMore: true,
    date: 'date completed (utc)',
    amount: 'amount',
    fee: 'fee',
    currency: 'payment currency',
    text: ['reference', 'description', 'payer', 'type'],
    reference: 'id',
    isVoid: (cells) => isNotCompleted(cells) || cells['date completed (utc)'] === '',
    tellsBalance: true,
    account: () => null,
  },
}

/** A card that was looked at, or the balance at the beginning. */
function isNothing({ amount = '' }: Cells): boolean {
  return /^[-+]?0+(\.0+)?$/.test(amount)
}

/** Pending, declined, reverted: not booked, or not any longer. */
function isNotCompleted({ state = '' }: Cells): boolean {
  return !['', 'completed'].includes(state.toLowerCase())
}

/** Starling's `Amount (GBP)`. */
const IN_CURRENCY = /^(amount|balance) \((gbp|eur)\)$/

/** Banks put an apostrophe before what a spreadsheet would take for a number or a formula. */
const plain = (cell: string): string => cell.replace(/^'/, '').trim()

export interface CsvStatement {
  layout: CsvLayout
  lines: BankStatementLine[]
  balances: ClosingBalance[]
  problems: StatementProblem[]
}

/** A line, and what its file says the account holds after it. */
interface ReadRow {
  line: BankStatementLine
  balance: Pence | null
}

/** @param account whose statement it is, for layouts that do not say */
export function readCsvStatement(
  text: string,
  { layout: wanted, account, mostLines }: { layout: CsvLayout | 'auto'; account: string | null; mostLines: number },
): CsvStatement | { problems: StatementProblem[] } {
  const { rows: table, openQuote } = readTable(text, { delimiter: ',', mostRows: mostLines + 2 })
  if (openQuote !== undefined) return { problems: [{ row: openQuote, message: OPEN_QUOTE }] }
  const [header, ...records] = table
  const named = (header?.cells ?? []).map((cell) => cell.toLowerCase())
  while (named.at(-1) === '') named.pop()
  const columns = named.map((cell) => cell.replace(IN_CURRENCY, '$1'))
  const headerCurrency = named.flatMap((cell) => IN_CURRENCY.exec(cell)?.[2] ?? [])[0] ?? 'gbp'
  const hasLayout = (name: CsvLayout) =>
    layouts[name].mayHaveMore
      ? layouts[name].columns.every((column) => columns.includes(column))
      : JSON.stringify(layouts[name].columns) === JSON.stringify(columns)
  const layout = wanted === 'auto' ? csvLayoutNames.find(hasLayout) : hasLayout(wanted) ? wanted : undefined
  if (!layout) return { problems: [{ row: 1, message: unknownHeader(wanted) }] }
  if (records.length > mostLines)
    return { problems: [{ message: `has more than ${mostLines} lines; import it in parts` }] }
  const read: ReadRow[] = []
  const problems: StatementProblem[] = []
  const rows = records.map(({ line: row, cells }) => ({
    row,
    cells: Object.fromEntries(columns.map((column, index) => [column, plain(cells[index] ?? '')])) as Cells,
  }))
  const decimalComma = usesDecimalComma(rows.flatMap(({ cells }) => amountCells(layouts[layout], cells)))
  for (const { row, cells } of rows) {
    if (layouts[layout].isVoid?.(cells)) continue
    const line = readRow(layouts[layout], cells, { account, decimalComma, headerCurrency })
    const told = layouts[layout].tellsBalance ? (cells.balance ?? '') : ''
    const balance = told === '' ? null : readBankAmount(told, { decimalComma })
    if (typeof line === 'string') problems.push({ row, message: line })
    else if (told !== '' && balance === null) problems.push({ row, message: 'its balance is no amount of money' })
    else read.push({ line: { row, ...line }, balance })
  }
  const balances: ClosingBalance[] = []
  const accounts = Map.groupBy(read, ({ line }) => `${line.account} ${line.currency}`)
  for (const rows of problems.length ? [] : accounts.values()) {
    const { account, currency } = rows[0]!.line
    const pences = closingBalances(rows)
    if (pences === null) problems.push({ message: brokenBalances(account) })
    else if (pences.length) balances.push({ account, currency, pences })
  }
  return { layout, lines: read.map(({ line }) => line), balances, problems }
}

const brokenBalances = (account: string): string =>
  `has balances of ${account} that do not follow from its lines: one is missing, or was changed`

/**
 * What an account holds after all its rows, which stand in the order of time or against it.
 * @returns none where no row says; several where both orders hold; null where neither does
 */
function closingBalances(rows: readonly ReadRow[]): Pence[] | null {
  if (rows.every(({ balance }) => balance === null)) return []
  const [first, last] = [rows[0]!.line.date, rows.at(-1)!.line.date]
  const orders = [...(first <= last ? [rows] : []), ...(first >= last ? [rows.toReversed()] : [])]
  const closings = orders.flatMap((each) => follow(each) ?? [])
  return closings.length ? [...new Set(closings)] : null
}

/** The balance after the last row, where each follows from the one before. */
function follow(rows: readonly ReadRow[]): Pence | null {
  let held: Pence | null = null
  for (const { line, balance } of rows) {
    const after: Pence | null = held === null ? balance : held + line.amountPence
    if (held !== null && balance !== null && balance !== after) return null
    held = after
  }
  return held
}

const unknownHeader = (wanted: CsvLayout | 'auto'): string =>
  wanted === 'auto'
    ? `has the columns of no layout that is known (${csvLayoutNames.join(', ')}, CAMT.053 or MT940)`
    : `has other columns than the layout ${wanted}: ${layouts[wanted].columns.join(', ')}`

/** @returns what is wrong with it, as text */
function readRow(
  layout: Layout,
  cells: Cells,
  {
    account: given,
    decimalComma,
    headerCurrency,
  }: { account: string | null; decimalComma: boolean; headerCurrency: string },
): Omit<BankStatementLine, 'row'> | string {
  const date = readDate(cells[layout.date] ?? '')
  if (!date) return `${layout.date}: "${cells[layout.date]}" is no day`
  const amountPence = readAmountPence(layout, cells, decimalComma)
  if (amountPence === null) return 'its amount is no amount of money'
  const code = (layout.currency && cells[layout.currency]) || headerCurrency
  const currency = currencyOfIso(code.toUpperCase())
  if (!currency) return `${code}: only GBP and EUR are kept`
  if (amountPence === 0) return 'its amount is zero'
  const stated = layout.account(cells)
  const account = stated === null ? given : accountDigits(stated)
  if (!account)
    return stated === null
      ? 'this layout does not say whose account it is: name it with the file'
      : `"${stated}" is no sort code and account number`
  const text = tidy(layout.text.map((column) => cells[column] ?? '').join(' '))
  if (text.length > 2000) return 'its words are too long'
  const bankReference = layout.reference ? tidy(cells[layout.reference] ?? '') : ''
  return { account, currency, date, amountPence, text, ...(bankReference && { bankReference }) }
}

const amountCells = ({ amount }: Layout, cells: Cells): string[] =>
  (typeof amount === 'string' ? [amount] : [amount.out, amount.in]).map((column) => cells[column] ?? '')

function readAmountPence(layout: Layout, cells: Cells, decimalComma: boolean): number | null {
  const [out = '', into] = amountCells(layout, cells)
  if (into === undefined) {
    const [amount, fee] = [out, (layout.fee && cells[layout.fee]) || '0'].map((cell) =>
      readBankAmount(cell, { decimalComma }),
    )
    // Written with or without its minus, it went out.
    return amount == null || fee == null ? null : amount - Math.abs(fee)
  }
  // One direction and one only, each without a sign.
  if ((out === '') === (into === '')) return null
  const pence = readBankAmount(out || into, { decimalComma })
  if (pence === null || pence < 0) return null
  return out ? -pence : pence
}
