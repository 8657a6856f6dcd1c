/**
 * Debian's programs that tests and benches talk through: those that are there, or else installed now.
 * `BARE_MACHINE=true` hides what a machine happens to have beside Node and npm, so that tests run everywhere as they would
 * there: what is only looked for is not found then. What a test is about is looked for and installed all the same.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

export const isBareMachine = () => process.env.BARE_MACHINE === 'true'

/**
 * @param {'haproxy' | 'pgbouncer' | 'patroni' | 'etcd'} name of the program and of its package
 * @returns {string | undefined} the path of one that can be run
 */
export const findProgram = (name) => (isBareMachine() ? undefined : installed(name))

const installed = (/** @type {string} */ name) =>
  [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path))

/**
 * @param {'haproxy' | 'pgbouncer' | 'patroni' | 'etcd'} name
 * @returns {string | undefined} none where it is missing and cannot be installed
 */
export function ensureProgram(name) {
  const found = installed(name)
  if (found) return found
  installPackages(name)
  return installed(name)
}

/**
 * Where this may be done; the first package that can be had is enough.
 * @param {string[]} names
 */
export function installPackages(...names) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  console.log(`Installing ${names[0]} (apt-get)…`)
  const apt = (/** @type {string[]} */ ...args) =>
    spawnSync('apt-get', args, { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
  apt('update', '-q')
  names.some((name) => apt('install', '-y', '-q', '--no-install-recommends', name).status === 0)
}
