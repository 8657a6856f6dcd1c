import { expect, test } from 'vitest'
import { describeOwnCard } from './funding-form.tsx'

test('a card of one’s own that has expired is said to have expired, and to be a colleague’s only where it is', () => {
  const own = { id: 'card', scheme: 'Visa', last4Digits: '4242', expiryMonth: 1, expiryYear: 2027 } as const
  expect(describeOwnCard(own)).toEqual({
    label: 'Your Visa ending 4242, which expired',
    hint: 'It expired at the end of 01/2027 and pays nothing now. Choose another.',
  })
  expect(describeOwnCard(null).hint).toBe('It belongs to a colleague, or was deleted.')
})
