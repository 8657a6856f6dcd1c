import { once } from 'node:events'
import pg from 'pg'
import { expect, test } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { createStartedDatabase, type Posy, startPosy } from './support/posy.ts'

const ROUNDS = Number(process.env.FAULT_ROUNDS ?? 3)
const QUANTITY = 10_000
/** One operator alone may book what so many gifts cost. */
const settings = { SECOND_OPERATOR_ABOVE: '100000' }

/** Kills the whole product as a power cut would, and starts it again on the same database. */
async function killAndRestart(posy: Posy, databaseUrl: string): Promise<Posy> {
  posy.process.kill('SIGKILL')
  await once(posy.process, 'exit')
  return startPosy('postgres', { DATABASE_URL: databaseUrl, ...settings })
}

test.each(Array.from({ length: ROUNDS }, (_, round) => round))(
  'a purchase of 10,000 gifts, killed midway, makes each of them once and is paid once (round %i)',
  async (round) => {
    const database = await createStartedDatabase()
    const admin = new pg.Client({ connectionString: database.url })
    await admin.connect()
    const count = async (sql: string) => Number((await admin.query(sql)).rows[0].count)
    let posy = await startPosy('postgres', { DATABASE_URL: database.url, ...settings })
    try {
      const token = await posy.signIn('admin@acme.test')
      const team = (await posy.call('GET', `/api/v2/teams/${demo.teams.acme}`, { token })).body.data
      await posy.operator(
        'bank',
        'receive',
        '--reference',
        await reference(posy, token),
        '--amount-pence',
        '5000000',
        '--line',
        `fault-${round}`,
      )
      const bought = await posy.call('POST', '/api/v2/transactions', {
        token,
        headers: { 'idempotency-key': `fault-${round}` },
        body: {
          purchase: {
            type: 'bulkHugggs',
            reference: demo.products.daisyFlatWhite,
            quantity: QUANTITY,
            deliveryMethod: 'links',
            reasonCode: team.reasonCodes[0],
          },
          payment: { method: 'walletCommitment', reference: demo.wallets.acmeMain },
        },
      })
      expect(bought.status, bought.text).toBe(201)
      for (let kill = 0; kill < 3; kill++) {
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 400))
        posy = await killAndRestart(posy, database.url)
      }
      const id = bought.body.data.id
      const deadline = Date.now() + 480_000
      while (await count(`select count(*) from transaction where id = '${id}' and processing is not null`)) {
        if (Date.now() > deadline) throw new Error('the gifts were never finished')
        await new Promise((resolve) => setTimeout(resolve, 200))
      }
      expect(await count(`select count(*) from huggg where transaction_id = '${id}'`)).toBe(QUANTITY)
      expect(await count(`select count(distinct shortcode) from huggg where transaction_id = '${id}'`)).toBe(QUANTITY)
      expect(
        await count(`select count(*) from ledger_transfer where kind = 'purchase' and reference_id = '${id}'`),
      ).toBe(1)
      const proof = await posy.operator('reconcile')
      expect(proof.code, proof.output).toBe(0)
    } finally {
      await admin.end()
      await posy.stop()
      await database.drop()
    }
  },
)

const reference = async (posy: Posy, token: string): Promise<string> => {
  const { body } = await posy.call('GET', `/api/v2/teams/${demo.teams.acme}/wallets`, { token })
  return body.data.find((each: { id: string }) => each.id === demo.wallets.acmeMain).referenceId
}
