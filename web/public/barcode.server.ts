import bwipjs from 'bwip-js/node'
import { type Bitmap2D, correction, generate } from 'lean-qr'
import type { Gift } from '#contract/recipient.ts'

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
export function drawBarcode({ kind, text }: Barcode): BarcodeDrawing | null {
  if (!text) return null
  try {
    // The general drawer of barcodes takes ten times as long over a QR code.
    if (kind === 'qrcode') return matrix(generate(text, { minCorrectionLevel: correction.M }))
    const [symbol] = bwipjs.raw(kind, text, '')
    return symbol && 'sbs' in symbol ? bars(symbol.sbs) : null
  } catch {
    return null
  }
}

function matrix(symbol: Bitmap2D): BarcodeDrawing {
  const { size } = symbol
  const parts: string[] = []
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      if (!symbol.get(x, y)) continue
      const start = x
      while (symbol.get(x + 1, y)) x++
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
