import { expect, test } from 'vitest'
import { csvLine } from './csv.ts'

test('text in a CSV is quoted, and null is empty', () => {
  expect(csvLine(['a', 'b,c', 'say "hi"', null, undefined])).toBe('"a","b,c","say ""hi""",,')
})

test('a name cannot become a formula in a spreadsheet', () => {
  expect(csvLine(['=HYPERLINK("x")', '+44', '@a', '-1', '＝1'])).toBe(`"'=HYPERLINK(""x"")","'+44","'@a","'-1","'＝1"`)
  expect(csvLine(['\uFF1D1+1', 'x;=1+1', ' =1'])).toBe(`"'\uFF1D1+1","x;=1+1","' =1"`)
})
