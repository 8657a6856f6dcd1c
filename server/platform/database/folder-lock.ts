import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'

const alive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/**
 * Takes a lock file in a data folder and returns the function that releases it. A lock left by a process that
 * died is taken over; a living owner is named in the error.
 */
export function lockFolder(folder: string): () => void {
  const path = join(folder, 'posy.lock')
  for (let attempt = 0; ; attempt++) {
    try {
      const file = openSync(path, 'wx')
      writeSync(file, String(process.pid))
      closeSync(file)
      break
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || attempt > 3) throw error
      const owner = Number(readFileSync(path, 'utf8'))
      // The same number again after a restart in a container is this process itself: pids repeat there.
      if (owner && owner !== process.pid && alive(owner)) {
        throw new Error(
          `The data folder ${folder} is in use by process ${owner}. Stop it first, or set DATA_DIR or DATABASE_URL.`,
        )
      }
      rmSync(path, { force: true })
    }
  }
  const release = () => rmSync(path, { force: true })
  process.once('exit', release)
  return release
}
