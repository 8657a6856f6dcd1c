import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chownSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { until } from '#e2e/support/processes.ts'
import { freePort, installedBinaries } from '#tools/postgres.mjs'

/** The user with no rights on any Unix: PostgreSQL and PgBouncer refuse to run as root. */
const UNPRIVILEGED = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}
/** As the shipped configuration says it. */
const PASSWORD = 'CHANGE-ME'
/** A server that fell is rewound or copied, on a machine that has much else to do. */
const PATIENCE_SECONDS = 180

export const programNames = ['patroni', 'etcd', 'haproxy', 'pgbouncer'] as const
export type Programs = Record<(typeof programNames)[number], string>

/** Two PostgreSQL servers under Patroni, with etcd, and the addresses by which HAProxy and PgBouncer lead to them. */
export interface Databases {
  /** Settings of Posy's processes. */
  env: { DATABASE_URL: string; DATABASE_DIRECT_URL: string; DATABASE_READ_URL: string; DATABASE_POOLER: string }
  /** By HAProxy, as a superuser. */
  primaryUrl: string
  etcd: ChildProcess
  primary(): Promise<DatabaseNode>
  replica(): Promise<DatabaseNode>
  /** Each has its place again, and what is confirmed is on both. */
  settled(): Promise<void>
  close(): Promise<void>
}

interface DatabaseNode {
  name: string
  /** As its superuser. */
  query(sql: string): Promise<pg.QueryResult>
  start(): void
  /** Patroni and PostgreSQL end as on a machine that loses its power. */
  crash(): void
  /** Asks Patroni. */
  switchOver(): Promise<void>
  is(path: 'primary' | 'replica' | 'sync'): Promise<boolean>
  stop(): Promise<void>
}

export async function openDatabases(programs: Programs): Promise<Databases> {
  const folder = mkdtempSync(join(tmpdir(), 'posy-failover-'))
  own(folder)
  const children: ChildProcess[] = []
  const run = (name: string, command: string, ...args: string[]): ChildProcess => {
    const log = openSync(join(folder, `${name}.log`), 'a')
    // Patroni writes passwords to its user's home.
    const env = { ...process.env, HOME: folder }
    const child = spawn(command, args, { cwd: folder, env, stdio: ['ignore', log, log], ...UNPRIVILEGED })
    children.push(child)
    return child
  }
  process.once('exit', () => {
    for (const child of children) child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })
  const [etcdPort, etcdPeers, primaryPort, replicaPort, poolPort, ...ports] = (await Promise.all(
    Array.from({ length: 9 }, freePort),
  )) as [number, number, number, number, number, ...number[]]
  const etcd = run(
    ...['etcd', programs.etcd, '--data-dir', join(folder, 'etcd')],
    ...['--listen-client-urls', local(etcdPort), '--advertise-client-urls', local(etcdPort)],
    ...['--listen-peer-urls', local(etcdPeers), '--initial-advertise-peer-urls', local(etcdPeers)],
    ...['--initial-cluster', `default=${local(etcdPeers)}`],
  )
  const places = [
    { name: 'db1', port: ports[0]!, restPort: ports[1]! },
    { name: 'db2', port: ports[2]!, restPort: ports[3]! },
  ]
  const nodes = places.map((place) => openNode(place, { folder, etcdPort, run, patroni: programs.patroni }))
  const find = async (role: 'primary' | 'replica'): Promise<DatabaseNode> => {
    let found: DatabaseNode | undefined
    await until(PATIENCE_SECONDS, async () => {
      for (const node of nodes) if (await node.is(role)) found = node
      return found !== undefined
    })
    return found!
  }
  const settled = () =>
    until(
      PATIENCE_SECONDS,
      async () => (await nodes[0]!.is('sync')) !== (await nodes[1]!.is('sync')) && (await find('primary')) !== null,
      () =>
        `no replica follows the primary:\n${places.map(({ name }) => tail(join(folder, `${name}.log`))).join('\n')}`,
    )
  nodes[0]!.start()
  const first = await find('primary')
  nodes[1]!.start()
  await settled()
  await first.query('create database posy')
  run(
    'haproxy',
    programs.haproxy,
    '-db',
    '-f',
    write(folder, 'haproxy.cfg', haproxyConfiguration(places, primaryPort, replicaPort)),
  )
  write(folder, 'userlist.txt', `"postgres" "${PASSWORD}"\n`)
  run(
    'pgbouncer',
    programs.pgbouncer,
    write(folder, 'pgbouncer.ini', pgbouncerConfiguration(folder, primaryPort, poolPort)),
  )
  const primaryUrl = urlAt(primaryPort, 'posy')
  await until(60, () => answers(urlAt(poolPort, 'posy')))
  return {
    env: {
      ...{ DATABASE_URL: urlAt(poolPort, 'posy'), DATABASE_POOLER: 'transaction' },
      ...{ DATABASE_DIRECT_URL: primaryUrl, DATABASE_READ_URL: urlAt(replicaPort, 'posy') },
    },
    ...{ primaryUrl, etcd, settled, primary: () => find('primary'), replica: () => find('replica') },
    close: async () => {
      etcd.kill('SIGCONT')
      await Promise.all(nodes.map((node) => node.stop()))
      for (const child of children) child.kill('SIGTERM')
    },
  }
}

