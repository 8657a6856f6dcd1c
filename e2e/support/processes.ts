import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { demo } from '#server/app/demo/ids.ts'
import { ensureBuilt } from '#tools/build.mjs'
import { freePort } from '#tools/postgres.mjs'

const ROOT = join(import.meta.dirname, '../..')
/** Where every process of a run keeps the program as it compiled it: hundreds start, and read it all each time. */
export const COMPILED = { NODE_COMPILE_CACHE: join(tmpdir(), `posy-compiled-${userInfo().uid}`) }
export const demoKey = 'posy_demo_customer_key_0001'

/** One process of a role, as an installation runs several of. */
export interface RoleProcess {
  url: string
  child: ChildProcess
  output(): string
  exited: Promise<number | null>
  /** What it answers, or null where it does not. */
  status(path: string): Promise<number | null>
  kill(signal?: NodeJS.Signals): Promise<void>
}

const folders: string[] = []
process.once('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** A data folder that goes when the tests are over. */
export function dataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'posy-roles-'))
  folders.push(folder)
  return folder
}

/** The arguments of node: the program itself, or what a unit starts, on a Node that cannot become another program. */
const PROGRAM = {
  itself: ['.program/main.mjs'],
  'child-of-starter': ['--import', 'data:text/javascript,process.execve=undefined', 'tools/start.mjs'],
}

/** Starts a process of a role; does not wait until it is ready. */
export async function launch(
  role: 'api' | 'web' | 'worker' | 'all',
  env: Record<string, string>,
  { port, as = 'itself' }: { port?: number; as?: keyof typeof PROGRAM } = {},
): Promise<RoleProcess> {
  ensureBuilt('web', 'program')
  const own = port ?? (await freePort())
  const url = `http://127.0.0.1:${own}`
  const { TEST_DATABASE_URL: _, DATABASE_URL: __, ...inherited } = process.env
  const child = spawn(process.execPath, [...PROGRAM[as], role], {
    cwd: ROOT,
    // A group of its own, which can be told as a whole.
    detached: as !== 'itself',
    env: {
      ...inherited,
      ...COMPILED,
      NODE_ENV: 'production',
      PORT: String(own),
      HEALTH_PORT: String(own),
      PUBLIC_URL: 'http://localhost:3000',
      LOG_LEVEL: 'warn',
      REQUESTS_PER_MINUTE: '1000000',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout!, child.stderr!])
    stream.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-20_000)
    })
  const exited = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
  return {
    url,
    child,
    exited,
    output: () => output,
    status: (path) =>
      fetch(`${url}${path}`, { signal: AbortSignal.timeout(5000) }).then(
        (response) => response.status,
        () => null,
      ),
    kill: async (signal = 'SIGKILL') => {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill(signal)
        await once(child, 'exit')
      }
    },
  }
}

/** Runs an operator's command. */
export async function operate(
  env: Record<string, string>,
  ...words: string[]
): Promise<{ code: number; output: string }> {
  ensureBuilt('program')
  const { TEST_DATABASE_URL: _, DATABASE_URL: __, E2E_DATA_DIR: ___, ...inherited } = process.env
  return promisify(execFile)(process.execPath, ['.program/cli.mjs', ...words], {
    cwd: ROOT,
    env: { ...inherited, ...COMPILED, ...env },
  }).then(
    ({ stdout, stderr }) => ({ code: 0, output: stdout + stderr }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      code: error.code,
      output: error.stdout + error.stderr,
    }),
  )
}

