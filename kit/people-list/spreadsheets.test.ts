import { isAscii, isUtf8 } from 'node:buffer'
import { stringify } from 'csv-stringify/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readListFile } from '../workbook.ts'
import { readPeopleList } from './read-people-list.ts'

const LATIN = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZéëüßøçñÀÖ€–“”'
const OTHERS = `${LATIN}łżğ山田花子Νίκοςמרים😀`
/** What Windows-1252 has where Latin-1 has controls, of the letters above. */
const WINDOWS: Record<string, number> = { '€': 0x80, '–': 0x96, '“': 0x93, '”': 0x94 }

const windows1252 = (text: string) => Uint8Array.from(text, (letter) => WINDOWS[letter] ?? letter.charCodeAt(0))
const utf16 = (text: string, isLittle: boolean) => {
  const bytes = Buffer.from(text, 'utf16le')
  return isLittle ? bytes : bytes.swap16()
}
const encodings: Record<string, { letters: string; encode(text: string): Uint8Array }> = {
  'UTF-8': { letters: OTHERS, encode: (text) => Buffer.from(text) },
  'UTF-8 with its mark': { letters: OTHERS, encode: (text) => Buffer.from(`\uFEFF${text}`) },
  'UTF-16 LE': { letters: OTHERS, encode: (text) => utf16(`\uFEFF${text}`, true) },
  'UTF-16 BE': { letters: OTHERS, encode: (text) => utf16(`\uFEFF${text}`, false) },
  'Windows-1252': { letters: LATIN, encode: windows1252 },
}
const delimiters = ['\t', ';', ',', '|']
const cases = Object.keys(encodings).flatMap((encoding) => delimiters.map((delimiter) => ({ encoding, delimiter })))

const words = (letters: string, within: string) =>
  fc
    .array(fc.constantFrom(...letters, ...within), { minLength: 1, maxLength: 20 })
    .map((parts) => parts.join('').replaceAll(/\s+/g, ' ').trim())
    // A cell of quotes, commas and spaces alone says nothing.
    .filter((text) => /^\p{L}/u.test(text) && /\p{L}$/u.test(text))

const grid = (letters: string) =>
  fc.uniqueArray(
    fc.record({
      name: words(letters, " -'"),
      email: fc.stringMatching(/^[a-z0-9]{1,8}(\.[a-z0-9]{1,8})?@[a-z0-9]{1,8}\.(test|co\.uk)$/),
      message: fc.oneof(fc.constant(''), words(letters, ' ,;|"\t\n')),
    }),
    { minLength: 1, maxLength: 8, selector: ({ email }) => email },
  )

test.each(cases)(
  'a grid of people is the same list from its file, and pasted, written in $encoding with $delimiter between',
  ({ encoding, delimiter }) => {
    const { letters, encode } = encodings[encoding]!
    fc.assert(
      fc.property(grid(letters), fc.constantFrom('\n', '\r\n'), fc.boolean(), (people, eol, isSaid) => {
        const rows = people.map(({ name, email, message }) => [name, email, message])
        const table = stringify([['Name', 'Work e-mail', 'Message'], ...rows], { delimiter, record_delimiter: eol })
        const bytes = encode(isSaid ? `sep=${delimiter}${eol}${table}` : table)
        // Bytes of few letters, “ß€” say, may be those of other letters in UTF-8: no one could tell.
        fc.pre(encoding !== 'Windows-1252' || isAscii(bytes) || !isUtf8(bytes))
        const read = readListFile(bytes)
        const text = 'text' in read ? read.text : ''
        for (const list of [text, table]) {
          const found = readPeopleList(list, { contact: 'email' }).people
          expect(found.map(({ address, name, notes, row }) => [row, name, address, notes])).toEqual(
            people.map(({ name, email, message }, index) => [index + 2, name, email, message]),
          )
        }
      }),
      { numRuns: 25 },
    )
  },
)

test.each([
  ['one cell of many letters', 'a'.repeat(200_000)],
  ['at signs alone', '@'.repeat(200_000)],
  ['angles that are never closed', `<a@x.test${'<'.repeat(200_000)}`],
  ['a name of commas', `Email,Name\na@x.test,"a${','.repeat(200_000)}b"`],
  ['dots after an address', `a@${'.'.repeat(200_000)}b`],
  ['digits and spaces', '1 '.repeat(200_000)],
  ['quotation marks', '"'.repeat(200_001)],
])(
  'a list that was made to be slow is read within seconds: %s',
  (_, text) => {
    for (const contact of ['email', 'phone'] as const) readPeopleList(text, { contact })
  },
  60_000,
)
