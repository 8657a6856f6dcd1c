import { extractText, getDocumentProxy } from 'unpdf'
import { expect, test } from 'vitest'
import { type AwardLanguage, awardLanguages } from '#contract/awards/languages.ts'
import { getAwardLettersPdf } from '#contract/awards/letters.ts'
import { impersonationPolicy } from '#contract/core/impersonation.ts'
import { findUnprintable, fontForDocument } from '#server/platform/pdf/fonts.ts'
import { drawLetters, type Letter } from './draw-letters.ts'
import { letterWords } from './letter-words.ts'

const languages = Object.keys(awardLanguages) as AwardLanguage[]
const at = new Date('2026-11-27T09:00:00Z')
const letter = (language: AwardLanguage): Letter => ({
  ...{ language, teamName: 'Northdale Council', caseReference: 'NC-2026-0113', name: 'Ann Example' },
  ...{ address: ['Flat 4', '12 Long Street', 'LS1 4AP'], url: 'https://posy.example/a/abcdefghjkmn' },
  ...{ typed: 'posy.example/a/ABCD-EFGH-JKMN', until: new Date('2026-12-24T23:59:00Z'), asksBirthDate: true },
})

test('a letter in each language is one page, with its address, case and link, and nothing of a gift', async () => {
  const pdf = await drawLetters(languages.map(letter), { team: 'Northdale Council', at })
  const { totalPages, text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)))
  expect(totalPages).toBe(languages.length)
  for (const page of text) {
    for (const said of ['Northdale Council', 'NC-2026-0113', 'Ann Example', '12 Long Street', 'LS1 4AP'])
      expect(page).toContain(said)
    expect(page).toContain('posy.example/a/ABCD-EFGH-JKMN')
    expect(page).not.toMatch(/gift|£|\{/i)
  }
})

test('long names and an address of the most lines stand whole, of a size that can be read, and in the window of an envelope nothing else does', async () => {
  const address = [
    ...[
      'Flat 14, Building C, The Old Sir Titus Salt Mill Residential Quarter',
      'Saltaire Road Extension',
      'Upper Northdale',
    ],
    ...['Near the Canal', 'Northdale-under-the-Hill', 'West Yorkshire', 'ND1 4AP'],
  ]
  const team = 'Northdale Metropolitan Borough Council Household Support and Welfare Team'
  const long = { name: 'Mrs Alexandra Featherstonehaugh-Cholmondeley-Worthington', address, teamName: team }
  const caseReference = 'NC-2026/11/0000047-NORTHDALE-NORTH-HOUSEHOLD-SUPPORT'
  const pdf = await drawLetters([{ ...letter('en'), ...long, caseReference }], { team, at })
  const page = await (await getDocumentProxy(new Uint8Array(pdf))).getPage(1)
  const { items } = await page.getTextContent()
  const [, , , top] = page.view as [number, number, number, number]
  const millimetres = (points: number) => (points * 25.4) / 72
  const pieces = items.flatMap((item) => {
    if (!('str' in item) || !item.str.trim()) return []
    const [, , , size, x, y] = item.transform as number[] as [number, number, number, number, number, number]
    return [{ text: item.str, size, x: millimetres(x), end: millimetres(x + item.width), y: millimetres(top - y) }]
  })
  expect(Math.min(...pieces.map(({ size }) => size))).toBeGreaterThan(7.5)
  // A window of 35 by 90 mm, 20 mm from the left and 18 mm from the foot of an envelope whose sheet is folded at 99 mm.
  const shown = pieces.filter(({ x, y }) => x < 110 && y > 46 && y < 92)
  expect(
    shown
      .map(({ text }) => text)
      .join('')
      .replaceAll(/\s/g, ''),
  ).toBe([long.name, ...address].join('').replaceAll(' ', ''))
  for (const { text, x, end, y } of shown)
    expect([text, x >= 20, end <= 110, y > 50, y < 81]).toEqual([text, true, true, true, true])
  const words = pieces.map(({ text }) => text).join('')
  expect(words.replaceAll(/\s/g, '')).toContain(caseReference)
})

test('letters are drawn one at a time, and others who wait for the process are let in between', async () => {
  let turns = 0
  let isDrawn = false
  const take = () => {
    turns += 1
    if (!isDrawn) setImmediate(take)
  }
  setImmediate(take)
  await drawLetters(languages.map(letter), { team: 'Northdale Council', at }).finally(() => {
    isDrawn = true
  })
  expect(turns).toBeGreaterThanOrEqual(languages.length)
})

test('every sentence of letters is there in each language, can be printed, and names what the English one names', () => {
  const places = (sentence: string) => (sentence.match(/\{\w+\}/g) ?? []).toSorted()
  for (const language of languages)
    for (const [word, english] of Object.entries(letterWords.en)) {
      const said = letterWords[language][word as keyof typeof letterWords.en]
      expect([language, word, places(said), findUnprintable(said)]).toEqual([language, word, places(english), null])
      expect(said.trim()).not.toBe('')
    }
})

test('a Bengali vowel sign has the shape for the beginning of a word there only', () => {
  const font = fontForDocument('noto-sans-bengali') as unknown as {
    layout(text: string): { glyphs: { id: number; codePoints: number[] }[] }
  }
  const shapes = (text: string) =>
    font.layout(text).glyphs.flatMap(({ id, codePoints }) => (codePoints[0] === 0x9c7 ? [id] : []))
  const [first, within] = [shapes('তে')[0]!, shapes('খুলতে')[0]!]
  expect(first).not.toBe(within)
  expect(shapes('তে খুলতে তে')).toEqual([first, within, first])
  // Shaped once, and what is drawn of it is scaled for itself alone.
  const read = () => (font.layout('তে') as unknown as { positions: { xAdvance: number }[] }).positions
  const [{ xAdvance }] = read() as [{ xAdvance: number }]
  read()[0]!.xAdvance *= 2
  expect(read()[0]!.xAdvance).toBe(xAdvance)
})

test('a file of letters, which opens awards, is not for operators who look in', () => {
  expect(impersonationPolicy(getAwardLettersPdf)).toBe('never')
})
