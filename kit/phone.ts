import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { asciiDigits, withoutMarks } from './clean-text.ts'

/** Where a number without a country code is taken to be; none for a territory of many countries. */
const DEFAULT_REGION: Record<string, 'GB' | undefined> = { GB: 'GB' }
/** Country codes that a text costs the usual price to: the United Kingdom, and the countries of the EU. */
const HOME_CODES: Record<string, readonly string[]> = {
  GB: ['44'],
  EU: '30 31 32 33 34 36 39 40 43 45 46 48 49 351 352 353 354 356 357 358 359 370 371 372 385 386 420 421'.split(' '),
}
/** Ofcom keeps these for films and examples. They are mobile numbers that no one has. */
const EXAMPLE_NUMBER = /^\+447700900\d{3}$/

export type ReadNumber =
  | { number: string; isAbroad: boolean }
  | { number: null; problem: 'malformed' | 'no_country' | 'landline' | 'premium' }

/** Reads a number as people write it into E.164, where a text can be sent to it. */
export function readMobileNumber(text: string, territory: string): ReadNumber {
  const region = DEFAULT_REGION[territory]
  const trimmed = asciiDigits(withoutMarks(text)).trim()
  if (!region && !trimmed.startsWith('+') && !trimmed.startsWith('00')) return { number: null, problem: 'no_country' }
  const parsed = parsePhoneNumberFromString(
    trimmed.replace(/^00/, '+'),
    region ? { defaultCountry: region } : undefined,
  )
  if (!parsed) return { number: null, problem: 'malformed' }
  const isAbroad = !(HOME_CODES[territory] ?? []).includes(parsed.countryCallingCode)
  if (EXAMPLE_NUMBER.test(parsed.number)) return { number: parsed.number, isAbroad }
  if (!parsed.isValid()) return { number: null, problem: 'malformed' }
  const type = parsed.getType()
  if (type === 'MOBILE' || type === 'FIXED_LINE_OR_MOBILE') return { number: parsed.number, isAbroad }
  return { number: null, problem: type === 'FIXED_LINE' ? 'landline' : 'premium' }
}

/** A number as people write it: within the United Kingdom as one dials it there, others with their country code. */
export function formatPhoneNumber(number: string): string {
  const parsed = parsePhoneNumberFromString(number)
  if (!parsed) return number
  return parsed.countryCallingCode === '44' ? parsed.formatNational() : parsed.formatInternational()
}

export const numberProblems: Record<'malformed' | 'no_country' | 'landline' | 'premium', string> = {
  malformed: 'is not a phone number',
  no_country: 'needs its country code, such as +353',
  landline: 'is a landline: texts go to mobile numbers only',
  premium: 'is not a mobile number: texts go to mobile numbers only',
}
