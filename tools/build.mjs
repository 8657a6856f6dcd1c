/** `npm run build`: the web app, and a note of the sources it was built from so that `npm start` knows when to rebuild. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureInstalled, projectNode, root } from './bootstrap.mjs'

const sources = ['web', 'client', 'contract', 'kit', 'vite.config.ts', 'react-router.config.ts', 'package-lock.json']
const stamp = join(root, 'build/.sources')

export function webBuildIsCurrent() {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint()
}

export function buildWeb() {
  const before = fingerprint()
  console.log('Building the web app. This takes about a minute, and is done again only when its source changes.')
  const { status } = spawnSync(projectNode, ['node_modules/@react-router/dev/bin.cjs', 'build'], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'production' },
  })
  if (status !== 0) process.exit(status ?? 1)
  writeFileSync(stamp, before)
}

/** By content, not by date: a checkout or an unpacked archive says nothing true about dates. */
function fingerprint() {
  const hash = createHash('sha256')
  for (const source of sources) {
    for (const file of filesUnder(join(root, source))) hash.update(file.slice(root.length)).update(readFileSync(file))
  }
  return hash.digest('hex')
}

/**
 * @param {string} path a file or a folder
 * @returns {string[]}
 */
function filesUnder(path) {
  if (!existsSync(path)) return []
  if (!statSync(path).isDirectory()) return [path]
  const names = readdirSync(path).sort()
  return names.filter((name) => !name.includes('.test.')).flatMap((name) => filesUnder(join(path, name)))
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  ensureInstalled({ dev: true })
  buildWeb()
}
