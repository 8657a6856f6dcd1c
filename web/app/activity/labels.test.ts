import { expect, test } from 'vitest'
import { deliveryMethods } from '#contract/orders/purchase.ts'
import type { HugggHit } from '#contract/search/search.ts'
import { deliveryLabel, hasDeliveryFailed, methodLabel, methods, recipientName, undelivered } from './labels.ts'

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

test('every message that did not arrive is in the list of undelivered ones, one that expired too', () => {
  expect(undelivered.deliveryStatuses).toEqual(
    expect.arrayContaining(['email-expired', 'sms-expired', 'email-rejected']),
  )
  expect([hasDeliveryFailed('email-expired'), hasDeliveryFailed('email-delivered')]).toEqual([true, false])
})
