import { expect, test } from 'vitest'
import { newReference, normaliseReference } from './wallet.ts'

test('a wallet’s reference is HG and eight characters that no one misreads', () => {
  for (let round = 0; round < 200; round++) expect(newReference()).toMatch(/^HG[0-9A-HJKMNP-TV-Z]{8}$/)
})

test('a wallet’s reference is recognised however the bank prints it', () => {
  expect(normaliseReference(' hg12-ab 34cd\u00a0')).toBe('HG12AB34CD')
})
