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

/** Longer texts need a large symbol already; a higher correction might not hold them at all. */
const SHORT = 100

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

/** Dark modules by row, with an empty border of one: as much correction as its size allows, and never less than medium. */
const qrCode = (text: string): boolean[][] => encodeWith(text, text.length > SHORT ? 'medium' : mostCorrection(text))

const encodeWith = (text: string, ecc: ErrorCorrection): boolean[][] => encodeQR(text, 'raw', { ecc, border: 1 })

/** By a text's length and kind, which alone decide: found once, for each try encodes the whole. */
const corrections = new Map<string, ErrorCorrection>()

function mostCorrection(text: string): ErrorCorrection {
  const key = `${kindOfText(text)}${Buffer.byteLength(text)}`
  const found = corrections.get(key) ?? findMostCorrection(text)
  corrections.set(key, found)
  return found
}

function findMostCorrection(text: string): ErrorCorrection {
  const least = encodeWith(text, 'medium').length
  return (['high', 'quartile'] as const).find((ecc) => encodeWith(text, ecc).length === least) ?? 'medium'
}

/** The three alphabets of a QR code, the tightest first (ISO/IEC 18004, 7.4). */
function kindOfText(text: string): string {
  if (/^\d*$/.test(text)) return 'numeric'
  return /^[\dA-Z $%*+\-./:]*$/.test(text) ? 'alphanumeric' : 'bytes'
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
