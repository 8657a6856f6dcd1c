import { expect, test } from 'vitest'
import { toPurchaseRequest } from '../request/index.ts'
import { changed, foreignFields, type OrderRecord, requestFromOrder, toOrderFields } from './order.ts'

const order = (changes: Partial<OrderRecord> = {}): OrderRecord => ({
  id: 'o',
  teamId: 't',
  userId: 'u',
  type: 'bulkHugggs',
  transactionId: null,
  version: 1,
  approval: null,
  supportChange: null,
  fields: {},
  createdAt: new Date(0),
  updatedAt: new Date(0),
  ...changes,
})

test('a change of an order keeps what it does not name, clears what it names null, and replaces all when asked', () => {
  const before = { name: 'Christmas', quantity: 3, tags: ['a'] }
  expect(changed(before, { quantity: null }, { replace: false })).toEqual({
    name: 'Christmas',
    quantity: null,
    tags: ['a'],
  })
  expect(changed(before, { quantity: 4 }, { replace: true })).toEqual({ quantity: 4 })
})

test('an order holds the fields of its type only', () => {
  expect(foreignFields('huggg', { limit: 3, quantity: 2 }, 'entity.').map(({ path }) => path)).toEqual(['entity.limit'])
  expect(foreignFields('superhuggg', { limit: 3, quantity: 2 }, '').map(({ path }) => path)).toEqual(['quantity'])
  expect(foreignFields('superhuggg', { quantity: null }, '')).toEqual([])
})

test('buying an order is buying what it says, with the defaults of every purchase', () => {
  const fields = { productId: 'p', name: 'Thanks', receivers: [{ email: 'a@x.test', notes: 'Hi' }, { userId: 'u' }] }
  expect(requestFromOrder(order({ fields }))).toMatchObject({
    reference: 'p',
    title: 'Thanks',
    quantity: 2,
    deliveryMethod: 'email',
    receivers: [{ email: 'a@x.test', notes: 'Hi' }, { user_id: 'u' }],
  })
  expect(requestFromOrder(order({ type: 'superhuggg', fields: { limit: 50 } }))).toMatchObject({
    deliveryMethod: 'superhuggg',
    quantity: 50,
  })
})

test('a purchase that is saved as an order with all its fields is bought as the same purchase', () => {
  const said = {
    ...{ reference: 'p', title: 'Thanks', message: 'Hello', fromName: 'Ada', notes: 'Mine', themeId: 'default' },
    ...{ reasonCode: 'Birthday', notifyOnComplete: true, reminders: true, purchaseOrderNumber: 'PO 1' },
    over18: true,
  }
  const requests = [
    toPurchaseRequest({
      ...{
        ...said,
        type: 'bulkHugggs',
        expiry: '2026-05-01',
        sendDate: '2026-04-01T09:00:00Z',
        sendZone: 'Europe/Paris',
      },
      receivers: [{ email: 'a@b.test', name: 'A', notes: 'Hi' }, { user_id: 'u' }, { phone_number: '+447700900123' }],
    }),
    toPurchaseRequest({
      ...said,
      type: 'superhuggg',
      limit: 5,
      perPerson: 2,
      claimMethod: 'sms',
      hugggExpiryDate: '2026-05-01',
    }),
  ]
  for (const request of requests) {
    const again = requestFromOrder(order({ type: request.type, fields: toOrderFields(request) }))
    expect(again).toEqual({ ...request, order: { id: 'o', type: request.type, version: 1 }, names: again.names })
  }
})
