import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { canMakeUsers, userIds } from './user.ts'

interface Running {
  child: ChildProcess
  isStopping: boolean
}

/**
 * Runs unit files as systemd does, as far as ours go: ExecStart as its User with its settings, Restart=always after RestartSec,
 * stopped by SIGTERM (to the one process that it started where KillMode=mixed, else to the group) and, past
 * TimeoutStopSec, by SIGKILL.
 */
export class Units {
  readonly #folder: string
  readonly #environment: Record<string, string>
  readonly #running = new Map<string, Running>()
  readonly #said = new Map<string, string>()
  /** Each end of a process that no one asked for. */
  readonly crashes: string[] = []

  constructor(folder: string, environment: Record<string, string>) {
    this.#folder = folder
    this.#environment = environment
  }

  /** `systemctl` with these words. */
  async control([verb, ...words]: readonly string[]): Promise<void> {
    const units = words.filter((word) => !word.startsWith('--'))
    if (verb === 'daemon-reload') return
    if (verb === 'enable' || verb === 'start') for (const unit of units) this.#start(unit)
    else if (verb === 'stop') await Promise.all(units.map((unit) => this.stop(unit)))
    else if (verb === 'restart')
      for (const unit of units) {
        await this.stop(unit)
        this.#start(unit)
      }
    else throw new Error(`systemctl ${verb} is not known here`)
  }

  names(): string[] {
    return [...this.#running.keys()]
  }

  /** The last that a unit said, for a test that fails. */
  output(unit: string): string {
    return this.#said.get(unit) ?? ''
  }

  /** Ends a process as a machine that runs out of memory would; it is started again. */
  kill(unit: string): void {
    this.#running.get(unit)!.child.kill('SIGKILL')
  }

  async stop(unit: string): Promise<void> {
    const running = this.#running.get(unit)
    if (!running) return
    running.isStopping = true
    this.#running.delete(unit)
    const { child } = running
    if (child.exitCode !== null || child.signalCode !== null) return
    const settings = this.#read(unit)
    const group = -child.pid!
    const limit = setTimeout(
      () => process.kill(group, 'SIGKILL'),
      1000 * Number(settings.value('TimeoutStopSec') ?? 90),
    )
    process.kill(settings.value('KillMode') === 'mixed' ? child.pid! : group, 'SIGTERM')
    await once(child, 'exit')
    clearTimeout(limit)
  }

  stopAll(): Promise<unknown> {
    return Promise.all(this.names().map((unit) => this.stop(unit)))
  }

  #start(unit: string): void {
    const settings = this.#read(unit)
    const [program, ...words] = settings.value('ExecStart')!.split(' ')
    const child = spawn(program!, words, {
      cwd: settings.value('WorkingDirectory') ?? '/',
      env: { ...this.#environment, ...settings.environment() },
      ...(canMakeUsers() && userIds(settings.value('User')!)),
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
    const running: Running = { child, isStopping: false }
    this.#running.set(unit, running)
    for (const stream of [child.stdout!, child.stderr!])
      stream.on('data', (chunk: Buffer) => {
        this.#said.set(unit, (this.output(unit) + chunk.toString()).slice(-20_000))
      })
    child.once('exit', async (code, signal) => {
      if (running.isStopping) return
      this.crashes.push(`${unit} ${signal ?? code}`)
      if (settings.value('Restart') !== 'always') return
      await pause(1000 * Number(settings.value('RestartSec') ?? 0.1))
      if (this.#running.get(unit) === running) this.#start(unit)
    })
  }

  /** `posy-api@3001` is `posy-api@.service` with `%i` for what follows the @. */
  #read(unit: string) {
    const [, name, instance = ''] = unit.match(/^([^@]+@?)(.*)$/)!
    const path = join(this.#folder, `${name}.service`)
    if (!existsSync(path)) throw new Error(`Unit ${unit} not found.`)
    const lines = readFileSync(path, 'utf8').replaceAll('%i', instance).split('\n')
    const values = (key: string) =>
      lines.filter((line) => line.startsWith(`${key}=`)).map((line) => line.slice(key.length + 1))
    return {
      value: (key: string) => values(key).at(-1),
      environment: () =>
        Object.fromEntries([
          ...values('EnvironmentFile').flatMap((file) => readSettings(readFileSync(file, 'utf8'))),
          ...values('Environment').flatMap(readSettings),
        ]),
    }
  }
}

/** Lines of `NAME=value`, the value in quotes where it holds spaces. */
const readSettings = (text: string): [string, string][] =>
  [...text.matchAll(/^(\w+)=(?:"(.*)"|(.*))$/gm)].map(([, name, quoted, plain]) => [name!, quoted ?? plain!])
