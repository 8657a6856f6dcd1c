import { expect, test } from 'vitest'
import { needsTopUp } from './low-wallets.ts'

test('a wallet is low by the amount of its alert, and without one only when it is as good as empty', () => {
  expect(needsTopUp({ available: 3940, lowBalanceAlert: null })).toBe(false)
  expect(needsTopUp({ available: 3940, lowBalanceAlert: 5000 })).toBe(true)
  expect(needsTopUp({ available: 6000, lowBalanceAlert: 5000 })).toBe(false)
  expect(needsTopUp({ available: 0, lowBalanceAlert: null })).toBe(true)
  expect(needsTopUp({ available: 450, lowBalanceAlert: null })).toBe(true)
})
