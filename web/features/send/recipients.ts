import { type Row, type RowProblem, rowTable } from '../wizard/rows.ts'

type Field = 'email' | 'name' | 'notes'
/** One recipient as typed. */
export type Recipient = Row<Field>
export type RecipientProblem = RowProblem<Field>

export const recipients = rowTable<Field>(['email', 'name', 'notes'])
