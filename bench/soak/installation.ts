import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { dataFolder, launch, operate, type RoleProcess, until } from '#e2e/support/processes.ts'
import { openFront } from '#e2e/support/rehearsal/front.ts'
import { freePort, type PostgresControl, startPostgres } from '#tools/postgres.mjs'

type Role = 'api' | 'web' | 'worker'

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

  /** A figure of its own, or 0 where it does not answer. */
  async metric(pattern: RegExp): Promise<number> {
    const text = await fetch(`${this.#process!.url}/metrics`, { signal: AbortSignal.timeout(5000) }).then(
      (answer) => answer.text(),
      () => '',
    )
    return Number(text.match(pattern)?.[1] ?? 0)
  }

  /** The last that it said. */
  output(): string {
    return this.#process?.output() ?? ''
  }
}

/** Processes of each role behind HAProxy with the configuration that operators are given, over one PostgreSQL. */
export interface Installation {
  /** Where its customers reach it. */
  url: string
  /** Where those look who compare: a PostgreSQL, past any pooler. */
  databaseUrl: string
  apis: Unit[]
  webs: Unit[]
  workers: Unit[]
  operate(...words: string[]): ReturnType<typeof operate>
  close(): Promise<void>
}

/** One whose database can be stopped and started. */
export interface SoakedInstallation extends Installation {
  server: PostgresControl
}

/** Two processes that sell and two that work, each with a clock that can be set. */
export async function openSoakedInstallation(): Promise<SoakedInstallation> {
  const postgres = await startPostgres()
  const clock = {
    NODE_OPTIONS: '--import ./e2e/support/clock-shift.mjs',
    CLOCK_SHIFT_SECONDS,
    CLOCK_SHIFT_FROM: 'signal',
  }
  const installation = await openInstallation({
    ...{ databaseUrl: postgres.url, env: { DATABASE_URL: postgres.url }, processEnv: clock },
    ...{ apis: 2, webs: 0, workers: 2 },
  })
  const close = async () => {
    await installation.close()
    postgres.stop()
  }
  return { ...installation, server: postgres.control, close }
}

interface Wanted extends Record<'apis' | 'webs' | 'workers', number> {
  databaseUrl: string
  /** Settings of processes and of operators' commands. */
  env: Record<string, string>
  /** Of processes alone. */
  processEnv?: Record<string, string>
}

export async function openInstallation({ databaseUrl, processEnv, ...wanted }: Wanted): Promise<Installation> {
  const folder = dataFolder()
  const env = {
    ...{ DATA_DIR: folder, ENVIRONMENT: 'local', DRAIN_SECONDS, TRUSTED_PROXIES: '1', SANDBOX: 'true' },
    ...wanted.env,
  }
  const open = async (role: Role, count: number) => {
    const ports = await Promise.all(Array.from({ length: count }, freePort))
    return ports.map((port, at) => ({
      port,
      unit: new Unit(`${role}${at + 1}`, role, port, { ...env, ...processEnv }),
    }))
  }
  const [apis, webs, workers] = [
    await open('api', wanted.apis),
    await open('web', wanted.webs),
    await open('worker', wanted.workers),
  ]
  const units = [...apis, ...webs, ...workers].map(({ unit }) => unit)
  // The first makes the schema and the demo world.
  await units[0]!.start()
  await units[0]!.ready(900)
  for (const unit of units.slice(1)) await unit.start()
  for (const unit of units.slice(1)) await unit.ready()
  const front = await freePort()
  const configuration = join(folder, 'haproxy.cfg')
  const servers = (name: string, ports: readonly number[]) =>
    ports.map((port, at) => `    server ${name}${at + 1} 127.0.0.1:${port}\n`).join('')
  const webPorts = webs.length ? webs.map(({ port }) => port) : [await freePort()]
  writeFileSync(
    configuration,
    readFileSync('deploy/haproxy.cfg', 'utf8')
      .replace(/^ {4}bind :443 .*$/m, `    bind 127.0.0.1:${front}`)
      .replace(
        /(?:^ {4}server api.*\n)+/m,
        servers(
          'api',
          apis.map(({ port }) => port),
        ),
      )
      .replace(/(?:^ {4}server web.*\n?)+/m, servers('web', webPorts)),
  )
  const balancer = await openFront(front, configuration)
  const withoutPorts = (list: typeof apis) => list.map(({ unit }) => unit)
  return {
    ...{ url: `http://127.0.0.1:${front}`, databaseUrl },
    ...{ apis: withoutPorts(apis), webs: withoutPorts(webs), workers: withoutPorts(workers) },
    // One operator alone books what the wallets need.
    operate: (...words) => operate({ ...env, SECOND_OPERATOR_ABOVE: '100000000' }, ...words),
    close: async () => {
      await Promise.all(units.map((unit) => unit.stop()))
      await balancer.close()
    },
  }
}
