import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadDemo } from '#server/app/demo/index.ts'
import { reconcile } from '#server/app/reconcile.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { openDemoHistory, playDemoHistory } from './index.ts'

const NOW = '2026-03-02T10:00:00Z'

/** Anyone who plays is told to stop after so many scenes. */
function stopAfter(scenes: number): AbortSignal {
  let asked = 0
  return {
    get aborted() {
      return ++asked > scenes
    },
  } as AbortSignal
}

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ history: true, now: NOW })
  // Stopped three times on the way; each time it begins again with what it has done already.
  for (const scenes of [4, 17, 48]) await playDemoHistory(app, stopAfter(scenes))
  expect(app.posy.clock.isBehind()).toBe(true)
  await playDemoHistory(app)
}, 300_000)
afterAll(() => app?.close())

const admin = async (path: string) => {
  const answer = await app.request('GET', path, { as: 'admin@acme.test' })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.data
}
const countBy = (values: string[]) =>
  Object.fromEntries([...new Set(values)].sort().map((each) => [each, values.filter((other) => other === each).length]))

const counted = [
  ...([
    'transaction',
    'huggg',
    'huggg_event',
    'redemption',
    'reaction',
    'outgoing_message',
    'sandbox_message',
  ] as const),
  ...(['automated_budget', 'automated_budget_participant', 'automated_budget_invoice', 'document'] as const),
  ...(['invoice_payment', 'bank_receipt', 'team', 'app_user', 'wallet'] as const),
]

/** How much there is of everything that is bought, sent, said, given and written, and where the money lies. */
async function extent(of: TestApp): Promise<Record<string, number>> {
  const { rows: counts } = await sql<{ what: string; count: number }>`${sql.join(
    counted.map((table) => sql`select ${sql.lit(table)} as what, count(*)::int as count from ${sql.table(table)}`),
    sql` union all `,
  )}`.execute(of.posy.db)
  const { rows: money } = await sql<{ what: string; count: number }>`
    select 'pence ' || account.kind as what, sum(entry.amount)::int as count
    from ledger_entry entry join ledger_account account on account.id = entry.account_id
    group by account.kind order by account.kind`.execute(of.posy.db)
  return Object.fromEntries([...counts, ...money].map(({ what, count }) => [what, count]))
}

test('the demo history, stopped in the middle, continues where it was: nothing is lost or doubled', async () => {
  const straight = await startTestApp({ history: true, now: NOW })
  try {
    await playDemoHistory(straight)
    expect(await extent(app)).toEqual(await extent(straight))
  } finally {
    await straight.close()
  }
}, 300_000)

test('the demo history leads up to now, and the books are in order', async () => {
  expect(app.posy.clock.isBehind()).toBe(false)
  expect(app.posy.clock.now().toString()).toBe(NOW)
  const { rows } = await sql<{ latest: Date }>`select max(occurred_at) as latest from ledger_transfer`.execute(
    app.posy.db,
  )
  expect(rows[0]!.latest.getTime()).toBeLessThan(Date.parse(NOW))
  expect(await reconcile(app.posy)).toEqual([])
})

test('the demo history has gifts in every state that a sender meets, with thank-yous', async () => {
  const { rows } = await sql<{ status: string }>`
    select status.name as status from huggg join huggg_status status on status.id = huggg.status_id`.execute(
    app.posy.db,
  )
  expect(countBy(rows.map(({ status }) => status))).toEqual({
    Cancelled: 1,
    Claimed: 22,
    Created: 14,
    Expired: 7,
    Redeemed: 16,
    Scheduled: 1,
    Sent: 6,
  })
  const reactions = await admin('/v3/reactions')
  expect(reactions.length).toBe(17)
})

test('the gifts of the demo history were sent in every way there is', async () => {
  const { rows } = await sql<{ method: string }>`
    select distinct delivery_method as method from transaction where delivery_method is not null order by 1`.execute(
    app.posy.db,
  )
  expect(rows.map(({ method }) => method)).toEqual([
    'email',
    'inline-redeem',
    'links',
    'printable',
    'sms',
    'superhuggg',
  ])
})

test('the demo history has a live budget with runs and invoices, and a draft', async () => {
  const [draft, live] = await admin('/v3/automated-budgets')
  expect([draft.name, draft.status, live.name, live.status]).toEqual([
    'Wellbeing treats',
    'draft',
    'Thank-you fund',
    'live',
  ])
  expect(live.participantCounts).toEqual({ active: 10, inactive: 1, invited: 1 })
  expect(live.runsExecuted).toBe(3)
  expect(live.latestExecution).toMatchObject({ status: 'succeeded', trigger: 'scheduled', participants: 10 })
  const balances = await admin(`/v3/automated-budgets/${live.id}/participants/balances`)
  // Anyone who took part in the last run had £25.00 after it, and may have sent something since.
  for (const { available } of balances.filter((each: { walletId: string | null }) => each.walletId))
    expect(available).toBeLessThanOrEqual(2500)
  const invoices = await admin(`/v3/automated-budgets/${live.id}/invoices`)
  expect(invoices.map(({ period }: { period: string }) => period)).toEqual(['2026-02', '2026-01'])
})

test('loading the demo history again changes nothing', async () => {
  const before = await extent(app)
  await openDemoHistory(app.posy)
  await loadDemo(app.posy)
  await playDemoHistory(app)
  expect(await extent(app)).toEqual(before)
  expect(app.posy.clock.now().toString()).toBe(NOW)
})

test('the business clock cannot be set back once the demo history is in use', async () => {
  await expect(app.posy.clock.setBackTo(app.posy.clock.now().subtract({ hours: 1 }))).rejects.toThrow(
    'the business clock only moves forward',
  )
  expect(app.posy.clock.now().toString()).toBe(NOW)
})
