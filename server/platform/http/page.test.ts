import { expect, test } from 'vitest'
import { offsetPage } from './page.ts'

test('the page before one far past the end is the last one with any results', () => {
  const url = new URL('http://posy.test/api/v2/brands?page=9999')
  const { prev_page_url, next_page_url } = offsetPage([], 30, { page: 9999, per_page: 25, url })
  expect([prev_page_url, next_page_url]).toEqual(['http://posy.test/api/v2/brands?page=2', null])
})
