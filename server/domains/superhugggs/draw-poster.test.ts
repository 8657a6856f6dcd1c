import { getDocumentProxy } from 'unpdf'
import { expect, test } from 'vitest'
import { A4 } from '#server/platform/pdf/pdf.ts'
import { NAMES, readShapes } from '#server/testing/pdf.ts'
import { drawPoster, type Poster } from './draw-poster.ts'

const draw = (names: Pick<Poster, 'fromName' | 'teamName'> & Partial<Poster>) =>
  drawPoster({
    url: 'https://posy.test/s/ada',
    giftwrap: 'peony',
    accentHex: null,
    logo: null,
    claimMethod: 'email',
    madeAt: new Date('2026-03-02T10:00:00Z'),
    productName: 'Flat white',
    message: null,
    ...names,
  })

/** The lines of a poster, from the top. */
async function readLines(poster: Partial<Poster>) {
  const pdf = await draw({ fromName: 'Alice Archer', teamName: 'Acme', ...poster })
  const page = await (await getDocumentProxy(new Uint8Array(pdf))).getPage(1)
  const lines = new Map<number, string>()
  for (const item of (await page.getTextContent()).items)
    if ('str' in item) lines.set(item.transform[5], (lines.get(item.transform[5]) ?? '') + item.str)
  return [...lines].map(([y, text]) => ({ y, text }))
}

test('a poster bears names of every script without a missing letter', async () => {
  for (const name of Object.values(NAMES)) {
    const shapes = await readShapes(new Uint8Array(await draw({ fromName: name, teamName: name })))
    expect(shapes.filter(({ number }) => number === 0)).toEqual([])
    expect(shapes.length).toBeGreaterThan(80)
  }
})

test('a poster’s heading leaves no word alone on a line', async () => {
  for (const fromName of ['Alice Archer', 'Alice Archer in Leeds', 'Everyone at Acme Holdings']) {
    const lines = await readLines({ fromName })
    const heading = lines.slice(
      0,
      lines.findIndex(({ text }) => text === 'Flat white'),
    )
    expect(heading.map(({ text }) => text).join(' ')).toBe(`A gift from ${fromName}, for you`)
    for (const { text } of heading) expect(text.split(' ').length, text).toBeGreaterThan(1)
  }
})

test('a poster shows the message, and of a long one the beginning, never over what is below it', async () => {
  const message = 'Thank you for a year in which nothing went as planned. '.repeat(36)
  const lines = await readLines({ message })
  const shown = lines.filter(({ text }) => /Thank you|planned|nothing/.test(text))
  expect(shown.length).toBeGreaterThan(2)
  expect(shown.at(-1)!.text).toMatch(/…$/)
  expect(Math.min(...shown.map(({ y }) => y))).toBeGreaterThan(A4.height - 236)
  expect((await readLines({ message: 'Enjoy 🎉' })).map(({ text }) => text)).toContain('Enjoy')
})
