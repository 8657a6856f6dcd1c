import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { openPostgres } from '#server/platform/database/database.ts'
import { MIGRATIONS_FOLDER, migrate, SchemaError } from '#server/platform/database/migrate.ts'
import { createDatabase, type OwnServer, useOwnServer } from '#server/testing/postgres.ts'
import { freePort } from '#tools/postgres.mjs'
import { ensureProgram } from '#tools/programs.mjs'
import {
  type BuyersLog,
  buy,
  dataFolder,
  launch,
  type RoleProcess,
  ready,
  startBuyers,
  until,
} from './support/processes.ts'
import { openFront } from './support/rehearsal/front.ts'

const haproxy = ensureProgram('haproxy')
/** Long enough that a busy machine sees a process that is told to stop say so before it is gone. */
const DRAIN_SECONDS = 10
const IS_FULL = Number(process.env.FAULT_ROUNDS ?? 3) > 3
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
/** For what comes true sooner or later: a machine may be busy. */
const PATIENCE_SECONDS = 120
/** Of a time that is promised one of three has to keep to it: what else the machine did in another says nothing of Posy. */
const MEASURED = 3

let server: OwnServer
let database: Awaited<ReturnType<typeof createDatabase>>
let admin: pg.Client
let env: Record<string, string>
let apis: RoleProcess[]
let worker: RoleProcess

beforeAll(async () => {
  server = await useOwnServer()
  database = await createDatabase()
  env = { DATABASE_URL: database.url, DATA_DIR: dataFolder(), ENVIRONMENT: 'local' }
  const first = await launch('api', env)
  await ready(first)
  const [second, working] = await Promise.all([launch('api', env), launch('worker', env)])
  apis = [first, second]
  worker = working
  await Promise.all([ready(second), ready(worker)])
  admin = new pg.Client({ connectionString: database.url })
  admin.on('error', () => {})
  await admin.connect()
  await topUp(admin)
})

afterAll(async () => {
  await Promise.all([...(apis ?? []), worker].map((each) => each?.kill()))
  await admin?.end().catch(() => {})
  await database?.drop()
  server?.close()
})

/** So much money that no test runs out, booked as a payment would be. */
async function topUp(client: pg.Client): Promise<void> {
  await client.query(
    `select ledger_post_one(gen_random_uuid(), 'bank-top-up', 'test/top-up', 'bank-line', 'test', 'GBX', null, now(),
      array[available.id, clearing.id], array[500000000, -500000000]::bigint[])
     from ledger_account available, ledger_account clearing
     where available.wallet_id = $1 and available.kind = 'available' and clearing.kind = 'bank-clearing' and clearing.currency = 'GBX'`,
    [demo.wallets.acmeMain],
  )
}

const urls = () => apis.map((each) => each.url)
const count = async (sql: string): Promise<number> => Number((await admin.query(sql)).rows[0].count)

/** The client's log against the database: everything that was confirmed is there, and nothing twice. */
async function compare(log: BuyersLog, prefix: string): Promise<{ lost: number; twice: number }> {
  const { rows } = await admin.query<{ id: string; transfers: number }>(
    `select reference_id as id, count(*)::int as transfers from ledger_transfer
     where kind = 'purchase' and reference_id = any($1) group by 1`,
    [log.confirmed],
  )
  const found = new Set(rows.map((row) => row.id))
  expect(new Set(log.confirmed).size, prefix).toBe(log.confirmed.length)
  return {
    lost: log.confirmed.filter((id) => !found.has(id)).length,
    twice: rows.filter((row) => row.transfers > 1).length,
  }
}

