import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** 256 bits that no one can guess, safe in a URL. */
export const randomSecret = (): string => randomBytes(32).toString('base64url')

/**
 * How tokens, keys and client secrets rest: they are long and random, so a fast hash gives nothing away.
 * Passwords are not, see password.ts.
 */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex')

/** Compares in constant time. */
export const matchesSecret = (secret: string, hash: string): boolean => {
  const [given, wanted] = [Buffer.from(hashSecret(secret)), Buffer.from(hash)]
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}
