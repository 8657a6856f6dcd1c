import { expect, test } from 'vitest'
import { formatPoundsInput } from '#web/ui/kit/amount.ts'
import { participantChanges, people, whileTyped } from './people.ts'

const saved = [
  { id: '1', email: 'ada@x.test', name: 'Ada', budgetAmount: null },
  { id: '2', email: 'bob@x.test', name: null, budgetAmount: 2500 },
  { id: '3', email: 'cy@x.test', name: null, budgetAmount: null },
]

test('a form of participants changes only what it says differently', () => {
  const wanted = [
    { email: 'ADA@x.test', name: 'Ada', amount: '' },
    { email: 'bob@x.test', name: 'Bob', amount: '30' },
    { email: 'dee@x.test', name: 'Dee', amount: '12.50' },
  ]
  const known = new Set(saved.map(({ email }) => email))
  expect(participantChanges(saved, wanted, known)).toEqual({
    removed: ['3'],
    added: [{ email: 'dee@x.test', name: 'Dee', budgetAmount: 1250 }],
    changed: new Map([[3000, ['2']]]),
    renamed: [{ id: '2', name: 'Bob' }],
  })
})

test('a participant who was added elsewhere meanwhile stays', () => {
  expect(participantChanges(saved, [], new Set(['ada@x.test'])).removed).toEqual(['1'])
})

test('amounts are drawn in pounds as they are typed, and none where there is none', () => {
  expect([formatPoundsInput(2500), formatPoundsInput(5), formatPoundsInput(null)]).toEqual(['25.00', '0.05', ''])
})

test('a further empty row of a budget’s people is no fault; what is wrong with those that are typed is said', () => {
  const general = ['Add at least one person.']
  expect(whileTyped({ rows: people.blankRows(2), general }).general).toEqual([])
  const rows = [{ email: 'ada@x.test', name: '', amount: '' }, ...people.blankRows()]
  expect(whileTyped({ rows, general: ['Too many.'] }).general).toEqual(['Too many.'])
})
