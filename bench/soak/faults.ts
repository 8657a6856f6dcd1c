import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { startServer, stopServer } from '#tools/postgres.mjs'
import type { SoakedInstallation, Unit } from './installation.ts'

/** From one moment to another, as `performance.now()` tells them. */
export interface Span {
  fromMs: number
  untilMs: number
}

export interface Fault {
  what: string
  span: Span
  /** While there was no database to be had. */
  outage?: Span
}

/** Numbers from 0 to 1, the same for the same seed. */
export function openRandom(seed: number): () => number {
  let state = seed >>> 0
  // mulberry32
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

type Work = (installation: SoakedInstallation, random: () => number) => Promise<Omit<Fault, 'span'>>

const pickRandom = (units: readonly Unit[], random: () => number): Unit => units[Math.floor(random() * units.length)]!
const secondsBetween = (least: number, most: number, random: () => number) =>
  Math.round(least + random() * (most - least))

/** It ends as a machine without memory ends it. */
const kill = async (unit: Unit) => {
  unit.signal('SIGKILL')
  return { what: `kill -9 ${unit.name}` }
}

/** It stands still with whatever it holds, and then continues as if nothing had happened. */
const freeze = async (unit: Unit, seconds: number) => {
  unit.signal('SIGSTOP')
  await pause(seconds * 1000)
  unit.signal('SIGCONT')
  return { what: `${unit.name} stands still for ${seconds} s` }
}

async function stopAndStart({ server }: SoakedInstallation, mode: 'immediate' | 'fast', awayMs: number): Promise<Span> {
  const fromMs = performance.now()
  stopServer(server, mode)
  await pause(awayMs)
  startServer(server)
  return { fromMs, untilMs: performance.now() }
}

const faults: Work[] = [
  async ({ apis }, random) => kill(pickRandom(apis, random)),
  async ({ workers }, random) => kill(pickRandom(workers, random)),
  async ({ apis, workers }, random) => {
    const pair = [pickRandom(apis, random), pickRandom(workers, random)]
    for (const unit of pair) unit.signal('SIGKILL')
    return { what: `kill -9 ${pair.map(({ name }) => name).join(' and ')}` }
  },
  async ({ apis }, random) => freeze(pickRandom(apis, random), secondsBetween(3, 12, random)),
  async ({ workers }, random) => freeze(pickRandom(workers, random), secondsBetween(5, 20, random)),
  async ({ apis, workers }) => {
    for (const unit of [...apis, ...workers]) await unit.restart()
    return { what: 'everything is restarted, one after the other' }
  },
  async (installation, random) => {
    const seconds = secondsBetween(0, 5, random)
    const outage = await stopAndStart(installation, 'immediate', seconds * 1000)
    return { what: `the database crashes and is away for ${seconds} s`, outage }
  },
  async (installation) => ({
    what: 'the database is restarted',
    outage: await stopAndStart(installation, 'fast', 0),
  }),
  async ({ databaseUrl }) => {
    const admin = new pg.Client({ connectionString: databaseUrl })
    await admin.connect()
    const { rowCount } = await admin.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
    )
    await admin.end()
    return { what: `the database drops its ${rowCount} connections` }
  },
  async ({ apis, workers }, random) => {
    const [unit, seconds] = [pickRandom([...apis, ...workers], random), secondsBetween(3, 8, random)]
    // Before it listens to the signal, it would be ended by it.
    await unit.ready()
    unit.signal('SIGUSR2')
    await pause(seconds * 1000)
    unit.signal('SIGUSR2')
    return { what: `${unit.name}’s clock is 90 s ahead for ${seconds} s` }
  },
]

/** All faults in an order drawn by lot, and then again: a run of some length meets each. */
export function openFaults(installation: SoakedInstallation, random: () => number): { next(): Promise<Fault> } {
  let left: Work[] = []
  return {
    next: async () => {
      if (left.length === 0) left = [...faults]
      const [fault] = left.splice(Math.floor(random() * left.length), 1)
      const fromMs = performance.now()
      const done = await fault!(installation, random)
      return { ...done, span: { fromMs, untilMs: performance.now() } }
    },
  }
}
