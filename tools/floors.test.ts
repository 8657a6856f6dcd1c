import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { type Floors, readFloors, violations } from './floors.ts'
import { withDiagram } from './floors-diagram.ts'

const floors = readFloors(join(import.meta.dirname, '..'))
const trees: string[] = []
afterEach(() => {
  for (const tree of trees.splice(0)) rmSync(tree, { recursive: true })
})

const check = (files: Record<string, string>, rules: Floors = { ...floors, exceptions: [] }) => {
  const root = mkdtempSync(join(tmpdir(), 'floors-'))
  trees.push(root)
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return violations(root, rules)
}
const something = 'export const something = 1\nexport type Something = number\n'

test('passes a tree that keeps to the floors', () => {
  const found = check({
    'contract/wallets.ts': `import { z } from 'zod'\nexport const wallet = z.object({})`,
    'server/kit/money.ts': something,
    'server/platform/clock.ts': `import type { Something } from '../kit/money.ts'\nexport type Clock = Something`,
    'server/domains/ledger/index.ts': `export { something } from './transfer.ts'`,
    'server/domains/ledger/transfer.ts': `export { something } from '#server/kit/money.ts'`,
    'server/domains/wallets/index.ts': `import { something } from '#server/domains/ledger/index.ts'`,
    'server/app/main.ts': `import '#server/domains/wallets/index.ts'\nimport './print.ts'`,
    'server/app/print.ts': `console.log('started')`,
    'client/client.ts': `import '#contract/wallets.ts'`,
    'web/root.tsx': `import type { Route } from './+types/root'\nexport default (_: Route.Props) => <p>{import('#client/client.ts')}</p>`,
    'server/domains/ledger/transfer.test.ts': `import '#server/app/main.ts'\nimport '#server/domains/wallets/index.ts'`,
  })
  expect(found).toEqual([])
})

test.each([
  ['a layer above', 'server/kit/a.ts', 'server/platform/b.ts', /kit may not import platform/],
  ['adapters from a domain', 'server/domains/orders/a.ts', 'server/adapters/b.ts', /domains may not import adapters/],
  ['the server from the web', 'web/a.tsx', 'server/platform/b.ts', /web may not import platform/],
  ['the server from the contract', 'contract/a.ts', 'server/kit/b.ts', /contract imports nothing outside itself/],
  ['test helpers from the product', 'server/app/a.ts', 'server/testing/b.ts', /app may not import tests and tools/],
  ['a higher floor', 'server/domains/ledger/a.ts', 'server/domains/orders/index.ts', /floor 1 and orders on floor 6/],
  ['the same floor', 'server/domains/wallets/a.ts', 'server/domains/themes/index.ts', /strictly lower floors/],
  ['a file behind the door', 'server/domains/orders/a.ts', 'server/domains/ledger/b.ts', /only door into ledger/],
  ['a file behind the door, from the app', 'server/app/a.ts', 'server/domains/ledger/b.ts', /only door into ledger/],
  ['a test', 'server/testing/a.ts', 'server/kit/b.test.ts', /Nothing imports a test/],
])('finds an import of %s', (_, from, to, message) => {
  expect(check({ [from]: `import { something } from '#${to}'`, [to]: something })).toEqual([
    expect.stringMatching(message),
  ])
})

test.each([
  ['type imports', `import type { Something } from '#server/app/b.ts'`],
  ['inline type imports', `import { type Something } from '#server/app/b.ts'`],
  ['import() types', `export type Other = import('#server/app/b.ts').Something`],
  ['dynamic imports', `export const later = () => import('#server/app/b.ts')`],
  ['re-exports', `export { something, type Something } from '#server/app/b.ts'`],
  ['type re-exports', `export type { Something } from '#server/app/b.ts'`],
  ['star re-exports', `export * from '#server/app/b.ts'`],
  ['relative imports', `import '../app/b.ts'`],
])('sees %s, once, with their line', (_, statement) => {
  const found = check({ 'server/kit/a.ts': `// a comment\n${statement}`, 'server/app/b.ts': something })
  expect(found).toEqual([expect.stringMatching(/^server\/kit\/a.ts:2 imports server\/app\/b.ts\n/)])
})

test('finds files that import each other, types included', () => {
  const found = check({
    'server/kit/a.ts': `import type { B } from './b.ts'\nexport type A = B`,
    'server/kit/b.ts': `import type { C } from './c.ts'\nexport type B = C`,
    'server/kit/c.ts': `import type { A } from './a.ts'\nexport type C = A`,
  })
  expect(found).toEqual([
    [
      'Files import each other in a circle',
      '    server/kit/a.ts:1 imports server/kit/b.ts',
      '    server/kit/b.ts:1 imports server/kit/c.ts',
      '    server/kit/c.ts:1 imports server/kit/a.ts',
    ].join('\n'),
  ])
})

test('finds folders that import each other though no files do', () => {
  const found = check({
    'web/ui/button.tsx': `import '../features/colours.ts'`,
    'web/features/colours.ts': something,
    'web/features/basket.tsx': `import '../ui/button.tsx'`,
  })
  expect(found).toEqual([
    [
      'Folders import each other in a circle',
      '    web/features/basket.tsx:1 imports web/ui/button.tsx',
      '    web/ui/button.tsx:1 imports web/features/colours.ts',
    ].join('\n'),
  ])
})

test('finds a file outside every layer, a domain without a floor, and an import of nothing', () => {
  const found = check({
    'server/helpers/a.ts': something,
    'server/domains/gadgets/index.ts': something,
    'server/kit/a.ts': `import './missing.ts'`,
  })
  expect(found).toHaveLength(3)
  expect(found).toContainEqual(expect.stringContaining('Give gadgets a floor'))
  expect(found).toContainEqual(expect.stringContaining('server/helpers/a.ts is in no layer'))
  expect(found).toContainEqual(expect.stringContaining('There is no such file'))
})

test('keeps the contract free of packages, except zod', () => {
  expect(check({ 'contract/a.ts': `import { z } from 'zod/v4'\nimport { Hono } from 'hono'` })).toEqual([
    expect.stringMatching(/imports hono\n.*contract stays free of packages, except zod/),
  ])
})

test('allows a listed exception for types only', () => {
  const exception = { from: 'web/a.ts', to: 'server/app/b.ts', typeOnly: true, why: 'a test' }
  const rules = { ...floors, exceptions: [exception] }
  const files = { 'server/app/b.ts': something }
  expect(check({ ...files, 'web/a.ts': `import type { Something } from '#server/app/b.ts'` }, rules)).toEqual([])
  expect(check({ ...files, 'web/a.ts': `import { something } from '#server/app/b.ts'` }, rules)).toHaveLength(1)
})

test('redraws the diagram between its markers and leaves the rest alone', () => {
  const document = 'before\n<!-- floors:start -->\nold\n<!-- floors:end -->\nafter\n'
  const drawn = withDiagram(document, floors)
  expect(drawn).toMatch(/^before\n<!-- floors:start -->\n\n```mermaid\n/)
  expect(drawn).toMatch(/```\n\n<!-- floors:end -->\nafter\n$/)
  expect(drawn).toContain('floor1["1 · ledger · identity · catalogue"]')
  expect(drawn).not.toContain('old')
  expect(withDiagram(drawn, floors)).toBe(drawn)
})
