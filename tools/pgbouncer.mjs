/** The PgBouncer that a test talks through: one that is there, or else one installed now. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** @returns {string | undefined} the path of a PgBouncer that can be run; none where it is missing and cannot be installed */
export const ensurePgbouncer = () => findPgbouncer() ?? installPgbouncer()

const findPgbouncer = () =>
  [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
    .map((folder) => join(folder, 'pgbouncer'))
    .find((path) => existsSync(path))

function installPgbouncer() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined
  console.log('Installing PgBouncer (apt-get)…')
  const apt = (/** @type {string[]} */ ...args) =>
    spawnSync('apt-get', args, { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
  apt('update', '-q')
  apt('install', '-y', '-q', '--no-install-recommends', 'pgbouncer')
  return findPgbouncer()
}