test('a column is added while processes run: every purchase succeeds, and emails are still sent', async () => {
  const buyers = startBuyers(urls, { prefix: 'column' })
  await pause(1500)
  const before = buyers.log.confirmed.length
  for (const table of ['huggg', 'transaction', 'wallet', 'team', 'outgoing_message'])
    await admin.query(`alter table ${table} add column added_meanwhile integer`)
  await until(PATIENCE_SECONDS, () => buyers.log.confirmed.length > before + 40)
  const log = await buyers.stop()
  expect(log.answers).toEqual({ 201: log.confirmed.length })
  expect(await compare(log, 'column')).toEqual({ lost: 0, twice: 0 })
  const queued =
    "insert into outgoing_message (id, dedupe_key, channel, template, user_id, next_attempt_at, created_at, status_updated_at) select gen_random_uuid(), 'test/' || n, 'email', 'password-changed', $1, now(), now(), now() from generate_series(1, 5) n"
  await admin.query(queued, [demo.users.acmeAdmin])
  await until(
    PATIENCE_SECONDS,
    async () =>
      (await count("select count(*) from outgoing_message where dedupe_key like 'test/%' and status = 'sent'")) === 5,
  )
})

test('a migration that would wait behind a long read gives way: purchases continue, and old and new processes work together', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'posy-migrations-'))
  cpSync(MIGRATIONS_FOLDER, folder, { recursive: true })
  writeFileSync(join(folder, '9000-more.sql'), 'alter table huggg add column of_the_next_release text;')
  const newer = openPostgres(database.url, 2)
  const buyers = startBuyers(urls, { prefix: 'migration' })
  try {
    await pause(500)
    await admin.query('begin; select count(*) from huggg')
    let steps = 0
    const migrating = [1, 2].map(() =>
      migrate(newer, {
        folder,
        lockMs: 500,
        onWait: () => {
          steps += 1
        },
      }),
    )
    await pause(20_000)
    await admin.query('commit')
    const ran = (await Promise.all(migrating)).flat()
    await pause(1000)
    const log = await buyers.stop()
    expect(ran).toEqual(['9000-more.sql'])
    expect(steps).toBeGreaterThan(1)
    expect(log.answers).toEqual({ 201: log.confirmed.length })
    // A migration that stayed in the queue would hold purchases up for as long as the read.
    expect(log.longestGapMs).toBeLessThan(15_000)
    expect(await compare(log, 'migration')).toEqual({ lost: 0, twice: 0 })
    await expect(migrate(newer)).rejects.toThrow(SchemaError)
    expect(await migrate(newer, { allowNewer: true })).toEqual([])
    const old = await launch('api', env)
    expect(await old.exited).toBe(1)
    expect(old.output()).toMatch(/newer release has brought this database forward \(9000-more.sql\)/)
  } finally {
    await buyers.stop()
    await admin.query("delete from schema_migration where name = '9000-more.sql'")
    await newer.close()
    rmSync(folder, { recursive: true })
  }
})

