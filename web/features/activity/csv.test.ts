import { expect, test } from 'vitest'
import { csvLine } from './csv.ts'

test('cells are quoted where they must be', () => {
  expect(csvLine(['a', 'b,c', 'say "hi"', null, undefined])).toBe('a,"b,c","say ""hi""",,')
})

test('a name cannot become a formula in a spreadsheet', () => {
  expect(csvLine(['=HYPERLINK("x")', '+44', '@a', '-1'])).toBe(`"'=HYPERLINK(""x"")",'+44,'@a,'-1`)
})
