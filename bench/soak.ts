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
import { balances, compare, longestGapMs } from './soak/compare.ts'
import { type CustomersLog, startCustomers, unexpectedAnswers } from './soak/customers.ts'
import { type Fault, openFaults, openRandom, type Span } from './soak/faults.ts'
import { type Installation, openInstallation } from './soak/installation.ts'
import { median } from './support.ts'

const setting = (name: string, otherwise: number) => Number(process.env[name] || otherwise)
const minutes = setting('SOAK_MINUTES', 20)
const perSecond = setting('SOAK_PER_SECOND', 15)
const faultSeconds = setting('SOAK_FAULT_SECONDS', 60)
const seed = setting('SOAK_SEED', randomInt(2 ** 32))

const LONGEST_GAP_SECONDS = 5
/** For orders that are under way when the last one has started. */
const WAIT_SECONDS = 120
const WALLETS = ['HGDEMO0401', 'HGDEMO0403', 'HGDEMO0404', 'HGDEMO0405']

const say = (text: string) => process.stdout.write(`${text}\n`)
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
const clockTime = (ms: number) => new Date(ms).toISOString().slice(14, 19)

async function fund(installation: Installation): Promise<void> {
  for (const reference of WALLETS) {
    const words = ['--reference', reference, '--amount-pence', '500000000', '--line', `soak-${reference}`]
    const { code, output } = await installation.operate('bank', 'receive', ...words)
    if (code !== 0) throw new Error(output)
  }
}

interface Run {
  log: CustomersLog
  span: Span
  faults: Fault[]
}

async function run(installation: Installation): Promise<Run> {
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

/** What each fault did to those who bought, until the next. */
function printFaults({ span, faults }: Run, moments: readonly number[], outages: readonly Span[]): void {
  say('\nfault                                                    longest gap   the database’s own outage')
  for (const [at, { what, span: own, outage }] of faults.entries()) {
    const since = { fromMs: own.fromMs, untilMs: faults[at + 1]?.span.fromMs ?? span.untilMs }
    const gap = seconds(longestGapMs(moments, since, outages))
    say(`${what.padEnd(56)} ${gap.padStart(11)}   ${outage ? seconds(outage.untilMs - outage.fromMs) : '–'}`)
  }
}

function printFigures({ log, span }: Run): void {
  const waits = log.orders
    .flatMap(({ startedMs, confirmed }) => (confirmed ? [confirmed.atMs - startedMs] : []))
    .toSorted((a, b) => a - b)
  const answers = [...log.answers]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([status, count]) => `${status} × ${count}`)
  const lasted = (span.untilMs - span.fromMs) / 1000
  for (const [what, value] of [
    ['orders started', `${log.orders.length}, ${(log.orders.length / lasted).toFixed(1)} a second`],
    ['of these tried more than once', String(log.orders.filter(({ tries }) => tries > 1).length)],
    ['answers', answers.join(', ')],
    ['from order to confirmation, median', `${Math.round(median(waits))} ms`],
    ['the same, 95 of 100 within', seconds(waits[Math.floor(waits.length * 0.95)]!)],
    ['the same, longest', seconds(waits.at(-1)!)],
  ])
    say(`${what!.padEnd(44)} ${value}`)
}

/** @returns whether everything holds */
async function tell(installation: Installation, done: Run, before: Map<string, number>): Promise<boolean> {
  const moments = done.log.orders.flatMap(({ confirmed }) => (confirmed ? [confirmed.atMs] : []))
  const outages = done.faults.flatMap(({ outage }) => outage ?? [])
  printFaults(done, moments, outages)
  say('')
  printFigures(done)
  const found = await compare(installation, done.log, before)
  const books = await installation.operate('reconcile')
  const gapSeconds = longestGapMs(moments, done.span, outages) / 1000
  const unexpected = unexpectedAnswers(done.log)
  say(`${'mailed again under the same Message-ID'.padEnd(44)} ${found.mailedAgain}\n`)
  const guarantees: [what: string, found: string, holds: boolean][] = [
    ['orders never confirmed', String(found.unanswered), found.unanswered === 0],
    ['purchases lost', String(found.lost), found.lost === 0],
    ['purchases, payments or gifts twice', String(found.twice), found.twice === 0],
    ['purchases left unfinished', String(found.unfinished), found.unfinished === 0],
    ['wallets that hold another sum', String(found.walletsOff), found.walletsOff === 0],
    ['receivers not mailed', String(found.notMailed), found.notMailed === 0],
    ['receivers mailed two different messages', String(found.mailedTwice), found.mailedTwice === 0],
    ['jobs given up', String(found.jobsGivenUp), found.jobsGivenUp === 0],
    ['posy reconcile', books.output.trim().split('\n').at(-1) ?? '', books.code === 0],
    ['answers that no customer repeats', unexpected.join(', ') || '0', unexpected.length === 0],
    [
      `longest gap but for outages, ≤ ${LONGEST_GAP_SECONDS} s`,
      `${gapSeconds.toFixed(1)} s`,
      gapSeconds <= LONGEST_GAP_SECONDS,
    ],
  ]
  for (const [what, value, holds] of guarantees)
    say(`${what.padEnd(44)} ${value.padEnd(28)} ${holds ? 'holds' : 'DOES NOT HOLD'}`)
  if (books.code !== 0) say(books.output)
  return guarantees.every(([, , holds]) => holds)
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))
const haproxy = ensureProgram('haproxy')
say(
  `${perSecond} purchases a second for ${minutes} min through ${haproxy ? 'HAProxy' : 'a stand-in: HAProxy is not installed and is left out'}; api × 2, worker × 2; a fault every ${faultSeconds} s; SOAK_SEED=${seed}`,
)
const installation = await openInstallation()
try {
  await fund(installation)
  const before = await balances(installation)
  const holds = await tell(installation, await run(installation), before)
  if (!holds) process.exitCode = 1
} finally {
  await installation.close()
}
