import { MAX_NAME_LETTERS } from '#contract/budgets/participants.ts'
import type { ErrorDetail } from '#contract/core/errors.ts'
import type { Reason } from '#contract/core/reasons.ts'
import { email as emailShape } from '#contract/core/shapes.ts'
import { readAmount, usesDecimalComma } from '#kit/amounts.ts'
import { cleanText, withoutUnseen } from '#kit/clean-text.ts'
import { personAddress } from '#kit/email-address.ts'
import { readPeopleList } from '#kit/people-list/read-people-list.ts'
import { invalidFields } from '#server/platform/problem/problem.ts'
import { columnsProblem, OPEN_QUOTE } from '#server/platform/sheets/list-problems.ts'

export interface WantedParticipant {
  email: string
  /** What a list or an HR system calls them. */
  name: string | null
  budgetAmount: number | null
}

export interface ParticipantRowError extends ErrorDetail {
  row: number
}

/** An address as it was written, with what may stand beside it. */
export interface ParticipantRow {
  email: string
  name: string | null
  amount: string | number | null
}

/**
 * Rows of a pasted list or a CSV: an address a line (or several on one), or columns with or without headings, an amount in
 * pounds beside the address.
 * @throws invalid_fields (422) for a text that is no table, and where two columns fit
 */
export function readParticipants(csv: string): { rows: ParticipantRow[]; unreadColumns: string[] } {
  const { people, unreadColumns, question, openQuote } = readPeopleList(csv, { contact: 'email', beside: 'amount' })
  const problem = openQuote ? OPEN_QUOTE : question && columnsProblem(question)
  if (problem) throw invalidFields([{ path: 'csv', message: problem }])
  const rows = people.map(({ address, name, amount }) => ({
    email: address,
    name: name || null,
    amount: amount || null,
  }))
  return { rows, unreadColumns }
}

/** A name as it is kept. */
const plainName = (name: string | null): string => withoutUnseen(cleanText(name ?? '', ' ')).trim()

/**
 * What a list of rows comes to: those that can be added, and what is wrong with the others, each at its row.
 * @param options.taken addresses that take part already
 */
export function checkRows(
  rows: readonly ParticipantRow[],
  { taken, currency }: { taken: ReadonlySet<string>; currency: string },
): { participants: WantedParticipant[]; errors: ParticipantRowError[] } {
  const takenPeople = new Set([...taken].map(personAddress))
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
    const name = plainName(row.name)
    if (name.length > MAX_NAME_LETTERS) wrong('name', `must have at most ${MAX_NAME_LETTERS} letters`)
    if (!parsed.success) return
    const email = parsed.data
    const person = personAddress(email)
    const first = rowByEmail.get(person)
    if (first !== undefined) {
      const reason = { code: 'same_as_row', row: first, channel: 'email' } as const
      wrong('email', `the same address as in row ${first + 1}`, reason)
    } else if (takenPeople.has(person)) wrong('email', 'is already in this budget')
    rowByEmail.set(person, first ?? index)
    if (errors.length === before) participants.push({ email, name: name || null, budgetAmount: amount })
  })
  return { participants, errors }
}
