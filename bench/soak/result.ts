import { compare, longestGapMs } from './compare.ts'
import { type CustomersLog, unexpectedAnswers } from './customers.ts'
import type { Fault, Span } from './faults.ts'
import type { Installation } from './installation.ts'

const LONGEST_GAP_SECONDS = 5

export const say = (text: string) => process.stdout.write(`${text}\n`)
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

export interface Run {
  log: CustomersLog
  span: Span
  faults: Fault[]
}

/** What someone sees at a glance: what it is, what was found, whether it holds. */
export type Guarantee = [what: string, found: string, holds: boolean]

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
    ['from order to confirmation, median', `${Math.round(waits[Math.floor(waits.length / 2)]!)} ms`],
    ['the same, 95 of 100 within', seconds(waits[Math.floor(waits.length * 0.95)]!)],
    ['the same, longest', seconds(waits.at(-1)!)],
  ])
    say(`${what!.padEnd(44)} ${value}`)
}

/**
 * Compares what customers wrote down with what is there, and says what it finds.
 * @param more what else was looked at
 * @returns whether everything holds
 */
export async function tell(
  installation: Installation,
  done: Run,
  before: Map<string, number>,
  more: readonly Guarantee[] = [],
): Promise<boolean> {
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
  const guarantees: Guarantee[] = [
    ['orders never confirmed', String(found.unanswered), found.unanswered === 0],
    ['purchases lost', String(found.lost), found.lost === 0],
    ['purchases, payments or gifts twice', String(found.twice), found.twice === 0],
    ['purchases left unfinished', String(found.unfinished), found.unfinished === 0],
    ['wallets that hold another sum', String(found.walletsOff), found.walletsOff === 0],
    ['receivers not mailed', String(found.notMailed), found.notMailed === 0],
    ['receivers mailed two different messages', String(found.mailedTwice), found.mailedTwice === 0],
    ['jobs given up', String(found.jobsGivenUp), found.jobsGivenUp === 0],
    ['posy reconcile', books.output.trim().split('\n').at(-1) ?? '', books.code === 0],
    ...more,
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
