import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { contrast } from '#kit/colour.ts'

const css = readFileSync(join(import.meta.dirname, 'voucher.css'), 'utf8')
const rule = (selector: string): string => css.match(new RegExp(`^\\${selector} \\{([^}]*)\\}`, 'm'))![1]!
const hex = (selector: string, property: string): string | undefined =>
  rule(selector).match(new RegExp(`(?:^|\\s)${property}: (#[0-9a-f]{6});`))?.[1]

test('a code is read in bright sun: black on white in every theme and brand, and what explains it at seven to one', () => {
  const paper = hex('.ticket', 'background')!
  expect(contrast(hex('.ticket', 'color')!, paper)).toBeCloseTo(21, 1)
  expect(rule('.ticket')).toContain('color-scheme: only light')
  expect(hex('.barcode', 'background')).toBe(paper)
  // The code has no colour of its own, nor one of a brand or of the dark.
  expect([hex('.code', 'color'), css.match(/\.code \{[^}]*var\(/)]).toEqual([undefined, null])
  for (const words of ['.ticket-hint', '.ticket-codes dt', '.ticket-expiry'])
    expect(contrast(hex(words, 'color')!, paper), words).toBeGreaterThanOrEqual(7)
})
