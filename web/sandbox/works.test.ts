import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { works } from './works.ts'

/** The web app may not import domains: their sources of due work are read from the source. */
test('the sandbox’s clock says in words what falls due, of every source there is', () => {
  const domains = join(import.meta.dirname, '../../server/domains')
  const names = readdirSync(domains, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .flatMap((file) => {
      const sources = readFileSync(join(domains, file), 'utf8').matchAll(
        /name: '([\w.-]+)',(?:(?!name:)[^}])*?nextDueAt/g,
      )
      return [...sources].map(([, name = '']) => name)
    })
  expect(names.length).toBeGreaterThan(30)
  expect(names.filter((name) => !(name in works))).toEqual([])
})
