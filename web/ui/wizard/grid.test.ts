import { expect, test } from 'vitest'
import { type Holds, readGrid, readPasted } from './grid.ts'

const recipients: readonly Holds[] = ['contact', 'name', 'words']

test('cells are read as spreadsheets copy them, with the empty ones between', () => {
  expect(readGrid('Ada\t\r\n\r\n"Say ""hi""\nthere"\tlast\r\n')).toEqual([
    ['Ada', ''],
    [''],
    ['Say "hi"\nthere', 'last'],
  ])
  expect(readGrid('a "quoted" word\t"open')).toEqual([['a "quoted" word', '"open']])
  expect(readGrid('')).toEqual([['']])
})

test.each([
  ['a column of addresses', 'a@x.test\nb@x.test\n', 0, [['a@x.test'], ['b@x.test']]],
  [
    'a column of numbers with one left out',
    '07700 900123\n\n07700 900124',
    0,
    [['07700 900123'], [''], ['07700 900124']],
  ],
  [
    'whole rows',
    'a@x.test\tAda\tHi\nb@x.test\tBo\t',
    0,
    [
      ['a@x.test', 'Ada', 'Hi'],
      ['b@x.test', 'Bo', ''],
    ],
  ],
  ['a column of names', 'Ada\nBo', 1, [['Ada'], ['Bo']]],
  [
    'names and messages',
    'Ada\tHi\nBo\tWell done',
    1,
    [
      ['Ada', 'Hi'],
      ['Bo', 'Well done'],
    ],
  ],
])('%s pasted into a cell fill it and those below and beside it', (_, text, place, cells) =>
  expect(readPasted(text, recipients.slice(place), false)).toEqual({ cells }),
)

test.each([
  ['addresses of a mail program', 'Amy <amy@x.test>; Bob <b@x.test>', 0],
  ['names before addresses', 'Ada\ta@x.test', 0],
  ['a sheet with headings', 'Name\tEmail\nAda\ta@x.test', 0],
  ['addresses between commas', 'a@x.test, b@x.test', 0],
  ['addresses into a column of names', 'a@x.test\nb@x.test', 1],
  ['more columns than there are', 'a@x.test\tAda\tHi\tMore', 0],
])('%s are read as a list', (_, text, place) => expect(readPasted(text, recipients.slice(place), false)).toBe('list'))

test('an amount goes under amounts only, and a name under none', () => {
  expect(readPasted('a@x.test\t25', ['contact', 'name', 'amount'], false)).toBe('list')
  expect(readPasted('a@x.test\t25\nb@x.test\t12,50', ['contact', 'amount'], false)).toHaveProperty('cells')
  expect(readPasted('25\n12.50', ['amount'], false)).toEqual({ cells: [['25'], ['12.50']] })
})

test('many rows of people are left to be folded', () => {
  const many = Array.from({ length: 101 }, (_, index) => `p${index}@x.test`).join('\n')
  expect(readPasted(many, recipients, false)).toBe('list')
})

test.each([
  ['an address', 'a@x.test', 0],
  ['an address and its line end', ' a@x.test\n', 0],
  ['someone of a mail program', 'Amy Pond <amy@x.test>', 0],
  ['a message of two lines', 'Thank you,\nAda; well done', 2],
])('%s stays in its cell', (_, text, place) => expect(readPasted(text, recipients.slice(place), false)).toBe('cell'))

test('lines that a spreadsheet copied are cells, also where messages are written', () => {
  expect(readPasted('Thank you\nWell done', ['words'], true)).toEqual({ cells: [['Thank you'], ['Well done']] })
})
