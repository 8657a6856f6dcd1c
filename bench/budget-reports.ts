/**
 * The reports of one budget with 1,000 participants, 200,000 gifts and a year of monthly runs, over HTTP in process, for
 * periods from a day to everything.
 *   node bench/budget-reports.ts [rounds]
 */
import { sql } from 'kysely'
import { BUSINESS_ZONE, Temporal } from '#kit/time.ts'
import { demo } from '#server/app/demo/ids.ts'
import { receiveBankPayment } from '#server/domains/wallets/index.ts'
import type { Db } from '#server/platform/database/database.ts'
import { transact } from '#server/platform/posy.ts'
import { operatorActor } from '#server/platform/principal.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { addActiveParticipants } from '#server/testing/budgets.ts'
import { benchServer } from './support.ts'

const [rounds = 40] = process.argv.slice(2).map(Number)
const BEGAN = '2025-03-02T09:00:00Z'
const NOW = '2026-03-02T10:00:00Z'
const PEOPLE = 1_000
/** Of two gifts each. */
const PURCHASES = 100_000
const AIM_MS = 300
const REASONS = ['Thank you', 'Work anniversary', 'New client', 'Wellbeing', 'Birthday', '']
const named = [
  'bonds-created',
  'funding',
  'gifting-reasons',
  'gifts',
  'participants',
  'participants/total-spent',
  'participants/last-active',
  'over-time',
]

