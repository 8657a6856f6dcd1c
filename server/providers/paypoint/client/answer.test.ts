import { expect, test } from 'vitest'
import { readUpdate, readVoucher } from './answer.ts'

const voucher = {
  voucherCode: '3721902693',
  balance: 20.0,
  expiryDate: '2026-06-23T23:59:59.9999999',
  successfulRequest: true,
}
const read = (body: unknown, status = 200, retryAfter: string | null = null) =>
  readVoucher({ status, retryAfter, raw: typeof body === 'string' ? body : JSON.stringify(body) }, 2000)

test('a voucher of PayPoint is read with its code and its last day in London', () => {
  const issued = {
    outcome: 'issued',
    voucher: { code: '3721902693', pin: null, url: null, barcode: null },
    issuerOrder: null,
    expiresAt: new Date('2026-06-23T22:59:59.999Z'),
  }
  expect(read(voucher)).toEqual(issued)
  expect(read({ ...voucher, voucherCode: 3721902693 })).toEqual(issued)
  // As its oldest documented answer is: without the word.
  expect(read({ ...voucher, successfulRequest: undefined })).toEqual(issued)
  expect(read({ ...voucher, expiryDate: 'soon' })).toMatchObject({ outcome: 'issued', expiresAt: null })
})

test.each([
  ['a refusal', { successfulRequest: false, errorMessages: ['Campaign not found'] }, 200, 'refused'],
  [
    'a reference that it knows',
    { successfulRequest: false, errorMessages: ['Reference already used'] },
    200,
    'unknown',
  ],
  ['a voucher of another amount', { ...voucher, balance: 40 }, 200, 'unknown'],
  ['success without a code', { successfulRequest: true }, 200, 'unknown'],
  ['a wrong key', '', 401, 'refused'],
  ['an error of its own', { successfulRequest: false }, 500, 'unknown'],
  ['what a proxy says', '<html>', 200, 'unknown'],
  ['no more of it', '', 503, 'unknown'],
])('%s is taken for what it certainly says, and never for a code', (_, body, status, outcome) => {
  expect(read(body, status)).toMatchObject({ outcome })
})

test('PayPoint’s words are never kept: they may repeat what was sent', () => {
  const answer = read({ successfulRequest: false, errorMessages: ['07700 900123 is not a customer'] })
  expect(JSON.stringify(answer)).not.toContain('900123')
})

test('PayPoint is left alone as long as it asks, an hour at most', () => {
  expect(read('', 429, '7')).toEqual({ outcome: 'later', reason: '429', retryAfterSeconds: 7 })
  expect(read('', 429)).toMatchObject({ retryAfterSeconds: 60 })
  expect(read('', 429, '999999')).toMatchObject({ retryAfterSeconds: 3600 })
})

test('a voucher counts as stopped only where PayPoint says so', () => {
  const update = (body: unknown, status = 200) => readUpdate({ status, retryAfter: null, raw: JSON.stringify(body) })
  expect(update({ successfulRequest: true })).toEqual({ outcome: 'cancelled' })
  expect(update({ successfulRequest: false, errorMessages: ['used'] })).toMatchObject({ outcome: 'refused' })
  for (const answer of [update({}), update({ successfulRequest: true }, 500), update('yes')])
    expect(answer).toMatchObject({ outcome: 'unknown' })
})
