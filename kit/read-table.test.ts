import { expect, test } from 'vitest'
import { readTable } from './read-table.ts'

const cells = (text: string) => readTable(text).rows.map((row) => row.cells)

test.each([
  ['a semicolon in the quoted heading of a comma file', 'email,"name; as shown"\nzoe@x.test,Zoë', 2],
  ['a semicolon in a note, without headings', 'zoe@x.test,Zoë,thanks; well done\nben@x.test,Ben,hello', 3],
  ['a comma in each note of a file of semicolons', 'email;note\na@x.test;Well, done\nb@x.test;So, then', 2],
  ['decimal commas in a file of semicolons', 'a@x.test;12,50\nb@x.test;13,50', 2],
  ['a semicolon in each note of a file of commas', 'a@x.test,thanks; Ada\nb@x.test,hello; Bo', 2],
  ['a tab within one note', 'a@x.test,Ada,so\there\nb@x.test,Bo,hello\nc@x.test,Cy,hello', 3],
  ['vertical bars', 'email|name\na@x.test|Pond, Amy', 2],
])('the delimiter of a table is judged by all of it: %s', (_, text, columns) =>
  expect(cells(text).map((row) => row.length)).toEqual(cells(text).map(() => columns)),
)

test('a line that names the delimiter is obeyed, and is no row', () => {
  expect(readTable('\uFEFFsep=;\r\nemail;name\r\na@x.test;Pond, Amy\r\n').rows).toEqual([
    { row: 1, line: 2, cells: ['email', 'name'] },
    { row: 2, line: 3, cells: ['a@x.test', 'Pond, Amy'] },
  ])
})

test('rows keep the numbers that a spreadsheet and an editor give them', () => {
  const { rows } = readTable('\n\nemail,notes\n\na@x.test,"two\nlines"\n ,\nb@x.test,')
  expect(rows.map(({ row, line }) => [row, line])).toEqual([
    [3, 3],
    [5, 6],
    [7, 8],
  ])
})

test('a quotation mark that is never closed is a letter, and its line is told', () => {
  expect(readTable('a@x.test,6" plant\nb@x.test,"never closed\nc@x.test,fine')).toMatchObject({
    rows: [
      { cells: ['a@x.test', '6" plant'] },
      { cells: ['b@x.test', '"never closed'] },
      { row: 3, cells: ['c@x.test', 'fine'] },
    ],
    openQuote: expect.any(Number),
  })
  expect(readTable('a,b').openQuote).toBeUndefined()
})
