import { expect, test } from 'vitest'
import { isOwnName } from './payout.ts'

test('a payee’s name is the customer’s own as far as the letters that banks accept can tell', () => {
  for (const [payee, team] of [
    ['Acme Ltd', 'Acme'],
    ['ACME', 'The Acme Company, Limited'],
    ['Harbour and Sons B', 'Harbour and Sons Bakery plc'],
    ['Cafe Zoe', 'Café Zoë'],
  ] as const)
    expect(isOwnName(payee, team), payee).toBe(true)
  for (const [payee, team] of [
    ['M Thief', 'Acme'],
    ['Ltd', 'Ltd'],
    ['A', 'Acme'],
    ['Acne Ltd', 'Acme'],
    ['Acme Mule Ltd', 'Acme'],
    ['Har', 'Harbour and Sons'],
  ] as const)
    expect(isOwnName(payee, team), payee).toBe(false)
})
