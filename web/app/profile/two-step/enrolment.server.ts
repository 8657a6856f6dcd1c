import { drawSvgBarcode } from '#web/recipient/barcode.server.ts'
import type { Enrolment } from './enrolment-form.tsx'

/** A secret as it is shown: as a QR code, and in fours to be typed. */
export const drawEnrolment = ({ secret, uri }: { secret: string; uri: string }): Enrolment => ({
  secret: secret.replaceAll(/.{4}(?=.)/g, '$& '),
  qr: drawSvgBarcode({ kind: 'qrcode', text: uri })!,
})
