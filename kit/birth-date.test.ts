import { expect, test } from 'vitest'
import { findBirthDate } from './birth-date.ts'

test.each([
  ['29/02/1984', ['1984-02-29'], ''],
  ['1984-02-29', ['1984-02-29'], ''],
  ['quill 29 Feb 1984', ['1984-02-29'], 'quill'],
  ['29.2.84 quill', ['1984-02-29'], 'quill'],
  // Of a year of two digits either century, unless it is to come.
  ['1/3/05', ['1905-03-01', '2005-03-01'], ''],
])('a date of birth is found in “%s”', (text, days, rest) => {
  const found = findBirthDate(text)
  expect([found?.days, found?.rest.trim()]).toEqual([days, rest])
})

test.each(['quill', '07700 900123', 'HSF-2026-11', '31/02/1984', 'LS1 4AP'])('none is found in “%s”', (text) => {
  expect(findBirthDate(text)).toBeNull()
})
