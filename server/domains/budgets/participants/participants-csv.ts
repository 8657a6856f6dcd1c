import type { ErrorDetail } from '#contract/core/errors.ts'
import type { Reason } from '#contract/core/reasons.ts'
import { email as emailShape } from '#contract/core/shapes.ts'
import { invalidFields } from '#server/kit/problem.ts'
import { readCsv } from '#server/platform/sheets/read-csv.ts'

export interface WantedParticipant {
  email: string
  budgetAmount: number | null
}

export interface RowError extends ErrorDetail {
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
  const table = readCsv(csv, { relaxQuotes: true })
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
    return [{ email: bareAddress(cells[place.email] ?? ''), amount: cells[place.amount] || null }]
  })
}

/** Pounds as people write them (25, £25, 1,250.50) in pence; null for anything else. */
export function pounds(text: string): number | null {
  const plain = text.replace(/^£\s*/, '').replaceAll(/,(?=\d{3}(\D|$))/g, '')
  const match = plain.match(/^(\d{1,7})(?:\.(\d{1,2}))?$/)
  return match ? Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')) : null
}

/**
 * What a list of rows comes to: those that can be added, and what is wrong with the others, each at its row.
 * @param taken addresses that take part already
 */
export function checkRows(
  rows: readonly ParticipantRow[],
  taken: ReadonlySet<string>,
): { participants: WantedParticipant[]; errors: RowError[] } {
  const participants: WantedParticipant[] = []
  const errors: RowError[] = []
  const rowOf = new Map<string, number>()
  rows.forEach((row, index) => {
    const before = errors.length
    const wrong = (field: string, message: string, reason?: Reason) =>
      errors.push({ path: `participants.${index}.${field}`, message, row: index, ...(reason && { reason }) })
    const parsed = emailShape().safeParse(row.email)
    if (row.email === '') wrong('email', 'is missing', { code: 'email_missing' })
    else if (!parsed.success) wrong('email', 'is no email address', { code: 'email_malformed' })
    const amount = typeof row.amount === 'string' ? pounds(row.amount) : row.amount
    if (row.amount !== null && (amount === null || amount < 1))
      wrong('budgetAmount', 'must be an amount in pounds such as 25 or 12.50')
    if (!parsed.success) return
    const email = parsed.data
    const first = rowOf.get(email)
    if (first !== undefined) {
      const reason = { code: 'same_as_row', row: first, channel: 'email' } as const
      wrong('email', `the same address as in row ${first + 1}`, reason)
    } else if (taken.has(email)) wrong('email', 'is already in this budget')
    rowOf.set(email, first ?? index)
    if (errors.length === before) participants.push({ email, budgetAmount: amount })
  })
  return { participants, errors }
}
