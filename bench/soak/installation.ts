import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { dataFolder, launch, operate, type RoleProcess, until } from '#e2e/support/processes.ts'
import { openFront } from '#e2e/support/rehearsal/front.ts'
import { freePort, type PostgresControl, startPostgres } from '#tools/postgres.mjs'

type Role = 'api' | 'worker'

/** As the unit files say. */
const RESTART_AFTER_MS = 1000
/** HAProxy asks each second and believes the second no. */
const DRAIN_SECONDS = '4'
/** More than a clock may be off before its process stops working. */
const CLOCK_SHIFT_SECONDS = '90'

/** A process that is started again whenever it ends, as systemd does it. */
export class Unit {
  readonly name: string
  #role: Role
  #env: Record<string, string>
  #port: number
  #process: RoleProcess | null = null
  #isWanted = true

  constructor(name: string, role: Role, port: number, env: Record<string, string>) {
    this.name = name
    this.#role = role
    this.#port = port
    this.#env = env
    process.once('exit', () => this.#process?.child.kill('SIGKILL'))
  }

  async start(): Promise<void> {
    const started = await launch(this.#role, this.#env, { port: this.#port })
    this.#process = started
    void started.exited.then(async () => {
      await pause(RESTART_AFTER_MS)
      if (this.#isWanted && this.#process === started) await this.start()
    })
  }

  /** However often it is started meanwhile. */
  ready(seconds = 300): Promise<void> {
    return until(
      seconds,
      async () => (await this.#process!.status('/ready')) === 200,
      () => `${this.name} is not ready:\n${this.output()}`,
    )
  }

  signal(signal: NodeJS.Signals): void {
    this.#process!.child.kill(signal)
  }

  /** In good order, and ready again when this ends. */
  async restart(): Promise<void> {
    const before = this.#process!
    before.child.kill('SIGTERM')
    await before.exited
    while (this.#process === before) await pause(50)
    await this.ready()
  }

  async stop(): Promise<void> {
    this.#isWanted = false
    await this.#process?.kill('SIGTERM')
  }

  /** The last that it said. */
  output(): string {
    return this.#process?.output() ?? ''
  }
}

/** Two processes of each role behind HAProxy with the configuration that operators are given, over one PostgreSQL. */
export interface Installation {
  /** Where its customers reach it. */
  url: string
  databaseUrl: string
  server: PostgresControl
  apis: Unit[]
  workers: Unit[]
  operate(...words: string[]): ReturnType<typeof operate>
  close(): Promise<void>
}

export async function openInstallation(): Promise<Installation> {
  const postgres = await startPostgres()
  const folder = dataFolder()
  const env = {
    DATABASE_URL: postgres.url,
    DATA_DIR: folder,
    ENVIRONMENT: 'local',
    DRAIN_SECONDS,
    TRUSTED_PROXIES: '1',
    SANDBOX: 'true',
    NODE_OPTIONS: '--import ./e2e/support/clock-shift.mjs',
    CLOCK_SHIFT_SECONDS,
    CLOCK_SHIFT_FROM: 'signal',
  }
  const [front, api1, api2, worker1, worker2, unused] = await Promise.all(Array.from({ length: 6 }, freePort))
  const apis = [new Unit('api1', 'api', api1!, env), new Unit('api2', 'api', api2!, env)]
  const workers = [new Unit('worker1', 'worker', worker1!, env), new Unit('worker2', 'worker', worker2!, env)]
  const all = [...apis, ...workers]
  // The first makes the schema and the demo world.
  await apis[0]!.start()
  await apis[0]!.ready(900)
  for (const unit of all.slice(1)) await unit.start()
  for (const unit of all.slice(1)) await unit.ready()
  const configuration = join(folder, 'haproxy.cfg')
  const shipped = readFileSync('deploy/haproxy.cfg', 'utf8')
  writeFileSync(
    configuration,
    shipped
      .replace(/^ {4}bind :443 .*$/m, `    bind 127.0.0.1:${front}`)
      .replace(':3001', `:${api1}`)
      .replace(':3002', `:${api2}`)
      .replace(':3000', `:${unused}`),
  )
  const balancer = await openFront(front!, configuration)
  const { NODE_OPTIONS: _, ...operators } = env
  return {
    url: `http://127.0.0.1:${front}`,
    databaseUrl: postgres.url,
    server: postgres.control,
    apis,
    workers,
    // One operator alone books what the wallets need.
    operate: (...words) => operate({ ...operators, SECOND_OPERATOR_ABOVE: '100000000' }, ...words),
    close: async () => {
      await Promise.all(all.map((unit) => unit.stop()))
      await balancer.close()
      postgres.stop()
    },
  }
}
