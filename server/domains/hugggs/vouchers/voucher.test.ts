import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { pauseAfterTries } from './lease-attempt.ts'
import { codeFingerprint, sealVoucher, unsealVoucher } from './voucher.ts'

const secret = { current: randomBytes(32), retired: [] }
const voucher = { code: 'AB-1', pin: '12', url: null, barcode: null }

test('a sealed voucher is read with the same secret for the same gift, and otherwise not at all', () => {
  const sealed = sealVoucher(secret, 'gift-1', voucher)
  expect(unsealVoucher(secret, 'gift-1', sealed)).toEqual(voucher)
  expect(sealed.toString('latin1')).not.toContain('AB-1')
  expect(sealVoucher(secret, 'gift-1', voucher)).not.toEqual(sealed)
  expect(() => unsealVoucher(secret, 'gift-2', sealed)).toThrow()
  expect(() => unsealVoucher({ current: randomBytes(32), retired: [] }, 'gift-1', sealed)).toThrow()
  sealed[20]! ^= 1
  expect(() => unsealVoucher(secret, 'gift-1', sealed)).toThrow()
})

test('a voucher’s code has one fingerprint within its brand', () => {
  expect(codeFingerprint(secret, 'brand', 'AB-1')).toEqual(codeFingerprint(secret, 'brand', 'AB-1'))
  expect(codeFingerprint(secret, 'brand', 'AB-1')).not.toEqual(codeFingerprint(secret, 'other', 'AB-1'))
})

test('an issuer is asked again after a minute, then less and less often, at least four times a day', () => {
  expect([1, 2, 3, 4].map(pauseAfterTries)).toEqual([60, 120, 240, 480])
  expect(pauseAfterTries(1000)).toBe(6 * 3600)
})
