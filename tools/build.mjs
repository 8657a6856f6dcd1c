/**
 * `npm run build`: the web app and the server's program, each with a note of the sources it was built from, so that what
 * uses it knows whether it is current.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureInstalled, projectNode, root } from './bootstrap.mjs'

/** Not in `build`, which the web app's build empties. */
export const PROGRAM_FOLDER = join(root, '.program')

const builds = {
  web: {
    folder: join(root, 'build'),
    sources: ['web', 'client', 'contract', 'kit', 'vite.config.ts', 'react-router.config.ts', 'package-lock.json'],
    besides: undefined,
    command: ['node_modules/@react-router/dev/bin.cjs', 'build'],
    says: 'Building the web app. This takes about a minute, and is done again only when its source changes.',
  },
  program: {
    folder: PROGRAM_FOLDER,
    sources: ['server', 'contract', 'kit', 'tools/bundle.mjs', 'package-lock.json'],
    // Read where they lie.
    besides: /\.(ttf|gz)$/,
    command: ['tools/bundle.mjs'],
    says: 'Putting the server together.',
  },
}
/** @typedef {keyof typeof builds} Build */

const stamp = (/** @type {Build} */ name) => join(builds[name].folder, '.sources')

/** @param {Build} name */
export function isBuilt(name) {
  return existsSync(stamp(name)) && readFileSync(stamp(name), 'utf8') === fingerprint(name)
}

/** @param {Build} name */
export function build(name) {
  const before = fingerprint(name)
  const { folder, command, says } = builds[name]
  console.log(says)
  mkdirSync(folder, { recursive: true })
  const { status } = spawnSync(projectNode, command, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'production' },
  })
  if (status !== 0) process.exit(status ?? 1)
  writeFileSync(stamp(name), before)
}

/** @type {Set<Build>} */
const seen = new Set()

/**
 * For tests, whose sources stay as they are: looked at once in a process.
 * @param {Build[]} names
 */
export function ensureBuilt(...names) {
  for (const name of names) {
    if (!seen.has(name) && !isBuilt(name)) build(name)
    seen.add(name)
  }
}

/**
 * The server or the operator's command: as it is built, or where that is not current, its source.
 * @param {'main' | 'cli'} name
 */
export const program = (name) => (isBuilt('program') ? `.program/${name}.mjs` : `server/app/${name}.ts`)

/**
 * By content, not by date: a checkout or an unpacked archive says nothing true about dates.
 * @param {Build} name
 */
function fingerprint(name) {
  const hash = createHash('sha256')
  const { sources, besides } = builds[name]
  for (const source of sources) {
    for (const file of filesUnder(join(root, source))) {
      if (!besides?.test(file)) hash.update(file.slice(root.length)).update(readFileSync(file))
    }
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
  build('web')
  build('program')
}
