import { createHmac, randomBytes } from 'node:crypto'
import { RECOVERY_CODES } from '#contract/identity/second-factor.ts'
import type { Posy } from '#server/platform/posy.ts'
import { everySecret, keyFor } from '#server/platform/sealing.ts'

/** Base 32 without look-alikes. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
/** 50 bits: enough for what is throttled, and short enough to write down. */
const LENGTH = 10

const newCode = (): string => [...randomBytes(LENGTH)].map((byte) => ALPHABET[byte & 31]).join('')

export const newRecoveryCodes = (): string[] => Array.from({ length: RECOVERY_CODES }, newCode)

/** As people read them: in two halves. */
export const shownCode = (code: string): string => `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`

/** A code as it was typed: without spaces and hyphens, and with look-alikes put right. */
export const typedCode = (typed: string): string =>
  typed.toLowerCase().replaceAll(/[\s-]/g, '').replaceAll(/[il]/g, '1').replaceAll('o', '0')

/** Keyed, so that a copy of the table alone cannot be searched for them. */
const hashUnder = (secret: Uint8Array, userId: string, code: string): string =>
  createHmac('sha256', keyFor(secret, 'posy recovery code')).update(`${userId} ${code}`).digest('hex')

export const hashRecoveryCode = ({ secret }: Pick<Posy, 'secret'>, userId: string, code: string): string =>
  hashUnder(secret.current, userId, code)

/** All that a code may rest as: it may be older than the present secret. */
export const recoveryCodeHashes = ({ secret }: Pick<Posy, 'secret'>, userId: string, code: string): string[] =>
  everySecret(secret).map((one) => hashUnder(one, userId, code))