const call = async (app: TestApp, method: string, path: string, body?: unknown) => {
  const answer = await app.request(method, `/v3/automated-budgets${path}`, { as: 'admin@acme.test', body })
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`)
  return answer.body.data
}

/** A budget that has run for a year. */
async function liveYear(app: TestApp): Promise<string> {
  await transact(app.posy, { actor: operatorActor }, (work) =>
    receiveBankPayment(work, { bankLine: 'bench', reference: 'HGDEMO0401', amountPence: 900_000_000 }),
  )
  const wanted = {
    name: 'Everybody',
    budgetAmount: 8_000,
    frequency: 'month',
    unspentParticipantBalanceAction: 'rollover',
  }
  const { id } = await call(app, 'POST', '', { ...wanted, walletId: demo.wallets.acmeMain })
  await addActiveParticipants(app.posy.db, id, PEOPLE)
  await sql`analyze`.execute(app.posy.db)
  await call(app, 'POST', `/${id}/start`, {})
  await app.settle()
  await app.advance('P1Y')
  return id
}

/** Purchases and gifts of a year, and their money, by set-based statements without the checks of buying. */
async function load(db: Db, budget: string): Promise<void> {
  await db.connection().execute(async (connection) => {
    const run = (query: ReturnType<typeof sql>) => query.execute(connection)
    await run(sql`select setseed(0.42)`)
    await run(sql`create temporary table bought as
      select gen_random_uuid() as id, person.participant_team_id as team_id, person.user_id, person.wallet_id, ${NOW}::timestamptz - random() * interval '364 days' as at,
        (${REASONS}::text[])[1 + floor(random() * 6)::int] as reason, case when random() < 0.8 then 'email' else 'links' end as method
      from generate_series(1, ${PURCHASES}::int) as n
      join (select *, row_number() over (order by id) - 1 as place from automated_budget_participant where budget_id = ${budget}) as person on person.place = n % ${PEOPLE}`)
    await run(sql`set session_replication_role = replica`)
    await run(sql`insert into transaction (id, team_id, user_id, plan_id, purchase_type, product_id, wallet_id, payment_method, payment_reference, reason_code,
        delivery_method, quantity, created_count, currency, face_pence, face_vat_pence, fee_pence, fee_vat_pence, expiry_days, created_at, updated_at)
      select id, team_id, user_id, ${demo.plans.enterprise}, 'bulkHugggs', ${demo.products.daisyFlatWhite}, wallet_id, 'walletCommitment', '-', nullif(reason, ''),
        method, 2, 2, 'GBX', 360, 60, 25, 5, 30, at, at from bought order by at`)
    await run(sql`create temporary table made as
      select bought.*, ordinal, gen_random_uuid() as gift, gen_random_uuid() as recipient, random() as luck from bought cross join generate_series(1, 2) as ordinal`)
    await run(sql`insert into recipient (id, team_id, transaction_id, ordinal, email)
      select recipient, team_id, id, ordinal, 'friend' || friend || '@company' || friend % 500 || '.test'
      from (select *, floor(random() * 50000)::int as friend from made where method = 'email') as known`)
    // With their triggers, which note what the reports read.
    await run(sql`set session_replication_role = default`)
    await run(sql`insert into huggg (id, transaction_id, team_id, ordinal, shortcode, redeem_code, status_id, sender_id, recipient_id, product_id, wallet_id, currency,
        face_pence, face_vat_pence, fee_pence, fee_vat_pence, expiry_date, created_at, updated_at, changed_by_kind, reason_key)
      select gift, id, team_id, ordinal, replace(gift::text, '-', ''), replace(gift::text, '-', ''),
        case when luck < 0.5 then 4 when luck < 0.6 then 6 when luck < 0.7 then 5 when luck < 0.95 then 2 else 1 end,
        user_id, case when method = 'email' then recipient end, ${demo.products.daisyFlatWhite}, wallet_id, 'GBX', 360, 60, 25, 5, at + interval '30 days', at, at, 'system', reason
      from made order by at, id, ordinal`)
    await run(sql`set session_replication_role = replica`)
    await loadMoney(run)
    await run(sql`set session_replication_role = default`)
  })
  for (const table of [
    'huggg',
    'transaction',
    'recipient',
    'ledger_transfer',
    'ledger_entry',
    'automated_budget_money',
    'automated_budget_gift',
  ])
    await sql`vacuum analyze ${sql.table(table)}`.execute(db)
}

/** Each purchase's transfer, and one for each gift that was used, cancelled or expired with a refund some days later. */
async function loadMoney(run: (query: ReturnType<typeof sql>) => Promise<unknown>): Promise<void> {
  await run(sql`create temporary table moved as
    select gen_random_uuid() as transfer, 'purchase' as kind, id::text as reference, wallet_id, at, -780 as available, 600 as committed from bought
    union all
    select gen_random_uuid(), case when luck < 0.5 then 'redemption' when luck < 0.6 then 'cancellation' else 'expiry' end, gift::text, wallet_id,
      least(at + luck * interval '20 days', ${NOW}::timestamptz), case when luck < 0.5 then 0 else 390 end, -300 from made where luck < 0.7`)
  await run(sql`insert into ledger_transfer (id, kind, key, reference_kind, reference_id, currency, occurred_at)
    select transfer, kind::ledger_transfer_kind, kind || '/' || reference, case kind when 'purchase' then 'transaction' else 'huggg' end, reference, 'GBX', at from moved order by at`)
  await run(sql`insert into ledger_entry (transfer_id, ordinal, transfer_number, account_id, currency, amount, balance_after)
    select transfer, row_number() over (partition by transfer order by account.kind), t.number, account.id, 'GBX',
      case account.kind when 'available' then available else committed end, 0
    from moved join ledger_transfer t on t.id = transfer
    join ledger_account account on account.wallet_id = moved.wallet_id and account.kind = case when moved.available = 0 then 'committed' else account.kind end
      and account.kind in ('available', 'committed')`)
  await run(sql`select add_budget_money(array_agg(transfer)) from moved`)
}

const day = (offset: number) =>
  Temporal.Instant.from(NOW).toZonedDateTimeISO(BUSINESS_ZONE).toPlainDate().add({ days: offset })
const periods: Record<string, (round: number) => string> = {
  everything: () => '',
  'three months': (round) => `from=${day(-95 - round * 5)}&until=${day(-5 - round * 5)}`,
  'a month': (round) => `from=${day(-31 - round * 7)}&until=${day(1 - round * 7)}`,
  'a day': (round) => `from=${day(-round * 8)}&until=${day(1 - round * 8)}`,
}

const at = (values: number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))]!

async function compare(app: TestApp, id: string): Promise<void> {
  for (const name of named) {
    const times: number[] = []
    const shown: string[] = []
    for (const [period, query] of Object.entries(periods)) {
      const own: number[] = []
      for (let round = -3; round < rounds; round++) {
        const started = performance.now()
        await call(app, 'GET', `/${id}/reports/${name}?${query(Math.abs(round) % 30)}`)
        if (round >= 0) own.push(performance.now() - started)
      }
      times.push(...own)
      shown.push(`${period} ${at(own, 0.5).toFixed(0)}/${at(own, 0.95).toFixed(0)}`)
    }
    // The slowest period has to meet it, not the mix of all.
    const slowest = Math.max(
      ...Object.keys(periods).map((_, place) => at(times.slice(place * rounds, (place + 1) * rounds), 0.95)),
    )
    const verdict = slowest <= AIM_MS ? 'met' : 'MISSED'
    console.log(`${name.padEnd(26)} p50/p95 ${shown.join(', ')} ms   aim p95 ≤ ${AIM_MS} ms: ${verdict}`)
  }
}

const server = await benchServer()
process.env.TEST_DATABASE_URL = server.url
const app = await startTestApp({ now: BEGAN })
try {
  const started = performance.now()
  const id = await liveYear(app)
  await load(app.posy.db, id)
  const { totalSent } = await call(app, 'GET', `/${id}/reports/gifts`)
  console.log(
    `${PEOPLE} participants, ${PURCHASES * 2} gifts (${totalSent} sent), loaded in ${Math.round((performance.now() - started) / 1000)} s`,
  )
  await compare(app, id)
} finally {
  await app.close()
  server.stop()
}
