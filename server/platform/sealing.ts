import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** A key for one purpose, from the installation's secret. */
export const keyFor = (secret: Uint8Array, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))

/** For the table: no one reads it there without the installation's secret, or passes one row's off as another's. */
export function seal(secret: Uint8Array, owner: { purpose: string; id: string }, text: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keyFor(secret, owner.purpose), nonce)
  cipher.setAAD(Buffer.from(owner.id))
  return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
}

/** @throws when it was sealed for another row or purpose, or under another secret */
export function unseal(secret: Uint8Array, owner: { purpose: string; id: string }, sealed: Uint8Array): string {
  const decipher = createDecipheriv('aes-256-gcm', keyFor(secret, owner.purpose), sealed.subarray(0, NONCE_BYTES))
  decipher.setAAD(Buffer.from(owner.id))
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
  return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]).toString('utf8')
}
