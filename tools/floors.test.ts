import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { doorViolations, type Floors, phantoms, readFloors, registries, tableViolations, violations } from './floors.ts'
import { withDiagram } from './floors-diagram.ts'

const floors = readFloors(join(import.meta.dirname, '..'))
const trees: string[] = []
afterEach(() => {
  for (const tree of trees.splice(0)) rmSync(tree, { recursive: true })
})

const grow = (files: Record<string, string>) => {
  const root = mkdtempSync(join(tmpdir(), 'floors-'))
  trees.push(root)
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return root
}
const check = (files: Record<string, string>, rules: Floors = { ...floors, exceptions: [] }) =>
  violations(grow(files), rules)
const something = 'export const something = 1\nexport type Something = number\n'

test('the check of floors passes a tree that keeps to the floors', () => {
  const found = check({
    'contract/wallets.ts': `import { z } from 'zod'\nexport const wallet = z.object({})`,
    'kit/money.ts': something,
    'server/platform/clock.ts': `import type { Something } from '../../kit/money.ts'\nexport type Clock = Something`,
    'server/domains/ledger/index.ts': `export { something } from './transfer.ts'`,
    'server/domains/ledger/transfer.ts': `export { something } from '#kit/money.ts'`,
    'server/domains/wallets/index.ts': `import { something } from '#server/domains/ledger/index.ts'`,
    'server/app/main.ts': `import '#server/domains/wallets/index.ts'\nimport './print.ts'`,
    'server/app/print.ts': `console.log('started')`,
    'client/client.ts': `import '#contract/wallets.ts'`,
    'web/root.tsx': `import type { Route } from './+types/root'\nexport default (_: Route.Props) => <p>{import('#contract/wallets.ts')}</p>`,
    'server/domains/ledger/transfer.test.ts': `import '#server/app/main.ts'\nimport '#server/domains/wallets/index.ts'`,
  })
  expect(found).toEqual([])
})

test.each([
  ['a layer above', 'kit/a.ts', 'server/platform/b.ts', /kit may not import platform/],
  [
    "a provider's client from a domain",
    'server/domains/purchases/buy/a.ts',
    'server/providers/checkout/client/b.ts',
    /domains may not import provider-clients/,
  ],
  [
    "a provider's sandbox from the platform",
    'server/platform/a.ts',
    'server/providers/smtp/sandbox.ts',
    /platform may not import provider-sandboxes/,
  ],
  [
    'a sandbox from the client that it answers',
    'server/providers/checkout/client/index.ts',
    'server/providers/checkout/sandbox/index.ts',
    /provider-clients may not import provider-sandboxes/,
  ],
  [
    'a client from the sandbox that answers it',
    'server/providers/smtp/sandbox.ts',
    'server/providers/smtp/client.ts',
    /provider-sandboxes may not import provider-clients/,
  ],
  ['the server from the web', 'web/a.tsx', 'server/platform/b.ts', /web may not import platform/],
  ['the contract from the kit', 'kit/a.ts', 'contract/b.ts', /kit imports nothing outside itself/],
  ['the server from the contract', 'contract/a.ts', 'server/platform/b.ts', /contract may not import platform/],
  ['test helpers from the product', 'server/app/a.ts', 'server/testing/b.ts', /app may not import tests and tools/],
  [
    'a higher floor',
    'server/domains/ledger/a.ts',
    'server/domains/purchases/buy/index.ts',
    /floor 1 and purchases\/buy on floor \d: a domain imports strictly lower/,
  ],
  [
    'the same floor',
    'server/domains/wallets/a.ts',
    'server/domains/purchases/record/index.ts',
    /strictly lower floors/,
  ],
  [
    'a file behind the door',
    'server/domains/purchases/buy/a.ts',
    'server/domains/ledger/b.ts',
    /only door into ledger/,
  ],
  ['a file behind the door, from the app', 'server/app/a.ts', 'server/domains/ledger/b.ts', /only door into ledger/],
  [
    'a file behind the door of a room, from another room',
    'server/domains/purchases/buy/a.ts',
    'server/domains/purchases/orders/b.ts',
    /only door into purchases\/orders/,
  ],
  [
    'a higher floor, from a room that stands below its domain',
    'server/domains/purchases/record/a.ts',
    'server/domains/purchases/buy/index.ts',
    /purchases\/record stands on floor \d and purchases\/buy on floor \d: a domain imports strictly lower/,
  ],
  ['a test', 'server/testing/a.ts', 'kit/b.test.ts', /Nothing imports a test/],
])('the check of floors finds an import of %s', (_, from, to, message) => {
  expect(check({ [from]: `import { something } from '#${to}'`, [to]: something })).toEqual([
    expect.stringMatching(message),
  ])
})

