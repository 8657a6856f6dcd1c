import { expect, test } from 'vitest'
import { formatPhoneNumber, readMobileNumber } from './phone.ts'

test.each([
  ['07911 123456', 'GB', '+447911123456'],
  ['+44 7911 123456', 'EU', '+447911123456'],
  ['0044 7911 123456', 'GB', '+447911123456'],
  ['07700 900123', 'GB', '+447700900123'],
  ['+353 85 123 4567', 'EU', '+353851234567'],
])('the phone reader reads %s of a team in %s', (text, territory, number) => {
  expect(readMobileNumber(text, territory)).toMatchObject({ number })
})

test('a number without a country code needs a territory of one country', () => {
  expect(readMobileNumber('085 123 4567', 'EU')).toEqual({ number: null, problem: 'no_country' })
})

test.each([
  ['020 7946 0958', 'landline'],
  ['0909 879 0000', 'premium'],
  ['0800 123 456', 'premium'],
  ['07012 345678', 'premium'],
  ['+44 1', 'malformed'],
  ['12345', 'malformed'],
])('the phone reader refuses %s as %s', (text, problem) => {
  expect(readMobileNumber(text, 'GB')).toEqual({ number: null, problem })
})

test('the phone reader says which numbers are abroad', () => {
  expect(readMobileNumber('+33 6 12 34 56 78', 'GB')).toEqual({ number: '+33612345678', isAbroad: true })
  expect(readMobileNumber('+33 6 12 34 56 78', 'EU')).toEqual({ number: '+33612345678', isAbroad: false })
})

test.each([
  ['+447700900321', '07700 900321'],
  ['+447911123456', '07911 123456'],
  ['+353851234567', '+353 85 123 4567'],
  ['+48512345678', '+48 512 345 678'],
  ['12', '12'],
])('%s is written as people write it, and read as the same number again', (number, written) => {
  expect(formatPhoneNumber(number)).toBe(written)
  if (number.startsWith('+')) expect(readMobileNumber(written, 'GB')).toMatchObject({ number })
})
