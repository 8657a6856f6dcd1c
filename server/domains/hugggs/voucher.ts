import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/** What a recipient shows at a till or opens online: made by a merchant or an issuer, not by us. */
export interface Voucher {
  /** Null where the issuer gives a link only. */
  code: string | null
  pin: string | null
  url: string | null
  /** As the issuer wants it drawn; null to draw the code itself. */
  barcode: { kind: 'qrcode' | 'code128'; text: string } | null
}

const NONCE_BYTES = 12
const TAG_BYTES = 16

const keyFor = (secret: Uint8Array, purpose: string) => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))

/** For the table: nobody reads a voucher there without the installation's secret, or passes one row's off as another's. */
export function sealVoucher(secret: Uint8Array, ownerId: string, voucher: Voucher): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keyFor(secret, 'posy voucher'), nonce)
  cipher.setAAD(Buffer.from(ownerId))
  return Buffer.concat([nonce, cipher.update(JSON.stringify(voucher), 'utf8'), cipher.final(), cipher.getAuthTag()])
}

/** @throws when it was sealed for another row or under another secret */
export function unsealVoucher(secret: Uint8Array, ownerId: string, sealed: Uint8Array): Voucher {
  const decipher = createDecipheriv('aes-256-gcm', keyFor(secret, 'posy voucher'), sealed.subarray(0, NONCE_BYTES))
  decipher.setAAD(Buffer.from(ownerId))
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
  const text = Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()])
  return JSON.parse(text.toString('utf8')) as Voucher
}

/** The same for the same code of the same brand, and no help in finding the code. */
export const fingerprintOf = (secret: Uint8Array, brandId: string, code: string): Buffer =>
  createHmac('sha256', keyFor(secret, 'posy voucher fingerprint')).update(`${brandId} ${code}`).digest()