test('the check of floors lets domains see the types of a provider, and wants every other file of it to be client or sandbox', () => {
  const found = check({
    'server/domains/purchases/buy/a.ts': `import type { Something } from '#server/providers/tillo/types.ts'\nexport type A = Something`,
    'server/providers/tillo/types.ts': something,
    'server/providers/tillo/client.ts': `import '#server/platform/b.ts'\nimport './types.ts'`,
    'server/providers/tillo/helpers.ts': something,
    'server/platform/b.ts': `import type { Something } from '#server/providers/tillo/types.ts'\nexport type B = Something`,
  })
  expect(found).toEqual([expect.stringMatching(/^server\/providers\/tillo\/helpers.ts is in no layer/)])
})

test('the check of floors lets rooms of one floor import each other by their doors, and read each other’s tables', () => {
  const files = {
    'server/domains/purchases/orders/index.ts': something,
    'server/domains/purchases/buy/a.ts': `import { something } from '../orders/index.ts'\ndb.selectFrom('basket')`,
  }
  expect(check(files)).toEqual([])
  expect(checkTables(files)).toEqual([])
})

test.each([
  ['type imports', `import type { Something } from '#server/app/b.ts'`],
  ['inline type imports', `import { type Something } from '#server/app/b.ts'`],
  ['import() types', `export type Other = import('#server/app/b.ts').Something`],
  ['dynamic imports', `export const later = () => import('#server/app/b.ts')`],
  ['re-exports', `export { something, type Something } from '#server/app/b.ts'`],
  ['type re-exports', `export type { Something } from '#server/app/b.ts'`],
  ['star re-exports', `export * from '#server/app/b.ts'`],
  ['relative imports', `import '../server/app/b.ts'`],
])('the check of floors sees %s, once, with their line', (_, statement) => {
  const found = check({ 'kit/a.ts': `// a comment\n${statement}`, 'server/app/b.ts': something })
  expect(found).toEqual([expect.stringMatching(/^kit\/a.ts:2 imports server\/app\/b.ts\n/)])
})

test('the check of floors finds files that import each other, types included', () => {
  const found = check({
    'kit/a.ts': `import type { B } from './b.ts'\nexport type A = B`,
    'kit/b.ts': `import type { C } from './c.ts'\nexport type B = C`,
    'kit/c.ts': `import type { A } from './a.ts'\nexport type C = A`,
  })
  expect(found).toEqual([
    [
      'Files import each other in a circle',
      '    kit/a.ts:1 imports kit/b.ts',
      '    kit/b.ts:1 imports kit/c.ts',
      '    kit/c.ts:1 imports kit/a.ts',
    ].join('\n'),
  ])
})

test('the check of floors finds folders that import each other though no files do', () => {
  const found = check({
    'web/ui/button.tsx': `import '../app/colours.ts'`,
    'web/app/colours.ts': something,
    'web/app/basket.tsx': `import '../ui/button.tsx'`,
  })
  expect(found).toEqual([
    [
      'Folders import each other in a circle',
      '    web/app/basket.tsx:1 imports web/ui/button.tsx',
      '    web/ui/button.tsx:1 imports web/app/colours.ts',
    ].join('\n'),
  ])
})

test('the check of floors finds a file outside every layer, a domain without a floor, and an import of nothing', () => {
  const found = check({
    'server/helpers/a.ts': something,
    'server/domains/gadgets/index.ts': something,
    'kit/a.ts': `import './missing.ts'`,
  })
  expect(found).toHaveLength(3)
  expect(found).toContainEqual(expect.stringContaining('Give gadgets a floor'))
  expect(found).toContainEqual(expect.stringContaining('server/helpers/a.ts is in no layer'))
  expect(found).toContainEqual(expect.stringContaining('There is no such file'))
})

