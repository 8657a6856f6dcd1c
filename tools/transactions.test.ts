import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'vite'
import { expect, test } from 'vitest'
import { sourceFiles } from './imports.ts'

const root = join(import.meta.dirname, '..')
const TAKES_A_TRANSACTION = /:\s*(Work|Tx)$/
const OPENS_ONE = /^(transact|asSystem|command|(this|\w+)\.db\.transaction\(\)\.execute)$/

interface Range {
  start: number
  end: number
}

/** The lines that ask the pool for a connection while the transaction of their own function holds one. */
function secondConnections(source: string): number[] {
  const { program } = parseSync('x.ts', source)
  const text = ({ start, end }: Range) => source.slice(start, end)
  const within: Range[] = []
  const asked: Range[] = []
  const takeFunction = (each: Range & { params: Range[] }) => {
    if (each.params.some((one) => TAKES_A_TRANSACTION.test(text(one)))) within.push(each)
  }
  new Visitor({
    FunctionDeclaration: takeFunction,
    FunctionExpression: takeFunction,
    ArrowFunctionExpression: takeFunction,
    CallExpression({ callee, arguments: given }) {
      if (!OPENS_ONE.test(text(callee).replaceAll(/\s/g, ''))) return
      within.push(...given.filter(({ type }) => type === 'ArrowFunctionExpression'))
    },
    MemberExpression(each) {
      // What begins the transaction is where its connection comes from.
      if (/\bposy\.db$/.test(text(each)) && !source.startsWith('.transaction()', each.end)) asked.push(each)
    },
  }).visit(program)
  return asked
    .filter(({ start, end }) => within.some((each) => each.start < start && end < each.end))
    .map(({ start }) => source.slice(0, start).split('\n').length)
}

test('no transaction asks for a second connection, which the embedded database does not have and a busy pool may not give', () => {
  expect(secondConnections('async function f({ tx, posy }: Work) {\n  await count(posy.db)\n}')).toEqual([2])
  expect(secondConnections('transact(posy, cause, async (work) => {\n\n await count(work.posy.db) })')).toEqual([3])
  expect(secondConnections('const f = (posy: Posy, db: Db | Tx) => count(posy.db)')).toEqual([])
  const found = sourceFiles(root, ['server'])
    .filter((path) => !path.includes('.test.') && !path.startsWith('server/testing/'))
    .flatMap((path) => secondConnections(readFileSync(join(root, path), 'utf8')).map((line) => `${path}:${line}`))
  expect(found).toEqual([])
})
