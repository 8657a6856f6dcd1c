import { expect, test } from 'vitest'
import { formatPoundsInput } from '#web/ui/kit/amount.ts'
import { participantChanges } from './people.ts'

const saved = [
  { id: '1', email: 'ada@x.test', budgetAmount: null },
  { id: '2', email: 'bob@x.test', budgetAmount: 2500 },
  { id: '3', email: 'cy@x.test', budgetAmount: null },
]

test('a form of participants changes only what it says differently', () => {
  const wanted = [
    { email: 'ADA@x.test', amount: '' },
    { email: 'bob@x.test', amount: '30' },
    { email: 'dee@x.test', amount: '12.50' },
  ]
  const known = new Set(saved.map(({ email }) => email))
  expect(participantChanges(saved, wanted, known)).toEqual({
    removed: ['3'],
    added: [{ email: 'dee@x.test', budgetAmount: 1250 }],
    changed: new Map([[3000, ['2']]]),
  })
})

test('a participant who was added elsewhere meanwhile stays', () => {
  expect(participantChanges(saved, [], new Set(['ada@x.test'])).removed).toEqual(['1'])
})

test('amounts are drawn in pounds as they are typed, and none where there is none', () => {
  expect([formatPoundsInput(2500), formatPoundsInput(5), formatPoundsInput(null)]).toEqual(['25.00', '0.05', ''])
})
