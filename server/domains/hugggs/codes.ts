import { randomBytes } from 'node:crypto'

/** Base 32 without look-alikes: no i, l, o, u. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

/** 60 bits: the only key to a gift's page. */
export const SHORTCODE_LENGTH = 12
/** 50 bits, shorter than a shortcode so that a till can never mistake one for the other. */
export const REDEEM_CODE_LENGTH = 10

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

/** A shortcode as it may arrive from a link, in its stored form; null for what cannot be one. */
export const readShortcode = (given: string): string | null =>
  /^[a-z0-9]{6,32}$/i.test(given) ? given.toLowerCase() : null

export interface VoucherKey {
  kind: 'id' | 'shortcode' | 'redeemCode'
  value: string
}

/** What a till scanned or typed: a huggg's id, its shortcode or its code, with spaces and hyphens forgiven. Null for what is none. */
export function readVoucherKey(given: string): VoucherKey | null {
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(given)) return { kind: 'id', value: given.toLowerCase() }
  const code = given.replace(/[\s-]/g, '')
  if (!/^[a-z0-9]{6,32}$/i.test(code)) return null
  return code.length === REDEEM_CODE_LENGTH
    ? { kind: 'redeemCode', value: code.toUpperCase() }
    : { kind: 'shortcode', value: code.toLowerCase() }
}
