import type { Instant } from '#kit/time.ts'
import type { BusinessClock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Logger } from '#server/platform/log.ts'
import type { Failures } from './failures.ts'
import type { Notifier } from './notifier.ts'

/** What every part of the simulated provider is given. */
export interface Provider {
  db: Db
  clock: BusinessClock
  log: Logger
  keys: { secretKey: string; publicKey: string; webhookSecret: string }
  /** Where browsers reach the provider's pages; set once the installation is served. */
  pagesUrl: string
  failures: Failures
  notifier: Notifier
}

/** The provider keeps the installation's time: what lapses after 15 minutes does so when the clock is moved. */
export async function providerNow({ clock }: Provider): Promise<Instant> {
  await clock.refresh()
  return clock.now()
}

/** The provider's refusal: a status, and codes where it is about what was sent. */
export class SandboxRefusal extends Error {
  readonly status: number
  readonly codes: string[]
  constructor(status: number, ...codes: string[]) {
    super(`${status} ${codes.join(' ')}`)
    this.status = status
    this.codes = codes
  }
}