test('the check of floors keeps the contract free of packages, except zod', () => {
  expect(check({ 'contract/a.ts': `import { z } from 'zod/v4'\nimport { Hono } from 'hono'` })).toEqual([
    expect.stringMatching(/imports hono\n.*contract stays free of packages, except zod/),
  ])
})

test('the check of floors allows a listed exception for types only', () => {
  const exception = { from: 'web/a.ts', to: 'server/app/b.ts', typeOnly: true, why: 'a test' }
  const rules = { ...floors, exceptions: [exception] }
  const files = { 'server/app/b.ts': something }
  expect(check({ ...files, 'web/a.ts': `import type { Something } from '#server/app/b.ts'` }, rules)).toEqual([])
  expect(check({ ...files, 'web/a.ts': `import { something } from '#server/app/b.ts'` }, rules)).toHaveLength(1)
})

test('the check of floors redraws the diagram between its markers and leaves the rest alone', () => {
  const document = 'before\n<!-- floors:start -->\nold\n<!-- floors:end -->\nafter\n'
  const drawn = withDiagram(document, floors)
  expect(drawn).toMatch(/^before\n<!-- floors:start -->\n\n```mermaid\n/)
  expect(drawn).toMatch(/```\n\n<!-- floors:end -->\nafter\n$/)
  expect(drawn).toContain(`floor1["1 · ${floors.domains.floors[0]!.join(' · ')}"]`)
  expect(drawn).not.toContain('old')
  expect(withDiagram(drawn, floors)).toBe(drawn)
})

const tables = { wallets: ['wallet', 'receipt'], 'purchases/orders': ['basket'], reports: ['day'], platform: ['clock'] }
const migration =
  'create table wallet ();\ncreate table receipt ();\ncreate table basket ();\ncreate table day ();\ncreate table clock ();\n'
const checkTables = (files: Record<string, string>, rules: Floors = { ...floors, tables }) =>
  tableViolations(grow({ 'migrations/0001.sql': migration, ...files }), rules)

test('the check of floors lets an owner write its tables, and higher floors, the app and tests read them', () => {
  const found = checkTables({
    'server/platform/clock.ts': 'sql`update clock set at = 1`',
    'server/domains/wallets/a.ts': `db.insertInto('wallet'); sql\`delete from receipt where id = \${id}\``,
    'server/domains/purchases/buy/a.ts': `db.selectFrom('basket').innerJoin('wallet as w', 'a', 'b'); sql\`select at from clock\``,
    'server/app/reconcile.ts': 'sql`select * from day join basket on true, receipt`',
    'server/domains/ledger/a.test.ts': 'sql`delete from wallet`',
    'server/testing/a.ts': `db.deleteFrom('wallet')`,
  })
  expect(found).toEqual([])
})

test.each([
  ['by a Kysely call', `db.updateTable('wallet')`],
  ['by an insert in SQL', 'sql`insert into wallet (id) values (1)`'],
  ['by an update in SQL', 'sql`with held as (select 1)\n update wallet set name = $' + '{name}`'],
  ['by a merge', 'sql`merge into only wallet using day on true`'],
  ['in a piece of SQL within another', 'sql`with gone as ($' + '{sql`delete from wallet`}) select 1`'],
])('the check of floors finds that a higher floor writes a table %s', (_, code) => {
  expect(checkTables({ 'server/domains/reports/a.ts': `\n${code}` })).toEqual([
    expect.stringMatching(/^server\/domains\/reports\/a.ts:[23] writes wallet\n.*Only wallets writes it/),
  ])
})

test('the check of floors finds that one room writes the table of another', () => {
  expect(checkTables({ 'server/domains/purchases/buy/a.ts': `db.updateTable('basket')` })).toEqual([
    expect.stringMatching(/Only purchases\/orders writes it/),
  ])
})

test('the check of floors lets any room write a table that its domain owns', () => {
  expect(checkTables({ 'server/domains/hugggs/till/a.ts': `db.updateTable('huggg')` })).toEqual([])
})

