import { statfsSync } from 'node:fs'
import { StartError } from './start-error.ts'

const MB = 1024 * 1024
/** The embedded database writes its log in pieces of 16 MB, and one that finds no room for the next hangs. */
const NEEDED_MB = 100

/** @throws StartError where an embedded database in this folder would run out of disk as it starts */
export function requireFreeSpace(
  folder: string,
  stat: (path: string) => { bavail: number; bsize: number; blocks: number } = statfsSync,
) {
  const { bavail, bsize, blocks } = stat(folder)
  // Some file systems do not tell.
  if (blocks === 0) return
  const freeMb = Math.floor((bavail * bsize) / MB)
  if (freeMb >= NEEDED_MB) return
  throw new StartError(
    `The disk is full: ${freeMb} MB are free where ${folder} is (the setting DATA_DIR), and Posy needs ${NEEDED_MB}. Free some space, then start again.`,
  )
}
