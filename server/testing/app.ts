import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hash } from '@node-rs/argon2'
import type { Answer, Call, Endpoint } from '#contract/core/endpoint.ts'
import type { CallResult } from '#contract/core/invoke.ts'
import { BUSINESS_ZONE, Temporal } from '#kit/time.ts'
import { type Assembled, assemble } from '#server/app/assemble.ts'
import { openDemoHistory } from '#server/app/demo/history/index.ts'
import { DEMO_AUTHENTICATOR_KEY, DEMO_PASSWORD } from '#server/app/demo/ids.ts'
import { loadDemo } from '#server/app/demo/index.ts'
import { DEMO_API_KEY } from '#server/app/demo/teams.ts'
import { readConfig } from '#server/platform/config.ts'
import { type Db, type OpenDatabase, openPostgres } from '#server/platform/database/database.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { watchEmbedded } from '#server/platform/database-watch.ts'
import { advanceClock } from '#server/platform/due.ts'
import { type Contents, createFilled, openFilledPglite } from './databases.ts'
import { undeclaredRefusal } from './declared-errors.ts'
import { recordAnswer } from './record-answers.ts'
import { appCode } from './totp.ts'
import { ManualWallClock } from './wall-clock.ts'

export interface TestAnswer {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers as a caller would, by name
  body: any
}

export interface TestRequest {
  /** A demo sign-in (`admin@acme.test`), `operator:owner@posy.test`, `key:NAME` for an API key, `client:demo-till`, a raw token, or nothing. */
  as?: string
  body?: unknown
  headers?: Record<string, string>
}

export interface TestApp extends Assembled {
  wall: ManualWallClock
  request(method: string, path: string, options?: TestRequest): Promise<TestAnswer>
  /** Calls an endpoint as a page would, on behalf of who is signed in so. */
  invoke<const E extends Endpoint>(endpoint: E, call: Call<E>, as?: string): Promise<CallResult<Answer<E>>>
  /** What any request so far was refused with and the contract does not declare. */
  undeclaredRefusals: ReadonlySet<string>
  /** Runs every job that is ready. */
  settle(): Promise<void>
  /** Moves the business clock (an ISO 8601 duration), running what falls due on the way. */
  advance(duration: string): Promise<void>
  close(): Promise<void>
}

/** What another party answers through us, as an issuer of the sandbox does, has no `code` of ours. */
function requireRequestId(method: string, path: string, { status, headers, body }: TestAnswer): void {
  if (status < 400 || body?.code === undefined) return
  const id = headers.get('x-request-id')
  if (!id || body.requestId !== id)
    throw new Error(
      `${method} ${path} is refused with ${status}, ${body.requestId} in its body and ${id} in its header`,
    )
}

/** `field: what is wrong` names the field, but is no sentence. */
function requireSentence(method: string, path: string, { status, body }: TestAnswer): void {
  if (status < 400 || body?.requestId === undefined) return
  const isOfField = body.details?.some((detail: { path: string }) => body.message.includes(`${detail.path}: `))
  if (isOfField || !/[.!?]$/.test(body.message))
    throw new Error(`${method} ${path} is refused with what is no sentence: ${body.message}`)
}

/** A body with a file in it travels as a form. */
function toFormData(body: unknown): FormData | null {
  if (body instanceof FormData) return body
  if (typeof body !== 'object' || body === null || !Object.values(body).some((value) => value instanceof File))
    return null
  const form = new FormData()
  for (const [name, value] of Object.entries(body)) form.append(name, value)
  return form
}

/** Tests sign in by the thousand. What makes a guess dear is its hash, which new passwords get in tests too. */
async function makeSigningInCheap(db: Db): Promise<void> {
  const password_hash = await hash(DEMO_PASSWORD, { memoryCost: 8, timeCost: 1, parallelism: 1 })
  for (const table of ['app_user', 'operator'] as const)
    await db.updateTable(table).set({ password_hash }).where('password_hash', 'is not', null).execute()
}

/** The demo world as it is loaded at a moment, with the queue it waits in. */
export const demoWorld = (nowMs: number): Contents => ({
  name: `demo world at ${nowMs}`,
  fill: async (database: OpenDatabase, databaseUrl) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'posy-test-'))
    const wall = new ManualWallClock(nowMs)
    const app = await assemble({
      config: testConfig(dataDir),
      database,
      databaseUrl,
      watch: watchEmbedded(database.db, wall),
    })
    await app.posy.queue.start()
    await loadDemo(app.posy)
    await makeSigningInCheap(database.db)
    await app.close()
    rmSync(dataDir, { recursive: true, force: true })
  },
})

/**
 * The whole product over a fresh database with the demo world (unless SANDBOX is off), without a port, workers or sleeping: jobs run in
 * `settle`, time moves in `advance`. Starts at 2026-03-02T10:00:00Z unless told.
 */
