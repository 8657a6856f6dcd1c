import { randomBytes } from 'node:crypto'
import { withoutMarks } from '#kit/clean-text.ts'
import { isUuid } from '#kit/uuid.ts'

/** Base 32 without look-alikes: no i, l, o, u. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

/** 60 bits: the only key to a gift's page. */
export const SHORTCODE_LENGTH = 12
/** 50 bits, shorter than a shortcode so that a till can never mistake one for the other. */
const REDEEM_CODE_LENGTH = 10

/** So many unguessable codes of so many characters, five bits each, from the system's cryptographic randomness. */
function randomCodes(count: number, length: number): string[] {
  const bytes = randomBytes(count * length)
  let text = ''
  for (const byte of bytes) text += ALPHABET[byte & 31]
  return Array.from({ length: count }, (_, index) => text.slice(index * length, (index + 1) * length))
}

/** Codes in links: lower case. */
export const newShortcodes = (count: number): string[] => randomCodes(count, SHORTCODE_LENGTH)
/** Codes at tills: upper case, as people read them out. */
export const newRedeemCodes = (count: number): string[] =>
  randomCodes(count, REDEEM_CODE_LENGTH).map((code) => code.toUpperCase())

/** Luhn over 32 letters: one wrong letter is always seen, two that changed places nearly always. */
function checkDigit(code: string): string {
  let sum = 0
  for (const [index, letter] of [...code].reverse().entries()) {
    const value = ALPHABET.indexOf(letter) * (index % 2 === 0 ? 2 : 1)
    sum += Math.floor(value / 32) + (value % 32)
  }
  return ALPHABET[(32 - (sum % 32)) % 32]!
}

/** A shortcode as it is printed: in groups, with a check digit, for people to type. */
export const printedCode = (shortcode: string): string =>
  `${shortcode.replace(/(.{4})(?=.)/g, '$1-')}-${checkDigit(shortcode)}`

/** The shortcode in a code with the length of a printed one; null where its check digit is wrong. */
function withoutCheckDigit(code: string): string | null {
  const [shortcode, digit] = [code.slice(0, SHORTCODE_LENGTH), code.slice(SHORTCODE_LENGTH)]
  return checkDigit(shortcode) === digit ? shortcode : null
}

/** A code out of a whole link, without what mail programs take into one (`…code.`, `(…code)`), blanks, hyphens and unseen marks. */
const bareCode = (given: string): string =>
  withoutMarks(given)
    .replace(/^.*\/[gs]\/([^/?#]+).*$/s, '$1')
    .replace(/[\s-]/g, '')
    .replace(/^[("'“‘«<[]+|[)"'”’»>\].,;:!?…]+$/g, '')

/** A shortcode as it may arrive from a link or from paper, in its stored form; null for what cannot be one. */
export function readShortcode(given: string): string | null {
  const code = bareCode(given).toLowerCase()
  if (!/^[a-z0-9]{6,32}$/.test(code)) return null
  return code.length === SHORTCODE_LENGTH + 1 ? withoutCheckDigit(code) : code
}

const IN_GROUPS = /^[a-z\d]{4}([\s-]?)[a-z\d]{4}\1[a-z\d]{4}(?:\1[a-z\d])?$/i

/**
 * The shortcode that a text is, where it is written as a card prints it: in groups, with its check digit or without. Null for
 * other words: a name of so many letters has neither a digit nor hyphens.
 */
export function readPrintedCode(given: string): string | null {
  const text = withoutMarks(given).trim()
  const isCode = IN_GROUPS.test(text) && /[a-z]/i.test(text) && /[\d-]/.test(text)
  return isCode ? readShortcode(text) : null
}

export interface VoucherKey {
  kind: 'id' | 'shortcode' | 'redeemCode'
  value: string
}

/** What a till scanned or typed: a huggg's id, its shortcode, its link or its code, with spaces and hyphens forgiven. Null for what is none. */
export function readVoucherKey(given: string): VoucherKey | null {
  if (isUuid(given)) return { kind: 'id', value: given.toLowerCase() }
  const code = bareCode(given)
  if (!/^[a-z0-9]{6,32}$/i.test(code)) return null
  return code.length === REDEEM_CODE_LENGTH
    ? { kind: 'redeemCode', value: code.toUpperCase() }
    : { kind: 'shortcode', value: readShortcode(code) ?? code.toLowerCase() }
}
