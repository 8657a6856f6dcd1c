/** Processor time on Linux: what processes took, and how to give them little. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const ticksPerSecond = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))

/** What a PostgreSQL server in a folder has taken, in seconds. */
export const databaseSeconds = (folder: string): number =>
  processorSeconds(readFileSync(join(folder, 'data/postmaster.pid'), 'utf8').split('\n')[0]!)

/** What a process and those it has started, also the ended ones, have taken, in seconds. */
export function processorSeconds(main: string): number {
  const started = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && stat(name).parent === main)
  const { own, ended } = stat(main)
  return started.reduce((ticks, id) => ticks + stat(id).own, own + ended) / ticksPerSecond
}

/** Of a process: who started it, and the processors' ticks that it and its ended children took; 0 once it has ended itself. */
function stat(id: string): { parent?: string | undefined; own: number; ended: number } {
  try {
    const text = readFileSync(`/proc/${id}/stat`, 'utf8')
    // The third field, the state, follows the name, which may hold anything.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const [user, system, endedUser, endedSystem] = fields.slice(11, 15).map(Number) as [number, number, number, number]
    return { parent: fields[1], own: user + system, ended: endedUser + endedSystem }
  } catch {
    return { own: 0, ended: 0 }
  }
}

const PERIOD_US = 100_000
/** Of the first version of control groups, and of the second. */
const OLDER = '/sys/fs/cgroup/cpu'
const NEWER = '/sys/fs/cgroup'

/**
 * Holds a process to a share of one core, by a control group of its own: root alone may do that.
 * @returns what takes the group away once the process has ended
 */
export function holdTo(pid: number, share: number): () => void {
  const isOlder = existsSync(OLDER)
  const group = join(isOlder ? OLDER : NEWER, `posy-bench-${pid}`)
  mkdirSync(group)
  const quotaUs = share * PERIOD_US
  if (isOlder) writeFileSync(join(group, 'cpu.cfs_quota_us'), `${quotaUs}`)
  else writeFileSync(join(group, 'cpu.max'), `${quotaUs} ${PERIOD_US}`)
  writeFileSync(join(group, 'cgroup.procs'), `${pid}`)
  return () => rmdirSync(group)
}
