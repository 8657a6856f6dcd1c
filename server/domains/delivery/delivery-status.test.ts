import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DeliveryStatus } from '#contract/delivery/delivery.ts'
import { isLost, type MessageStatus, notDelivered, tellsMore } from './delivery-status.ts'

const reported = fc.constantFrom<MessageStatus>('sent', 'delivered', 'bounce', 'spam')

test('whatever the order and repetition of reports, what is known in the end is the same', () => {
  const settle = (channel: 'email' | 'sms', reports: readonly MessageStatus[]) =>
    reports.reduce<MessageStatus>((known, next) => (tellsMore(channel, next, known) ? next : known), 'pending')
  fc.assert(
    fc.property(fc.uniqueArray(reported, { minLength: 1 }), fc.constant('email' as const), (reports, channel) => {
      const expected = settle(channel, reports)
      expect(settle(channel, [...reports].reverse())).toBe(expected)
      expect(settle(channel, [...reports, ...reports])).toBe(expected)
    }),
  )
})

test('a delivered text stays delivered; an email can still come back or be called spam', () => {
  expect(tellsMore('sms', 'bounce', 'delivered')).toBe(false)
  expect(tellsMore('email', 'bounce', 'delivered')).toBe(true)
  expect(tellsMore('email', 'spam', 'bounce')).toBe(true)
  expect(tellsMore('email', 'delivered', 'cancelled')).toBe(false)
})

test('a text filtered as spam has not arrived, an email called spam has', () => {
  expect(isLost('sms', 'spam')).toBe(true)
  expect(isLost('email', 'spam')).toBe(false)
})

test('people are told that a message was not delivered whenever it is lost, and of an email called spam too', () => {
  const statuses = DeliveryStatus.options.flatMap((status) => {
    const [, channel, outcome] = status.match(/^(email|sms)-(.+)$/) ?? []
    return channel ? [{ channel: channel as 'email' | 'sms', outcome: outcome as MessageStatus }] : []
  })
  const differ = statuses.filter(
    ({ channel, outcome }) => notDelivered.has(channel, outcome) !== isLost(channel, outcome),
  )
  expect(differ).toEqual([{ channel: 'email', outcome: 'spam' }])
  const said = statuses.filter(({ channel, outcome }) => !notDelivered.has(channel, outcome))
  expect(said.map(({ channel, outcome }) => `${channel}-${outcome}`).sort()).toEqual([
    'email-delivered',
    'email-pending',
    'email-sent',
    'email-undefined',
    'email-unknown',
    'sms-delivered',
    'sms-pending',
    'sms-sent',
  ])
})
