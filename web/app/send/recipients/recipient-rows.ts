import { type Row, type RowProblem, rowTable } from '#web/ui/wizard/rows.ts'

/** The address is an email address or a mobile number, by how the gifts leave. */
type Field = 'address' | 'name' | 'notes'
/** One recipient as typed. */
export type Recipient = Row<Field>
export type RecipientProblem = RowProblem<Field>

export const recipients = rowTable<Field>(['address', 'name', 'notes'])
