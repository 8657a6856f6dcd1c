/**
 * A long run under faults, `npm run soak`: customers buy through HAProxy from two processes of each role over PostgreSQL,
 * one order in three is mailed, and every minute something breaks: a process is killed, stands still, is restarted or has
 * its clock set; the database crashes, is restarted, or drops its connections. In the end the customers' log is compared
 * with the database. Ends with 1 where anything does not hold. Where HAProxy is not installed and cannot be, a stand-in
 * takes its routes, and it is said.
 *   SOAK_MINUTES (20), SOAK_PER_SECOND (15), SOAK_FAULT_SECONDS (60), SOAK_SEED (drawn, and printed)
 */
import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { ensureProgram } from '#tools/programs.mjs'
import { balances, fundWallets } from './soak/compare.ts'
import { startCustomers } from './soak/customers.ts'
import { type Fault, openFaults, openRandom } from './soak/faults.ts'
import { openSoakedInstallation, type SoakedInstallation } from './soak/installation.ts'
import { type Run, say, tell } from './soak/result.ts'

const setting = (name: string, otherwise: number) => Number(process.env[name] || otherwise)
const minutes = setting('SOAK_MINUTES', 20)
const perSecond = setting('SOAK_PER_SECOND', 15)
const faultSeconds = setting('SOAK_FAULT_SECONDS', 60)
const seed = setting('SOAK_SEED', randomInt(2 ** 32))

/** For orders that are under way when the last one has started. */
const WAIT_SECONDS = 120
const clockTime = (ms: number) => new Date(ms).toISOString().slice(14, 19)

async function run(installation: SoakedInstallation): Promise<Run> {
  const customers = await startCustomers(installation.url, perSecond)
  const fromMs = performance.now()
  const endMs = fromMs + minutes * 60_000
  const { next } = openFaults(installation, openRandom(seed))
  const faults: Fault[] = []
  // The last fault leaves time to see how it continued; one that takes longer than that puts the next off.
  let dueMs = fromMs + faultSeconds * 1000
  while (dueMs < endMs - faultSeconds * 500) {
    await pause(dueMs - performance.now())
    const fault = await next()
    faults.push(fault)
    say(`${clockTime(fault.span.fromMs - fromMs)}  ${fault.what}`)
    dueMs = Math.max(dueMs + faultSeconds * 1000, performance.now() + faultSeconds * 500)
  }
  await pause(Math.max(0, endMs - performance.now()))
  const untilMs = performance.now()
  await customers.stop(WAIT_SECONDS)
  return { log: customers.log, span: { fromMs, untilMs }, faults }
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))
const haproxy = ensureProgram('haproxy')
say(
  `${perSecond} purchases a second for ${minutes} min through ${haproxy ? 'HAProxy' : 'a stand-in: HAProxy is not installed and is left out'}; api × 2, worker × 2; a fault every ${faultSeconds} s; SOAK_SEED=${seed}`,
)
const installation = await openSoakedInstallation()
try {
  await fundWallets(installation)
  const before = await balances(installation)
  const holds = await tell(installation, await run(installation), before)
  if (!holds) process.exitCode = 1
} finally {
  await installation.close()
}
