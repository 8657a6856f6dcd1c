import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fieldsIn, readMarkdown } from './markdown.ts'

const read = (body: string, values: Record<string, string> = {}) =>
  readMarkdown(body, values).map(({ kind, lines }) => [
    kind,
    lines.map((runs) => runs.map(({ text, face }) => `${face}:${text}`)),
  ])

test('the Markdown of cards reads headings, lists, quotes, rules, bold and italic', () => {
  expect(read('# Hi **you**\n\nOne\ntwo *three*\n\n- four\n- five\n> six\n---')).toEqual([
    ['title', [['regular:Hi ', 'bold:you']]],
    ['paragraph', [['regular:One'], ['regular:two ', 'italic:three']]],
    ['item', [['regular:four']]],
    ['item', [['regular:five']]],
    ['quote', [['regular:six']]],
    ['rule', []],
  ])
})

test('a value on a card is never markup, and a field without one leaves no gap', () => {
  expect(read('Dear {{name}}\n\n{{from}}', { name: '# **Ada** {{from}}', from: '' })).toEqual([
    ['paragraph', [['regular:Dear ', 'regular:# **Ada** {{from}}']]],
  ])
  expect(fieldsIn('{{a}} {{ b }} {{a}} {{ }} {{1}}')).toEqual(['a', 'b'])
})

test('the Markdown of cards reads anything', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (body) => void readMarkdown(body, {})))
})
