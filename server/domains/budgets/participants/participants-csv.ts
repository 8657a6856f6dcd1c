import type { ErrorDetail } from '#contract/core/errors.ts'
import type { Reason } from '#contract/core/reasons.ts'
import { email as emailShape } from '#contract/core/shapes.ts'
import { readAmount, usesDecimalComma } from '#kit/amounts.ts'
import { invalidFields } from '#server/platform/problem/problem.ts'
import { detectDelimiter, readCsv } from '#server/platform/sheets/read-csv.ts'

export interface WantedParticipant {
  email: string
  budgetAmount: number | null
}

export interface ParticipantRowError extends ErrorDetail {
  row: number
}

/** An address as it was written, with what may stand beside it. */
export interface ParticipantRow {
  email: string
  amount: string | number | null
}

const HEADINGS: Record<string, 'email' | 'amount'> = {
  email: 'email',
  'e-mail': 'email',
  'email address': 'email',
  emailaddress: 'email',
  address: 'email',
  amount: 'amount',
  budget: 'amount',
  budgetamount: 'amount',
  'budget amount': 'amount',
  allowance: 'amount',
}

/** “Ada Lovelace <ada@acme.test>”, as mail programs copy it. */
const bareAddress = (text: string) => text.match(/<([^<>]+)>\s*$/)?.[1]?.trim() ?? text

/**
 * Rows of a pasted list or a CSV: an address a line (or several on one, separated by commas or semicolons), or columns
 * with or without headings, the address first and an amount in pounds after it.
 * @throws invalid_fields (422) for a text that is no table
 */
export function readParticipants(csv: string): ParticipantRow[] {
  const delimiter = detectDelimiter(csv)
  const isByCommas = delimiter === ','
  const table = readCsv(csv, { relaxQuotes: true, delimiter })
  if ('error' in table) throw invalidFields([{ path: 'csv', message: table.error.message }])
  const rows = table.records.map(({ cells }) => cells)
  const first = (rows[0] ?? []).map((cell) => HEADINGS[cell.toLowerCase()])
  const hasHeadings = first.includes('email')
  const place = hasHeadings
    ? { email: first.indexOf('email'), amount: first.indexOf('amount') }
    : { email: 0, amount: 1 }
  return (hasHeadings ? rows.slice(1) : rows).flatMap((cells) => {
    const isList = !hasHeadings && cells.length > 1 && cells.every((cell) => cell === '' || cell.includes('@'))
    if (isList) return cells.filter(Boolean).map((cell) => ({ email: bareAddress(cell), amount: null }))
    const spare = isByCommas ? (hasHeadings ? cells.length - first.length : cells.length) : 0
    return [{ email: bareAddress(cells[place.email] ?? ''), amount: amountIn(cells, place.amount, spare) }]
  })
}

const NUMBER = /^[£€]?\s?[\d.,' ]+\s?€?$/

/** `ada@acme.test,12,50`: what a comma cut apart is not guessed at. With both pieces it is no amount, and the row is marked. */
function amountIn(cells: readonly string[], place: number, spare: number): string | null {
  const pieces = cells.slice(place + 1, place + 1 + spare).filter((cell) => NUMBER.test(cell))
  const amount = cells[place] ?? ''
  return (amount && pieces.length ? [amount, ...pieces].join(', ') : amount) || null
}

/**
 * What a list of rows comes to: those that can be added, and what is wrong with the others, each at its row.
 * @param options.taken addresses that take part already
 */
export function checkRows(
  rows: readonly ParticipantRow[],
  { taken, currency }: { taken: ReadonlySet<string>; currency: string },
): { participants: WantedParticipant[]; errors: ParticipantRowError[] } {
  const participants: WantedParticipant[] = []
  const errors: ParticipantRowError[] = []
  const rowByEmail = new Map<string, number>()
  const written = rows.flatMap(({ amount }) => (typeof amount === 'string' ? [amount] : []))
  const rules = { currency: currency === 'EUX' ? 'EUX' : 'GBX', decimalComma: usesDecimalComma(written) } as const
  rows.forEach((row, index) => {
    const before = errors.length
    const wrong = (field: string, message: string, reason?: Reason) =>
      errors.push({ path: `participants.${index}.${field}`, message, row: index, ...(reason && { reason }) })
    const parsed = emailShape().safeParse(row.email)
    if (row.email === '') wrong('email', 'is missing', { code: 'email_missing' })
    else if (!parsed.success) wrong('email', 'is no email address', { code: 'email_malformed' })
    const read = typeof row.amount === 'string' ? readAmount(row.amount, rules) : null
    const amount = read ? ('pence' in read ? read.pence : null) : (row.amount as number | null)
    if (read && 'problem' in read) {
      const reason = { code: 'amount_malformed', why: read.problem, currency } as const
      wrong('budgetAmount', 'must be an amount such as 25 or 12.50', reason)
    } else if (amount !== null && amount < 1) wrong('budgetAmount', 'must be more than nothing')
    if (!parsed.success) return
    const email = parsed.data
    const first = rowByEmail.get(email)
    if (first !== undefined) {
      const reason = { code: 'same_as_row', row: first, channel: 'email' } as const
      wrong('email', `the same address as in row ${first + 1}`, reason)
    } else if (taken.has(email)) wrong('email', 'is already in this budget')
    rowByEmail.set(email, first ?? index)
    if (errors.length === before) participants.push({ email, budgetAmount: amount })
  })
  return { participants, errors }
}
