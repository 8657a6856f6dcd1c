import { expect, test } from 'vitest'
import { deliveryMethods } from '#contract/orders/purchase.ts'
import { deliveryLabel, hasDeliveryFailed, methodLabel, methods, undelivered } from './labels.ts'

test('a text that was blocked is not told as an email', () => {
  expect(deliveryLabel('sms-blocked')).toBe('Not sent: they have stopped texts, or their network refused it')
  expect(deliveryLabel('email-blocked')).toBe('Refused by their email server')
})

test('no text is said to come back from an address', () => {
  for (const outcome of ['bounce', 'blocked', 'spam', 'dropped', 'rejected'])
    expect(deliveryLabel(`sms-${outcome}`)).not.toMatch(/address|mail/)
})

test('lists are narrowed by each of the six ways to give, in words of its own', () => {
  expect([...methods].sort()).toEqual([...deliveryMethods].sort())
  expect(new Set(methods.map(methodLabel)).size).toBe(methods.length)
  for (const method of methods) expect(methodLabel(method)).not.toBe(method)
})

test('every message that did not arrive is among those to look at, one that expired too', () => {
  expect(undelivered.deliveryStatuses).toEqual(
    expect.arrayContaining(['email-expired', 'sms-expired', 'email-rejected']),
  )
  expect([hasDeliveryFailed('email-expired'), hasDeliveryFailed('email-delivered')]).toEqual([true, false])
})