/** Waits for something that is looked at again and again. @throws after `seconds`, with what `why` says */
export async function until(
  seconds: number,
  look: () => Promise<boolean> | boolean,
  why: () => string = () => 'it did not come true in time',
): Promise<void> {
  const endMs = performance.now() + seconds * 1000
  while (!(await look())) {
    if (performance.now() > endMs) throw new Error(why())
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

export const ready = (process: RoleProcess, seconds = 180): Promise<void> =>
  until(
    seconds,
    async () => {
      if (process.child.exitCode !== null)
        throw new Error(`it ended with ${process.child.exitCode}:\n${process.output()}`)
      return (await process.status('/ready')) === 200
    },
    () => `it was not ready in ${seconds} s:\n${process.output()}`,
  )

/** What one try of a purchase came to: the status is null where no answer came. */
interface BuyAnswer {
  status: number | null
  id: string | null
  totalPence: number
  retryAfter: string | null
}

/** One purchase, of a link from Acme's main wallet unless told. */
export async function buy(
  url: string,
  {
    key,
    wallet = demo.wallets.acmeMain,
    mailTo,
    token,
    timeoutMs = 30_000,
  }: { key: string; wallet?: string; mailTo?: string | undefined; token?: string | undefined; timeoutMs?: number },
): Promise<BuyAnswer> {
  try {
    const response = await fetch(`${url}/api/v2/transactions`, {
      method: 'POST',
      signal: AbortSignal.timeout(timeoutMs),
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : { 'x-huggg-api-key': demoKey }),
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: JSON.stringify({
        purchase: {
          reference: demo.products.daisyFlatWhite,
          ...(mailTo
            ? { type: 'bulkHugggs', fromName: 'Amy', message: 'Hello', receivers: [{ email: mailTo }] }
            : { type: 'huggg', deliveryMethod: 'links' }),
        },
        payment: { method: 'walletCommitment', reference: wallet },
      }),
    })
    const body = (await response.json()) as { data?: { id: string; sale_total: number } }
    return {
      status: response.status,
      id: body.data?.id ?? null,
      totalPence: body.data?.sale_total ?? 0,
      retryAfter: response.headers.get('retry-after'),
    }
  } catch {
    return { status: null, id: null, totalPence: 0, retryAfter: null }
  }
}

/** What a customer's program wrote down while it bought. */
export interface BuyersLog {
  confirmed: string[]
  /** Answers by status; `none` where the connection broke or no one answered in time. */
  answers: Record<string, number>
  longestGapMs: number
}

/** Without a pause to speak of, four of them take a core from the other tests: `npm run faults` lets them press. */
const USUAL_PAUSE_MS = process.env.FAULT_ROUNDS ? 30 : 120

/**
 * Buyers that continue until told to stop: each repeats a purchase with its key, at the next process in turn, until it is
 * confirmed, as a careful customer behind a balancer does.
 */
export function startBuyers(
  urls: () => readonly string[],
  {
    buyers = 4,
    pauseMs = USUAL_PAUSE_MS,
    timeoutMs = 30_000,
    prefix = 'buyer',
    ...by
  }: {
    buyers?: number
    pauseMs?: number
    timeoutMs?: number
    prefix?: string
    token?: string
    wallet?: string
  } = {},
): { log: BuyersLog; stop(): Promise<BuyersLog> } {
  const log: BuyersLog = { confirmed: [], answers: {}, longestGapMs: 0 }
  let isRunning = true
  let lastMs = performance.now()
  let turn = 0
  const buyer = async (who: number) => {
    for (let order = 0; isRunning; order++) {
      for (;;) {
        const all = urls()
        const answer = await buy(all[turn++ % all.length]!, { key: `${prefix}-${who}-${order}`, timeoutMs, ...by })
        const name = String(answer.status ?? 'none')
        log.answers[name] = (log.answers[name] ?? 0) + 1
        if (answer.id) {
          log.confirmed.push(answer.id)
          log.longestGapMs = Math.max(log.longestGapMs, performance.now() - lastMs)
          lastMs = performance.now()
          break
        }
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }
  const running = Array.from({ length: buyers }, (_, who) => buyer(who))
  return {
    log,
    stop: async () => {
      isRunning = false
      await Promise.all(running)
      return log
    },
  }
}
