import { expect, test } from 'vitest'
import { giftSorts, savedViewQuery } from './views.ts'

const nothing = { q: '', status: '', method: '', from: '', to: '', sort: '-createdAt' }

test('a saved view stores what was chosen, and nothing for what was not', () => {
  expect(savedViewQuery(nothing, giftSorts)).toBe('')
  expect(savedViewQuery({ ...nothing, q: 'a & b', status: 'Sent', sort: 'expiryDate' }, giftSorts)).toBe(
    'q=a+%26+b&status=Sent&sort=expiryDate',
  )
})
