/** Debian's programs that tests and benches talk through: those that are there, or else installed now. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/**
 * @param {'haproxy' | 'pgbouncer'} name of the program and of its package
 * @returns {string | undefined} the path of one that can be run
 */
export const findProgram = (name) =>
  [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path))

/**
 * @param {'haproxy' | 'pgbouncer'} name
 * @returns {string | undefined} none where it is missing and cannot be installed
 */
export const ensureProgram = (name) => findProgram(name) ?? installProgram(name)

/** @param {'haproxy' | 'pgbouncer'} name */
function installProgram(name) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined
  console.log(`Installing ${name} (apt-get)…`)
  const apt = (/** @type {string[]} */ ...args) =>
    spawnSync('apt-get', args, { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
  apt('update', '-q')
  apt('install', '-y', '-q', '--no-install-recommends', name)
  return findProgram(name)
}
