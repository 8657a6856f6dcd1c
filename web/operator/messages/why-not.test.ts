import { expect, test } from 'vitest'
import { whyNot } from './why-not.ts'

test('why an email came back is said in our words, by the code its mail server gave', () => {
  expect(whyNot('bounce bounce 5.1.1')).toBe('The address does not exist (5.1.1)')
  expect(whyNot('550 5.2.2 Mailbox over quota')).toBe('The mailbox is full (5.2.2)')
  expect(whyNot('554 5.7.99 policy')).toBe('Its mail server refused it by its rules (5.7.99)')
  for (const nothing of [null, '', 'blocked', '550', '10.5.1.1.7', '5.9.9'])
    expect(whyNot(nothing), `${nothing}`).toBeNull()
})
