import { createHash, randomInt } from 'node:crypto'

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567'

/** An id as the provider makes them: a prefix and 26 characters. */
export const newIdentifier = (prefix: 'pay' | 'act' | 'tok' | 'src' | 'sid' | 'evt' | 'dsp' | 'req' | 'ps'): string =>
  `${prefix}_${Array.from({ length: 26 }, () => ALPHABET[randomInt(32)]).join('')}`

/** The same card always has the same, and it does not lead back to the number. */
export const cardFingerprint = (number: string, secret: string): string =>
  createHash('sha256').update(`${secret} ${number}`).digest('hex').toUpperCase()
