import type { OwnSandbox } from '#contract/sandbox/own.ts'
import { newId } from '#kit/ids.ts'
import type { Logger } from '#server/platform/log.ts'
import { notFound, Problem } from '#server/platform/problem/problem.ts'

/** A sandbox that runs beside this one, over a database of its own. */
export interface StartedSandbox {
  url: string
  apiKey: string
  /** By its own business clock. */
  now(): string
  /** Ends it, and removes all that it kept. */
  stop(): Promise<void>
}

/** Each is an installation of its own, in memory and on the disk. */
const MOST = 5

/**
 * The sandboxes that this one has started for those who want a clock of their own. A clock is a database's: teams that
 * share one share its clock, and only what shares nothing can be at another time.
 */
export class OwnSandboxes {
  readonly #log: Logger
  #start: (() => Promise<StartedSandbox>) | null = null
  readonly #running = new Map<string, StartedSandbox & { startedAt: Date }>()
  readonly #starting = new Set<Promise<OwnSandbox>>()

  constructor(log: Logger) {
    this.#log = log
  }

  /** Until it is told how, it starts none: a shared one has no address at which others could reach them. */
  startBy(start: () => Promise<StartedSandbox>): void {
    this.#start = start
  }

  list(): { most: number; running: OwnSandbox[] } {
    return { most: this.#start ? MOST : 0, running: [...this.#running.keys()].map((id) => this.#serialize(id)) }
  }

  /** @throws wrong_state (409) where it starts none, or no more; unavailable (503) where it could not be started */
  async start(): Promise<OwnSandbox> {
    if (!this.#start)
      throw new Problem('wrong_state', 'This sandbox starts no others.', {
        help: 'Run npm start on a machine of your own: that sandbox starts others.',
      })
    if (this.#running.size + this.#starting.size >= MOST)
      throw new Problem('wrong_state', `${MOST} sandboxes are running already.`, { help: 'Stop one first.' })
    const starting = this.#begin(this.#start)
    this.#starting.add(starting)
    return starting.finally(() => this.#starting.delete(starting))
  }

  async #begin(start: () => Promise<StartedSandbox>): Promise<OwnSandbox> {
    try {
      const id = newId()
      this.#running.set(id, { ...(await start()), startedAt: new Date() })
      return this.#serialize(id)
    } catch (error) {
      this.#log.error({ err: error }, 'a sandbox could not be started')
      throw new Problem('unavailable', 'The sandbox could not be started.')
    }
  }

  /** @throws not_found (404) */
  async stop(id: string): Promise<void> {
    const sandbox = this.#running.get(id)
    if (!sandbox) throw notFound('sandbox')
    this.#running.delete(id)
    await sandbox.stop()
  }

  async stopAll(): Promise<void> {
    this.#start = null
    await Promise.allSettled(this.#starting)
    await Promise.all([...this.#running.keys()].map((id) => this.stop(id)))
  }

  #serialize(id: string): OwnSandbox {
    const { url, apiKey, startedAt, now } = this.#running.get(id)!
    return { id, url, apiKey, now: now(), startedAt: startedAt.toISOString() }
  }
}
