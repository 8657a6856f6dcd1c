import { expect, test } from 'vitest'
import { isLow } from './low-wallets.ts'

test('a wallet is low by the amount of its alert, and without one only when it is as good as empty', () => {
  expect(isLow({ available: 3940, lowBalanceAlert: null })).toBe(false)
  expect(isLow({ available: 3940, lowBalanceAlert: 5000 })).toBe(true)
  expect(isLow({ available: 6000, lowBalanceAlert: 5000 })).toBe(false)
  expect(isLow({ available: 0, lowBalanceAlert: null })).toBe(true)
  expect(isLow({ available: 450, lowBalanceAlert: null })).toBe(true)
})
