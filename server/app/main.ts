import './compile-in-turn.ts'
import { setTimeout as pause } from 'node:timers/promises'
import { markConnected } from '#server/domains/catalogue/index.ts'
import { type Config, ConfigError, type Role, readConfig, readEnvironment, roles } from '#server/platform/config.ts'
import { SchemaError } from '#server/platform/database/migrate.ts'
import { asSystem } from '#server/platform/posy.ts'
import { requireSharedFiles } from '#server/platform/shared-files.ts'
import { type Assembled, assemble } from './assemble.ts'
import { openDemoHistory, playDemoHistory } from './demo/history/index.ts'
import { loadDemo } from './demo/index.ts'
import { serveHealth } from './health.ts'
import { type Opened, openDatabase, prepareSchema } from './open-database.ts'
import { onParentGone } from './parent.mjs'
import { type Server, serve } from './serve.ts'
import { StartError } from './start-error.ts'
import { startOwnSandbox } from './start-own-sandbox.ts'
import { startTrouble } from './start-trouble.ts'
import { watchUnhandledErrors } from './unhandled-errors.ts'
import { startWorker } from './worker.ts'

/** How long a start waits for a database that is not there yet. */
const DATABASE_WAIT_SECONDS = 60
/**
 * A second signal ends at once, but not one that comes with the first: systemd may tell a whole group of processes, and on
 * Node 20 the one that started this one passes on what it is told.
 */
const SECOND_SIGNAL_COUNTS_AFTER_MS = 3000

/** What this process was started with, and what its files hold. */
let env = process.env

/** `posy serve [api|web|worker|all]`: opens everything, serves until told to stop, closes in order. */
async function main(): Promise<void> {
  const role = (process.argv[2] ?? process.env.ROLE ?? 'all') as Role
  if (!roles.includes(role)) throw new ConfigError(`ROLE: must be one of ${roles.join(', ')}`)
  env = readEnvironment(process.env)
  const config = readConfig(env, role)
  const endTracing = config.tracing ? (await import('./open-tracing.ts')).openTracing(role) : null
  const opened = await openDatabase(config, { waitSeconds: DATABASE_WAIT_SECONDS })
  await prepareSchema(opened.database, config)
  await requireSharedFiles(opened.database.db, config, role)
  const app = await assemble({ config, ...opened })
  watchUnhandledErrors(app)
  await asSystem(app.posy, markConnected)
  await app.posy.queue.start()
  await openDemoHistory(app.posy)
  const demo = config.sandbox ? await loadDemo(app.posy) : null
  // What is started beside this process is reached at ports of this machine.
  if (role === 'all' && config.thisMachineOnly)
    app.providers.sandboxes.controls?.ownSandboxes.startBy(() =>
      startOwnSandbox({ logLevel: config.logLevel, showsPages: true }),
    )
  const server = role === 'worker' ? null : await serve(app, config)
  const health = role === 'worker' ? await serveHealth(app, config) : null
  const stopped = new AbortController()
  const history = role === 'all' ? playDemoHistory(app, stopped.signal) : Promise.resolve()
  server?.holdWritesUntil(history)
  // What falls due in the demo world's past is the history's own to run.
  const works = role === 'worker' || role === 'all'
  const worker = history.then(() => (works && !stopped.signal.aborted ? startWorker(app.posy) : null))
  worker.catch(fail)
  const { kind: database } = opened.database
  app.posy.log.info({ role, port: (server ?? health)?.port, database, sandbox: config.sandbox }, 'posy is ready')
  if (demo && server) greet(config, server.port, demo.apiKey, app.posy.clock.isBehind())
  stopWhenTold(() => stopped.abort(), { app, config, opened, listening: server ?? health, worker, endTracing })
}

interface Running {
  app: Assembled
  config: Config
  opened: Opened
  listening: Pick<Server, 'close'> | null
  worker: Promise<Awaited<ReturnType<typeof startWorker>> | null>
  endTracing: (() => Promise<void>) | null
}

/** In this order: says that it is not ready, takes no more jobs, stops listening, finishes what it has. */
function stopWhenTold(abort: () => void, { app, config, opened, listening, worker, endTracing }: Running): void {
  const { lifecycle, posy } = app
  let firstMs = 0
  const stop = async (signal: string) => {
    if (lifecycle.stopping) {
      if (performance.now() - firstMs > SECOND_SIGNAL_COUNTS_AFTER_MS) process.exit(1)
      return
    }
    lifecycle.stopping = true
    firstMs = performance.now()
    posy.log.info({ signal }, 'stopping')
    // Whatever hangs must not keep a restart waiting without end.
    const limitSeconds = config.drainSeconds + config.shutdownGraceSeconds
    setTimeout(() => process.exit(1), limitSeconds * 1000).unref()
    abort()
    const drained = listening ? pause(config.drainSeconds * 1000).then(() => listening.close()) : Promise.resolve()
    const rested = worker.then((started) => started?.stop())
    await Promise.all([drained, rested])
    await app.close()
    await endTracing?.()
    await opened.close()
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => void stop(signal))
  if (process.env.npm_lifecycle_event) onParentGone(() => void stop('npm has ended'))
}

function greet(config: Config, port: number, apiKey: string, historyIsPlaying: boolean): void {
  const url = new URL(config.publicUrl).port === '0' ? `http://localhost:${port}` : config.publicUrl
  process.stdout.write(`
  Posy is at ${url}
  Sign in:  admin@acme.test / posy-demo-2026   (also viewer@, subteam@, participant@acme.test, admin@globex.test)
  Operator: owner@posy.test / posy-demo-2026 at /operator, code at /sandbox-ui/phone
  API key: ${apiKey}
  API:      ${url}/openapi.json
  Sandbox:  ${url}/sandbox-ui   (mailbox, cards, issuer and clock)

`)
  if (historyIsPlaying)
    process.stdout.write('  The demo world is getting its past; signing in waits for it a moment.\n\n')
}

function fail(error: unknown): never {
  process.stderr.write(`Posy cannot start. ${whyNot(error)}\n`)
  process.exit(1)
}

function whyNot(error: unknown): string {
  if (error instanceof ConfigError) return `These settings are not right:\n${error.message}`
  if (error instanceof StartError || error instanceof SchemaError) return error.message
  return startTrouble(error, env) ?? (error instanceof Error ? (error.stack ?? error.message) : String(error))
}

main().catch(fail)
