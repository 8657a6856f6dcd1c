import { expect, test } from 'vitest'
import { createTransaction } from '#contract/orders/transactions.ts'
import { askedFor, noteBody, outline, plainPath } from './request-outline.ts'

const product = '00000000-0000-4000-8000-000000000602'
const body = {
  purchase: {
    type: 'bulkHugggs',
    reference: product,
    deliveryMethod: 'email',
    message: 'Dear Zoe, thank you for everything',
    receivers: [{ email: 'zoe@friends.test', phone_number: '+447700900123', 'zoe@friends.test': 1 }, {}, {}, {}, {}],
    quantity: 5,
  },
  payment: { method: 'walletCommitment', reference: product },
  quotedTotal: 5300,
  surprise: 'zoe',
}

test('the outline of a body holds ids, given words and amounts, and nothing that a person wrote or is', () => {
  const kept = outline(createTransaction.body, body)
  expect(kept).toEqual({
    purchase: {
      type: 'bulkHugggs',
      reference: product,
      deliveryMethod: 'email',
      message: '(34 characters)',
      receivers: [
        { email: '(16 characters)', phone_number: '(13 characters)', 'unknown fields': 1 },
        {},
        {},
        '… and 2 more',
      ],
      quantity: 5,
    },
    payment: { method: 'walletCommitment', reference: product },
    quotedTotal: 5300,
    'unknown fields': 1,
  })
  for (const personal of ['Zoe', 'zoe', '+44']) expect(JSON.stringify(kept)).not.toContain(personal)
})

test('the outline of a wrong field’s path holds only what looks like a field’s name', () => {
  expect(plainPath('purchase.receivers.3.email')).toBe('purchase.receivers.3.email')
  expect(plainPath('purchase.zoe@friends.test')).toBe('purchase.…')
})

test('the outline of a body is taken as it is read; a body that is no JSON, is long or is left in the middle has none', async () => {
  const noted = (text: string) =>
    noteBody(new Request('http://posy.test', { method: 'POST', body: text }), createTransaction)
  const { request, outlined } = noted(JSON.stringify(body))
  expect(outlined()).toBeNull()
  expect(await request.json()).toEqual(body)
  expect(outlined()).toMatchObject({ quotedTotal: 5300 })
  for (const text of ['{"a":', '', `"${'x'.repeat(100_000)}"`]) {
    const one = noted(text)
    await one.request.text()
    expect(one.outlined()).toBeNull()
  }
  const long = noted(`"${'x'.repeat(5_000_000)}"`)
  for await (const _ of long.request.body!) break
  expect(long.outlined()).toBeNull()
})

test('a path that was asked for keeps its ids, and no code that opens a gift', () => {
  expect(askedFor('/api/v2/transactions/{id}', `/api/v2/transactions/${product}`)).toBe(
    `/api/v2/transactions/${product}`,
  )
  expect(askedFor('/v3/a/{id}/b/{place}', `/v3/a/${product.toUpperCase()}/b/7x2k-9fqm/`)).toBe(
    `/v3/a/${product}/b/{place}`,
  )
  for (const given of ['7x2k9fqmw0ab', '../secret', 'zoe@friends.test', ''])
    expect(askedFor('/api/v2/hugggs/{id}/redemptions', `/api/v2/hugggs/${given}/redemptions`)).toBeNull()
  expect(askedFor('/api/v2/brands', '/api/v2/brands')).toBeNull()
})
