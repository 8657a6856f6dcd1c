import { expect, test } from 'vitest'
import { choiceFacts, choiceSentence } from './choice-labels.ts'

test('before buying, a choice says what it is worth and what happens to what is left over; other gifts say neither', () => {
  const choice = { kind: 'choice', senderPrice: 2500, currency: 'GBX' } as const
  expect(choiceFacts(choice).map(({ name, value }) => `${name}: ${value}`)).toEqual([
    'Worth: Up to £25.00: each recipient chooses',
    'Left over: What a cheaper choice leaves over is returned to you when it is chosen',
  ])
  expect(choiceSentence(choice)).toMatch(/worth up to £25.00\. What a cheaper choice leaves over is returned to you/)
  const card = { ...choice, kind: 'single' } as const
  expect([choiceFacts(card), choiceSentence(card)]).toEqual([[], null])
})
