import { expect, test } from 'vitest'
import { tellApart } from './tell-apart.ts'

test('rows of one name are numbered for who hears their links alone, and others are left as they are', () => {
  const rows = [{ name: 'Sam' }, { name: 'Kim' }, { name: 'Sam' }]
  expect(rows.map(tellApart(rows, ({ name }) => name))).toEqual([', 1 of 2', '', ', 2 of 2'])
})
