import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { NAMES } from '#server/testing/pdf.ts'
import { rasterise, scanPage } from '#server/testing/scan.ts'
import { drawPicture } from './draw-picture.ts'
import { drawPrintables } from './draw-printable.ts'
import type { Design, Item } from './printable.ts'

const at = new Date('2026-03-02T10:00:00Z')
const logo = await sharp({ create: { width: 300, height: 100, channels: 4, background: '#4b0082' } })
  .png()
  .toBuffer()
const design: Design = {
  ...{ layout: 'card', type: 'huggg', teamName: 'Acme', productName: 'Flat white', accentHex: '#0f766e', logo: null },
  body: '# {{name}}\n\n- **Grüße** from *{{from}}*\n\n> {{product}}',
  ...{ data: { from: 'Ada <script>' }, recipientFields: [] },
}
const item = (name: string): Item => ({
  ...{
    row: 0,
    hugggId: '1',
    url: 'https://posy.test/g/sample-only',
    code: 'samp-leon-lyxx-x',
    expires: '1 March 2027',
  },
  data: { name, addressLine1: '1 High Street', town: 'Łódź', postcode: '90-001' },
})

/** The part of the picture, and of the sheet of paper, that show the same; in halves of their width and height. */
const places = {
  card: { sheet: 0, ofSheet: [0, 0, 0.46, 0.46], ofPicture: [0, 0, 0.92, 0.92] },
  letter: { sheet: 0, ofSheet: [0, 0, 1, 1], ofPicture: [0, 0, 1, 1] },
  'folded-card': { sheet: 1, ofSheet: [0, 0, 1, 1], ofPicture: [0, 613.28 / 1208.56, 1, 595.28 / 1208.56] },
} as const

async function greys(picture: Buffer, [left, top, width, height]: readonly [number, number, number, number]) {
  const flat = sharp(picture, { density: 144 }).flatten({ background: '#fff' })
  const whole = await flat.metadata()
  return flat
    .extract({
      left: Math.round(left * whole.width),
      top: Math.round(top * whole.height),
      width: Math.floor(width * whole.width),
      height: Math.floor(height * whole.height),
    })
    .resize(200, 200, { fit: 'fill' })
    .greyscale()
    .raw()
    .toBuffer()
}

describe('the picture of a card', () => {
  test.each(['card', 'letter', 'folded-card'] as const)(
    'of a %s shows what is printed, in every script',
    async (layout) => {
      const { sheet, ofSheet, ofPicture } = places[layout]
      for (const own of [null, logo]) {
        const shown = { ...design, layout, logo: own }
        const one = item(Object.values(NAMES).join(' '))
        const svg = Buffer.from(drawPicture(shown, one, { at }).svg)
        const pages = await rasterise(await buffer(drawPrintables(shown, [one], { at }).pdf))
        const [paper, picture] = [await greys(pages[sheet]!, ofSheet), await greys(svg, ofPicture)]
        const apart = paper.filter((grey, index) => Math.abs(grey - picture[index]!) > 90).length
        expect(apart, `${layout} ${own ? 'with' : 'without'} a logo`).toBeLessThan(200)
        const dark = paper.filter((grey) => grey < 160).length
        expect(dark).toBeGreaterThan(400)
      }
    },
  )

  test('can be scanned, and holds no text of anyone’s', async () => {
    const { svg } = drawPicture(design, item('Ada & Łukasz'), { at })
    expect(svg).not.toMatch(/script|Ada|<text/)
    const [code] = await scanPage(await sharp(Buffer.from(svg), { density: 200 }).flatten().png().toBuffer())
    expect(code?.text).toBe('https://posy.test/g/sample-only')
  })

  test('is drawn of a name with two hundred letters, and of one that no font has', () => {
    for (const name of ['Wolfgang'.repeat(25), 'Ada 🎉', ''])
      expect(drawPicture(design, item(name), { at }).svg).toMatch(/^<svg .*<\/svg>$/)
  })
})