interface Place {
  name: string
  port: number
  restPort: number
}

interface Around {
  folder: string
  etcdPort: number
  patroni: string
  run: (name: string, command: string, ...args: string[]) => ChildProcess
}

function openNode({ name, port, restPort }: Place, { folder, etcdPort, patroni, run }: Around): DatabaseNode {
  const data = join(folder, name)
  const configuration = readFileSync('deploy/patroni/patroni.yml', 'utf8')
    .replace('name: db1', `name: ${name}`)
    .replaceAll('10.0.0.1:8008', `127.0.0.1:${restPort}`)
    .replaceAll('10.0.0.1:5432', `127.0.0.1:${port}`)
    .replace(/hosts: .*/, `hosts: 127.0.0.1:${etcdPort}`)
    .replaceAll('10.0.0.0/24', '127.0.0.1/32')
    .replace('/var/lib/postgresql/posy', data)
    .replace('/usr/lib/postgresql/15/bin', dirname(realpathSync(join(installedBinaries()[0]!, 'postgres'))))
    // Their sockets stand beside them: Debian's folder belongs to Debian's own server.
    .replace('  pg_hba:', `  parameters:\n    unix_socket_directories: ${folder}\n  pg_hba:`)
  const file = write(folder, `${name}.yml`, configuration)
  const restUrl = `http://127.0.0.1:${restPort}`
  let child: ChildProcess | null = null
  return {
    name,
    query: async (sql) => {
      const client = new pg.Client({ connectionString: urlAt(port, 'postgres') })
      await client.connect()
      return client.query(sql).finally(() => client.end())
    },
    start: () => {
      child = run(name, patroni, file)
    },
    crash: () => {
      child?.kill('SIGKILL')
      const pidFile = join(data, 'postmaster.pid')
      if (existsSync(pidFile)) process.kill(Number(readFileSync(pidFile, 'utf8').split('\n')[0]), 'SIGQUIT')
    },
    switchOver: async () => {
      const body = JSON.stringify({ leader: name })
      const answer = await fetch(`${restUrl}/switchover`, { method: 'POST', body })
      if (!answer.ok) throw new Error(`Patroni answers ${answer.status} ${await answer.text()}`)
    },
    is: (path) =>
      fetch(`${restUrl}/${path}`, { signal: AbortSignal.timeout(2000) }).then(
        ({ ok }) => ok,
        () => false,
      ),
    stop: async () => {
      if (!child || child.exitCode !== null || child.signalCode !== null) return
      const exited = once(child, 'exit')
      child.kill('SIGTERM')
      await exited
    },
  }
}

function haproxyConfiguration([one, two]: Place[], primaryPort: number, replicaPort: number): string {
  const server = ({ port, restPort }: Place) => `127.0.0.1:${port} port ${restPort}`
  return readFileSync('deploy/patroni/haproxy.cfg', 'utf8')
    .replace('127.0.0.1:5000', `127.0.0.1:${primaryPort}`)
    .replace('127.0.0.1:5001', `127.0.0.1:${replicaPort}`)
    .replaceAll('10.0.0.1:5432', server(one!))
    .replaceAll('10.0.0.2:5432', server(two!))
}

const pgbouncerConfiguration = (folder: string, primaryPort: number, poolPort: number): string =>
  readFileSync('deploy/pgbouncer.ini', 'utf8')
    .replace(/^posy = .*$/m, `posy = host=127.0.0.1 port=${primaryPort} dbname=posy`)
    .replace('listen_port = 6432', `listen_port = ${poolPort}`)
    .replace('/etc/pgbouncer/userlist.txt', join(folder, 'userlist.txt'))

const local = (port: number) => `http://127.0.0.1:${port}`
const urlAt = (port: number, database: string) => `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/${database}`
const tail = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8').slice(-3000) : '')

function own(path: string): void {
  const { uid, gid } = UNPRIVILEGED
  if (uid !== undefined) chownSync(path, uid, gid!)
}

function write(folder: string, name: string, text: string): string {
  const file = join(folder, name)
  writeFileSync(file, text, { mode: 0o600 })
  own(file)
  return file
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  return client.connect().then(
    () => client.end().then(() => true),
    () => false,
  )
}
