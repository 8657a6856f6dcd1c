/**
 * What one gift leaves in the database for as long as gifts are kept, by table: bought alone, emailed, opened, its code revealed,
 * and redeemed at a till. For the sums in docs/operations/scale.md.
 *   node bench/sizes.ts [gifts]
 */

import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { startPosy } from '#e2e/support/posy.ts'
import { demo } from '#server/app/demo/ids.ts'
import { benchServer, fundMainWallet } from './support.ts'

const [gifts = 1000] = process.argv.slice(2).map(Number)
/** What is told by name; the rest is one line. */
const TABLES_NAMED = 14

interface Size {
  table: string
  rows: number
  indexes: number
}

/** Bytes by table, without room that deleted rows left. */
async function sizes(db: pg.Client): Promise<Map<string, Size>> {
  await db.query('vacuum full')
  const { rows } = await db.query<{ table: string; rows: string; indexes: string }>(
    `select relnamespace::regnamespace || '.' || relname as table, pg_table_size(oid) as rows, pg_indexes_size(oid) as indexes
     from pg_class where relkind = 'r' and relnamespace::regnamespace::text in ('public', 'pgboss')`,
  )
  return new Map(
    rows.map(({ table, ...size }) => [table, { table, rows: Number(size.rows), indexes: Number(size.indexes) }]),
  )
}

const server = await benchServer()
process.env.TEST_DATABASE_URL = server.url
const posy = await startPosy('postgres', { REQUESTS_PER_MINUTE: '1000000' })
const db = new pg.Client({ connectionString: posy.env.DATABASE_URL! })
try {
  await db.connect()
  await fundMainWallet(posy, await posy.signIn('admin@acme.test'))
  const till = await posy.clientToken('demo-till')
  const give = async (at: number) => {
    const bought = await posy.call('POST', '/api/v2/transactions?embed[]=hugggs', {
      apiKey: posy.apiKey,
      headers: { 'idempotency-key': crypto.randomUUID() },
      body: {
        purchase: {
          ...{ type: 'huggg', reference: demo.products.daisyFlatWhite, deliveryMethod: 'email' },
          receivers: [{ email: `person.${at}@example.com` }],
          message: 'Thank you for all you did this week.',
        },
        payment: { method: 'walletCommitment', reference: demo.wallets.acmeMain },
      },
    })
    if (bought.status !== 201) throw new Error(bought.text)
    const [{ shortcode }] = bought.body.data.embedded.hugggs
    for (const step of ['open', 'claim', 'reveal']) {
      const { status, text } = await posy.call('POST', `/g/${shortcode}`, { form: { step } })
      if (status !== 303) throw new Error(text)
    }
    const redeemed = await posy.call('POST', `/api/v2/hugggs/${shortcode}/redemptions`, {
      token: till,
      body: { location_id: demo.stores.daisyCoffeeLeeds },
    })
    if (redeemed.status !== 201) throw new Error(redeemed.text)
  }
  for (let at = 0; at < 20; at++) await give(at)
  const before = await sizes(db)
  const logAt = async () => Number((await db.query("select pg_current_wal_lsn() - '0/0' as at")).rows[0].at)
  const logBefore = await logAt()
  for (let at = 20; at < gifts + 20; at++) await give(at)
  await pause(5000)
  const log = ((await logAt()) - logBefore) / gifts
  const grown = [...(await sizes(db)).values()]
    .map(({ table, rows, indexes }) => {
      const old = before.get(table)
      return { table, rows: (rows - (old?.rows ?? 0)) / gifts, indexes: (indexes - (old?.indexes ?? 0)) / gifts }
    })
    .sort((one, other) => other.rows + other.indexes - one.rows - one.indexes)
  const line = (name: string, rows: number, indexes: number) =>
    console.log(
      `${name.padEnd(36)} ${rows.toFixed(0).padStart(7)} ${indexes.toFixed(0).padStart(7)} ${(rows + indexes).toFixed(0).padStart(7)}`,
    )
  console.log(`Bytes a gift, of ${gifts}:`.padEnd(36), '   rows indexes     all')
  for (const { table, rows, indexes } of grown.slice(0, TABLES_NAMED)) line(table, rows, indexes)
  const sum = (list: typeof grown, key: 'rows' | 'indexes') => list.reduce((total, each) => total + each[key], 0)
  line('others', sum(grown.slice(TABLES_NAMED), 'rows'), sum(grown.slice(TABLES_NAMED), 'indexes'))
  line('all', sum(grown, 'rows'), sum(grown, 'indexes'))
  console.log(`log written: ${log.toFixed(0)} bytes a gift`)
} finally {
  await db.end()
  await posy.stop()
  server.stop()
}
