import bwipjs from 'bwip-js/node'
import encodeQR, { type ErrorCorrection } from 'qr'
import type { Gift } from '#contract/hugggs/recipient.ts'

/** A barcode as one outline in whole modules; the page draws it dark on white at whatever size it likes. */
export interface BarcodeDrawing {
  kind: 'qrcode' | 'code128'
  width: number
  height: number
  path: string
}

/** Bars are drawn this high for each module of their width's unit. */
const barHeight = 44

type Barcode = NonNullable<Gift['voucher']>['barcode']

/** Null when the text cannot be encoded: the code in letters is still there. */
export function drawSvgBarcode({ kind, text }: Barcode): BarcodeDrawing | null {
  if (!text) return null
  try {
    // The general drawer of barcodes takes many times as long over a QR code.
    if (kind === 'qrcode') return matrix(qrCode(text))
    const [symbol] = bwipjs.raw(kind, text, '')
    return symbol && 'sbs' in symbol ? bars(symbol.sbs) : null
  } catch {
    return null
  }
}

/** Dark modules by row, with an empty border of one. */
const qrCode = (text: string): boolean[][] => encodeQR(text, 'raw', { ecc: mostCorrection(text), border: 1 })

/**
 * What symbols of 21, 25, 29 … modules hold, in bits (ISO/IEC 18004, table 7). Longer texts need a large symbol already; a higher
 * correction might not hold them at all.
 */
const capacities = [
  { medium: 128, quartile: 104, high: 72 },
  { medium: 224, quartile: 176, high: 128 },
  { medium: 352, quartile: 272, high: 208 },
  { medium: 512, quartile: 384, high: 288 },
  { medium: 688, quartile: 496, high: 368 },
  { medium: 864, quartile: 608, high: 480 },
]

/** As much correction as fits into the smallest symbol that has a medium one. */
function mostCorrection(text: string): ErrorCorrection {
  const bits = bitLength(text)
  const symbol = capacities.find(({ medium }) => bits <= medium)
  return (symbol && (['high', 'quartile'] as const).find((ecc) => bits <= symbol[ecc])) ?? 'medium'
}

/** Of a short text with its head, in the tightest of three alphabets (ISO/IEC 18004, 7.4). */
function bitLength(text: string): number {
  const { length } = text
  if (/^\d*$/.test(text)) return 14 + Math.ceil((length * 10) / 3)
  if (/^[\dA-Z $%*+\-./:]*$/.test(text)) return 13 + Math.ceil((length * 11) / 2)
  return 12 + Buffer.byteLength(text) * 8
}

function matrix(rows: boolean[][]): BarcodeDrawing {
  const size = rows.length - 2
  const parts: string[] = []
  for (let y = 0; y < size; y++) {
    const row = rows[y + 1]!.slice(1)
    for (let x = 0; x < size; x++) {
      if (!row[x]) continue
      const start = x
      while (row[x + 1]) x++
      parts.push(`M${start} ${y}h${x - start + 1}v1h-${x - start + 1}z`)
    }
  }
  return { kind: 'qrcode', width: size, height: size, path: parts.join('') }
}

/** Widths of bars and spaces in turn. */
function bars(widths: number[]): BarcodeDrawing {
  const parts: string[] = []
  let x = 0
  for (const [index, width] of widths.entries()) {
    if (index % 2 === 0) parts.push(`M${x} 0h${width}v${barHeight}h-${width}z`)
    x += width
  }
  return { kind: 'code128', width: x, height: barHeight, path: parts.join('') }
}
