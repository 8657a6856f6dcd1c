import { expect, test } from 'vitest'
import { documentNumber } from './document-number.ts'

test.each(['RCT-000028', 'rct 28', 'rct28', ' Rct – 0028 ', 'RCT#28', 'rct-00000028'])(
  'a receipt is meant by %j as by its number',
  (typed) => {
    expect(documentNumber(typed)).toEqual({ number: 'RCT-000028', name: 'Receipt' })
  },
)

test('a number longer than six digits stays whole, and what is no number of a purchase’s paper is none', () => {
  expect(documentNumber('crn 1234567')).toEqual({ number: 'CRN-1234567', name: 'Credit note' })
  for (const typed of ['28', 'rct', 'rct 0', 'rct 28 a', 'abc 28', 'Kim 28', 'constructor', ''])
    expect(documentNumber(typed)).toBeNull()
})