test('a process whose clock is off does not start; one whose clock is set stops working and says so', async () => {
  const shift = (more: Record<string, string>) => ({
    ...env,
    NODE_OPTIONS: '--import ./e2e/support/clock-shift.mjs',
    ...more,
  })
  for (const [role, seconds] of [
    ['worker', 90],
    ['api', 500 * 86_400],
  ] as const) {
    const wrong = await launch(role, shift({ CLOCK_SHIFT_SECONDS: String(seconds) }))
    expect(await wrong.exited).toBe(1)
    expect(wrong.output()).toMatch(/clock is \d+ s ahead of the database's/)
  }
  const set = { CLOCK_SHIFT_SECONDS: String(500 * 86_400), CLOCK_SHIFT_FROM: 'signal' }
  const [api, working] = await Promise.all([launch('api', shift(set)), launch('worker', shift(set))])
  try {
    await Promise.all([ready(api), ready(working)])
    const live = await count('select count(*) from huggg where status_id in (1, 2, 3)')
    expect(live).toBeGreaterThan(40)
    api.child.kill('SIGUSR2')
    working.child.kill('SIGUSR2')
    await until(
      PATIENCE_SECONDS,
      async () => (await api.status('/ready')) === 503 && (await working.status('/ready')) === 503,
    )
    expect(await buy(api.url, { key: 'off-time' })).toMatchObject({ status: 503, retryAfter: '5' })
    await until(PATIENCE_SECONDS, () => working.output().includes('no work is done until the clocks agree'))
    await pause(2000)
    expect(await count('select count(*) from huggg where status_id = 5')).toBe(0)
    expect(await count("select count(*) from ledger_transfer where kind in ('expiry', 'breakage')")).toBe(0)
    api.child.kill('SIGUSR2')
    await until(PATIENCE_SECONDS, async () => (await api.status('/ready')) === 200)
    expect((await buy(api.url, { key: 'off-time' })).status).toBe(201)
  } finally {
    await Promise.all([api.kill(), working.kill()])
  }
})

test('one API process hangs in the middle of purchases: the other takes over within seconds', async () => {
  const buyers = startBuyers(urls, { buyers: 8, timeoutMs: 3000, pauseMs: 0, prefix: 'frozen' })
  await pause(1000)
  const [frozen] = apis
  frozen!.child.kill('SIGSTOP')
  await pause(40_000)
  frozen!.child.kill('SIGCONT')
  await pause(1000)
  const log = await buyers.stop()
  // Each of its transactions may hold the wallet for the 3 s a session may be idle. Up to three follow each other: a
  // fourth has waited longer than the 5 s allowed for a lock. Without the limits it would be the whole 40 s.
  expect(log.longestGapMs).toBeLessThan(30_000)
  expect(await compare(log, 'frozen')).toEqual({ lost: 0, twice: 0 })
  expect(Object.keys(log.answers).filter((status) => !['201', '503', 'none'].includes(status))).toEqual([])
})

test('a team whose accounts are locked is told to try again, while another team can buy', async () => {
  const token = await signIn(apis[0]!.url, 'admin@globex.test')
  await buy(apis[0]!.url, { key: 'free', token, wallet: demo.wallets.globexMain })
  const [api] = apis
  const longestWaitMs = async (round: number): Promise<number> => {
    await admin.query('begin')
    await admin.query('select from ledger_account where wallet_id = $1 for update', [demo.wallets.acmeMain])
    const stuck = Array.from({ length: 60 }, (_, n) =>
      buy(api!.url, { key: `stuck-${round}-${n}`, timeoutMs: 120_000 }),
    )
    await pause(500)
    const waits: number[] = []
    for (let order = 0; order < 20; order++) {
      const startedMs = performance.now()
      const key = `free-${round}-${order}`
      expect((await buy(api!.url, { key, token, wallet: demo.wallets.globexMain })).status).toBe(201)
      waits.push(performance.now() - startedMs)
    }
    const answers = await Promise.all(stuck)
    await admin.query('rollback')
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]))
    expect(answers.every(({ retryAfter }) => Number(retryAfter) > 0)).toBe(true)
    return Math.max(...waits)
  }
  // Less than any wait for a lock.
  const LIMIT_MS = 5000
  let waitedMs = Number.POSITIVE_INFINITY
  for (let round = 0; round < MEASURED && waitedMs >= LIMIT_MS; round++) waitedMs = await longestWaitMs(round)
  expect(waitedMs).toBeLessThan(LIMIT_MS)
  expect((await buy(api!.url, { key: 'stuck-0-0' })).status).toBe(201)
})

