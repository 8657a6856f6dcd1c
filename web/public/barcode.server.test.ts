import { expect, test } from 'vitest'
import { drawBarcode } from './barcode.server.ts'

/** The drawing as rows of dark modules. */
function modules(path: string, width: number, height: number): boolean[][] {
  const rows = Array.from({ length: height }, () => Array.from({ length: width }, () => false))
  for (const [, x, y, run] of path.matchAll(/M(\d+) (\d+)h(\d+)v/g))
    rows[Number(y)]!.fill(true, Number(x), Number(x) + Number(run))
  return rows
}

test('draws a QR code with its three finders', () => {
  const { width, height, path } = drawBarcode({ kind: 'qrcode', text: 'PSY488KD27QX' })!
  expect(width).toBe(height)
  const rows = modules(path, width, height)
  const finderRow = [true, false, true, true, true, false, true]
  for (const [x, y] of [
    [0, 2],
    [width - 7, 2],
    [0, height - 5],
  ] as const)
    expect(rows[y]!.slice(x, x + 7)).toEqual(finderRow)
})

test('draws Code 128 bars that start and stop as the standard says', () => {
  const { width, path } = drawBarcode({ kind: 'code128', text: '633012345678901' })!
  const bars = [...path.matchAll(/M(\d+) 0h(\d+)v/g)].map(([, x, run]) => [Number(x), Number(run)])
  expect(bars.slice(0, 3).map(([, run]) => run)).toEqual([2, 1, 3])
  expect(bars.at(-1)).toEqual([width - 2, 2])
})

test('leaves out what cannot be encoded', () => {
  expect(drawBarcode({ kind: 'code128', text: '' })).toBeNull()
  expect(drawBarcode({ kind: 'qrcode', text: 'x'.repeat(10_000) })).toBeNull()
})
