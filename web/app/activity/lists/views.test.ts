import { expect, test } from 'vitest'
import { giftSorts, viewQueryOf } from './views.ts'

const nothing = { q: '', status: '', method: '', from: '', to: '', sort: '-createdAt' }

test('a view keeps what was chosen, and nothing for what was not', () => {
  expect(viewQueryOf(nothing, giftSorts)).toBe('')
  expect(viewQueryOf({ ...nothing, q: 'a & b', status: 'Sent', sort: 'expiryDate' }, giftSorts)).toBe(
    'q=a+%26+b&status=Sent&sort=expiryDate',
  )
})
