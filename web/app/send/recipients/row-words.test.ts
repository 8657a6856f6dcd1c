import { expect, test } from 'vitest'
import { rowWords } from './row-words.ts'

test('what is missing is named by how the gifts leave', () => {
  const message = 'give exactly one of email, phone_number and user_id'
  expect(rowWords('', message, 'email')).toBe('An email address is missing.')
  expect(rowWords('', message, 'sms')).toBe('A mobile number is missing.')
})

test('a number that cannot be texted is named, with why', () => {
  expect(rowWords('020 7946 0958', 'is a landline: texts go to mobile numbers only', 'sms')).toBe(
    '“020 7946 0958” is a landline: texts go to mobile numbers only.',
  )
  expect(rowWords('nobody', 'must be a phone number such as +447700900123', 'sms')).toBe(
    '“nobody” is not a phone number.',
  )
})

test('a number that has stopped texts is told by its owner’s wish', () => {
  expect(rowWords('07700 900400', 'has stopped texts: this one will not be sent', 'sms')).toBe(
    '“07700 900400” has stopped texts: this one will not be sent.',
  )
})

test('no permission is named by its identifier', () => {
  const message = 'a number abroad needs the permission send-international-gifts'
  expect(rowWords('+1 202 555 0123', message, 'sms')).toBe('Your role does not send to numbers abroad.')
})

test('what is about another row stands by itself', () => {
  expect(rowWords('a@b.test', 'the same address as in row 1', 'email')).toBe('The same address as in row 1.')
})
