import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { buildOnce, createDatabase, type TestDatabase } from '#server/testing/postgres.ts'
import { ensureBuilt } from '#tools/build.mjs'
import { freePort } from '#tools/postgres.mjs'
import { COMPILED, dataFolder, operate } from './processes.ts'

const ROOT = join(import.meta.dirname, '../..')

export interface HttpAnswer {
  status: number
  headers: Headers
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: a journey reads answers as a caller would, by name
  body: any
}

export interface Posy {
  url: string
  apiKey: string
  process: ChildProcess
  env: Record<string, string>
  /** A request as someone: a bearer token, an API key, or no one. */
  call(
    method: string,
    path: string,
    options?: {
      token?: string
      apiKey?: string
      body?: unknown
      form?: Record<string, string>
      headers?: Record<string, string>
    },
  ): Promise<HttpAnswer>
  signIn(email: string): Promise<string>
  clientToken(name: string): Promise<string>
  stop(): Promise<void>
  /** Runs an operator's command on the same database. */
  operator(...words: string[]): Promise<{ code: number; output: string }>
}

/**
 * Starts the whole product as `npm start` does once everything is installed, in a process of its own with real ports, on
 * an empty embedded database or a fresh PostgreSQL, which for journeys has the demo world. Resolves once it greets.
 */
export async function startPosy(kind: 'pglite' | 'postgres', extra: Record<string, string> = {}): Promise<Posy> {
  ensureBuilt('web', 'program')
  const dataDir = mkdtempSync(join(tmpdir(), 'posy-'))
  const { TEST_DATABASE_URL: _, DATABASE_URL: __, E2E_DATA_DIR: loaded, ...inherited } = process.env
  // A test that restarts the product brings the database it left.
  const database =
    kind === 'postgres' && !extra.DATABASE_URL ? await (loaded ? createLoadedDatabase(loaded) : createDatabase()) : null
  if (loaded && database) cpSync(loaded, dataDir, { recursive: true })
  const { url, env, child, apiKey } = await begin(
    { DATA_DIR: dataDir, LOG_LEVEL: 'warn', ...(database ? { DATABASE_URL: database.url } : {}), ...extra },
    inherited,
  )
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const call: Posy['call'] = async (method, path, { token, apiKey: key, body, form, headers = {} } = {}) => {
    const response = await fetch(path.startsWith('http') ? path : `${url}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(key ? { 'x-huggg-api-key': key } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(form ? { origin: url } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(form ? { body: new URLSearchParams(form) } : {}),
    })
    const text = await response.text()
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : null,
    }
  }
  const grant = async (body: object): Promise<string> => {
    const answer = await call('POST', '/oauth/token', { body })
    if (answer.status !== 200) throw new Error(`no token: ${answer.status} ${answer.text}`)
    return answer.body.access_token
  }
  return {
    url,
    apiKey,
    env,
    call,
    process: child,
    signIn: (username) =>
      grant({
        grant_type: 'password',
        client_id: 'demo-web',
        client_secret: 'demo-web-secret',
        username,
        password: 'posy-demo-2026',
      }),
    clientToken: (name) =>
      grant({ grant_type: 'client_credentials', client_id: name, client_secret: `${name}-secret` }),
    stop: async () => {
      child.kill('SIGTERM')
      await exited
      await database?.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
    operator: (...words) => operate(env, ...words),
  }
}

/** On a port that was free when it was looked for: where someone else has taken it since, on another. */
async function begin(settings: Record<string, string>, inherited: NodeJS.ProcessEnv, tries = 3) {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const env: Record<string, string> = { PORT: String(port), PUBLIC_URL: url, ...settings }
  const child = spawn(process.execPath, ['.program/main.mjs'], {
    cwd: ROOT,
    env: { ...inherited, ...COMPILED, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  try {
    return { url, env, child, apiKey: await greeting(child) }
  } catch (error) {
    if (tries === 1 || !String(error).includes(`Port ${port} is in use`)) throw error
    return begin(settings, inherited, tries - 1)
  }
}

/** A PostgreSQL as a first start leaves it, for those who bring their own to `startPosy`. Its files and secret are gone. */
export const createStartedDatabase = (): Promise<TestDatabase> => createLoadedDatabase(dataFolder(), 'started')

/** A PostgreSQL with the demo world, whose files and secret are in `folder`: a copy of one that the first who needed it loaded. */
async function createLoadedDatabase(folder: string, name = 'journeys'): Promise<TestDatabase> {
  const template = await buildOnce(`${basename(process.env.TEST_TEMPLATES!)}-${name}`, {
    fill: async (url) => {
      const posy = await startPosy('postgres', { DATABASE_URL: url, DATA_DIR: folder })
      await posy.stop()
    },
  })
  return createDatabase({ template })
}

/** Waits for the greeting and reads the API key from it. */
function greeting(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = ''
    const read = (chunk: Buffer) => {
      output += chunk.toString()
      const key = output.match(/API key: (\S+)/)?.[1]
      if (key && output.includes('/sandbox-ui')) resolve(key)
    }
    child.stdout!.on('data', read)
    child.stderr!.on('data', read)
    child.once('exit', (code) => reject(new Error(`Posy ended with ${code} before it was ready:\n${output}`)))
  })
}
