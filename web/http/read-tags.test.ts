import { expect, test } from 'vitest'
import { readForm } from './read-form.ts'
import { tagsIn } from './read-tags.ts'

const read = (typed: string, known?: readonly string[]) =>
  readForm(new URLSearchParams({ tags: typed }), { tags: tagsIn(known) }).tags

test('tags are read with commas between them, each once, without empty ones', () => {
  expect(read(' spring 2026, team A,,spring 2026 ,')).toEqual(['spring 2026', 'team A'])
  expect(read('')).toEqual([])
})

test('a tag with a comma of its own stays one where it was there before', () => {
  expect(read('Leeds, North, spring', ['Leeds, North'])).toEqual(['Leeds, North', 'spring'])
  expect(read('Leeds, spring', ['Leeds, North'])).toEqual(['Leeds', 'spring'])
})
