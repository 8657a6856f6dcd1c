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

test('a gift without a recipient is called by the name on its card, else by what it is: a card, a link, or not claimed', () => {
  const named = (delivery_method: string, name_on_card: string | null, shortcode: string | null = '9w3x1rwvv6b8') =>
    recipientName({
      receiver: null,
      huggg: { shortcode, name_on_card } as HugggHit['huggg'],
      transaction: { delivery_method } as HugggHit['transaction'],
    })
  expect([named('printable', 'Ada Lovelace'), named('printable', null), named('links', null)]).toEqual([
    'Ada Lovelace',
    'Card 9w3x1rwvv6b8',
    'Link 9w3x1rwvv6b8',
  ])
  expect([named('superhuggg', null), named('superhuggg', null, null)]).toEqual(['Not claimed yet', 'Not claimed yet'])
  expect([named('printable', null, null), named('links', null, null)]).toEqual([
    'Card without a name',
    'Link without a name',
  ])
})

test('a gift that did not arrive is told with what was paid for it', () => {
  expect(paidForUndelivered({ count: 1, pence: 390, currency: 'GBX', mayMend: true })).toBe(
    'You have paid £3.90 for it: correct the address, or cancel to get it back.',
  )
  expect(paidForUndelivered({ count: 3, pence: 1170, currency: 'GBX', mayMend: true })).toBe(
    'You have paid £11.70 for them: correct the addresses, or cancel to get it back.',
  )
  expect(paidForUndelivered({ count: 1, pence: 0, currency: 'GBX', mayMend: true })).not.toContain('£')
  // A viewer is not told to do what only others can.
  expect(paidForUndelivered({ count: 1, pence: 390, currency: 'GBX', mayMend: false })).toBe('£3.90 was paid for it.')
})
