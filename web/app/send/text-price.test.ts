import { expect, test } from 'vitest'
import { textPriceLabel } from './text-price.ts'

test('the price of a text of one segment is shown alone', () => {
  const text = { segments: 1, encoding: 'GSM-7', units: 142, sample: '', pencePerSegment: 5, perItem: 5 } as const
  expect(textPriceLabel(text, 'GBX')).toBe('Each text has 142 letters, is one segment long and costs £0.05, plus VAT.')
})

test('the price of a longer text says how long it is, and what made it so', () => {
  const text = { segments: 3, encoding: 'UCS-2', units: 150, sample: '', pencePerSegment: 5, perItem: 15 } as const
  expect(textPriceLabel(text, 'GBX')).toBe(
    'Each text has 150 letters, is 3 segments long and costs £0.15, plus VAT: £0.05 a segment. A letter or emoji in the sender’s name makes it longer.',
  )
})
