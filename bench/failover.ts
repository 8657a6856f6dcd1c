/**
 * A database that takes over, `npm run failover`: Patroni with etcd, two PostgreSQL servers, HAProxy and PgBouncer by the
 * configuration that operators are given; three processes that sell, two of pages and three that work. Customers buy and
 * look at once for what they bought, while the replica is behind, falls and returns; the primary falls and returns; they
 * change places as planned; and etcd stands still. Ends with 1 where anything does not hold. It tells what is right, not
 * what is quick: all of it runs on one machine. Debian's programs are installed where they are missing and that may be done.
 *   FAILOVER_PER_SECOND (5)
 */
import { setTimeout as pause } from 'node:timers/promises'
import { ensurePostgresWithClients } from '#tools/postgres.mjs'
import { ensureProgram, findProgram, installPackages } from '#tools/programs.mjs'
import { type Databases, openDatabases, type Programs, programNames } from './failover/databases.ts'
import { openReader } from './failover/reader.ts'
import { balances, fundWallets } from './soak/compare.ts'
import { startCustomers } from './soak/customers.ts'
import type { Fault } from './soak/faults.ts'
import { type Installation, openInstallation } from './soak/installation.ts'
import { say, tell } from './soak/result.ts'

const perSecond = Number(process.env.FAILOVER_PER_SECOND || 5)
const WAIT_SECONDS = 120
/** How long each state is looked at. */
const LOOK_MS = 15_000

/** What is done to the databases; the second is what it leaves behind, after customers had a while with it. */
type Step = (
  databases: Databases,
  installation: Installation,
) => Promise<{ what: string; after?: () => unknown; isOutage?: true }>

const steps: Step[] = [
  async ({ replica }) => {
    const node = await replica()
    await node.query('select pg_wal_replay_pause()')
    return {
      what: 'the replica stands still behind the primary',
      after: () => node.query('select pg_wal_replay_resume()'),
    }
  },
  async ({ replica }) => {
    const node = await replica()
    node.crash()
    return { what: 'the replica falls', after: () => node.start(), isOutage: true }
  },
  async ({ primary }) => {
    const node = await primary()
    node.crash()
    return { what: 'the primary falls, and the replica takes over', after: () => node.start(), isOutage: true }
  },
  async (_, { apis, webs, workers }) => {
    for (const [unit] of [apis, webs, workers]) unit!.signal('SIGKILL')
    return { what: 'one process of each role is killed' }
  },
  async ({ primary }) => {
    await (await primary()).switchOver()
    return { what: 'they change places as planned', isOutage: true }
  },
  async ({ etcd }) => {
    etcd.kill('SIGSTOP')
    return { what: 'etcd stands still', after: () => etcd.kill('SIGCONT'), isOutage: true }
  },
]

async function takeSteps(databases: Databases, installation: Installation, confirmed: () => number): Promise<Fault[]> {
  const faults: Fault[] = []
  for (const step of steps) {
    const fromMs = performance.now()
    const { what, after, isOutage } = await step(databases, installation)
    await pause(LOOK_MS)
    await after?.()
    await databases.settled()
    const before = confirmed()
    for (let attempt = 0; confirmed() < before + 3 * perSecond && attempt < 600; attempt++) await pause(100)
    const span = { fromMs, untilMs: performance.now() }
    faults.push({ what, span, ...(isOutage && { outage: span }) })
    say(`${what}; ${confirmed() - before} purchases after it`)
    await pause(LOOK_MS)
  }
  return faults
}

function findPrograms(): Programs {
  if (!ensurePostgresWithClients()) throw new Error('PostgreSQL with its clients is needed: apt-get install postgresql')
  // Debian calls the package of etcd otherwise, and Patroni needs one more to speak to it.
  if (!findProgram('etcd')) installPackages('etcd-server')
  if (!findProgram('patroni')) installPackages('python3-etcd')
  const found = programNames.map((name) => [name, ensureProgram(name)] as const)
  const missing = found.flatMap(([name, path]) => (path ? [] : [name]))
  if (missing.length) throw new Error(`Not installed, and cannot be: ${missing.join(', ')}`)
  return Object.fromEntries(found) as Programs
}

// Each process that is started ends with this one.
process.setMaxListeners(30)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))
const programs = findPrograms()
say(
  `${perSecond} purchases a second; api × 3, web × 2, worker × 3; PostgreSQL × 2 under Patroni, by HAProxy and PgBouncer`,
)
const databases = await openDatabases(programs)
const installation = await openInstallation({
  ...{ databaseUrl: databases.primaryUrl, env: databases.env },
  ...{ apis: 3, webs: 2, workers: 3 },
})
try {
  await fundWallets(installation)
  const before = await balances(installation)
  const customers = await startCustomers(installation.url, perSecond)
  const reader = await openReader(installation, customers.log)
  const fromMs = performance.now()
  const confirmed = () => customers.log.orders.filter((order) => order.confirmed).length
  const faults = await takeSteps(databases, installation, confirmed)
  const untilMs = performance.now()
  await customers.stop(WAIT_SECONDS)
  const read = await reader.stop()
  const run = { log: customers.log, span: { fromMs, untilMs }, faults }
  const holds = await tell(installation, run, before, [
    [
      'purchases looked for at once',
      `${read.found}, by the replica ${read.byReplica}`,
      read.found > 0 && read.byReplica > 0,
    ],
    ['of these not found', String(read.missed), read.missed === 0],
    ['pages shown', String(read.pages), read.pages > 0],
  ])
  if (!holds) process.exitCode = 1
} finally {
  await installation.close()
  await databases.close()
}
process.exit()