export async function startTestApp(
  options: {
    database?: 'postgres' | 'pglite'
    now?: string
    env?: Record<string, string>
    /** Opens the demo world where its history begins; the test plays it. */
    history?: boolean
    /** Starts on a database as an earlier release left it. */
    left?: Contents
  } = {},
): Promise<TestApp> {
  const kind = options.database ?? 'postgres'
  const now = Date.parse(options.now ?? '2026-03-02T10:00:00Z')
  const dataDir = mkdtempSync(join(tmpdir(), 'posy-test-'))
  const config = testConfig(dataDir, { ...(options.history && { DEMO_HISTORY: 'true' }), ...options.env })
  const contents = options.left ?? (config.sandbox && !options.history ? demoWorld(now) : undefined)
  const created = kind === 'postgres' ? await createFilled(contents) : null
  const database = created ? openPostgres(created.url, 10) : await openFilledPglite(contents)
  if (options.left) await migrate(database)
  const wall = new ManualWallClock(now)
  const watch = watchEmbedded(database.db, wall)
  const app = await assemble({ config, database, databaseUrl: created?.url, watch })
  await app.posy.queue.start()
  if (options.history) {
    await openDemoHistory(app.posy)
    await loadDemo(app.posy)
  }
  const tokens = new Map<string, Promise<string>>()

  const signIn = async (as: string): Promise<string> => {
    const isClient = as.startsWith('client:')
    const name = as.slice('client:'.length)
    const body = isClient
      ? { grant_type: 'client_credentials', client_id: name, client_secret: `${name}-secret` }
      : {
          grant_type: 'password',
          client_id: 'demo-web',
          client_secret: 'demo-web-secret',
          username: as,
          password: 'posy-demo-2026',
        }
    const answer = await request('POST', '/oauth/token', { body })
    if (answer.status !== 200)
      throw new Error(`cannot sign in as ${as}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body.access_token
  }
  const signInOperator = async (email: string): Promise<string> => {
    const first = await request('POST', '/v3/operator/sign-in', { body: { email, password: DEMO_PASSWORD } })
    const code = appCode(DEMO_AUTHENTICATOR_KEY, wall.nowMs())
    const body = { challenge: first.body.data?.challenge, code }
    const second = await request('POST', '/v3/operator/sign-in/code', { body })
    if (second.status !== 200)
      throw new Error(`cannot sign in as ${email}: ${second.status} ${JSON.stringify([first.body, second.body])}`)
    return second.body.data.token
  }
  const credentials = async (as: string): Promise<{ authorization?: string; 'x-huggg-api-key'?: string }> => {
    if (as === 'key:demo-customer') return { 'x-huggg-api-key': DEMO_API_KEY }
    if (as.startsWith('key:')) return { 'x-huggg-api-key': as.slice(4) }
    if (!as.includes('@') && !as.startsWith('client:')) return { authorization: `Bearer ${as}` }
    // Tokens live an hour of wall time: a test that moves the wall clock signs in again.
    const slot = `${as} ${Math.floor(wall.nowMs() / 1_800_000)}`
    if (!tokens.has(slot))
      tokens.set(slot, as.startsWith('operator:') ? signInOperator(as.slice('operator:'.length)) : signIn(as))
    return { authorization: `Bearer ${await tokens.get(slot)}` }
  }
  const undeclaredRefusals = new Set<string>()
  const request: TestApp['request'] = async (method, path, { as, body, headers = {} } = {}) => {
    const form = toFormData(body)
    const sent: { body?: FormData | string; headers?: Record<string, string> } = form
      ? { body: form }
      : body === undefined
        ? {}
        : {
            body: typeof body === 'string' ? body : JSON.stringify(body),
            headers: { 'content-type': 'application/json' },
          }
    const response = await app.api.request(path, {
      method,
      ...sent,
      headers: { ...sent.headers, ...(as ? await credentials(as) : {}), ...headers },
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json')
    const answer = {
      status: response.status,
      headers: response.headers,
      body: isJson && text ? JSON.parse(text) : text,
    }
    recordAnswer(method, path, body, answer)
    requireRequestId(method, path, answer)
    requireSentence(method, path, answer)
    const undeclared = undeclaredRefusal(method, path, answer)
    if (undeclared) undeclaredRefusals.add(undeclared)
    return answer
  }
  const invoke: TestApp['invoke'] = async (endpoint, call, as) => {
    const { authorization } = as ? await credentials(as) : {}
    const page = app.invokeFor({ address: 'internal', userAgent: undefined })
    return page(endpoint, call, { token: authorization?.slice('Bearer '.length) })
  }
  return {
    ...app,
    wall,
    request,
    invoke,
    undeclaredRefusals,
    settle: () => app.posy.queue.drain(),
    advance: async (duration) => {
      const now = app.posy.clock.now().toZonedDateTimeISO(BUSINESS_ZONE)
      await advanceClock(app.posy, now.add(Temporal.Duration.from(duration)).toInstant())
    },
    close: async () => {
      await app.close()
      await database.close()
      await created?.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

export const testConfig = (dataDir: string, env: Record<string, string> = {}) =>
  readConfig({
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    PUBLIC_URL: 'http://posy.localhost:3000',
    ENVIRONMENT: 'local',
    SANDBOX: 'true',
    SESSION_SECRET: 'a-secret-of-the-tests-a-secret-of-the-tests',
    REQUESTS_PER_MINUTE: '1000000',
    WRONG_TOKENS_PER_MINUTE: '1000000',
    // Tests say whose request it is as a proxy would.
    TRUSTED_PROXIES: '1',
    ...env,
  })
