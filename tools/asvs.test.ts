import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('each test that the page about ASVS names is there, under the title that it says', () => {
  const page = readFileSync('docs/operations/asvs.md', 'utf8')
  const named = [...page.matchAll(/`([^`]+\.test\.ts)`: “([^”]+)”/g)]
  expect(named.length).toBeGreaterThan(50)
  const missing = named.filter(([, file, title]) => {
    const text = readFileSync(file!, 'utf8')
    return !text.includes(`'${title}`) && !text.includes(`"${title}`)
  })
  expect(missing.map(([whole]) => whole)).toEqual([])
})
