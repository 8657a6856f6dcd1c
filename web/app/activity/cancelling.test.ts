import { expect, test } from 'vitest'
import { cancelWords, countCancelling, whyNotCancelled } from './cancelling.ts'

const currency = 'GBX'
const returnsTo = 'wallet'

test('before gifts are cancelled their sum is named, and how many people have seen their code', () => {
  const cancelling = countCancelling([
    { state: 'sent', count: 8, returns: 3120, returnsTo, currency },
    { state: 'code-shown', count: 2, returns: 780, returnsTo, currency },
    { state: 'partly-used', count: 1, returns: 0, returnsTo, currency },
    { state: 'redeemed', count: 4, returns: 0, returnsTo, currency },
  ])
  expect(cancelling).toEqual({
    count: 10,
    money: '£39.00',
    places: [{ place: 'wallet', money: '£39.00' }],
    seen: 2,
  })
  expect(cancelWords(cancelling)).toMatch(
    /^Their links stop .*£39\.00 in all, are returned\. 2 people have seen their code/,
  )
  const one = (state: 'sent' | 'code-shown') =>
    cancelWords(countCancelling([{ state, returns: 390, returnsTo, currency }]))
  expect(one('code-shown')).toContain('Its recipient has seen the code')
  expect(one('sent')).toBe('Its link stops working at once, and its price and fees, £3.90, are returned.')
})

test('gifts of two currencies are cancelled with a sum of each', () => {
  const gifts = [
    { state: 'sent', returns: 390, returnsTo, currency },
    { state: 'sent', returns: 250, returnsTo, currency: 'EUX' },
    { state: 'opened', returns: 10, returnsTo, currency },
  ] as const
  expect(countCancelling(gifts).money).toBe('£4.00 and €2.50')
})

test('before gifts of an allowance are cancelled it is said where their money goes', () => {
  const words = (...places: ('wallet' | 'allowance' | 'budget')[]) =>
    cancelWords(countCancelling(places.map((place) => ({ state: 'sent', returns: 390, returnsTo: place, currency }))))
  expect(words('allowance')).toContain('£3.90, are returned to the allowance that paid for it.')
  expect(words('budget')).toContain('£3.90, go to the budget, not back to the allowance that paid for it.')
  expect(words('budget', 'budget')).toContain(
    '£7.80 in all, go to the budget, not back to the allowance that paid for them.',
  )
  expect(words('allowance', 'budget')).toContain('are returned: £3.90 to the allowance, £3.90 to the budget.')
})

test('a gift whose code was given out says why it cannot be cancelled', () => {
  expect(whyNotCancelled('Fetched', false)).toContain('its recipient has its code')
  expect(whyNotCancelled('Claimed', true)).toContain('part of it has been used')
  for (const status of ['Sent', 'Claimed', 'Redeemed', 'Cancelled', 'Expired'])
    expect(whyNotCancelled(status, false)).toBeNull()
})
