import { expect, test } from 'vitest'
import { measureText } from './text-segments.ts'

test.each([
  ['a'.repeat(160), 'GSM-7', 160, 1],
  ['a'.repeat(161), 'GSM-7', 161, 2],
  ['a'.repeat(306), 'GSM-7', 306, 2],
  ['a'.repeat(307), 'GSM-7', 307, 3],
  ['€'.repeat(80), 'GSM-7', 160, 1],
  ['ñ'.repeat(70), 'GSM-7', 70, 1],
  ['ł'.repeat(70), 'UCS-2', 70, 1],
  ['ł'.repeat(71), 'UCS-2', 71, 2],
  ['🎁'.repeat(35), 'UCS-2', 70, 1],
  ['', 'GSM-7', 0, 1],
] as const)('measureText measures %s', (text, encoding, units, segments) => {
  expect(measureText(text)).toEqual({ encoding, units, segments })
})

test('no part ends within a character: 77 wide ones need 3 parts of 153', () => {
  expect(measureText('€'.repeat(77 + 76)).segments).toBe(3)
  expect(measureText('🎁'.repeat(67)).segments).toBe(3)
})
