import encodeQR from 'qr'
import decodeQR from 'qr/decode.js'
import { expect, test } from 'vitest'
import { type BarcodeDrawing, drawSvgBarcode } from './barcode.server.ts'

/** The drawing as rows of dark modules. */
function modules(path: string, width: number, height: number): boolean[][] {
  const rows = Array.from({ length: height }, () => Array.from({ length: width }, () => false))
  for (const [, x, y, run] of path.matchAll(/M(\d+) (\d+)h(\d+)v/g))
    rows[Number(y)]!.fill(true, Number(x), Number(x) + Number(run))
  return rows
}

/** What a scanner sees of a QR code: eight pixels for a module, with the quiet zone around it. */
function scan({ path, width, height }: BarcodeDrawing): string {
  const rows = modules(path, width, height)
  const [scale, quiet] = [8, 4]
  const size = (width + 2 * quiet) * scale
  const isDark = (at: number) => {
    const [x, y] = [at % size, Math.floor(at / size)].map((pixel) => Math.floor(pixel / scale) - quiet)
    return rows[y!]?.[x!] === true
  }
  const grey = Array.from({ length: size * size }, (_, at) => (isDark(at) ? 0 : 255))
  const data = Uint8Array.from(grey.flatMap((level) => [level, level, level, 255]))
  return decodeQR({ width: size, height: size, data })
}

test.each([
  'K7QF3M9ZTR',
  'PSY488KD27QX',
  '6330123456789012345',
  'https://vouchers.example/redeem?code=3f0c7a1e-5b2d-4c8e-9f6a-1d2e3c4b5a69',
  `Über-Gutschein ${'x'.repeat(120)}`,
])('a scanner reads from a QR code what is in it: %s', (text) => {
  expect(scan(drawSvgBarcode({ kind: 'qrcode', text })!)).toBe(text)
})

test.each([
  ['a code of ten letters', 'K7QF3M9ZTR', 'high'],
  ['a longer one', 'K7QF3M9ZTR-48', 'quartile'],
  ['one that just fits', 'K7QF3M9ZTR-48KD27QX', 'medium'],
])('%s has as much correction as its size allows', (_, text, correction) => {
  const { path, width, height } = drawSvgBarcode({ kind: 'qrcode', text })!
  const [first, second] = modules(path, width, height)[8]!
  // The level is the first that a symbol tells of itself, turned over by a mask (ISO/IEC 18004, 7.9.1).
  const levels = { high: [false, false], quartile: [false, true], medium: [true, false] } as Record<string, boolean[]>
  expect([width, first, second]).toEqual([21, ...levels[correction]!])
})

test.each([
  ['digits', '0123456789'],
  ['capitals', 'K7-QF3M9ZTR'],
  ['an address', 'https://shop.example/r?c='],
  ['letters of two bytes', 'Über'],
])('codes of %s get the highest correction of their smallest symbol, at every length', (_, letters) => {
  const size = (text: string, ecc: 'medium' | 'quartile' | 'high') => encodeQR(text, 'raw', { ecc, border: 1 }).length
  for (let length = 1; length <= 100; length++) {
    const text = letters.repeat(length).slice(0, length)
    const least = size(text, 'medium')
    const best = (['high', 'quartile'] as const).find((ecc) => size(text, ecc) === least) ?? 'medium'
    const { path, width, height } = drawSvgBarcode({ kind: 'qrcode', text })!
    const rows = encodeQR(text, 'raw', { ecc: best, border: 1 }).slice(1, -1)
    expect(JSON.stringify(modules(path, width, height))).toBe(JSON.stringify(rows.map((row) => row.slice(1, -1))))
  }
})

test('the barcode writer draws Code 128 bars that start and stop as the standard says', () => {
  const { width, path } = drawSvgBarcode({ kind: 'code128', text: '633012345678901' })!
  const bars = [...path.matchAll(/M(\d+) 0h(\d+)v/g)].map(([, x, run]) => [Number(x), Number(run)])
  expect(bars.slice(0, 3).map(([, run]) => run)).toEqual([2, 1, 3])
  expect(bars.at(-1)).toEqual([width - 2, 2])
})

test('the barcode writer leaves out what cannot be encoded', () => {
  expect(drawSvgBarcode({ kind: 'code128', text: '' })).toBeNull()
  expect(drawSvgBarcode({ kind: 'qrcode', text: 'x'.repeat(10_000) })).toBeNull()
})