const signIn = async (url: string, username: string): Promise<string> => {
  const password = 'posy-demo-2026'
  const response = await fetch(`${url}/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      grant_type: 'password',
      client_id: 'demo-web',
      client_secret: 'demo-web-secret',
      username,
      password,
    }),
  })
  return ((await response.json()) as { access_token: string }).access_token
}

test('a database short of disk or connections is answered with 503 and Retry-After', async () => {
  for (const code of ['53100', '53300', '57014', '55P03']) {
    await admin.query(`create function test_refuse() returns trigger language plpgsql as $$ begin raise exception 'as the server would' using errcode = '${code}'; end $$;
      create trigger test_refuse before insert on transaction for each row execute function test_refuse()`)
    const answer = await buy(apis[0]!.url, { key: `refused-${code}` })
    await admin.query('drop function test_refuse cascade')
    expect(answer, code).toMatchObject({ status: 503, retryAfter: '2' })
    expect((await buy(apis[0]!.url, { key: `refused-${code}` })).status, code).toBe(201)
  }
})

test.each([
  ['once', async (api: RoleProcess) => void api.child.kill('SIGTERM')],
  [
    'twice',
    async (api: RoleProcess) => {
      api.child.kill('SIGTERM')
      // What the process that started it passes on, where systemd has told both.
      await pause(300)
      api.child.kill('SIGTERM')
    },
  ],
])('a process told %s to stop says so first, answers requests meanwhile, and ends cleanly', async (_, tell) => {
  const api = await launch('api', { ...env, DRAIN_SECONDS: String(DRAIN_SECONDS) })
  await drains(api, () => tell(api))
})

test('under systemd with Node 20, where launcher and program are both told to stop, requests under way are finished', async () => {
  const api = await launch('api', { ...env, DRAIN_SECONDS: String(DRAIN_SECONDS) }, { as: 'child-of-starter' })
  // The whole group, as KillMode=control-group has it.
  await drains(api, async () => void process.kill(-api.child.pid!, 'SIGTERM'))
})

async function drains(api: RoleProcess, tell: () => Promise<void>): Promise<void> {
  await ready(api)
  const answers: (number | null)[] = []
  const pool = Array.from({ length: 4 }, async (_, who) => {
    for (let order = 0; api.child.exitCode === null; order++) {
      // A balancer: it sends to the server that was ready a moment ago.
      if ((await api.status('/ready')) !== 200) return
      answers.push((await buy(api.url, { key: `drain-${api.url}-${who}-${order}` })).status)
    }
  })
  await until(PATIENCE_SECONDS, () => answers.length > 5)
  await tell()
  await until(DRAIN_SECONDS, async () => (await api.status('/ready')) === 503)
  await pause(500)
  expect(await api.status('/health')).toBe(200)
  await Promise.all(pool)
  expect(await api.exited).toBe(0)
  expect(answers.length).toBeGreaterThan(5)
  expect(new Set(answers)).toEqual(new Set([201]))
}

test('stopping npm ends what it has started too, and frees its port', async () => {
  const port = await freePort()
  const { TEST_DATABASE_URL: _, DATABASE_URL: __, ...inherited } = process.env
  const npm = spawn('npm', ['start', '--', 'worker'], {
    env: { ...inherited, ...env, PORT: String(port), HEALTH_PORT: String(port), LOG_LEVEL: 'warn' },
    stdio: 'ignore',
  })
  const health = () =>
    fetch(`http://127.0.0.1:${port}/health`).then(
      (answer) => answer.status,
      () => null,
    )
  await until(PATIENCE_SECONDS, async () => (await health()) === 200)
  npm.kill('SIGTERM')
  await once(npm, 'exit')
  await until(PATIENCE_SECONDS, async () => (await health()) === null)
})

test('HTTP/1.0 without a host is answered, as older balancers ask', async () => {
  for (const process of [apis[0]!, worker]) {
    const socket = connect(Number(new URL(process.url).port), '127.0.0.1')
    socket.end('GET /health HTTP/1.0\r\n\r\n')
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk.toString()
    })
    await once(socket, 'close')
    expect(text).toMatch(/^HTTP\/1\.[01] 200/)
  }
})

