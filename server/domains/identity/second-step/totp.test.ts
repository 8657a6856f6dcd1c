import { expect, test } from 'vitest'
import { shownCode, typedCode } from './recovery-codes.ts'
import { newTotpSecret, stepOfCode, totpUri } from './totp.ts'

/** RFC 6238, appendix B, in base32; its codes cut to six digits. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const vectors = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_234_567_890, '005924'],
  [20_000_000_000, '353130'],
] as const

test.each(vectors)('the authenticator check knows the code of the standard at %i seconds', (seconds, code) => {
  expect(stepOfCode(secret, code, seconds * 1000)).toBe(Math.floor(seconds / 30))
})

test('the authenticator check takes the codes of one step before and after, and tells which they are', () => {
  const [seconds, code] = vectors[2]
  const step = Math.floor(seconds / 30)
  expect([-30, 0, 30].map((late) => stepOfCode(secret, code, (seconds + late) * 1000))).toEqual([step, step, step])
  expect([-60, 60].map((late) => stepOfCode(secret, code, (seconds + late) * 1000))).toEqual([null, null])
  for (const wrong of ['', '5924', '0005924', 'abcdef']) expect(stepOfCode(secret, wrong, seconds * 1000)).toBeNull()
})

test('the authenticator check describes itself to an app, and never twice with the same secret', () => {
  const uri = new URL(totpUri(secret, 'a+b@acme.test'))
  expect([uri.protocol, uri.host]).toEqual(['otpauth:', 'totp'])
  expect(decodeURIComponent(uri.pathname)).toBe('/Posy:a+b@acme.test')
  expect(Object.fromEntries(uri.searchParams)).toMatchObject({ issuer: 'Posy', secret, digits: '6', period: '30' })
  expect(newTotpSecret()).toMatch(/^[A-Z2-7]{32}$/)
  expect(newTotpSecret()).not.toBe(newTotpSecret())
})

test('the authenticator check reads codes as people type them', () => {
  expect(typedCode(' 123 456 ')).toBe('123456')
  expect(typedCode(shownCode('a1b2c0d3e4').toUpperCase())).toBe('a1b2c0d3e4')
  expect(typedCode('aIb2c-Od3e4')).toBe('a1b2c0d3e4')
})
