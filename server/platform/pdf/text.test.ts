import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { NAMES, readPdf, readShapes } from '#server/testing/pdf.ts'
import { breakLines } from './break-lines.ts'
import { findUnprintable, hasLetter, isPlain } from './fonts.ts'
import { drawParagraph } from './paragraph.ts'
import { drawWhole, INK, openPdf } from './pdf.ts'
import { drawLine, type Face, lineWidth } from './text.ts'

const open = () => openPdf({ title: 'Letters', author: 'Posy', at: new Date('2026-03-02T10:00:00Z') })
const draw = async (text: string, face: Face = 'regular') => {
  const pdf = open()
  return new Uint8Array(await drawWhole(pdf, () => drawLine(pdf, text, { x: 40, y: 40, size: 12, face, colour: INK })))
}
const set = async (text: string, face?: Face) => await readShapes(await draw(text, face))

describe('a PDF sets', () => {
  test.each(Object.entries(NAMES))(
    '%s names without a missing letter, in every face, and they can be read out of it',
    async (_, name) => {
      for (const face of ['regular', 'medium', 'bold', 'italic', 'boldItalic'] as const) {
        const shapes = await set(name, face)
        expect(shapes.length).toBeGreaterThan(4)
        expect(shapes.filter(({ number }) => number === 0)).toEqual([])
        const read = shapes
          .map(({ letters }) => letters)
          .join('')
          .normalize('NFC')
        expect([...read].toSorted()).toEqual([...name].toSorted())
      }
    },
  )

  test('Arabic letters joined, each in the shape of its place', async () => {
    const alone = new Set((await set('ه ه ه')).map(({ number }) => number))
    expect(alone.size).toBe(2)
    expect(new Set((await set('ههه')).map(({ number }) => number)).size).toBe(3)
  })

  test('Arabic and Hebrew from right to left, with figures and Latin words in their order', async () => {
    const letters = async (text: string) => (await set(text)).map(({ letters }) => letters).join('')
    expect(await letters('שרה 12.50')).toBe('12.50 הרש')
    expect(await letters('Posy (שרה) Ltd')).toBe('Posy (הרש) Ltd')
    expect(await letters('محمد Ltd')).toBe('Ltd دمحم')
  })

  test('a letter with its marks apart as it sets the whole letter', async () => {
    const apart = 'Nguyễn Hữu Thọ'.normalize('NFD')
    expect(await set(apart)).toEqual(await set('Nguyễn Hữu Thọ'))
  })

  test('a sign in place of what no font has, and says before which letter that is', async () => {
    const shapes = await set('Hi 🎉 नमस्ते')
    expect(shapes.filter(({ number }) => number === 0)).toEqual([])
    expect(shapes.map(({ letters }) => letters).join('')).toBe('Hi □ □□□')
    expect(['Hi 👩‍💻!', 'नमस्ते', 'ไทย'].map(findUnprintable)).toEqual(['👩‍💻', 'न', 'ไ'])
    expect(
      ['José – £5', 'ﬁve ㎏ №', 'a\u200eb\u00ad', 'line\nline', ...Object.values(NAMES)].filter(findUnprintable),
    ).toEqual([])
  })

  test('only the fonts that its letters need', async () => {
    const fonts = async (text: string) =>
      [
        ...Buffer.from(await draw(text))
          .toString('latin1')
          .matchAll(/\/FontName \/\w+\+(\S+)/g),
      ].map(([, name]) => name)
    expect(await fonts('Ada Lovelace')).toEqual(['Figtree-Regular'])
    expect(await fonts('王芳')).toEqual(['NotoSansSC-Regular'])
    expect(await fonts('王さくら')).toEqual(['NotoSansJP-Regular'])
    expect((await draw('Ada Lovelace 王芳')).length).toBeLessThan(20_000)
  })

  test('the same text alike, whatever the process has drawn before', async () => {
    const first = await draw('fi שרה 12')
    await draw('ﬁ\u00a0הרש 21')
    expect(await draw('fi שרה 12')).toEqual(first)
    expect(await readPdf(first)).toContain('fi')
  })
})

test('every letter that is taken for an ordinary one is in our own fonts', () => {
  const ordinary = Array.from({ length: 0x2100 }, (_, code) => String.fromCodePoint(code)).filter(isPlain)
  expect(ordinary.length).toBeGreaterThan(200)
  for (const face of ['regular', 'medium', 'bold', 'italic', 'boldItalic'] as const)
    expect(ordinary.filter((letter) => !hasLetter(face, letter))).toEqual([])
})

test('fonts for letters of every script are at most 12 MB together, each with its licence', () => {
  const folder = join(import.meta.dirname, 'fonts')
  const files = readdirSync(folder)
  expect(files.reduce((sum, file) => sum + statSync(join(folder, file)).size, 0)).toBeLessThan(12_000_000)
  for (const file of files.filter((file) => file.endsWith('.ttf')))
    expect(readFileSync(join(folder, file.replace('.ttf', '.OFL.txt')), 'utf8')).toContain(
      'SIL Open Font License, Version 1.1',
    )
})

describe('a text is broken', () => {
  const broken = (text: string, width: number) => {
    const { lines, isBroken } = breakLines(open(), [{ text, face: 'regular' }], { width, size: 10 })
    return { lines: lines.map(({ spans }) => spans.map(({ text }) => text).join('')), isBroken }
  }

  test('between words, after hyphens that no digit follows, and between letters of Chinese and Japanese but never before their stops', () => {
    expect(broken('Ada Lovelace-King', 62)).toEqual({ lines: ['Ada', 'Lovelace-', 'King'], isBroken: false })
    expect(broken('吾輩は猫である。名前', 71)).toEqual({ lines: ['吾輩は猫であ', 'る。名前'], isBroken: false })
    // A document's number is one word, as people copy and search for it.
    expect(broken('owed for INV-000001, of 2026-03-02', 62)).toEqual({
      ...{ lines: ['owed for', 'INV-000001,', 'of', '2026-03-02'], isBroken: false },
    })
    expect(broken('£5\u00a0000', 24)).toEqual({ lines: ['£5\u00a00', '00'], isBroken: true })
  })

  test('within a word that is wider than a line, its marks kept with their letters', () => {
    const { lines, isBroken } = broken('ẹ̃'.repeat(12), 30)
    expect(isBroken).toBe(true)
    expect(lines.every((line) => line.startsWith('ẹ'))).toBe(true)
  })

  test('into lines no wider than the place for them, whatever the script', () => {
    const pdf = open()
    const text = Object.values(NAMES).join(' ').repeat(6)
    for (const { spans, flow } of breakLines(pdf, [{ text, face: 'bold' }], { width: 120, size: 11 }).lines)
      expect(lineWidth(pdf, spans, { size: 11, flow })).toBeLessThan(121)
  })

  test('as it was written: each line that a person began stands alone', async () => {
    const pdf = open()
    const place = { x: 40, y: 40, width: 200, size: 10, colour: INK, align: 'right' } as const
    const drawn = await drawWhole(pdf, () => drawParagraph(pdf, 'Ada\r\nBo\nCy', place))
    expect((await readShapes(new Uint8Array(drawn))).map(({ letters }) => letters).join('')).toBe('AdaBoCy')
  })
})
