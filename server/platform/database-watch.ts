import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { WallClock } from './clock.ts'
import { type Db, postgresTypes } from './database/database.ts'
import { databaseErrorText } from './database/errors.ts'
import type { Database } from './database/schema.ts'

/**
 * Connections beside the pool, for what must answer when the pool does not: whether the database is there, what time it
 * has, and the figures an operator watches.
 */
export interface DatabaseWatch {
  /** The database's time: this machine's clock is not asked, so that processes agree about leases and due work. */
  readonly wall: WallClock
  /** For reading figures; a query that takes long is given up. */
  readonly db: Db
  /** How far this machine's clock is ahead of the database's, as last seen. */
  skewMs(): number
  /** Why no work may be done by this process's idea of the time; null while the clocks agree. */
  clockTrouble(): string | null
  /** Asks the database now. @returns what is wrong, or null */
  check(): Promise<string | null>
  close(): Promise<void>
}

/** This machine's two clocks: the one that someone may set, and the one that only ever runs on. */
export interface MachineClock {
  dateMs(): number
  runningMs(): number
}
const machineClock: MachineClock = { dateMs: () => Date.now(), runningMs: () => performance.now() }

/** PostgreSQL's own code for a write where none is taken. */
const READ_ONLY = '25006'
const ASK_EVERY_MS = 2000
const ANSWER_WITHIN_MS = 2000
/** A sample that took longer says too little about when on its way the clock was read. */
const WORTH_READING_MS = 500

/**
 * The database's clock, carried on between two readings by this machine's running clock. It holds what every reading so
 * far allows: each says that the database's clock was read at some point between question and answer.
 */
export class FollowedClock implements WallClock {
  readonly #machine: MachineClock
  /** The database's time less the running clock. */
  #offsetMs = 0
  #hasRead = false
  constructor(machine: MachineClock = machineClock) {
    this.#machine = machine
  }
  /** Read again each time: a clock that someone sets is noticed at once. */
  get skewMs(): number {
    return this.#hasRead ? this.#machine.dateMs() - this.nowMs() : 0
  }
  nowMs(): number {
    return Math.floor(this.#machine.runningMs() + this.#offsetMs)
  }
  /** Takes in a reading: `askedMs` by the running clock, `databaseMs` as answered, now. */
  read(askedMs: number, databaseMs: number): void {
    const answeredMs = this.#machine.runningMs()
    if (this.#hasRead && answeredMs - askedMs > WORTH_READING_MS) return
    const [least, most] = [databaseMs - answeredMs, databaseMs - askedMs]
    // Within what the reading allows it stays as it is, so that time does not jitter.
    if (!this.#hasRead) this.#offsetMs = (least + most) / 2
    else this.#offsetMs = Math.min(Math.max(this.#offsetMs, least), most)
    this.#hasRead = true
  }
}

const describeSkew = (skewMs: number): string => {
  const seconds = Math.round(Math.abs(skewMs) / 1000)
  return `this machine's clock is ${seconds} s ${skewMs > 0 ? 'ahead of' : 'behind'} the database's`
}

interface Options {
  /** How far the clocks may differ before this process refuses to work. */
  skewLimitSeconds: number
  machine?: MachineClock
}

/** @throws what the database said, when it cannot be reached now */
export async function watchDatabase(
  url: string,
  { skewLimitSeconds, machine = machineClock }: Options,
): Promise<DatabaseWatch> {
  const clock = new FollowedClock(machine)
  const pool = new pg.Pool({
    connectionString: url,
    // One that asks, one for anyone who collects figures meanwhile.
    max: 2,
    connectionTimeoutMillis: ANSWER_WITHIN_MS,
    query_timeout: ANSWER_WITHIN_MS,
    types: postgresTypes,
    application_name: 'posy watch',
    keepAlive: true,
  })
  pool.on('error', () => {})
  const ask = async (): Promise<void> => {
    const askedMs = machine.runningMs()
    const { rows } = await pool.query<{ ms: string; replica: boolean }>(
      'select (extract(epoch from clock_timestamp()) * 1000)::text as ms, pg_is_in_recovery() as replica',
    )
    clock.read(askedMs, Number(rows[0]!.ms))
    if (rows[0]!.replica)
      throw Object.assign(new Error('the database is a replica that takes no writes'), { code: READ_ONLY })
  }
  // One question at a time, no matter who asks.
  let asking: Promise<string | null> | null = null
  const check = (): Promise<string | null> => {
    asking ??= ask()
      .then(() => null, databaseErrorText)
      .finally(() => {
        asking = null
      })
    return asking
  }
  await ask()
  const timer = setInterval(() => void check(), ASK_EVERY_MS)
  timer.unref()
  return {
    wall: clock,
    db: new Kysely<Database>({ dialect: new PostgresDialect({ pool }) }),
    skewMs: () => clock.skewMs,
    clockTrouble: () => (Math.abs(clock.skewMs) > skewLimitSeconds * 1000 ? describeSkew(clock.skewMs) : null),
    check,
    close: async () => {
      clearInterval(timer)
      await asking
      await pool.end()
    },
  }
}

/** The embedded database runs in this process: it is there as long as we are, and has our own time. */
export const watchEmbedded = (db: Db, wall: WallClock): DatabaseWatch => ({
  wall,
  db,
  skewMs: () => 0,
  clockTrouble: () => null,
  check: async () => null,
  close: async () => {},
})
