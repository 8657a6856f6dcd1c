import { expect, test } from 'vitest'
import { deliveryWord } from './words.ts'

test('a text that was blocked is not told as an email', () => {
  expect(deliveryWord('sms-blocked')).toBe('Not sent: they have stopped texts, or their network refused it')
  expect(deliveryWord('email-blocked')).toBe('Refused by their mail server')
})

test('no text is said to come back from an address', () => {
  for (const outcome of ['bounce', 'blocked', 'spam', 'dropped', 'rejected'])
    expect(deliveryWord(`sms-${outcome}`)).not.toMatch(/address|mail/)
})
