import { readFileSync } from 'node:fs'
import type { Posy } from '#e2e/support/posy.ts'
import { operate } from '#e2e/support/processes.ts'
import { demo } from '#server/app/demo/ids.ts'
import { startPostgres } from '#tools/postgres.mjs'

/** Where benchmarks run: a throwaway PostgreSQL with fsync on, or the one BENCH_DATABASE_URL names. */
export async function benchServer(): Promise<{ url: string; folder?: string; stop: () => void }> {
  const url = process.env.BENCH_DATABASE_URL
  if (url) return { url, stop: () => {} }
  const started = await startPostgres()
  return { url: started.url, folder: started.control.folder, stop: started.stop }
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** `clients` loops of `once` side by side for `seconds`; the runs completed per second. */
export async function throughput(clients: number, seconds: number, once: (client: number) => Promise<unknown>) {
  const start = performance.now()
  const end = start + seconds * 1000
  let done = 0
  const loop = async (client: number) => {
    while (performance.now() < end) {
      await once(client)
      done++
    }
  }
  await Promise.all(Array.from({ length: clients }, (_, client) => loop(client)))
  return (done * 1000) / (performance.now() - start)
}

/**
 * Runs every contestant once per round, one after the other, so that a noisy machine is unfair to none.
 * @returns each contestant's figures, one per round
 */
export async function interleave<N extends string>(rounds: number, contestants: Record<N, () => Promise<number>>) {
  const names = Object.keys(contestants) as N[]
  const figures = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<N, number[]>
  for (let round = 0; round < rounds; round++) {
    // The order turns, so that none always runs on the other's heels.
    for (const name of round % 2 === 0 ? names : names.toReversed()) figures[name].push(await contestants[name]())
  }
  return figures
}

/** A figure with what was aimed at beside it. */
export function report(
  what: string,
  values: readonly number[],
  unit: string,
  aim?: { atLeast?: number; atMost?: number },
) {
  const digits = median(values) < 10 ? 2 : 0
  const shown = (value: number) => value.toFixed(digits)
  const range = values.length > 1 ? ` (${shown(Math.min(...values))}–${shown(Math.max(...values))})` : ''
  const met = median(values) >= (aim?.atLeast ?? -Infinity) && median(values) <= (aim?.atMost ?? Infinity)
  const bound = aim?.atLeast !== undefined ? `≥ ${aim.atLeast}` : `≤ ${aim?.atMost}`
  const verdict = aim ? `   aim ${bound} ${unit}: ${met ? 'met' : 'MISSED'}` : ''
  console.log(`${what.padEnd(44)} ${shown(median(values)).padStart(8)} ${unit}${range}${verdict}`)
}

/** Puts enough into Acme's main wallet for any bench. */
export async function fundMainWallet(posy: Posy, token: string): Promise<void> {
  const { body } = await posy.call('GET', `/api/v2/teams/${demo.teams.acme}/wallets`, { token })
  const wallet = body.data.find((each: { id: string }) => each.id === demo.wallets.acmeMain)
  // More than one operator may book alone.
  const { code, output } = await operate(
    { ...posy.env, SECOND_OPERATOR_ABOVE: '100000000' },
    'bank',
    'receive',
    '--reference',
    wallet.referenceId,
    '--amount-pence',
    '900000000',
    '--line',
    'bench',
  )
  if (code !== 0) throw new Error(output)
}

/** What a process holds in memory, in megabytes; NaN where there is no /proc. */
export function residentMegabytes(pid: number): number {
  try {
    const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))!
    return Number(kilobytes) / 1024
  } catch {
    return Number.NaN
  }
}
