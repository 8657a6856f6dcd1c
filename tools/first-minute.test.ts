import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { root } from './bootstrap.mjs'
import { installTrouble } from './install-trouble.mjs'

/** What it takes to begin, as in a fresh clone. */
let clone: string
beforeAll(() => {
  clone = mkdtempSync(join(tmpdir(), 'posy-clone-'))
  for (const folder of ['tools', 'server/app']) mkdirSync(join(clone, folder), { recursive: true })
  const needed = ['start', 'bootstrap', 'build', 'node-version', 'install-trouble'].map((name) => `tools/${name}.mjs`)
  for (const file of ['package.json', 'package-lock.json', 'server/app/parent.mjs', ...needed])
    cpSync(join(root, file), join(clone, file))
})
afterAll(() => rmSync(clone, { recursive: true }))

const start = (env: Record<string, string> = {}, ...flags: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...flags, 'tools/start.mjs'], {
    cwd: clone,
    encoding: 'utf8',
    env: { ...process.env, ...env },
  })
  return { status, said: stdout, refusal: stderr }
}

describe('npm start in a fresh clone', () => {
  test('says in one sentence that Node is too old, and where a newer one is', () => {
    const older = `data:text/javascript,Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.10.0' } })`
    expect(start({}, '--import', older)).toEqual({
      status: 1,
      said: '',
      refusal:
        'Posy needs Node 20.11 or newer to begin with, and this is 20.10.0: install a newer one (https://nodejs.org), then run the same again.\n',
    })
  })

  test('says how long installing takes, and in one sentence that the registry cannot be reached', () => {
    const env = {
      npm_config_registry: 'http://127.0.0.1:9',
      npm_config_fetch_retries: '0',
      npm_config_cache: join(clone, 'cache'),
    }
    const { status, said, refusal } = start(env)
    expect(status).not.toBe(0)
    expect(said).toBe(
      'Installing dependencies (npm ci). This takes one to five minutes, by the network; the next start is quick.\n',
    )
    expect(refusal).toBe(
      'The registry of packages cannot be reached (http://127.0.0.1:9: ECONNREFUSED): check the network, and the proxy or mirror that npm is set to (npm config get registry), then run the same again.\n',
    )
  })
})

describe('an error of npm is explained in one sentence:', () => {
  test.each([
    [
      'a full disk',
      'npm error code ENOSPC\nnpm error syscall write\nnpm error errno -28\nnpm error nospc ENOSPC: no space left on device, write',
      /^The disk is full: free two gigabytes where \/srv\/posy is .+ then run the same again\.$/,
    ],
    [
      'a folder it may not write',
      "npm error code EACCES\nnpm error syscall mkdir\nnpm error path /srv/posy/node_modules\nnpm error errno -13\nnpm error Error: EACCES: permission denied, mkdir '/srv/posy/node_modules'\nnpm error     at async mkdir (node:internal/fs/promises:856:10)",
      /^npm may not write in \/srv\/posy\/node_modules: give this user the right to, then run the same again\.$/,
    ],
    [
      'a name that is not found',
      'npm error code ENOTFOUND\nnpm error network request to https://registry.npmjs.org/hono failed, reason: getaddrinfo ENOTFOUND registry.npmjs.org',
      /^The registry of packages cannot be reached \(https:\/\/registry\.npmjs\.org: ENOTFOUND\)/,
    ],
  ])('%s', (_, said, sentence) => expect(installTrouble(said, '/srv/posy')).toMatch(sentence))

  test('nothing is invented about what is not known', () => {
    expect(installTrouble('npm error code EUSAGE\nnpm error `npm ci` can only install …', '/srv/posy')).toBeNull()
  })
})
