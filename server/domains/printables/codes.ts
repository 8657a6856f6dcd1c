import bwipjs from 'bwip-js/node'
import encodeQR from 'qr'
import type { Pdf } from '#server/platform/pdf/pdf.ts'

const QUIET_MODULES = 4

/** Draws a QR code, its quiet zone included, as one outline. */
export function drawQr(
  pdf: Pdf,
  text: string,
  { x, y, side, ink }: { x: number; y: number; side: number; ink: string },
) {
  const rows = encodeQR(text, 'raw', { ecc: 'quartile', border: QUIET_MODULES })
  const module = side / rows.length
  pdf.rect(x, y, side, side).fillColor('#ffffff').fill()
  const outline: string[] = []
  rows.forEach((row, top) => {
    for (let left = 0; left < row.length; left++) {
      if (!row[left]) continue
      const start = left
      while (row[left + 1]) left++
      // A hair wider than exact, so that no printer leaves white between two.
      const [width, height] = [(left - start + 1) * module + 0.02, module + 0.02]
      outline.push(`${points(x + start * module, y + top * module, width, height)} re`)
    }
  })
  // Written at once: each call of the library's own would keep a buffer until the sheet is done.
  pdf.fillColor(ink).addContent(`${outline.join(' ')} f`)
}

/** Numbers as a PDF writes them. */
const points = (...numbers: number[]): string => numbers.map((number) => number.toFixed(3)).join(' ')

/** Draws a Code 128, at least ten modules of white on both sides of it within the width. */
export function drawPdfBarcode(
  pdf: Pdf,
  text: string,
  { x, y, width, height, ink }: { x: number; y: number; width: number; height: number; ink: string },
) {
  const [symbol] = bwipjs.raw('code128', text, '')
  if (!symbol || !('sbs' in symbol)) throw new Error('a code could not be drawn as a barcode')
  const widths = symbol.sbs
  const module = width / (widths.reduce((sum, bar) => sum + bar, 0) + 20)
  let left = x + 10 * module
  widths.forEach((bar, index) => {
    if (index % 2 === 0) pdf.rect(left, y, bar * module, height)
    left += bar * module
  })
  pdf.fillColor(ink).fill()
}
