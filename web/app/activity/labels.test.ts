import { describe, expect, test } from 'vitest'
import type { ReturnPlace } from '#contract/core/return-place.ts'
import { deliveryMethods } from '#contract/orders/purchase.ts'
import type { HugggHit } from '#contract/search/search.ts'
import { deliveryLabel, leftSentence, paidForUndelivered, paidLabel } from './delivery-labels.ts'
import { methodLabel, methods, recipientName } from './labels.ts'

test('the label of a text that was blocked does not call it an email', () => {
  expect(deliveryLabel('sms-blocked')).toBe('Not sent: they have stopped texts, or their network refused it')
  expect(deliveryLabel('email-blocked')).toBe('Refused by their email server')
})

test('no text is labelled as bounced', () => {
  for (const outcome of ['bounce', 'blocked', 'spam', 'dropped', 'rejected'])
    expect(deliveryLabel(`sms-${outcome}`)).not.toMatch(/address|mail/)
})

test('a text to a number that does not exist says so, and one that failed without a reason says that', () => {
  expect(deliveryLabel('sms-unknown')).toMatch(/no such number/)
  expect(deliveryLabel('sms-undefined')).toMatch(/no reason/)
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

describe('gifts that did not arrive are told', () => {
  const told = (
    count: number,
    pence: number,
    { way = 'email', paid = 'walletCommitment', mayMend = true, to = 'wallet' as ReturnPlace } = {},
  ) => {
    const purchase = { currency: 'GBX', delivery_method: way, payment_method: paid } as HugggHit['transaction']
    return paidForUndelivered({ count, pence, purchase, returnsTo: to, mayMend })
  }

  test('with what was paid for them', () => {
    expect(told(1, 390)).toBe('You have paid £3.90 for it: correct the address, or cancel to get it back.')
    expect(told(3, 1170)).toBe('You have paid £11.70 for them: correct the addresses, or cancel to get it back.')
    expect(told(1, 0)).not.toContain('£')
    // A viewer is not told to do what only others can.
    expect(told(1, 390, { mayMend: false })).toBe('£3.90 was paid for it.')
  })

  test('of an allowance that is over or was set again, with where their money goes', () => {
    expect(told(1, 390, { to: 'allowance' })).toContain('cancel to get it back.')
    expect(told(1, 390, { to: 'budget' })).toBe(
      '£3.90 was paid for it: correct the address. If you cancel, it goes to the budget, not back to the allowance that paid.',
    )
  })

  test('as numbers where they went by text, and on an invoice not as paid', () => {
    const invoiced = { way: 'sms', paid: 'invoice' }
    expect(told(2, 792, invoiced)).toBe(
      '£7.92 is on your invoice for them: correct the numbers, or cancel to have it taken off.',
    )
    expect(told(1, 396, { ...invoiced, mayMend: false })).toBe('£3.96 was invoiced for it.')
    expect(told(1, 0, { way: 'sms' })).toBe('Correct the number, or cancel it.')
  })
})

test('gifts that a command left as they were are told with each reason, of one gift or of several', () => {
  const recent = { reason: 'its recipient had an email about it in the last 24 hours' }
  expect(leftSentence([recent, recent, { reason: 'its recipient wants no reminders' }])).toBe(
    ' 2 gifts were left as they were. For each: its recipient had an email about it in the last 24 hours. 1 gift was left as it was: its recipient wants no reminders.',
  )
  expect(leftSentence([])).toBe('')
})

test('a purchase says how it was paid: a card or an invoice is no wallet', () => {
  expect((['walletCommitment', 'charge', 'invoice'] as const).map((method) => paidLabel(method, 'Acme main'))).toEqual([
    'from Acme main',
    'by card',
    'by invoice',
  ])
})
