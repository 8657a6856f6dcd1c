import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { readAnswer } from './answer.ts'
import { signRequest } from './sign.ts'

const answer = (status: number, body: unknown, retryAfter: string | null = null) =>
  readAnswer(status, retryAfter, typeof body === 'string' ? body : JSON.stringify(body))
const card = (data: object) => answer(200, { code: '000', status: 'success', message: 'Card created', data })
const failed = (status: number, code: string) => answer(status, { code, status: 'error', message: 'as in the docs' })

test('Tillo’s client reads a card with all that its brand gives', () => {
  expect(
    card({
      brand: 'highmarket-gb',
      code: '6301-22',
      pin: 1234,
      url: '',
      reference: 'b7f0',
      expiration_date: '2030-06-30 00:00:00',
      barcode: { type: 'code-128', string: '630122', url: 'https://x.test/b.png' },
      float_balance: { currency: 'GBP', amount: 1.5 },
    }),
  ).toEqual({
    outcome: 'issued',
    voucher: { code: '6301-22', pin: '1234', url: null, barcode: { kind: 'code128', text: '630122' } },
    issuerOrder: 'b7f0',
    expiresAt: new Date('2030-06-30T23:59:59.999Z'),
    float: { currency: 'GBX', balancePence: 150 },
  })
  expect(card({ url: 'https://reveal.test/1', code: null, barcode: [] })).toMatchObject({
    outcome: 'issued',
    voucher: { code: null, url: 'https://reveal.test/1', barcode: null },
    expiresAt: null,
  })
  expect(card({ code: 'A', barcode: { type: 'QR', string: 'A1' }, expiration_date: 'never' })).toMatchObject({
    voucher: { barcode: { kind: 'qrcode', text: 'A1' } },
    expiresAt: null,
    float: null,
  })
  for (const float_balance of [{ currency: 'USD', amount: 1 }, { currency: 'GBP', amount: 'much' }, 5])
    expect(card({ code: 'A', float_balance })).toMatchObject({ outcome: 'issued', float: null })
})

test.each([
  [400, '070'],
  [400, '072'],
  [401, '072'],
  [401, '210'],
  [404, '434'],
  [422, '433'],
  [403, '610'],
  [422, '615'],
  [500, '704'],
  [401, '706'],
])('Tillo’s HTTP %i with code %s means that nothing was issued', (status, code) => {
  expect(failed(status, code)).toEqual({ outcome: 'refused', reason: code })
})

test('a throttled or closed Tillo is asked again later', () => {
  expect(answer(429, 'Too Many Attempts.', '7')).toEqual({ outcome: 'later', reason: '429', retryAfterSeconds: 7 })
  expect(answer(429, '', 'Wed, 21 Oct')).toMatchObject({ retryAfterSeconds: 60 })
  expect(answer(429, '', '999999')).toMatchObject({ retryAfterSeconds: 3600 })
  expect(failed(500, '602')).toMatchObject({ outcome: 'later' })
  expect(failed(503, '604')).toMatchObject({ outcome: 'later' })
})

test('after any other answer of Tillo the card may have been issued', () => {
  for (const unclear of [
    failed(500, '600'),
    failed(500, '603'),
    failed(409, '999'),
    failed(200, '<script>'),
    answer(502, '<html>Bad gateway</html>'),
    answer(200, ''),
    answer(200, 'null'),
    answer(200, { status: 'success' }),
    card({}),
    card({ code: '', url: null }),
    answer(200, { code: '000', data: null }),
  ])
    expect(unclear).toMatchObject({ outcome: 'unknown' })
})

test('a request to Tillo is signed over key, method, endpoint, reference, brand, currency, amount and time', () => {
  const parts = ['gift-1', 'highmarket-gb', 'GBP', '12.5']
  const signature = signRequest('key', 'secret', { method: 'POST', endpoint: 'digital-issue', parts, timestampMs: 17 })
  const text = 'key-POST-digital-issue-gift-1-highmarket-gb-GBP-12.5-17'
  expect(signature).toBe(createHmac('sha256', 'secret').update(text).digest('hex'))
})
