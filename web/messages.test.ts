import { expect, test } from 'vitest'
import { Reason } from '#contract/core/reasons.ts'
import { sentenceFor } from './messages.ts'

const amounts = {
  costsPence: 1250,
  availablePence: 1000,
  limitPence: 500,
  committedPence: 300,
  lockedPence: 0,
  period: 'month',
  currency: 'EUX',
}

test.each(Reason.options.map(({ shape }) => shape.code.value))('has a sentence for %s, in its currency', (code) => {
  const reason = Reason.parse({ code, ...amounts })
  const sentence = sentenceFor({ reason, message: 'the words for programmers' })
  expect(sentence).not.toBe('The words for programmers')
  expect(sentence).not.toMatch(/£|undefined|NaN/)
  if ('currency' in reason) expect(sentence).toContain('€')
})

test('says what the API said where a refusal has no reason, or one that is newer than this page', () => {
  expect(sentenceFor({ message: 'choose a product' })).toBe('Choose a product')
  const newer = { code: 'from_tomorrow' } as unknown as Reason
  expect(sentenceFor({ reason: newer, message: 'choose a product' })).toBe('Choose a product')
})