test('the database goes away and comes back: readiness and metrics show it, and both roles work again within 10 s', async () => {
  const all = [...apis, worker]
  const buyers = startBuyers(urls, { prefix: 'away', timeoutMs: 20_000 })
  await pause(500)
  const LIMIT_MS = 10_000
  const [tookMs, rounds]: [number[], number] = [[], IS_FULL ? 5 : 1]
  while (tookMs.filter((ms) => ms < LIMIT_MS).length < rounds && tookMs.length < rounds * MEASURED) {
    const bringBack = server.takeAway()
    for (const each of all) {
      await until(PATIENCE_SECONDS, async () => (await each.status('/ready')) === 503)
      const metrics = await fetch(`${each.url}/metrics`)
      expect(metrics.status).toBe(200)
      expect(await metrics.text()).toMatch(/^posy_database_up 0$/m)
    }
    await pause(1000)
    bringBack()
    const backMs = performance.now()
    for (const each of all) await until(PATIENCE_SECONDS, async () => (await each.status('/ready')) === 200)
    const before = buyers.log.confirmed.length
    await until(PATIENCE_SECONDS, () => buyers.log.confirmed.length > before)
    tookMs.push(performance.now() - backMs)
  }
  expect(tookMs.filter((ms) => ms < LIMIT_MS)).toHaveLength(rounds)
  await pause(1000)
  const log = await buyers.stop()
  admin = new pg.Client({ connectionString: database.url })
  admin.on('error', () => {})
  await admin.connect()
  expect(await compare(log, 'away')).toEqual({ lost: 0, twice: 0 })
  expect(Object.keys(log.answers).filter((status) => !['201', '503'].includes(status))).toEqual([])
  for (const each of all) expect(each.child.exitCode).toBeNull()
  for (const each of all) expect(each.output().split('\n').length).toBeLessThan(400)
})

test('while the database is away, behind the shipped balancer, people see the web process’s own page and programs a 503', async () => {
  const web = await launch('web', { ...env, SANDBOX: 'true', TRUSTED_PROXIES: '1' })
  await ready(web)
  const folder = dataFolder()
  const fronts = await Promise.all(
    [null, ...(haproxy ? [haproxy] : [])].map(async (program) => {
      const port = await freePort()
      const file = join(folder, `${port}.cfg`)
      // Programs' paths are asked of the web process too: it has them, and says at /ready what an API process says.
      const shipped = readFileSync('deploy/haproxy.cfg', 'utf8').replace(/:300[012]$/gm, `:${new URL(web.url).port}`)
      writeFileSync(file, shipped.replace(/^ {4}bind :443 .*$/m, `    bind 127.0.0.1:${port}`))
      return { ...(await openFront(port, file, program)), url: `http://127.0.0.1:${port}` }
    }),
  )
  const signedIn = await fetch(`${web.url}/sign-in`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: 'http://localhost:3000', 'x-forwarded-for': '192.0.2.1' },
    body: new URLSearchParams({ username: 'admin@acme.test', password: 'posy-demo-2026', next: '/home' }),
  })
  expect(signedIn.status).toBe(303)
  const cookie = signedIn.headers.getSetCookie().map((each) => each.split(';')[0])
  const bringBack = server.takeAway()
  try {
    for (const { url } of fronts) {
      const get = (path: string) =>
        fetch(`${url}${path}`, { headers: { cookie: cookie.join('; ') } }).then(async (answer) => {
          const { status } = answer
          return { status, text: await answer.text() }
        })
      // Once the balancer itself answers programs it has seen what would have taken people's pages away.
      await until(PATIENCE_SECONDS, async () => !(await get('/v3/features')).text.startsWith('{'))
      expect((await get('/v3/features')).status).toBe(503)
      expect(await get('/g/anything')).toEqual({ status: 503, text: expect.stringContaining('Your gift is safe') })
      expect(await get('/home')).toEqual({ status: 503, text: expect.stringContaining('nothing is lost') })
    }
  } finally {
    bringBack()
    for (const front of fronts) await front.close()
    await web.kill()
  }
})
