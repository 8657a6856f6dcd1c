import { expect, test } from 'vitest'
import type { HugggOrder } from '#contract/orders/orders.ts'
import { isAnswered, nextSendStep, recipientCount } from './steps.ts'

const empty: HugggOrder = {
  type: 'bulkHugggs',
  id: 'order',
  userId: 'user',
  teamId: 'team',
  transactionId: null,
  version: 1,
  approval: null,
  supportChange: null,
  dateCreated: '',
  dateModified: '',
  name: null,
  notes: null,
  purchaseOrderNumber: null,
  over18: null,
  productId: null,
  message: null,
  fromName: null,
  coverImage: null,
  themeId: null,
  previewShortcode: null,
  reasonCode: null,
  tags: [],
  hugggMeta: null,
  quantity: null,
  deliveryMethod: null,
  receivers: [],
  expiry: null,
  sendDate: null,
  sendZone: null,
  reminders: null,
  printableTemplateId: null,
}

test('a draft order continues at its first unanswered step', () => {
  expect(nextSendStep(empty)).toBe('gift')
  expect(nextSendStep({ ...empty, productId: 'p' })).toBe('recipients')
  const receivers = [{ userId: null, email: 'a@x.test', phoneNumber: null, name: null, notes: null }]
  const toPeople = { ...empty, productId: 'p', deliveryMethod: 'email', receivers } as const
  expect([nextSendStep(toPeople, false), nextSendStep(toPeople, true)]).toEqual(['message', 'recipients'])
  const byLinks = { ...empty, productId: 'p', deliveryMethod: 'links', quantity: 3 } as const
  expect(nextSendStep(byLinks)).toBe('message')
  expect(nextSendStep({ ...byLinks, themeId: 'fern', sendZone: 'Europe/London' })).toBe('pay')
})

test.each(['email', 'sms'] as const)(
  'a draft order without anyone in it has not answered its recipients, by %s',
  (deliveryMethod) => {
    const order = { ...empty, deliveryMethod, quantity: 2 } as const
    expect(isAnswered('recipients', order)).toBe(false)
    expect(recipientCount(order)).toBe(0)
  },
)
