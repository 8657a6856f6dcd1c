import { describe, expect, test } from 'vitest'
import { sentSentence, whatNext } from './what-next.ts'

const bought = {
  messages: 'emails',
  isOne: true,
  isPrinted: false,
  asCodes: false,
  sendDate: null,
  isAllLost: false,
  zone: 'Europe/London',
} as const

describe('the end of a purchase', () => {
  test('says of gifts for later when they go out, and not that they are on their way', () => {
    expect(sentSentence(1, '3 March 2026 at 09:00')).toBe('Your gift will go to 1 person on 3 March 2026 at 09:00.')
    expect(sentSentence(2, null)).toBe('Your gifts are on their way to 2 people.')
    expect(whatNext({ ...bought, sendDate: '2026-03-03T09:00:00Z' })[0]).toBe(
      'The email goes out on 3 March 2026 at 09:00.',
    )
  })

  test('does not say of gifts that did not arrive that they are on their way', () => {
    expect(whatNext({ ...bought, isAllLost: true }).join(' ')).not.toMatch(/on (its|their) way/)
  })

  test('speaks of one gift as of one', () => {
    const first = (more: Partial<Parameters<typeof whatNext>[0]>) => whatNext({ ...bought, ...more })[0]
    expect(first({})).toBe('The email is on its way.')
    expect(first({ isOne: false })).toBe('The emails are on their way, one to each recipient.')
    expect(first({ messages: 'texts' })).toBe('The text is on its way.')
    expect(first({ messages: null })).toBe('Hand out the link: it opens the gift, once.')
    expect(first({ messages: null, sendDate: '2026-03-03T09:00:00Z' })).toBe(
      'The link can be opened from 3 March 2026 at 09:00.',
    )
  })
})
