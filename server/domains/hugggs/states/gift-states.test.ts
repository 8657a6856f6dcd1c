import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../../..')
const read = (name: string) => readFileSync(join(root, name), 'utf8')

test('ARCHITECTURE.md draws exactly the changes of a gift’s state that the database allows, but for Updating', () => {
  const schema = read('migrations/0009-gifts.sql')
  const pairs = (table: string, pattern: RegExp) => [
    ...schema.match(new RegExp(`insert into ${table} values[^;]*`))![0].matchAll(pattern),
  ]
  const names = new Map(pairs('huggg_status', /\((\d), '(\w+)'\)/g).map(([, id, name]) => [id, name!]))
  const allowed = pairs('huggg_transition', /\((\d), (\d)\)/g)
    .map(([, from, to]) => `${names.get(from)} ${names.get(to)}`)
    // No program knows it (decision 427).
    .filter((change) => !change.includes('Updating'))

  const drawing = read('ARCHITECTURE.md').match(/gift-states:start([\s\S]*)gift-states:end/)![1]!
  const open = drawing
    .match(/subgraph Open\n([\s\S]*?)\n {2}end/)![1]!
    .trim()
    .split(/\s+/)
  const members = (name: string) => (name === 'Open' ? open : [name])
  const drawn = [...drawing.matchAll(/(\w+) --> (\w+)/g)].flatMap(([, from, to]) =>
    members(from!).flatMap((one) => members(to!).map((other) => `${one} ${other}`)),
  )
  expect(drawn.sort()).toEqual(allowed.sort())
})
