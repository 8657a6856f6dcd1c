import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { FIRST, LONG } from './longest-first.ts'

test('every file that is started first is there, so that one which moves is not started last unseen', () => {
  expect([...FIRST, ...LONG].filter((name) => !existsSync(join(import.meta.dirname, '..', name)))).toEqual([])
})
