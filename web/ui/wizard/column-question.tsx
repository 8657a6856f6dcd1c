import type { Choice, TwoColumns } from '#kit/people-list/columns.ts'
import { SelectField } from '../kit/form.tsx'

/** Which of a list's columns is meant, with what was answered before. */
export interface ColumnQuestion extends TwoColumns {
  answered: Choice
}

const QUESTION: Record<TwoColumns['part'], string> = {
  email: 'Which column holds their email address?',
  phone: 'Which column holds their mobile number?',
  name: 'Which column holds their name?',
  first: 'Which column holds their first name?',
  last: 'Which column holds their last name?',
  preferred: 'Which column holds the name they go by?',
  notes: 'Which column holds the message to them?',
  amount: 'Which column holds their amount?',
}

/** Two columns of a list fit: which is meant is chosen here, and counts when the list is read again. */
export const ColumnChoice = ({ question: { part, columns, answered } }: { question: ColumnQuestion }) => (
  <>
    {Object.entries(answered).map(([each, heading]) => (
      <input key={each} type="hidden" name={`column.${each}`} value={heading} />
    ))}
    <SelectField
      key={part}
      name={`column.${part}`}
      label={QUESTION[part]}
      error="Choose the column that is meant"
      data={[
        { value: '', label: 'Choose a column' },
        ...columns.map((heading) => ({ value: heading, label: heading })),
      ]}
    />
  </>
)