test.each([
  ['a lower floor, by a Kysely call', 'server/domains/wallets/a.ts', `db.selectFrom('basket')`],
  [
    'a lower floor, by a join',
    'server/domains/wallets/a.ts',
    `db.selectFrom('wallet').leftJoin('basket as b', 'a', 'b')`,
  ],
  ['a lower floor, in one of several', 'server/domains/wallets/a.ts', `db.selectFrom(['wallet', 'basket'])`],
  ['a lower floor, in SQL', 'server/domains/wallets/a.ts', 'sql`select 1 from wallet w, basket as b`'],
  [
    'a lower floor, in SQL kept as text',
    'server/domains/wallets/a.ts',
    `const part = 'left join basket b on b.id = a.id'`,
  ],
  ['its own floor', 'server/domains/purchases/record/a.ts', 'sql`select 1 from wallet where true for update`'],
  ['the platform', 'server/platform/a.ts', 'sql`select exists (select from basket)`'],
  ["a provider's client", 'server/providers/tillo/client.ts', `db.selectFrom('basket')`],
])('the check of floors finds that a table is read by %s', (_, path, code) => {
  expect(checkTables({ [path]: code })).toEqual([expect.stringMatching(/ reads (basket|wallet)\n/)])
})

test('the check of floors reads no tables out of locks, conflicts, names given in a statement, comments, quotes and sentences', () => {
  const found = checkTables({
    'server/domains/ledger/a.ts': [
      'sql`select 1 from ledger for no key update of wallet`',
      'sql`insert into ledger values (1) on conflict do update set wallet = 1`',
      'sql`with basket as (select 1), wallet as materialized (select 2) select * from basket join wallet on true`',
      `sql\`select 'from wallet' -- from basket\n where $\{from('wallet')}\``,
      `throw new Error('Take it from wallet and basket, then update wallet.')`,
      `Array.from('wallet of yours')`,
    ].join('\n'),
  })
  expect(found).toEqual([])
})

test('the check of floors finds a table without an owner, one with two or that is gone, and an owner that is nothing', () => {
  const rules = {
    ...floors,
    tables: { wallets: ['wallet', 'receipt', 'gone'], 'purchases/orders': ['wallet'], nothing: ['day', 'clock'] },
  }
  const found = checkTables({}, rules)
  expect(found).toHaveLength(4)
  expect(found).toContainEqual(expect.stringContaining('The table basket has no owner'))
  expect(found).toContainEqual(expect.stringContaining('names the table wallet twice'))
  expect(found).toContainEqual(expect.stringContaining('the table gone'))
  expect(found).toContainEqual(expect.stringContaining('gives tables to nothing'))
})

test('the check of floors finds a floor for a domain that does not exist', () => {
  const root = grow({ 'server/domains/ledger/index.ts': something })
  const rules = { ...floors, domains: { ...floors.domains, floors: [['ledger'], ['dreams']] } }
  expect(phantoms(root, rules)).toEqual([expect.stringContaining('no domain dreams')])
})

test('the check of floors finds a module that keeps by Posy what others registered with it', () => {
  const root = grow({
    'server/domains/bank/a.ts': 'const matchers = new WeakMap<Posy, Matcher[]>()',
    'server/domains/bank/b.ts': 'export const book = (posy: Posy) => posy.hooks.bankMatchers',
  })
  expect(registries(root)).toEqual([expect.stringMatching(/^server\/domains\/bank\/a\.ts keeps by Posy/)])
  expect(registries(join(import.meta.dirname, '..'))).toEqual([])
})

test('the check of floors finds a door of more names than one can look through, and names that nothing but tests uses outside', () => {
  const names = Array.from({ length: 41 }, (_, index) => `name${index}`)
  const root = grow({
    'server/domains/ledger/index.ts': `export { ${names.join(', ')} } from './transfer.ts'`,
    'server/domains/wallets/a.ts': `import { ${names.join(', ')} } from '#server/domains/ledger/index.ts'`,
    'server/domains/teams/team/index.ts': `export { used, unused } from './team.ts'\nexport type { Unused } from './team.ts'`,
    'server/domains/teams/members/a.ts': `import { used } from '../team/index.ts'`,
    'server/domains/teams/members/a.test.ts': `import { unused } from '../team/index.ts'`,
    'server/testing/a.ts': `import { unused } from '#server/domains/teams/team/index.ts'`,
  })
  expect(doorViolations(root, floors)).toEqual([
    expect.stringContaining('server/domains/ledger/index.ts gives 41 names, more than 40'),
    expect.stringContaining('server/domains/teams/team/index.ts gives unused, which nothing outside uses'),
    expect.stringContaining('server/domains/teams/team/index.ts gives Unused, which nothing outside uses'),
  ])
})
