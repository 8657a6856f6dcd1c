import { createHash, randomBytes } from 'node:crypto'
import {
  closeSync,
  constants,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { join, relative } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** Another process works in the data folder, in words for an operator. */
export class FolderInUse extends Error {}

interface LockOptions {
  /** Where a folder takes no sockets its processes show by a file that they live. */
  takesSockets?: boolean
  /** So long such a file is watched before its process counts as dead. */
  watchMs?: number
}

/** One process's sign of life in the folder, under a name that no other ever has. */
interface Sign {
  name: string
  remove(): void
}

const SIGN = /^posy-\w{9}-(\d+)-\w+\.(sock|beat)$/
const BEAT_MS = 1000
const WATCH_MS = 10_000
const LOOK_AGAIN_MS = 50
/** So long the first of several that start at once waits for the others to step back. */
const STEP_BACK_MS = 3000

/**
 * Takes a folder for this process and returns the function that gives it back. Each process shows a sign of life of its
 * own first and looks for those of others after that: of two, the second to show its sign sees the first. A sign is a
 * socket that listens in the folder: the kernel lets go of it with its process, whatever killed that, and it is seen from
 * every container on the folder, where numbers of processes repeat. Names are never used again, so what is dead can be
 * cleared away at any time.
 * @throws FolderInUse
 */
export async function lockFolder(
  folder: string,
  { takesSockets = true, watchMs = WATCH_MS }: LockOptions = {},
): Promise<() => void> {
  if (process.platform === 'win32') return lockByPipe(folder)
  refuseBesideOlderRelease(folder)
  const handle = openSync(folder, constants.O_RDONLY)
  try {
    const sign = ((takesSockets || null) && (await showSocket(folder, handle))) ?? showBeats(folder)
    try {
      await outlastOthers(folder, { handle, sign, watchMs })
    } catch (error) {
      sign.remove()
      throw error
    }
    return held(folder, () => sign.remove())
  } finally {
    closeSync(handle)
  }
}

async function outlastOthers(
  folder: string,
  { handle, sign, watchMs }: { handle: number; sign: Sign; watchMs: number },
): Promise<void> {
  const endMs = performance.now() + STEP_BACK_MS
  for (;;) {
    const others = await othersAlive(folder, { handle, sign, watchMs })
    if (others.length === 0) return
    // Names begin with the time: the person who was there first stays.
    const [first] = others.sort()
    if (first! < sign.name || performance.now() > endMs)
      throw inUse(folder, `another process (number ${first!.match(SIGN)![1]} where it runs)`)
    await pause(LOOK_AGAIN_MS)
  }
}

async function othersAlive(
  folder: string,
  { handle, sign, watchMs }: { handle: number; sign: Sign; watchMs: number },
): Promise<string[]> {
  const names = readdirSync(folder).filter((name) => SIGN.test(name) && name !== sign.name)
  const alive = await Promise.all(
    names.map((name) => (name.endsWith('.sock') ? answers(folder, handle, name) : beats(join(folder, name), watchMs))),
  )
  for (const [n, name] of names.entries()) if (!alive[n]) rmSync(join(folder, name), { force: true })
  return names.filter((_, n) => alive[n])
}

const newName = (): string =>
  `posy-${Date.now().toString(36).padStart(9, '0')}-${process.pid}-${randomBytes(6).toString('hex')}`

/** The longest address of a socket, in bytes, on Linux and macOS alike. */
const LONGEST_ADDRESS = 103

/** A socket's address is short, and a folder's path need not be. */
function socketPath(folder: string, handle: number, name: string): string | undefined {
  const path = join(folder, name)
  const ways = [path, relative(process.cwd(), path)]
  if (process.platform === 'linux') ways.push(`/proc/self/fd/${handle}/${name}`)
  return ways.find((way) => Buffer.byteLength(way) <= LONGEST_ADDRESS)
}

/** @returns null where the folder takes no sockets */
async function showSocket(folder: string, handle: number): Promise<Sign | null> {
  const name = `${newName()}.sock`
  const address = socketPath(folder, handle, `${name}.new`)
  if (!address) return null
  const server = await listening(address)
  if (!server) return null
  // Seen by others only now that it listens.
  renameSync(join(folder, `${name}.new`), join(folder, name))
  return {
    name,
    remove: () => {
      rmSync(join(folder, name), { force: true })
      server.close()
    },
  }
}

const listening = (address: string): Promise<Server | null> =>
  new Promise((resolve) => {
    const server = createServer((socket) => socket.destroy())
    server.once('error', () => resolve(null))
    server.listen(address, () => resolve(server))
    server.unref()
  })

/** Connecting is the kernel's answer: a process that stands still, or is busy, is there too. */
const answers = (folder: string, handle: number, name: string): Promise<boolean> =>
  new Promise((resolve) => {
    const address = socketPath(folder, handle, name)
    // Anyone who could not be reached from here may live.
    if (!address) return resolve(true)
    const socket = connect(address)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code !== 'ECONNREFUSED' && code !== 'ENOENT'))
  })

/**
 * A file that changes each second. The person who stood still for so long that another took the folder must write no
 * more.
 */
function showBeats(folder: string): Sign {
  const name = `${newName()}.beat`
  const path = join(folder, name)
  let count = 0
  writeFileSync(path, String(count), { flag: 'wx' })
  const timer = setInterval(() => {
    count += 1
    try {
      writeFileSync(path, String(count), { flag: 'r+' })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') return
      process.stderr.write(`Another process took the data folder ${folder} while this one stood still. It ends here.\n`)
      process.exit(1)
    }
  }, BEAT_MS)
  timer.unref()
  return {
    name,
    remove: () => {
      clearInterval(timer)
      rmSync(path, { force: true })
    },
  }
}

async function beats(path: string, watchMs: number): Promise<boolean> {
  const read = () => {
    try {
      return readFileSync(path, 'utf8')
    } catch {
      return null
    }
  }
  const first = read()
  for (const endMs = performance.now() + watchMs; performance.now() < endMs; await pause(LOOK_AGAIN_MS)) {
    const now = read()
    if (now !== first) return now !== null
    if (now === null) return false
  }
  return false
}

/** The system gives a pipe's name to one process, and takes it back when that ends. */
async function lockByPipe(folder: string): Promise<() => void> {
  const id = createHash('sha256').update(realpathSync(folder).toLowerCase()).digest('hex').slice(0, 32)
  const server = await listening(`\\\\.\\pipe\\posy-${id}`)
  if (!server) throw inUse(folder, 'another process')
  return held(folder, () => server.close())
}

/** Releases before this one look at a number in this file, and wrote it without an end of line. */
const numberFile = (folder: string): string => join(folder, 'posy.lock')

function refuseBesideOlderRelease(folder: string): void {
  let text = ''
  try {
    text = readFileSync(numberFile(folder), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  if (/^\d+$/.test(text) && Number(text) !== process.pid && isRunning(Number(text)))
    throw inUse(folder, `process ${text}`)
}

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function held(folder: string, letGo: () => void): () => void {
  writeFileSync(numberFile(folder), `${process.pid}\n`)
  const release = () => {
    process.off('exit', release)
    rmSync(numberFile(folder), { force: true })
    letGo()
  }
  process.once('exit', release)
  return release
}

const inUse = (folder: string, by: string): FolderInUse =>
  new FolderInUse(
    `The data folder ${folder} is in use by ${by}. Stop it first, or set DATA_DIR to another folder, or use PostgreSQL (DATABASE_URL).`,
  )
