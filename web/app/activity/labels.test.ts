import { expect, test } from 'vitest'
import { deliveryMethods } from '#contract/orders/purchase.ts'
import type { HugggHit } from '#contract/search/search.ts'
import { deliveryLabel, methodLabel, methods, paidForUndelivered, recipientName } from './labels.ts'

test('the label of a text that was blocked does not call it an email', () => {
  expect(deliveryLabel('sms-blocked')).toBe('Not sent: they have stopped texts, or their network refused it')
  expect(deliveryLabel('email-blocked')).toBe('Refused by their email server')
})

test('no text is labelled as bounced', () => {
  for (const outcome of ['bounce', 'blocked', 'spam', 'dropped', 'rejected'])
    expect(deliveryLabel(`sms-${outcome}`)).not.toMatch(/address|mail/)
})

test('lists are narrowed by each of the six ways to give, in words of its own', () => {
  expect([...methods].sort()).toEqual([...deliveryMethods].sort())
  expect(new Set(methods.map(methodLabel)).size).toBe(methods.length)
  for (const method of methods) expect(methodLabel(method)).not.toBe(method)
})

test('a printed gift is called by the name on its card, and by its link only where it has none', () => {
  const named = (name_on_card: string | null) =>
    recipientName({ receiver: null, huggg: { shortcode: '9w3x1rwvv6b8', name_on_card } as HugggHit['huggg'] })
  expect([named('Ada Lovelace'), named(null)]).toEqual(['Ada Lovelace', 'Link 9w3x1rwvv6b8'])
})

test('a gift that did not arrive is told with what was paid for it', () => {
  expect(paidForUndelivered({ count: 1, pence: 390, currency: 'GBX' })).toBe(
    'You have paid £3.90 for it: correct the address, or cancel to get it back.',
  )
  expect(paidForUndelivered({ count: 3, pence: 1170, currency: 'GBX' })).toBe(
    'You have paid £11.70 for them: correct the addresses, or cancel to get it back.',
  )
  expect(paidForUndelivered({ count: 1, pence: 0, currency: 'GBX' })).not.toContain('£')
})
