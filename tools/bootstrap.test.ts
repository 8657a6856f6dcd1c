import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { isInstalled } from './bootstrap.mjs'

describe('the dependencies', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'bootstrap-'))
    mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true })
    writeFileSync(join(folder, 'node_modules/.bin/node'), '')
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  const lock = (file: string, packages: object) => writeFileSync(join(folder, file), JSON.stringify({ packages }))
  const product = { 'node_modules/hono': { version: '4.0.0' } }
  const tool = { 'node_modules/vitest': { version: '5.0.0', dev: true } }
  const otherPlatform = { 'node_modules/binding-other': { version: '1.0.0', optional: true } }

  test('are there when npm installed every version that the lock file names', () => {
    lock('package-lock.json', { '': {}, ...product, ...tool, ...otherPlatform })
    lock('node_modules/.package-lock.json', { ...product, ...tool })
    expect(isInstalled(folder, { dev: true })).toBe(true)
  })

  test('are missing in a fresh clone, and when a package is absent or of another version', () => {
    lock('package-lock.json', { '': {}, ...product })
    expect(isInstalled(folder, { dev: true })).toBe(false)
    lock('node_modules/.package-lock.json', {})
    expect(isInstalled(folder, { dev: true })).toBe(false)
    lock('node_modules/.package-lock.json', { 'node_modules/hono': { version: '3.9.9' } })
    expect(isInstalled(folder, { dev: true })).toBe(false)
  })

  test('need no tools in production', () => {
    lock('package-lock.json', { '': {}, ...product, ...tool })
    lock('node_modules/.package-lock.json', { ...product })
    expect(isInstalled(folder, { dev: false })).toBe(true)
    expect(isInstalled(folder, { dev: true })).toBe(false)
  })
})

describe("the project's Node", () => {
  const launch = (script: string) => {
    const code = `import { becomeProjectNode } from './tools/bootstrap.mjs'; becomeProjectNode(['-e', ${JSON.stringify(script)}])`
    return spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] })
  }

  test('ends its launcher with its own exit code', async () => {
    expect(await once(launch('process.exit(7)'), 'exit')).toEqual([7, null])
  })

  test.each(['SIGTERM', 'SIGINT'] as const)('is told of a %s, and may finish its work', async (signal) => {
    const launcher = launch(`
      process.on('${signal}', () => setImmediate(() => process.exit(3)))
      setInterval(() => {}, 1000)
      console.log('ready')`)
    await once(launcher.stdout, 'data')
    launcher.kill(signal)
    expect(await once(launcher, 'exit')).toEqual([3, null])
  })
})
