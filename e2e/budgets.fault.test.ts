import { once } from 'node:events'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { type Db, openPostgres } from '#server/platform/database/database.ts'
import { addActiveParticipants } from '#server/testing/budgets.ts'
import { createStartedDatabase, type Posy, startPosy } from './support/posy.ts'

const ROUNDS = Number(process.env.FAULT_ROUNDS ?? 3)
const PEOPLE = 1_000
const AMOUNT = 250
const KILLS = 2
/** What a worker hands over at the same time; after a kill each of these may go out again, with the same Message-ID. */
const MESSAGES_UNDER_WAY = 5

/** Kills the whole product as a power cut would, and starts it again on the same database. */
async function killAndRestart(posy: Posy, databaseUrl: string): Promise<Posy> {
  posy.process.kill('SIGKILL')
  await once(posy.process, 'exit')
  return startPosy('postgres', { DATABASE_URL: databaseUrl })
}

const until = async (what: string, isSo: () => Promise<boolean>) => {
  const deadline = Date.now() + 570_000
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error(`never ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

test.concurrent.each(Array.from({ length: ROUNDS }, (_, round) => round))(
  'a budget’s run for 1,000 participants, killed midway, funds and notifies each of them once (round %i)',
  async (round) => {
    const database = await createStartedDatabase()
    const direct = openPostgres(database.url, 2)
    const { db } = direct
    let posy = await startPosy('postgres', { DATABASE_URL: database.url })
    try {
      const token = await posy.signIn('admin@acme.test')
      await fund(posy, token, `fault-${round}`)
      const body = {
        name: 'Crowd',
        budgetAmount: AMOUNT,
        frequency: 'month',
        unspentParticipantBalanceAction: 'rollover',
        walletId: demo.wallets.acmeMain,
      }
      const { id } = (await posy.call('POST', '/v3/automated-budgets', { token, body })).body.data
      const wallets = await addActiveParticipants(db, id, PEOPLE)
      const started = await posy.call('POST', `/v3/automated-budgets/${id}/start`, { token, body: {} })
      expect(started.status, started.text).toBe(200)
      for (let kill = 0; kill < KILLS; kill++) {
        // The first while it runs, the others while people are told.
        await new Promise((resolve) => setTimeout(resolve, Math.random() * (kill === 0 ? 300 : 1500)))
        posy = await killAndRestart(posy, database.url)
      }
      await until(
        'run',
        async () => (await count(db, sql`automated_budget where id = ${id} and runs_executed = 1`)) === 1,
      )
      await until(
        'told',
        async () =>
          (await count(db, sql`outgoing_message where template = 'budget-allowance' and status = 'sent'`)) === PEOPLE,
      )

      const transfers = sql`ledger_transfer where kind = 'budget-run'`
      expect(await count(db, transfers)).toBe(1)
      const funded = sql`ledger_account where kind = 'available' and wallet_id = any(${wallets}::uuid[]) and balance = ${AMOUNT}`
      expect(await count(db, funded)).toBe(PEOPLE)
      const mails = sql`sandbox_message where recipient like 'p%@people.test'`
      const told = await count(db, mails)
      expect(await count(db, sql`(select distinct recipient, message_id from ${mails}) as mail`)).toBe(PEOPLE)
      expect(told - PEOPLE).toBeLessThanOrEqual(KILLS * MESSAGES_UNDER_WAY)
      const proof = await posy.operator('reconcile')
      expect(proof.code, proof.output).toBe(0)
    } finally {
      await direct.close()
      await posy.stop()
      await database.drop()
    }
  },
)

const count = async (db: Db, of: ReturnType<typeof sql>): Promise<number> =>
  (await sql<{ count: number }>`select count(*)::int as count from ${of}`.execute(db)).rows[0]!.count

async function fund(posy: Posy, token: string, line: string): Promise<void> {
  const { body } = await posy.call('GET', `/api/v2/teams/${demo.teams.acme}/wallets`, { token })
  const wallet = body.data.find((each: { id: string }) => each.id === demo.wallets.acmeMain)
  const booked = await posy.operator(
    'bank',
    'receive',
    '--reference',
    wallet.referenceId,
    '--amount-pence',
    '500000',
    '--line',
    line,
  )
  expect(booked.code, booked.output).toBe(0)
}
