import { expect, test } from 'vitest'
import type { Charge } from '#contract/payments/payments.ts'
import { chargeState } from './labels.ts'

const told = (charge: Partial<Charge>) =>
  Object.values(chargeState({ status: 'processed', amount: 1000, spent: 0, ...charge } as Charge)).join(': ')

test('the label of every charge says whether money has left the card', () => {
  expect(told({ status: 'pending' })).toBe('Pending: Waits for the card provider')
  expect(told({ status: 'failed' })).toBe('Failed: Nothing was charged')
  expect(told({ status: 'void' })).toBe('Given back: It was not used')
  expect(told({ amount: 0 })).toBe('Checked: Nothing was charged')
  expect(told({})).toBe('Reserved: Not charged yet')
  expect(told({ spent: 400 })).toBe('Charged: The rest was given back')
  expect(told({ spent: 1000 })).toBe('Charged: ')
})
