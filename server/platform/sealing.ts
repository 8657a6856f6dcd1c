import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** What an installation seals and signs with. */
export interface Secret {
  current: Uint8Array
  /** The ones before, the latest first: nothing new is made with them, and what they sealed is still opened. */
  retired: readonly Uint8Array[]
}

export const everySecret = ({ current, retired }: Secret): readonly Uint8Array[] => [current, ...retired]

/** For hashes that must stay comparable for good and cannot be made from scratch: it is the same before and after a rotation. */
export const firstSecret = ({ current, retired }: Secret): Uint8Array => retired.at(-1) ?? current

/** A key for one purpose, from the installation's secret. */
export const keyFor = (secret: Uint8Array, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))

/** For the table: no one reads it there without the installation's secret, or passes one row's off as another's. */
export function seal({ current }: Secret, owner: { purpose: string; id: string }, text: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keyFor(current, owner.purpose), nonce)
  cipher.setAAD(Buffer.from(owner.id))
  return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
}

/** @throws when it was sealed for another row or purpose, or under a secret that the installation never had */
export function unseal(secret: Secret, owner: { purpose: string; id: string }, sealed: Uint8Array): string {
  const secrets = everySecret(secret)
  for (const [index, one] of secrets.entries()) {
    try {
      return unsealWith(one, owner, sealed)
    } catch (error) {
      if (index === secrets.length - 1) throw error
    }
  }
  throw new Error('an installation has a secret')
}

function unsealWith(secret: Uint8Array, owner: { purpose: string; id: string }, sealed: Uint8Array): string {
  const decipher = createDecipheriv('aes-256-gcm', keyFor(secret, owner.purpose), sealed.subarray(0, NONCE_BYTES))
  decipher.setAAD(Buffer.from(owner.id))
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
  return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]).toString('utf8')
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Whether two texts are one, in a time that tells neither where they differ nor how long the secret is. */
export const isSameSecret = (given: string, secret: string): boolean => timingSafeEqual(digest(given), digest(secret))
