import type { TwoColumns } from '#kit/people-list/columns.ts'

/** Why a list of people is refused, as callers of the API are told. */
export const OPEN_QUOTE = 'is no table: a quotation mark is not closed or stands inside a field'

const PART_LABEL: Record<TwoColumns['part'], string> = {
  email: 'the email address',
  phone: 'the mobile number',
  name: 'the name',
  first: 'the first name',
  last: 'the last name',
  preferred: 'the preferred name',
  notes: 'the message',
  amount: 'the amount',
}

export const columnsProblem = ({ part, columns }: TwoColumns): string =>
  `has ${columns.length} columns that fit ${PART_LABEL[part]}: ${columns.map((each) => `“${each}”`).join(' and ')}; leave one`
