import { expect, test } from 'vitest'
import { readSignedCsv, type SignedCsv, writeSignedCsv } from './signed-csv.ts'

const KEY = 'a key that both sides have'
const file: SignedCsv<'entry' | 'pence'> = {
  about: ['settlement', 'pin4cash', '2026-03-02'],
  columns: ['entry', 'pence'],
  rows: [
    { entry: 'P-1', pence: '2000' },
    { entry: 'P-2', pence: '4000' },
  ],
  sum: 'pence',
}
const text = writeSignedCsv(KEY, file)
const read = (given: string, key = KEY) => readSignedCsv(key, given, file)

test('a signed file says what it is, and reads back to the penny, whatever its line ends became', () => {
  const whole = {
    about: ['settlement', 'pin4cash', '2026-03-02'],
    rows: [
      { line: 3, cells: { entry: 'P-1', pence: '2000' } },
      { line: 4, cells: { entry: 'P-2', pence: '4000' } },
    ],
  }
  expect(read(text)).toEqual(whole)
  expect(read(`\uFEFF${text.replaceAll('\n', '\r\n')}`)).toEqual(whole)
  expect(read(writeSignedCsv(KEY, { ...file, rows: [] }))).toMatchObject({ rows: [] })
})

test('no byte of a signed file can be changed, added or left out', () => {
  for (let at = 0; at < text.length - 1; at++) {
    const changed = text[at] === '0' ? '1' : '0'
    expect(read(text.slice(0, at) + changed + text.slice(at + 1)), `byte ${at}`).toHaveProperty('problem')
    expect(read(text.slice(0, at) + text.slice(at + 1)), `without byte ${at}`).toHaveProperty('problem')
    expect(read(text.slice(0, at)), `cut at ${at}`).toHaveProperty('problem')
  }
  expect(read(text, 'another key')).toHaveProperty('problem')
  expect(read(text.replace('P-2,4000\n', 'P-2,4000\nP-2,4000\n'))).toHaveProperty('problem')
})

test.each([
  ['other columns', { columns: ['pence', 'entry'] as const }],
  ['an amount that is none', { rows: [{ entry: 'P-1', pence: '20.00' }] }],
  ['no amount', { rows: [{ entry: 'P-1', pence: '' }] }],
])('a signed file is refused for %s', (_, change) => {
  expect(read(writeSignedCsv(KEY, { ...file, ...change }))).toHaveProperty('problem')
})

test('a cell that a spreadsheet would calculate, or that would need quotes, is never written', () => {
  for (const entry of ['=1+1', '@sum', 'a,b', 'a\nb', '"'])
    expect(() => writeSignedCsv(KEY, { ...file, rows: [{ entry, pence: '1' }] })).toThrow('not plain')
})
