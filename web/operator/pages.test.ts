import { expect, test } from 'vitest'
import { readCursor } from './pages.tsx'

test('a list of the console is read after a place, before one, or from its beginning; each of two lists by its own names', () => {
  const read = (search: string, name?: string) => readCursor(new URLSearchParams(search), name)
  expect(read('')).toEqual({})
  expect(read('next=a')).toEqual({ next: 'a' })
  expect(read('next-before=b')).toEqual({ previous: 'b' })
  // Typed by hand: never both, which the API refuses.
  expect(read('next=a&next-before=b')).toEqual({ previous: 'b' })
  expect(read('next=a&payments=c', 'payments')).toEqual({ next: 'c' })
  expect(read('next=&next-before=')).toEqual({})
})
