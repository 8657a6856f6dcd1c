import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from './bootstrap.mjs'

/** A checkout with a server of one file, and tools that put nothing together. */
let checkout: string
beforeAll(() => {
  checkout = mkdtempSync(join(tmpdir(), 'posy-build-'))
  for (const folder of ['tools', 'server/app', 'node_modules/.bin'])
    mkdirSync(join(checkout, folder), { recursive: true })
  const needed = ['bootstrap', 'build', 'node-version', 'install-trouble'].map((name) => `tools/${name}.mjs`)
  for (const file of ['server/app/parent.mjs', ...needed]) cpSync(join(root, file), join(checkout, file))
  symlinkSync(process.execPath, join(checkout, 'node_modules/.bin/node'))
  write('tools/bundle.mjs', '')
  write('server/app/main.ts', 'one')
})
afterAll(() => rmSync(checkout, { recursive: true }))

const write = (path: string, content: string) => writeFileSync(join(checkout, path), content)
const run = (code: string): string =>
  spawnSync(
    process.execPath,
    ['--input-type=module', '-e', `import { build, program } from './tools/build.mjs'; ${code}`],
    {
      cwd: checkout,
      encoding: 'utf8',
    },
  ).stdout.trim()
const started = () => run(`console.log(program('main'))`)

test('a start runs the program that was built only while it is of the very source there is', () => {
  expect(started()).toBe('server/app/main.ts')
  run(`build('program')`)
  expect(started()).toBe('.program/main.mjs')
  write('server/app/main.test.ts', 'a test is no part of it')
  expect(started()).toBe('.program/main.mjs')
  write('server/app/main.ts', 'two')
  expect(started()).toBe('server/app/main.ts')
  write('server/app/main.ts', 'one')
  expect(started()).toBe('.program/main.mjs')
})
