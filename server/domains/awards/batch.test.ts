import { expect, test } from 'vitest'
import type { GrantRecord, RailRecord } from './award.ts'
import { type BatchRow, batchSums, type NewBatch, readBatch } from './batch.ts'

const grant = { name: 'Winter fund', max_award_pence: 5_000, max_awards_per_person: 2 } as GrantRecord
const rail = (key: RailRecord['key']): [string, RailRecord] => [key, { key, fee_pence: 37 } as RailRecord]
const rules = {
  ...{ grant, granted: ['cash-out', 'energy'] },
  rails: new Map([rail('cash-out'), rail('energy'), rail('pin')]),
  today: '2026-11-27',
  people: new Map([['known', { id: 'known', name: 'Ann Example', email: 'ann@example.test', awards: 1 }]]),
}
const read = (rows: BatchRow[], more: Partial<NewBatch> = {}) =>
  readBatch({ grantId: 'g', name: 'List', reason: 'Food', amount: 1_000, rails: ['cash-out'], ...more, rows }, rules)
const person = (name: string, more: object = {}) => ({ name, ...more })
const told = (notes: { place: number; field: string }[]) => notes.map(({ place, field }) => [place, field])

test('a row takes from its batch what it does not say, and each has the fee of its dearest way', () => {
  const { awards, problems } = read([
    { caseReference: 'A', person: person('Ann') },
    { caseReference: 'B', person: person('Bob'), amount: 2_000, reason: 'Cash', rails: ['energy'] },
  ])
  expect(problems).toEqual([])
  expect(awards).toMatchObject([
    {
      place: 1,
      amountPence: 1_000,
      reason: 'Food',
      rails: ['cash-out'],
      deliverBy: 'hand',
      fee_pence: 37,
      fee_vat_pence: 7,
    },
    { place: 2, amountPence: 2_000, reason: 'Cash', rails: ['energy'] },
  ])
})

test('a row keeps those ways of its batch that pay its amount, and is refused where none does, or where it names them itself', () => {
  const ways = { rails: ['energy', 'cash-out'] as const }
  const read5 = read(
    [
      { caseReference: 'A', person: person('Ann') },
      { caseReference: 'B', person: person('Bob'), amount: 4_950 },
      { caseReference: 'C', person: person('Cy'), amount: 50 },
      { caseReference: 'D', person: person('Dee'), amount: 4_950, ...ways },
    ],
    ways,
  )
  expect(read5.awards.map(({ place, rails }) => [place, rails])).toEqual([
    [1, ['energy', 'cash-out']],
    [2, ['cash-out']],
  ])
  expect(read5.ways).toEqual([{ place: 2, rails: ['cash-out'] }])
  expect(told(read5.problems)).toEqual([
    [3, 'amount'],
    [3, 'amount'],
    [4, 'amount'],
  ])
})

test('each wrong row is told by its number and field, all of them at once', () => {
  const { problems } = read(
    [
      { caseReference: 'A', person: person('Ann') },
      { caseReference: 'B', person: person('Bob'), amount: 5_001 },
      { caseReference: 'C', person: person('Cy'), rails: ['pin'] },
      { caseReference: 'D' },
      { caseReference: 'E', personId: 'of others' },
      { caseReference: 'F', personId: 'known', person: person('Eve') },
      { caseReference: 'G', person: person('Gus'), deliverBy: 'sms' },
      { caseReference: 'H', personId: 'known', deliverBy: 'letter' },
    ],
    { reason: undefined },
  )
  const notReason = problems.filter(({ field }) => field !== 'reason')
  expect(told(notReason)).toEqual([
    ...[
      [2, 'amount'],
      [3, 'rails'],
      [4, 'person'],
      [5, 'person'],
      [6, 'person'],
      [7, 'deliverBy'],
      [8, 'deliverBy'],
    ],
  ])
  expect(problems.filter(({ field }) => field === 'reason')).toHaveLength(8)
})

test('the same award twice is refused and costs nothing, another one for a person or case of the list is only pointed out', () => {
  const ann = person('Ann Example', { dateOfBirth: '1984-02-29' })
  const { awards, problems, repeats } = read([
    { caseReference: 'A', person: ann },
    { caseReference: 'A', person: { ...ann, name: 'ann example' } },
    { caseReference: 'A', person: person('Her son') },
    { caseReference: 'B', person: ann, reason: 'Energy' },
    { caseReference: 'C', person: person('Ann Example') },
  ])
  expect(problems).toMatchObject([{ place: 2, message: 'is the same award as row 1' }])
  expect(told(repeats)).toEqual([
    [3, 'caseReference'],
    [4, 'person'],
  ])
  expect(batchSums(awards)).toMatchObject({ amountPence: 4_000, costPence: 4 * 1_044 })
})

test('rows for one person count together towards what a grant gives one, and those beyond it cost nothing', () => {
  const { awards, problems } = read([
    { caseReference: 'A', personId: 'known' },
    { caseReference: 'B', personId: 'known', amount: 2_000 },
  ])
  expect(problems).toMatchObject([{ place: 2, field: 'person', code: 'restricted' }])
  expect(batchSums(awards)).toMatchObject({ amountPence: 1_000, costPence: 1_044 })
})

test('a birth date that is to come is refused, in its row', () => {
  const born = (dateOfBirth: string) => ({ caseReference: dateOfBirth, person: person('Ann', { dateOfBirth }) })
  expect(told(read([born('2026-11-27'), born('2026-11-28')]).problems)).toEqual([[2, 'person.dateOfBirth']])
})
