import { spawnSync } from 'node:child_process'
import { accessSync, constants, readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** The user that the pages have services run as. */
const NAME = 'posy'

/** Where users can be made and become another: elsewhere the one who runs the test is `posy` too, with nothing to prove about files. */
export const canMakeUsers = (): boolean =>
  process.getuid?.() === 0 && ['useradd', 'userdel', 'runuser'].every((name) => isRunnable(`/usr/sbin/${name}`))

const isRunnable = (path: string) => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** @returns null where there is no such user */
export function userIds(name: string): { uid: number; gid: number } | null {
  const [, uid, gid] = readFileSync('/etc/passwd', 'utf8').match(new RegExp(`^${name}:[^:]*:(\\d+):(\\d+):`, 'm')) ?? []
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : null
}

/**
 * `useradd` of a machine in a folder: it shares its users with the machine that it is on, so the page's user is made there,
 * where it is not there already, and has its home here.
 */
export const useradd = `#!/bin/sh
set -eu
[ "$1 $2 $4" = "--system --home-dir --create-home" ] && [ "$5" = ${NAME} ]
mkdir -p "$3"
${
  canMakeUsers()
    ? `id -u "$5" >/dev/null 2>&1 || /usr/sbin/useradd --system --home-dir /nonexistent --no-create-home "$5"
chown "$5:" "$3"`
    : ''
}
`

/** @returns takes the user away again that the pages made; one that was there stays */
export function rememberUser(): () => void {
  const wasThere = userIds(NAME) !== null
  return () => {
    if (!wasThere && userIds(NAME)) spawnSync('/usr/sbin/userdel', [NAME])
  }
}

/** Whether every user can go as far as this folder. */
export const isOpenToAll = (path: string): boolean =>
  (statSync(path).mode & constants.S_IXOTH) !== 0 && (dirname(path) === path || isOpenToAll(dirname(path)))
