import { parsePence } from '#web/ui/kit/amount.ts'
import { type Row, type RowProblem, rowTable } from '#web/ui/wizard/rows.ts'

type Field = 'email' | 'name' | 'amount'
/** Someone of a budget as typed; the amount in pounds, or empty for the budget's. */
export type Person = Row<Field>
export type PersonProblem = RowProblem<Field>

export const people = rowTable<Field>(['email', 'name', 'amount'])

/** An address as it is kept: what makes two of them the same. */
export const normaliseEmailAddress = (typed: string): string => typed.trim().toLowerCase()

/** A look while someone types: a list that says nothing yet is refused once it is sent, and not before. */
export const whileTyped = <Checked extends { rows: readonly Person[]; general: string[] }>(
  checked: Checked,
): Checked => (people.kept(checked.rows).length ? checked : { ...checked, general: [] })

/** Someone who is in the budget. */
export interface SavedPerson {
  id: string
  email: string
  name: string | null
  budgetAmount: number | null
}

export interface PeopleChanges {
  removed: string[]
  added: Omit<SavedPerson, 'id'>[]
  /** By their new amount: the ids of who is to have it. */
  changed: Map<number | null, string[]>
  /** Who is called something else now. */
  renamed: { id: string; name: string | null }[]
}

/**
 * What turns the people of a budget into those of a form.
 * @param known addresses the form was drawn with: someone added meanwhile, elsewhere, stays
 */
export function participantChanges(
  saved: readonly SavedPerson[],
  wanted: readonly Person[],
  known: ReadonlySet<string>,
): PeopleChanges {
  const rows = new Map(
    wanted.map(({ email, name, amount }) => [
      normaliseEmailAddress(email),
      { name: name || null, budgetAmount: parsePence(amount) ?? null },
    ]),
  )
  const held = new Set(saved.map(({ email }) => email))
  const changed = new Map<number | null, string[]>()
  for (const { id, email, budgetAmount } of saved) {
    const amount = rows.get(email)?.budgetAmount
    if (amount !== undefined && amount !== budgetAmount) changed.set(amount, [...(changed.get(amount) ?? []), id])
  }
  return {
    removed: saved.filter(({ email }) => known.has(email) && !rows.has(email)).map(({ id }) => id),
    added: [...rows].flatMap(([email, row]) => (held.has(email) ? [] : [{ email, ...row }])),
    changed,
    renamed: saved.flatMap(({ id, email, name }) => {
      const row = rows.get(email)
      return row && row.name !== name ? [{ id, name: row.name }] : []
    }),
  }
}
