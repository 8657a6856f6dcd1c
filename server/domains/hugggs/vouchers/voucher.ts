import { createHmac } from 'node:crypto'
import { firstSecret, keyFor, type Secret, seal, unseal } from '#server/platform/sealing.ts'

const PURPOSE = 'posy voucher'

/** What a recipient shows at a till or opens online: made by a merchant or an issuer, not by us. */
export interface Voucher {
  /** Null where the issuer gives a link only. */
  code: string | null
  pin: string | null
  url: string | null
  /** As the issuer wants it drawn; null to draw the code itself. */
  barcode: { kind: 'qrcode' | 'code128'; text: string } | null
}

/** For the table: no one reads a voucher there without the installation's secret, or passes one row's off as another's. */
export const sealVoucher = (secret: Secret, ownerId: string, voucher: Voucher): Buffer =>
  seal(secret, { purpose: PURPOSE, id: ownerId }, JSON.stringify(voucher))

/** @throws when it was sealed for another row, or under a secret that there never was */
export const unsealVoucher = (secret: Secret, ownerId: string, sealed: Uint8Array): Voucher =>
  JSON.parse(unseal(secret, { purpose: PURPOSE, id: ownerId }, sealed)) as Voucher

/** The same for the same code of the same brand, and no help in finding the code. */
export const codeFingerprint = (secret: Secret, brandId: string, code: string): Buffer =>
  createHmac('sha256', keyFor(firstSecret(secret), 'posy voucher fingerprint'))
    .update(`${brandId} ${code}`)
    .digest()
