import { resolve } from 'node:path'
import { type Config, ConfigError, type Role, readConfig, roles } from '#server/platform/config.ts'
import { openPglite, openPostgres } from '#server/platform/database/database.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { assemble } from './assemble.ts'
import { openDemoHistory, playDemoHistory } from './demo/history/index.ts'
import { loadDemo } from './demo/index.ts'
import { serve } from './serve.ts'
import { startWorker } from './worker.ts'

/** `posy serve [api|web|worker|all]`: opens everything, serves until told to stop, closes in order. */
async function main(): Promise<void> {
  const role = (process.argv[2] ?? process.env.ROLE ?? 'all') as Role
  if (!roles.includes(role)) throw new ConfigError(`ROLE: must be one of ${roles.join(', ')}`)
  const config = readConfig(process.env, role)
  const database = config.databaseUrl
    ? openPostgres(config.databaseUrl, config.databasePoolSize)
    : await openPglite(resolve(config.dataDir, 'database'))
  await migrate(database)
  const app = await assemble({ config, database })
  await app.posy.queue.start()
  await openDemoHistory(app.posy)
  const demo = config.sandbox ? await loadDemo(app.posy) : null
  const server = role === 'worker' ? null : await serve(app, config)
  const stopped = new AbortController()
  const history = role === 'all' ? playDemoHistory(app, stopped.signal) : Promise.resolve()
  server?.holdWritesUntil(history)
  // What falls due in the demo world's past is the history's own to run.
  const works = role === 'worker' || role === 'all'
  const worker = history.then(() => (works && !stopped.signal.aborted ? startWorker(app.posy) : null))
  worker.catch(fail)
  app.posy.log.info({ role, port: server?.port, database: database.kind, sandbox: config.sandbox }, 'posy is ready')
  if (demo && server) greet(config, server.port, demo.apiKey, app.posy.clock.isBehind())

  let stopping = false
  const stop = async (signal: string) => {
    if (stopping) process.exit(1)
    stopping = true
    app.posy.log.info({ signal }, 'stopping')
    // Whatever hangs must not keep a restart waiting for ever.
    setTimeout(() => process.exit(1), config.shutdownGraceSeconds * 1000).unref()
    stopped.abort()
    await server?.close()
    await (await worker)?.stop()
    await app.close()
    await database.close()
    process.exit(0)
  }
  process.on('SIGTERM', () => void stop('SIGTERM'))
  process.on('SIGINT', () => void stop('SIGINT'))
}

function greet(config: Config, port: number, apiKey: string, historyIsPlaying: boolean): void {
  const url = new URL(config.publicUrl).port === '0' ? `http://localhost:${port}` : config.publicUrl
  process.stdout.write(`
  Posy is at ${url}
  Sign in:  admin@acme.test / posy-demo-2026   (also viewer@, subteam@, participant@acme.test, admin@globex.test)
  API key: ${apiKey}
  API:      ${url}/openapi.json
  Sandbox:  ${url}/sandbox-ui   (mailbox, cards, issuer and clock)

`)
  if (historyIsPlaying)
    process.stdout.write('  The demo world is getting its past; signing in waits for it a moment.\n\n')
}

function fail(error: unknown): never {
  process.stderr.write(
    error instanceof ConfigError
      ? `Posy cannot start. These settings are not right:\n${error.message}\n`
      : `Posy cannot start: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
  )
  process.exit(1)
}

main().catch(fail)
