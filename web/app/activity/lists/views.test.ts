import { expect, test } from 'vitest'
import { giftSorts, purchaseSorts, savedViewQuery } from './views.ts'

const nothing = { q: '', status: '', method: '', tag: '', from: '', to: '', sort: '-createdAt' }

test('a saved view stores what was chosen, and nothing for what was not', () => {
  expect(savedViewQuery(nothing, giftSorts)).toBe('')
  expect(savedViewQuery({ ...nothing, q: 'a & b', status: 'Sent', sort: 'expiryDate' }, giftSorts)).toBe(
    'q=a+%26+b&status=Sent&sort=expiryDate',
  )
  expect(savedViewQuery({ ...nothing, tag: 'spring 2026' }, purchaseSorts)).toBe('tag=spring+2026')
})
