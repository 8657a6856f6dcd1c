import { buffer } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { NAMES, readShapes } from '#server/testing/pdf.ts'
import { drawPrintables } from './draw-printable.ts'
import type { Design, Item } from './printable.ts'

const design: Design = {
  layout: 'card',
  type: 'huggg',
  body: '# {{name}}\n\n- **{{name}}** and *{{team}}*\n\n> {{product}}',
  logo: null,
  accentHex: null,
  teamName: 'Ḥasan & Αθηνά Ltd 王芳',
  productName: 'Cà phê',
  data: {},
  recipientFields: [],
}
const items = Object.values(NAMES).map((name, row): Item => {
  const data = { name, addressLine1: name, town: 'Łódź', postcode: '90-001' }
  return { row, hugggId: String(row), url: 'https://posy.test/g/ada', code: 'ada', expires: '1 March 2027', data }
})
const draw = async (change: Partial<Design> = {}) => {
  const { pdf, flaws } = drawPrintables({ ...design, ...change }, items, { at: new Date('2026-03-02T10:00:00Z') })
  const shapes = await readShapes(new Uint8Array(await buffer(pdf)))
  return {
    shapes,
    letters: shapes
      .map(({ letters }) => letters)
      .join('')
      .normalize('NFC'),
    flaws: await flaws,
  }
}

describe('printed cards', () => {
  test.each(['card', 'folded-card', 'letter'] as const)(
    'as %s bear names of every script without a missing letter',
    async (layout) => {
      const { shapes, letters, flaws } = await draw({ layout })
      expect(flaws).toEqual([])
      expect(shapes.filter(({ number }) => number === 0)).toEqual([])
      for (const name of [
        'Công ty Nguyễn Hữu Thọ',
        'Ḥasan & Αθηνά Ltd 王芳',
        'Cà phê',
        'ןהכ הרש',
        'Владислав',
        '김하늘',
      ])
        expect(letters).toContain(name)
    },
  )

  test('run as their own words do, whatever name is put into them', async () => {
    const { letters } = await draw({ body: '{{name}}, you have 12 gifts' })
    for (const sentence of ['ןהכ הרש, you have 12 gifts', 'هللا دبع نب دمحم, you have 12 gifts'])
      expect(letters).toContain(sentence)
    const hebrew = await draw({ body: 'שלום {{name}}, 12 מתנות' })
    for (const sentence of ['תונתמ 12 ,ןהכ הרש םולש', 'תונתמ 12 ,Công ty Nguyễn Hữu Thọ םולש'])
      expect(hebrew.letters).toContain(sentence)
  })

  test('as letters bear the case reference that was asked for, once, and say where it is too long', async () => {
    const bearing = async (caseReference: string, body = '# {{name}}') => {
      const item = { ...items[0]!, data: { ...items[0]!.data, caseReference } }
      const { pdf, flaws } = drawPrintables({ ...design, layout: 'letter', type: 'post-office', body }, [item], {
        at: new Date('2026-03-02T10:00:00Z'),
      })
      const shapes = await readShapes(new Uint8Array(await buffer(pdf)))
      const letters = shapes.map((shape) => shape.letters).join('')
      return { times: letters.split('HSF-2041').length - 1, letters, flaws: await flaws }
    }
    expect(await bearing('HSF-2041')).toMatchObject({ times: 1, flaws: [] })
    expect(await bearing('HSF-2041', 'About {{caseReference}}')).toMatchObject({ times: 1, flaws: [] })
    expect((await bearing('')).letters).not.toContain('reference')
    expect((await bearing('HSF-2041 '.repeat(12))).flaws).toMatchObject([{ field: 'caseReference', code: 'overflow' }])
  })

  test('are not made where a name on all of them has a letter that no font has, and that is said', async () => {
    const { flaws } = await draw({ teamName: 'Acme 🎉', productName: 'चाय' })
    expect([...new Set(flaws.map(({ message }) => message))]).toEqual([
      'the team’s name holds 🎉, which cannot be printed',
      'the product’s name holds चा, which cannot be printed',
    ])
    const logo = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    )
    expect((await draw({ teamName: 'Acme 🎉', logo, body: 'Dear {{name}}' })).flaws).toEqual([])
  })
})
