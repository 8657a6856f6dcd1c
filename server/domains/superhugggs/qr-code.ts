import encodeQR from 'qr'
import sharp from 'sharp'

/** White around the symbol, in modules: the standard asks for four. */
const QUIET = 4
const PNG_PIXELS = 1200

/** A QR code as one outline in whole modules, without the white around it. */
export interface QrCode {
  size: number
  path: string
}

/** A quarter of it may be worn off: it hangs on walls. */
export function qrCode(text: string): QrCode {
  const rows = encodeQR(text, 'raw', { ecc: 'quartile', border: 1 }).slice(1, -1)
  const parts: string[] = []
  for (const [y, row] of rows.entries())
    for (const [x, isDark] of row.slice(1, -1).entries()) if (isDark) parts.push(`M${x} ${y}h1v1h-1z`)
  return { size: rows.length, path: parts.join('') }
}

/** Dark on white with room around it, at whatever size it is shown. */
export function qrSvg(text: string): string {
  const { size, path } = qrCode(text)
  const side = size + 2 * QUIET
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" width="${side * 8}" height="${side * 8}" shape-rendering="crispEdges">` +
    `<rect width="${side}" height="${side}" fill="#fff"/><path transform="translate(${QUIET} ${QUIET})" d="${path}" fill="#000"/></svg>`
  )
}

/** Large enough to be printed a hand wide. */
export const qrPng = (text: string): Promise<Buffer> =>
  sharp(Buffer.from(qrSvg(text)), { density: 300 })
    .resize(PNG_PIXELS, PNG_PIXELS)
    .flatten({ background: '#fff' })
    .png()
    .toBuffer()
