import { asciiDigits, withoutMarks } from './clean-text.ts'
import { personAddress, plainEmailAddress } from './email-address.ts'

/** Whom an address or a number belongs to, by its spelling alone: what cannot be read stands for itself. */
export const personKey = (contact: string): string =>
  contact.includes('@') ? personAddress(plainEmailAddress(contact)) : numberKey(contact)

/** With its country code, which is the United Kingdom's where a number begins with its zero. */
function numberKey(text: string): string {
  const plain = asciiDigits(withoutMarks(text)).normalize('NFKC').trim().toLowerCase()
  if (!/^\+?[\d\s().\-/]{6,}$/.test(plain)) return plain
  const digits = plain.replace(/^(\+|00)([\d\s.\-/]*)\(0\)/, '$1$2').replaceAll(/[^\d+]/g, '')
  return digits.replace(/^00/, '+').replace(/^0/, '+44')
}
