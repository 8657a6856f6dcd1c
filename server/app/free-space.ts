import { existsSync, statfsSync } from 'node:fs'
import { StartError } from './start-error.ts'

const MB = 1024 * 1024
/** The embedded database writes its log in pieces of 16 MB, and one that finds no room for the next hangs. */
const NEEDED_MB = 100

export type Stat = (path: string) => { bavail: number; bsize: number; blocks: number }

/** Of a folder that is not there, as where all is in memory, there is nothing to tell. */
const askSystem: Stat = (path) => (existsSync(path) ? statfsSync(path) : { bavail: 0, bsize: 0, blocks: 0 })

/** Bytes that are free where a folder is; null where its file system does not tell. */
export function freeBytes(folder: string, stat: Stat = askSystem): number | null {
  const { bavail, bsize, blocks } = stat(folder)
  return blocks === 0 ? null : bavail * bsize
}

/** Less than one piece of its log: an embedded database takes no more writes. */
export const TOO_FULL_BYTES = 16 * MB

/** @throws StartError where an embedded database in this folder would run out of disk as it starts */
export function requireFreeSpace(folder: string, stat: Stat = askSystem) {
  const free = freeBytes(folder, stat)
  if (free === null) return
  const freeMb = Math.floor(free / MB)
  if (freeMb >= NEEDED_MB) return
  throw new StartError(
    `The disk is full: ${freeMb} MB are free where ${folder} is (the setting DATA_DIR), and Posy needs ${NEEDED_MB}. Free some space, then start again.`,
  )
}
