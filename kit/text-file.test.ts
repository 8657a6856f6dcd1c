import { describe, expect, test } from 'vitest'
import { cleanText } from './clean-text.ts'
import { readTextFile } from './text-file.ts'

const list = 'name;email\nZoë García;zoe@x.test\nŁukasz;lu@x.test\n'
const wide = (text: string, isBig: boolean) => {
  const bytes = Buffer.from(text, 'utf16le')
  return isBig ? bytes.swap16() : bytes
}
const zip = (name: string) =>
  Buffer.concat([Buffer.from([0x50, 0x4b, 3, 4, 20, 0, 0, 0]), Buffer.from(name), Buffer.alloc(99)])

describe('lists as files', () => {
  test.each([
    ['UTF-8', Buffer.from(list)],
    ['UTF-8 with a mark', Buffer.from(`\uFEFF${list}`)],
    ['UTF-16 LE', wide(`\uFEFF${list}`, false)],
    ['UTF-16 BE', wide(`\uFEFF${list}`, true)],
    ['UTF-16 LE without its mark', wide(list, false)],
    ['UTF-16 BE without its mark', wide(list, true)],
  ])('%s is read as it was written', (_, bytes) => expect(readTextFile(bytes)).toEqual({ text: list }))

  test('Excel’s plain CSV is Windows-1252', () => {
    const bytes = Buffer.from('Zo\xeb Garc\xeda,Thanks \x96 well done,\x80 5', 'latin1')
    expect(readTextFile(bytes)).toEqual({ text: 'Zoë García,Thanks – well done,€ 5' })
  })

  test('control characters are removed, and a line break within a cell does not end its row', () => {
    expect(readTextFile(Buffer.from('Thank you\vfor it\u0007,\u0000a@x.test'))).toEqual({
      text: 'Thank you\vfor it,a@x.test',
    })
  })

  test.each([
    ['.xlsx', zip('xl/workbook.xml'), 'workbook'],
    ['.xls', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]), 'workbook'],
    ['.docx', zip('word/document.xml'), 'not_text'],
    [
      'a picture',
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0, 0, 2, 0, 0, 0]),
      'not_text',
    ],
    ['random bytes', Buffer.from(Array.from({ length: 2000 }, (_, index) => (index * 7919) % 251)), 'not_text'],
  ])('%s is recognised as not text', (_, bytes, problem) => expect(readTextFile(bytes)).toEqual({ problem }))

  test('an empty file is empty text', () => expect(readTextFile(new Uint8Array())).toEqual({ text: '' }))
})

test('a line break of Word or PowerPoint ends a line, and invisible characters are removed', () => {
  expect(cleanText('Thank you\vfor\u2028the\flaunch\u0007\u0000\u007f\tnow\r\n')).toBe(
    'Thank you\nfor\nthe\nlaunch\tnow\r\n',
  )
  expect(cleanText('Ada\vLovelace', ' ')).toBe('Ada Lovelace')
})
