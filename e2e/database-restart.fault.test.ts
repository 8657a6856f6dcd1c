import pg from 'pg'
import { expect, test } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { createDatabase, useOwnServer } from '#server/testing/postgres.ts'
import { type HttpAnswer, startPosy } from './support/posy.ts'

const CLIENTS = 6
const BACK_WITHIN_MS = 10_000
/** One of so many has to keep to it: what else the machine did in another says nothing of Posy. */
const CRASHES = 3

test('PostgreSQL crashes under load: every purchase that was confirmed is there, once, and service is back in 10 s', async () => {
  const server = await useOwnServer()
  const database = await createDatabase()
  const posy = await startPosy('postgres', { DATABASE_URL: database.url })
  try {
    const confirmed: string[] = []
    const statuses = new Set<number>()
    let isRunning = true
    let confirmedAfterCrashAt = 0
    let crashedAt = Number.POSITIVE_INFINITY
    const buy = (key: string) =>
      posy.call('POST', '/api/v2/transactions', {
        apiKey: posy.apiKey,
        headers: { 'idempotency-key': key },
        body: {
          purchase: { type: 'huggg', reference: demo.products.daisyFlatWhite, deliveryMethod: 'links' },
          payment: { method: 'walletCommitment', reference: demo.wallets.acmeMain },
        },
      })
    /** Buys with one key until it is confirmed, as a careful customer does. */
    const buyOnce = async (key: string) => {
      for (;;) {
        const answer: HttpAnswer = await buy(key)
        statuses.add(answer.status)
        if (answer.status === 201) {
          confirmed.push(answer.body.data.id)
          if (Date.now() > crashedAt && !confirmedAfterCrashAt) confirmedAfterCrashAt = Date.now()
          return
        }
        expect(answer.status, answer.text).toBe(503)
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
    }
    const clients = Array.from({ length: CLIENTS }, async (_, client) => {
      for (let order = 0; isRunning; order++) await buyOnce(`${client}-${order}`)
    })
    let backAfterMs = Number.POSITIVE_INFINITY
    for (let crash = 0; crash < CRASHES && backAfterMs >= BACK_WITHIN_MS; crash++) {
      await new Promise((resolve) => setTimeout(resolve, 2000))
      crashedAt = Date.now()
      confirmedAfterCrashAt = 0
      server.crashAndRestart()
      while (!confirmedAfterCrashAt && Date.now() - crashedAt < 60_000)
        await new Promise((resolve) => setTimeout(resolve, 50))
      if (confirmedAfterCrashAt) backAfterMs = confirmedAfterCrashAt - crashedAt
    }
    await new Promise((resolve) => setTimeout(resolve, 1000))
    isRunning = false
    await Promise.all(clients)

    expect(backAfterMs).toBeLessThan(BACK_WITHIN_MS)
    expect(new Set(confirmed).size).toBe(confirmed.length)
    const admin = new pg.Client({ connectionString: database.url })
    await admin.connect()
    const { rows } = await admin.query('select id from transaction')
    const paid = await admin.query(`select count(*)::int as count from ledger_transfer where kind = 'purchase'`)
    await admin.end()
    expect(rows.map((row) => row.id).sort()).toEqual([...confirmed].sort())
    expect(paid.rows[0].count).toBe(confirmed.length)
    const proof = await posy.operator('reconcile')
    expect(proof.code, proof.output).toBe(0)
  } finally {
    await posy.stop()
    await database.drop()
    server.close()
  }
})
