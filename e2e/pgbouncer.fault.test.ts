import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { createDatabase } from '#server/testing/postgres.ts'
import { freePort } from '#tools/postgres.mjs'
import { ensureProgram } from '#tools/programs.mjs'
import { buy, dataFolder, demoKey, launch, ready, startBuyers, until } from './support/processes.ts'

const POOLED = 6
/** Without it, and without the right to install it, there is nothing to go through. */
const pgbouncer = ensureProgram('pgbouncer')
/** The user with no rights on any Unix: PgBouncer refuses to run as root. */
const UNPRIVILEGED = '65534'
const userName = (id: string) => execFileSync('id', ['-nu', id], { encoding: 'utf8' }).trim()

/** PgBouncer with the configuration that operators are given, but for addresses and the password. */
async function startPgbouncer(databaseUrl: string) {
  const { hostname, port, pathname } = new URL(databaseUrl)
  const folder = mkdtempSync(join(tmpdir(), 'posy-pgbouncer-'))
  const own = await freePort()
  const settings = readFileSync('deploy/pgbouncer.ini', 'utf8')
    .replace(/^posy = .*$/m, `posy = host=${hostname} port=${port} dbname=${pathname.slice(1)}`)
    .replace('listen_port = 6432', `listen_port = ${own}`)
    .replace('default_pool_size = 20', `default_pool_size = ${POOLED}`)
    .replace('scram-sha-256', 'trust')
    .replace('/etc/pgbouncer/userlist.txt', join(folder, 'userlist.txt'))
  writeFileSync(join(folder, 'pgbouncer.ini'), settings)
  writeFileSync(join(folder, 'userlist.txt'), '"postgres" ""\n')
  chmodSync(folder, 0o755)
  const unprivileged = process.getuid?.() === 0 ? ['-u', userName(UNPRIVILEGED)] : []
  const child = spawn(pgbouncer!, [...unprivileged, join(folder, 'pgbouncer.ini')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-5000)
  })
  const url = `postgres://postgres@127.0.0.1:${own}/posy`
  await until(
    120,
    async () => {
      const client = new pg.Client({ connectionString: url })
      return client.connect().then(
        () => client.end().then(() => true),
        () => false,
      )
    },
    () => said,
  )
  return {
    url,
    stop: async () => {
      child.kill('SIGINT')
      await once(child, 'exit')
    },
  }
}

const median = (list: number[]) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)]!

test.skipIf(!pgbouncer)(
  'behind PgBouncer in transaction mode an api and a worker sell, mail and answer as without it, over six connections',
  async () => {
    const database = await createDatabase()
    const bouncer = await startPgbouncer(database.url)
    const direct = { DATABASE_URL: database.url, DATA_DIR: dataFolder(), ENVIRONMENT: 'local' }
    const pooled = {
      ...direct,
      DATABASE_URL: bouncer.url,
      DATABASE_DIRECT_URL: database.url,
      DATABASE_POOLER: 'transaction',
    }
    const admin = new pg.Client({ connectionString: database.url })
    const api = await launch('api', pooled)
    await ready(api, 150)
    const worker = await launch('worker', pooled)
    const beside = await launch('api', direct)
    try {
      await Promise.all([ready(worker, 150), ready(beside, 150)])
      await admin.connect()
      const count = async (sql: string): Promise<number> => Number((await admin.query(sql)).rows[0].count)

      const [through, past]: [number[], number[]] = [[], []]
      for (let order = 0; order < 30; order++)
        for (const [process, times] of [
          [api, through],
          [beside, past],
        ] as const) {
          const startedMs = performance.now()
          expect(await buy(process.url, { key: `${order}-${process.url}` })).toMatchObject({ status: 201 })
          times.push(performance.now() - startedMs)
        }
      process.stdout.write(
        `a purchase through PgBouncer ${median(through).toFixed(1)} ms, past it ${median(past).toFixed(1)} ms\n`,
      )
      await beside.kill('SIGTERM')

      const mailed = await fetch(`${api.url}/api/v2/transactions`, {
        method: 'POST',
        headers: { 'x-huggg-api-key': demoKey, 'content-type': 'application/json' },
        body: JSON.stringify({
          purchase: {
            type: 'bulkHugggs',
            reference: demo.products.daisyFlatWhite,
            fromName: 'Amy',
            message: 'Hello',
            receivers: [1, 2, 3].map((n) => ({ email: `pooled-${n}@friends.test` })),
          },
          payment: { method: 'walletCommitment', reference: demo.wallets.acmeMain },
        }),
      })
      expect(mailed.status, await mailed.text()).toBe(201)
      await until(
        120,
        async () => (await count("select count(*) from sandbox_message where recipient like 'pooled-%'")) === 3,
        worker.output,
      )

      const buyers = startBuyers(() => [api.url], { buyers: 8, pauseMs: 0, prefix: 'pooled' })
      const open = new Set<number>()
      await until(120, async () => {
        const pids = await admin.query(
          "select pid from pg_stat_activity where datname = current_database() and application_name in ('posy', 'posy watch')",
        )
        open.add(pids.rows.length)
        return buyers.log.confirmed.length > 60
      })
      const log = await buyers.stop()
      expect(log.answers).toEqual({ 201: log.confirmed.length })
      // Two processes with pools of twenty and a watch each share what PgBouncer has.
      expect(Math.max(...open)).toBeLessThanOrEqual(POOLED)
      expect(await count("select count(*) from ledger_transfer where kind = 'purchase'")).toBe(
        log.confirmed.length + 61,
      )
      expect(`${api.output()}${worker.output()}`).not.toMatch(/prepared statement|"level":"error"/)
    } finally {
      await Promise.all([api, worker, beside].map((each) => each.kill('SIGTERM')))
      await admin.end().catch(() => {})
      await bouncer.stop()
      await database.drop()
    }
  },
  600_000,
)
