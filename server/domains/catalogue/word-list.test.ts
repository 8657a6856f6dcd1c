import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { editsForgiven, searchWords, tokenise } from './search-tokens.ts'
import { WordList } from './word-list.ts'

/** Optimal string alignment, as the textbook has it. */
function distance(a: string, b: string): number {
  const table = Array.from({ length: a.length + 1 }, (_, row) =>
    Array.from({ length: b.length + 1 }, (_, column) => (row === 0 ? column : column === 0 ? row : 0)),
  )
  for (let row = 1; row <= a.length; row++)
    for (let column = 1; column <= b.length; column++) {
      let edits = Math.min(
        table[row - 1]![column - 1]! + (a[row - 1] === b[column - 1] ? 0 : 1),
        table[row - 1]![column]! + 1,
        table[row]![column - 1]! + 1,
      )
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1])
        edits = Math.min(edits, table[row - 2]![column - 2]! + 1)
      table[row]![column] = edits
    }
  return table[a.length]![b.length]!
}
const prefixDistance = (word: string, listed: string) =>
  Math.min(...Array.from({ length: listed.length + 1 }, (_, length) => distance(word, listed.slice(0, length))))

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 8 })

describe('a list of words', () => {
  test('finds exactly the words that are near enough, as comparing each of them does', () => {
    fc.assert(
      fc.property(
        fc.array(word, { maxLength: 40 }),
        word,
        fc.constantFrom(1, 2),
        fc.boolean(),
        (words, wanted, edits, orPrefix) => {
          const list = new WordList(words)
          const naive = list.words.flatMap((listed) => {
            const whole = distance(wanted, listed)
            if (whole <= edits) return [[listed, whole, false]]
            const prefix = prefixDistance(wanted, listed)
            return orPrefix && prefix <= edits ? [[listed, prefix, true]] : []
          })
          const found = list.near(wanted, edits, orPrefix)
          expect(found.map((near) => [list.words[near.place], near.edits, near.asPrefix])).toEqual(naive)
        },
      ),
      { numRuns: 500 },
    )
  })

  test('finds exactly the words with a given beginning', () => {
    fc.assert(
      fc.property(fc.array(word), word, (words, start) => {
        const list = new WordList(words)
        const [from, to] = list.range(start)
        expect(list.words.slice(from, to)).toEqual(list.words.filter((each) => each.startsWith(start)))
      }),
    )
  })

  test('never takes a number for a typo', () => {
    const list = new WordList(['2025', 'mug', 'mugs'])
    expect(list.near('mugd', 1, false).map(({ place }) => list.words[place])).toEqual(['mug', 'mugs'])
  })
})

describe('words', () => {
  test('are letters and digits, without the marks around them', () => {
    expect(tokenise("Baker's b:* & (tea | !x) <-> '£10'")).toEqual(['bakers', 'b', 'tea', 'x', '10'])
  })

  test('of a query leave out stop words, unless there is nothing else', () => {
    expect(searchWords('a gift for my mum')).toEqual(['gift', 'mum'])
    expect(searchWords('for you')).toEqual(['for', 'you'])
    expect(searchWords(' ! ')).toEqual([])
    expect(searchWords(Array.from({ length: 40 }, (_, number) => `word${number}`).join(' '))).toHaveLength(12)
  })

  test('may have more typos the longer they are', () => {
    expect(['tea', 'cake', 'flowers', 'sunflower', 'a4b5c6'].map(editsForgiven)).toEqual([0, 1, 1, 2, 0])
  })
})
