import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Config, readConfig } from '#server/platform/config.ts'
import type { StartedSandbox } from '#server/providers/sandbox/own-sandboxes.ts'
import { assemble } from './assemble.ts'
import { loadDemo } from './demo/index.ts'
import { freePort } from './listen.ts'
import { openDatabase, prepareSchema } from './open-database.ts'
import { serve } from './serve.ts'
import { startWorker } from './worker.ts'

/**
 * Of the settings of the sandbox that starts it, none: its database, its mail and its providers are its own. Browsers send a
 * machine's cookies to all of its ports, so those of its pages are named after the port.
 */
async function ownConfig(dataDir: string, { logLevel, showsPages }: Wanted): Promise<Config> {
  const port = await freePort()
  const address = { PORT: String(port), PUBLIC_URL: `http://localhost:${port}` }
  const config = readConfig({ ...address, DATA_DIR: dataDir, LOG_LEVEL: logLevel }, 'all')
  return { ...config, role: showsPages ? 'all' : 'api', web: { ...config.web, cookieSuffix: `_${port}` } }
}

/** Browsers keep connections open on which they have asked for nothing yet. */
const LAST_ANSWERS_MS = 1000

interface Wanted {
  logLevel: Config['logLevel']
  /** The pages too, or the API alone. */
  showsPages: boolean
}

/**
 * Opens a second installation in this process: the demo world over an embedded database of its own in a folder of its own, at
 * a free port of this machine.
 */
export async function startOwnSandbox(wanted: Wanted): Promise<StartedSandbox> {
  const dataDir = mkdtempSync(join(tmpdir(), 'posy-sandbox-'))
  const endings: (() => unknown)[] = [() => rmSync(dataDir, { recursive: true, force: true })]
  const stop = async () => {
    for (let end = endings.pop(); end; end = endings.pop()) await end()
  }
  try {
    const config = await ownConfig(dataDir, wanted)
    const { database, watch, close } = await openDatabase(config)
    endings.push(close)
    await prepareSchema(database, config)
    const app = await assemble({ config, database, watch })
    endings.push(app.close)
    await app.posy.queue.start()
    const { apiKey } = await loadDemo(app.posy)
    const worker = await startWorker(app.posy)
    endings.push(worker.stop)
    const server = await serve(app, config)
    endings.push(() => {
      app.lifecycle.stopping = true
      return Promise.race([server.close(), pause(LAST_ANSWERS_MS, undefined, { ref: false })])
    })
    const now = () => app.posy.clock.now().toString({ fractionalSecondDigits: 3 })
    return { url: config.publicUrl, apiKey, now, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
