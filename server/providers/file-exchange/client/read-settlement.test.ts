import { expect, test } from 'vitest'
import { writeSignedCsv } from '#server/platform/sheets/signed-csv.ts'
import { settlementColumns } from '../types.ts'
import { readSettlement } from './read-settlement.ts'

const KEY = 'a key that both sides have'
const row = { entry: 'E1', reference: 'award-1', event: 'cashed', amountPence: '2000', day: '2026-03-02' }
const write = (rows: (typeof row)[], about = ['settlement', 'pin', '2026-03-02']) =>
  writeSignedCsv(KEY, { about, columns: settlementColumns, rows, sum: 'amountPence' })

test('a settlement file is read line by line, with its day', () => {
  expect(readSettlement('pin', KEY, write([row, { ...row, entry: 'E2', event: 'expired' }]))).toEqual({
    day: '2026-03-02',
    lines: [
      { line: 3, entry: 'E1', reference: 'award-1', event: 'cashed', amountPence: 2000, day: '2026-03-02' },
      { line: 4, entry: 'E2', reference: 'award-1', event: 'expired', amountPence: 2000, day: '2026-03-02' },
    ],
  })
})

test.each([
  ['of another rail', write([row], ['settlement', 'post-office', '2026-03-02'])],
  ['that is a result', write([row], ['result', 'pin', '2026-03-02'])],
  ['without a day', write([row], ['settlement', 'pin'])],
  ['of a day that is none', write([row], ['settlement', 'pin', '2026-13-02'])],
  ['that tells an entry twice', write([row, row])],
  ['of something that is no event', write([{ ...row, event: 'refunded' }])],
  ['with a line of no day', write([{ ...row, day: 'today' }])],
  ['without a reference', write([{ ...row, reference: '' }])],
  ['that was altered', write([row]).replace('2000', '2001')],
  ['that is empty', ''],
])('a settlement file %s is refused whole', (_, text) => {
  expect(readSettlement('pin', KEY, text)).toHaveProperty('problem')
})
