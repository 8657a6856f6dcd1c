/**
 * `npm start` as a newcomer runs it, once everything is installed and built: from the command to the first page, on an
 * empty folder (migrations and the demo world included) and again on the one it made.
 *   node bench/start.ts [rounds]
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBuilt } from '#tools/build.mjs'
import { report } from './support.ts'

const [rounds = 5] = process.argv.slice(2).map(Number)
const PORT = '4999'
const PAGE = `http://localhost:${PORT}/sign-in`
const LIMIT_MS = 120_000

/** Milliseconds from the command to the first page that comes whole. */
async function untilFirstPage(dataDir: string): Promise<number> {
  const started = performance.now()
  const child = spawn('npm', ['start'], {
    env: { ...process.env, PORT, PUBLIC_URL: `http://localhost:${PORT}`, DATA_DIR: dataDir, LOG_LEVEL: 'warn' },
    stdio: 'ignore',
    detached: true,
  })
  try {
    while (!(await isThere())) {
      if (performance.now() - started > LIMIT_MS) throw new Error('no page came')
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    return performance.now() - started
  } finally {
    // The group: npm, the bootstrap and the server.
    process.kill(-child.pid!, 'SIGTERM')
    if (child.exitCode === null) await once(child, 'exit')
    while (await isThere()) await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

const isThere = () =>
  fetch(PAGE).then(
    async (answer) => answer.ok && (await answer.text()).includes('</html>'),
    () => false,
  )

ensureBuilt('web', 'program')
const first: number[] = []
const again: number[] = []
for (let round = 0; round < rounds; round++) {
  const dataDir = mkdtempSync(join(tmpdir(), 'posy-start-'))
  first.push((await untilFirstPage(dataDir)) / 1000)
  again.push((await untilFirstPage(dataDir)) / 1000)
  rmSync(dataDir, { recursive: true, force: true })
}
report('npm start to the first page, on nothing', first, 's', { atMost: 10 })
report('npm start to the first page, again', again, 's', { atMost: 10 })
