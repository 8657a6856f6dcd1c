import { expect, test } from 'vitest'
import { cursorPage, cursorPlace, offsetPage } from './page.ts'

const id = '0194d5a0-0000-7000-8000-000000000001'
const { next } = cursorPage(
  [
    { name: 'Ada', id },
    { name: 'Ben', id },
  ],
  { limit: 1 },
  (row) => [row.name, row.id],
)

test('a cursor leads to the place of the last item on its page', () => {
  expect(cursorPlace(next!, 'next', ['text', 'uuid'])).toEqual(['Ada', id])
  expect(cursorPlace(undefined, 'next', ['text', 'uuid'])).toBeNull()
})

test.each([
  ['with fewer parts', ['text']],
  ['of other parts', ['bigint', 'uuid']],
  ['that begins with a day', ['day', 'uuid']],
] as const)('a cursor of a list %s is refused by the name of its field', (_, order) =>
  expect(() => cursorPlace(next!, 'previous', order)).toThrow(
    expect.objectContaining({
      code: 'invalid_fields',
      details: [expect.objectContaining({ path: 'previous', code: 'invalid_cursor' })],
    }),
  ),
)

test.each([
  ['no cursor at all', 'made up'],
  ['no uuid', Buffer.from(JSON.stringify(['-'.repeat(36)])).toString('base64url')],
])('what is %s is refused', (_, cursor) => expect(() => cursorPlace(cursor, 'next', ['uuid'])).toThrow())

test('the page before one past the end is the last that has anything', () => {
  const url = new URL('https://posy.test/api/v2/hugggs?page=9999')
  const previous = (page: number) => offsetPage([], 25, { page, per_page: 10, url }).prev_page_url
  expect(previous(9999)).toBe('https://posy.test/api/v2/hugggs?page=3')
  expect([previous(2), previous(1)]).toEqual(['https://posy.test/api/v2/hugggs?page=1', null])
})
