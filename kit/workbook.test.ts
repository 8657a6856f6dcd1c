import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { readListFile } from './workbook.ts'

/** A workbook of one sheet, whose rows are given as they stand in its file. */
function workbook(rows: string, sheet = 'xl/worksheets/sheet1.xml'): Uint8Array {
  const target = sheet.replace('xl/', '')
  return zipSync({
    'xl/workbook.xml': strToU8(
      '<workbook xmlns:r="urn:r"><sheets><sheet name="People" r:id="rId1"/></sheets></workbook>',
    ),
    'xl/_rels/workbook.xml.rels': strToU8(
      `<Relationships><Relationship Id="rId1" Target="${target}"/></Relationships>`,
    ),
    [sheet]: strToU8(`<worksheet><sheetData>${rows}</sheetData></worksheet>`),
  })
}
const cell = (text: string, reference = '') =>
  `<c ${reference && `r="${reference}"`} t="inlineStr"><is><t>${text}</t></is></c>`

test('a workbook is read with its rows and cells at their places, wherever its sheet is stored', () => {
  const rows = `<row r="2">${cell('ada@friends.test', 'B2')}</row><row>${cell('Grace')}</row>`
  for (const sheet of ['xl/worksheets/sheet1.xml', 'xl/people.xml'])
    expect(readListFile(workbook(rows, sheet))).toEqual({ text: '\n\tada@friends.test\nGrace' })
})

describe('a workbook that claims more than a list has is refused within seconds, and ends no process:', () => {
  const unpacked = (bytes: number) => `<row>${cell('a'.repeat(1000))}</row>`.repeat(bytes / 1000)
  test.each([
    ['a row far below the last', `<row r="4294967294">${cell('ada@friends.test')}</row>`],
    ['a row that is no number', `<row r="1e9">${cell('ada@friends.test')}</row>`],
    ['a row above the first', `<row r="-3">${cell('ada@friends.test')}</row>`],
    ['a column far behind the last', `<row>${cell('ada@friends.test', 'ZZZZZZ1')}</row>`],
    ['a column that is none', `<row>${cell('ada@friends.test', 'abc1')}</row>`],
    ['the last column of each row', `<row>${cell('ada@friends.test', 'XFD1')}</row>`.repeat(100_000)],
    ['more text than a small file should hold', unpacked(40_000_000)],
  ])('%s', (_, rows) => {
    expect(readListFile(workbook(rows))).toEqual({ problem: 'workbook' })
  })
})
