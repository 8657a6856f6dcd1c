import { type Driver, PGliteAdapter, PGliteDialect, type PGliteDialectConfig } from 'kysely'

/** Longer than any transaction of ours takes there, shorter than people wait. */
const WAIT_MS = 30_000

/** Those who wait for the one connection, the first to come first. */
class Turns {
  readonly #waiting: (() => void)[] = []
  readonly #waitMs: number
  #isTaken = false

  constructor(waitMs: number) {
    this.#waitMs = waitMs
  }

  /** @throws as a pool does whose connections are all taken; the turn is then never taken */
  async take(): Promise<void> {
    if (!this.#isTaken) {
      this.#isTaken = true
      return
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const refuse = () => {
      this.#waiting.splice(this.#waiting.indexOf(resolve), 1)
      reject(new Error('timeout exceeded when trying to connect'))
    }
    const timer = setTimeout(refuse, this.#waitMs)
    this.#waiting.push(resolve)
    await promise.finally(() => clearTimeout(timer))
  }

  leave(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#isTaken = false
  }
}

/** The turns of our driver are enough: of one connection Kysely would have everyone wait without an end. */
class AdapterWithTurns extends PGliteAdapter {
  override get supportsMultipleConnections() {
    return true
  }
}

/**
 * The embedded engine, which has one connection. Who asks for a second one within a transaction would wait for themselves, and
 * everyone after them too: past a limit they are refused, so that their transaction ends and others are served.
 */
export class EmbeddedDialect extends PGliteDialect {
  readonly #turns: Turns
  readonly #onCommit: () => void

  constructor(config: PGliteDialectConfig, { waitMs = WAIT_MS, onCommit = () => {} } = {}) {
    super(config)
    this.#turns = new Turns(waitMs)
    this.#onCommit = onCommit
  }

  override createAdapter(): PGliteAdapter {
    return new AdapterWithTurns()
  }

  override createDriver(): Driver {
    const driver = super.createDriver()
    const acquire = driver.acquireConnection.bind(driver)
    const release = driver.releaseConnection.bind(driver)
    const commit = driver.commitTransaction.bind(driver)
    driver.commitTransaction = async (connection) => {
      await commit(connection)
      this.#onCommit()
    }
    driver.acquireConnection = async (options) => {
      await this.#turns.take()
      try {
        return await acquire(options)
      } catch (error) {
        this.#turns.leave()
        throw error
      }
    }
    driver.releaseConnection = async (connection, options) => {
      try {
        await release(connection, options)
      } finally {
        this.#turns.leave()
      }
    }
    return driver
  }
}
