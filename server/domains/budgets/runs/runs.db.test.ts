import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#kit/ids.ts'
import { demo } from '#server/app/demo/ids.ts'
import { reconcile } from '#server/app/reconcile.ts'
import { loadBalances, postTransfer } from '#server/domains/ledger/index.ts'
import { receiveBankPayment } from '#server/domains/wallets/index.ts'
import { transact } from '#server/platform/posy.ts'
import { operatorActor } from '#server/platform/principal.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { addActiveParticipants } from '#server/testing/budgets.ts'
import { storedCard } from '#server/testing/cards.ts'
import { runDueBudgets } from '../jobs.ts'
import { advanceBudget } from './advance-budget.ts'

const as = 'admin@acme.test'
let app: TestApp

beforeAll(async () => {
  app = await startTestApp({ now: '2026-03-02T09:00:00Z' })
})
afterEach(async () => {
  expect(await reconcile(app.posy)).toEqual([])
})
afterAll(() => app.close())

const call = (method: string, path: string, body?: unknown) =>
  app.request(method, `/v3/automated-budgets${path}`, { as, body })
const ok = async (method: string, path: string, body?: unknown) => {
  const answer = await call(method, path, body)
  expect(answer.status, `${method} ${path} ${JSON.stringify(answer.body)}`).toBeLessThan(300)
  return answer.body.data
}
const now = () => new Date(app.posy.clock.now().epochMilliseconds)
const available = async (wallet: string) => (await loadBalances(app.posy.db, [wallet])).get(wallet)!.available

/** Puts money into a wallet as the bank does. */
let line = 0
const pay = async (walletId: string, amountPence: number) => {
  const { reference } = await app.posy.db
    .selectFrom('wallet')
    .select('reference')
    .where('id', '=', walletId)
    .executeTakeFirstOrThrow()
  await transact(app.posy, { actor: operatorActor }, (work) =>
    receiveBankPayment(work, { bankLine: `runs-${line++}`, reference, amountPence }),
  )
}

interface Built {
  id: string
  source: string
  wallets: string[]
}

/** A draft budget over a wallet of its own, with active participants. */
async function build({
  fundedPence = 100_000,
  people = 1,
  ...fields
}: { fundedPence?: number; people?: number } & Record<string, unknown>): Promise<Built> {
  const wallet = await app.request('POST', `/api/v2/teams/${demo.teams.acme}/wallets`, { as, body: { name: 'Fund' } })
  const source = wallet.body.data.id
  if (fundedPence) await pay(source, fundedPence)
  const budget = { name: 'Fund', budgetAmount: 10_000, frequency: 'month', walletId: source, ...fields }
  const { id } = await ok('POST', '', budget)
  return { id, source, wallets: await addActiveParticipants(app.posy.db, id, people) }
}
const start = async ({ id }: Built) => {
  await ok('POST', `/${id}/start`, {})
  await app.settle()
}
/** Spends a participant's money, to somewhere else of the team's. */
const spend = (walletId: string, amountPence: number, to = demo.wallets.acmeEvents) =>
  transact(app.posy, { actor: operatorActor }, async (work) => {
    const id = newId()
    const transferId = await postTransfer(work.tx, {
      kind: 'wallet-transfer',
      key: `wallet-transfer/${id}`,
      reference: { kind: 'wallet_transfer', id },
      currency: 'GBX',
      at: work.at,
      entries: [
        { account: { wallet: walletId, kind: 'available' }, amountPence: -amountPence },
        { account: { wallet: to, kind: 'available' }, amountPence },
      ],
    })
    await work.audit('wallet.transferred', { kind: 'wallet', id: walletId }, { detail: { transferId } })
  })
const executions = async ({ id }: Built) => (await ok('GET', `/${id}/executions?limit=1000`)).toReversed()
const listTransfers = async ({ id }: Built) => {
  const { rows } = await sql<{ kind: string }>`
    select t.kind::text as kind from ledger_transfer t join automated_budget_execution e on e.id::text = t.reference_id
    where e.budget_id = ${id}`.execute(app.posy.db)
  return rows.map((row) => row.kind)
}
/** Emails of a kind that left for Acme's one admin. */
const mails = async (template: string) => {
  const { count } = await app.posy.db
    .selectFrom('outgoing_message')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('template', '=', template)
    .where('status', '=', 'sent')
    .executeTakeFirstOrThrow()
  return count
}
const overview = ({ id }: Built) => ok('GET', `/${id}`)

describe('amount 100.00', () => {
  const examples = [
    { action: 'rollover', left: 5_000, after: 15_000, cost: 10_000 },
    { action: 'reset', left: 5_000, after: 10_000, cost: 5_000 },
    { action: 'reset', left: 12_000, after: 10_000, cost: -2_000 },
    { action: 'reset', left: 10_000, after: 10_000, cost: 0 },
  ]
  test.each(examples)('$action with $left left: $after, for $cost out of the wallet', async (example) => {
    const { action, left, after, cost } = example
    const budget = await build({ unspentParticipantBalanceAction: action })
    const [wallet] = budget.wallets as [string]
    await start(budget)
    expect(await available(wallet)).toBe(10_000)
    if (left > 10_000) await pay(wallet, left - 10_000)
    if (left < 10_000) await spend(wallet, 10_000 - left)
    const before = await available(budget.source)
    await ok('POST', `/${budget.id}/runs`)
    await app.settle()
    expect(await available(wallet)).toBe(after)
    expect(await available(budget.source)).toBe(before - cost)
    const run = (await executions(budget)).at(-1)
    expect(run).toMatchObject({ status: 'succeeded', paid: Math.max(0, cost), returned: Math.max(0, -cost) })
    const [outcome] = await ok('GET', `/${budget.id}/executions/${run.id}/outcomes`)
    expect(outcome).toMatchObject({ before: left, change: cost, after })
    expect(await listTransfers(budget)).toHaveLength(cost === 0 ? 1 : 2)
    await ok('POST', `/${budget.id}/stop`)
    await app.settle()
    expect(await available(wallet)).toBe(0)
  })
})

test('a run is one transfer for all, surplus and new money together', async () => {
  const budget = await build({ people: 3, budgetAmount: 1_000, unspentParticipantBalanceAction: 'reset' })
  await start(budget)
  await spend(budget.wallets[0]!, 1_000)
  await pay(budget.wallets[1]!, 500)
  await ok('POST', `/${budget.id}/runs`)
  await app.settle()
  expect(await Promise.all(budget.wallets.map(available))).toEqual([1_000, 1_000, 1_000])
  expect((await executions(budget)).at(-1)).toMatchObject({ paid: 1_000, returned: 500, participants: 3 })
  expect(await listTransfers(budget)).toEqual(['budget-run', 'budget-run'])
})

test('a variable budget gives each their own amount, and the budget’s to anyone who has none', async () => {
  const budget = await build({ people: 2, isVariable: true, budgetAmount: 700 })
  const [first] = await ok('GET', `/${budget.id}/participants`)
  await ok('PATCH', `/${budget.id}/participants`, { participantIds: [first.id], budgetAmount: 1_900 })
  await start(budget)
  const given = await ok('GET', `/${budget.id}/participants`)
  expect(given.map((each: { available: number }) => each.available)).toEqual([1_900, 700])
  expect((await overview(budget)).calculatedBudgetAmount).toBe(2_600)
})

test('only scheduled runs that succeeded count; after the last one its money has its time, and all is returned', async () => {
  const budget = await build({
    frequency: 'week',
    numberOfRuns: 2,
    budgetAmount: 1_000,
    unspentParticipantBalanceAction: 'rollover',
  })
  const began = now()
  const date = (days: number) => new Date(began.getTime() + days * 86_400_000).toISOString()
  await start(budget)
  await ok('POST', `/${budget.id}/runs`)
  await app.settle()
  expect(await ok('GET', `/${budget.id}/execution-dates`)).toEqual([date(7)])
  expect((await ok('GET', `/${budget.id}/forecast`)).ends).toBe(date(14))
  await app.advance('P8D')
  expect(await overview(budget)).toMatchObject({ status: 'live', runsExecuted: 2, nextScheduledRun: null })
  expect(await available(budget.wallets[0]!)).toBe(3_000)
  await app.advance('P7D')
  expect(await overview(budget)).toMatchObject({ status: 'ended', endedAt: date(14), runsExecuted: 2 })
  expect(await available(budget.source)).toBe(100_000)
})

describe('a run that fails', () => {
  test('for lack of funds is recorded, explained, emailed once, tried again and given up uncounted; a rerun pays it', async () => {
    const budget = await build({ fundedPence: 10_000, unspentParticipantBalanceAction: 'rollover' })
    await start(budget)
    await app.advance('P1M')
    const failing = (await executions(budget)).at(-1)
    expect(failing).toMatchObject({
      trigger: 'scheduled',
      status: 'failed',
      errors: ['WALLET_INSUFCCIENT_FUNDS'],
      problem: { type: 'WALLET_INSUFCCIENT_FUNDS', help: expect.stringContaining('run it again') },
      paid: 0,
    })
    expect(failing.retryDate).not.toBeNull()
    expect((await overview(budget)).runsExecuted).toBe(1)
    expect(await mails('budget-run-failed')).toBe(1)
    await app.advance('P10D')
    expect(await mails('budget-run-failed')).toBe(1)
    const again = (await executions(budget)).at(-1)
    expect(again.id).toBe(failing.id)
    expect(again.attempts).toBeGreaterThan(3)
    expect(again.errors).toEqual(['WALLET_INSUFCCIENT_FUNDS'])

    // Given up when the next one comes.
    await app.advance('P25D')
    const [, gone, next] = await executions(budget)
    expect(gone).toMatchObject({ id: failing.id, status: 'given-up', retryDate: null })
    expect(gone.problem.help).not.toContain('again')
    expect(next).toMatchObject({ status: 'failed' })
    expect((await overview(budget)).runsExecuted).toBe(1)

    await pay(budget.source, 20_000)
    const rerun = await ok('POST', `/${budget.id}/runs`)
    expect(rerun.id).toBe(next.id)
    await app.settle()
    expect((await executions(budget)).at(-1)).toMatchObject({
      id: next.id,
      status: 'succeeded',
      errors: [],
      problem: null,
    })
    expect(await available(budget.wallets[0]!)).toBe(20_000)
    expect(await overview(budget)).toMatchObject({ runsExecuted: 2, subStatus: null })
  })

  test('is all or nothing', async () => {
    const budget = await build({ fundedPence: 29_999, people: 3 })
    await start(budget)
    expect(await Promise.all(budget.wallets.map(available))).toEqual([0, 0, 0])
    expect(await listTransfers(budget)).toEqual([])
    await ok('POST', `/${budget.id}/stop`)
    await app.settle()
    expect((await executions(budget))[0]).toMatchObject({ status: 'given-up' })
  })

  test('because the wallet is busy says FAILED_TO_LOCK_FUNDS; because the ledger refuses, RESET_ or DISTRIBUTE_BUDGET_FAILED', async () => {
    const breaking = async (action: string, code: string) => {
      const budget = await build({ unspentParticipantBalanceAction: action })
      // The database refuses, as it would: nothing of ours is replaced.
      await sql`create function refuse_run() returns trigger language plpgsql as ${sql.raw(
        `$$ begin if new.kind = 'budget-run' then raise exception 'refused' using errcode = '${code}'; end if; return new; end $$`,
      )}`.execute(app.posy.db)
      await sql`create trigger refuse_run before insert on ledger_transfer for each row execute function refuse_run()`.execute(
        app.posy.db,
      )
      await start(budget)
      await sql`drop function refuse_run cascade`.execute(app.posy.db)
      const [failed] = await executions(budget)
      await ok('POST', `/${budget.id}/runs`)
      await app.settle()
      expect((await executions(budget))[0]).toMatchObject({ id: failed.id, status: 'succeeded' })
      return failed.errors
    }
    expect(await breaking('reset', '23514')).toEqual(['RESET_BUDGET_FAILED'])
    expect(await breaking('rollover', '23514')).toEqual(['DISTRIBUTE_BUDGET_FAILED'])
    expect(await breaking('rollover', '55P03')).toEqual(['FAILED_TO_LOCK_FUNDS'])
  })
})

describe('a run paid by card', () => {
  test('is warned of once by email where the card expires before it and the wallet has too little once everyone has spent', async () => {
    const { cardId } = await storedCard(app, as)
    const budget = await build({ fundedPence: 12_000, billingMethod: { type: 'card', cardId } })
    await start(budget)
    const ends = new Date(now().getTime() + 20 * 86_400_000)
    await app.posy.db.updateTable('card').set({ expires_at: ends }).where('id', '=', cardId).execute()
    const { runs } = await ok('GET', `/${budget.id}/forecast?runs=1`)
    expect(runs[0]).toMatchObject({ covered: true, atRisk: true })
    for (const days of ['P29D', 'P31D']) await app.advance(days)
    const { body } = await app.request('GET', '/sandbox/messages?to=admin@acme.test')
    const told = body.data.filter(({ text }: { text: string }) => text.includes(`/budgets/${budget.id}/edit/funding`))
    expect(told.map(({ subject }: { subject: string }) => subject)).toEqual(['Fund: its card cannot pay the next run'])
    expect(told[0].text.replaceAll(/\s+/g, ' ')).toContain(
      'up to £100.00 is needed by then. Its wallet has £20.00, so £80.00 could be missing.',
    )
    await ok('POST', `/${budget.id}/stop`)
    await app.settle()
  })

  test('charges the card once for what the wallet lacks', async () => {
    const { cardId } = await storedCard(app, as)
    const budget = await build({
      fundedPence: 4_000,
      people: 2,
      budgetAmount: 3_000,
      billingMethod: { type: 'card', cardId },
    })
    await start(budget)
    expect(await Promise.all(budget.wallets.map(available))).toEqual([3_000, 3_000])
    expect(await available(budget.source)).toBe(0)
    const [run] = await executions(budget)
    expect(run).toMatchObject({ status: 'succeeded', paid: 6_000 })
    const charges = await app.posy.db.selectFrom('charge').selectAll().where('wallet_id', '=', budget.source).execute()
    expect(charges).toMatchObject([{ spent: 2_000, initiator: 'merchant' }])
  })

  // The provider's sandbox declines amounts by their last digits.
  test.each([
    ['CARD_INSUFCCIENT_FUNDS', 10_051],
    ['CARD_EXPIRED', 10_033],
    ['CARD_UNKNOWN', 10_062],
  ])('fails with %s by what the provider answers, and is tried again', async (type, budgetAmount) => {
    const { cardId } = await storedCard(app, as)
    const budget = await build({ fundedPence: 0, budgetAmount, billingMethod: { type: 'card', cardId } })
    await start(budget)
    expect((await executions(budget))[0]).toMatchObject({ status: 'failed', errors: [type], attempts: 1 })
    expect(await overview(budget)).toMatchObject({ subStatus: null, status: 'live' })
    await pay(budget.source, 1)
    await ok('POST', `/${budget.id}/runs`)
    await app.settle()
    expect((await executions(budget))[0]).toMatchObject({ status: 'succeeded', errors: [], attempts: 2 })
    expect(await available(budget.source)).toBe(0)
  })

  test('fails with CARD_EXPIRED once the card’s last month is over', async () => {
    const { cardId } = await storedCard(app, as)
    await app.posy.db
      .updateTable('card')
      .set({ expires_at: now(), status: 'active' })
      .where('id', '=', cardId)
      .execute()
    const budget = await build({ fundedPence: 0, budgetAmount: 3_000, billingMethod: { type: 'card', cardId } })
    await start(budget)
    expect((await executions(budget))[0]).toMatchObject({ status: 'failed', errors: ['CARD_EXPIRED'] })
  })

  test('fails with CARD_UNKNOWN for a card that was removed', async () => {
    const { cardId } = await storedCard(app, as)
    const budget = await build({ fundedPence: 0, budgetAmount: 3_000, billingMethod: { type: 'card', cardId } })
    await app.request('DELETE', `/api/v2/cards/${cardId}`, { as })
    await start(budget)
    expect((await executions(budget))[0]).toMatchObject({ status: 'failed', errors: ['CARD_UNKNOWN'] })
  })
})

test('admins are emailed once ahead of a run that the wallet cannot pay, participants when money has come, admins when the budget is over', async () => {
  const allowances = await mails('budget-allowance')
  const [low, ended] = [await mails('budget-funds-low'), await mails('budget-ended')]
  const budget = await build({ fundedPence: 15_000, unspentParticipantBalanceAction: 'rollover' })
  await start(budget)
  expect(await mails('budget-allowance')).toBe(allowances + 1)
  await app.advance('P27D')
  expect(await mails('budget-funds-low')).toBe(low)
  await app.advance('P2D')
  expect(await mails('budget-funds-low')).toBe(low + 1)
  await pay(budget.source, 5_000)
  await app.advance('P3D')
  expect(await overview(budget)).toMatchObject({ runsExecuted: 2 })
  expect(await mails('budget-funds-low')).toBe(low + 1)
  await ok('POST', `/${budget.id}/stop`)
  await app.settle()
  expect(await mails('budget-ended')).toBe(ended + 1)
  const { body } = await app.request('GET', '/sandbox/messages?to=admin@acme.test')
  expect(body.data[0]).toMatchObject({ subject: 'Fund has ended' })
  expect(body.data[0].text).toContain('£200.00 that no one spent')
})

test('admins are emailed ahead of a run whose card will have expired, and its forecast says so', async () => {
  const { cardId } = await storedCard(app, as)
  const budget = await build({
    fundedPence: 12_000,
    unspentParticipantBalanceAction: 'rollover',
    billingMethod: { type: 'card', cardId },
  })
  await start(budget)
  const ends = new Date(now().getTime() + 20 * 86_400_000)
  await app.posy.db.updateTable('card').set({ expires_at: ends }).where('id', '=', cardId).execute()
  expect(await overview(budget)).toMatchObject({ cardEnds: ends.toISOString() })
  const { runs, firstUncovered, cardEnds } = await ok('GET', `/${budget.id}/forecast?runs=2`)
  expect(runs[0]).toMatchObject({ covered: false, problem: 'CARD_EXPIRED', shortfall: 8_000, cardCharge: 0 })
  expect({ firstUncovered, cardEnds }).toEqual({ firstUncovered: runs[0].date, cardEnds: ends.toISOString() })
  await app.advance('P29D')
  const { body } = await app.request('GET', '/sandbox/messages?to=admin@acme.test')
  const told = body.data.filter(({ text }: { text: string }) => text.includes(`/budgets/${budget.id}/edit/funding`))
  expect(told.map(({ subject }: { subject: string }) => subject)).toEqual(['Fund: its card will not pay the next run'])
  await ok('POST', `/${budget.id}/stop`)
  await app.settle()
})

test('budgets that share a wallet are not each covered by the whole of it: forecasts, calendar and emails know what others need', async () => {
  const one = await build({ fundedPence: 45_000, unspentParticipantBalanceAction: 'rollover' })
  const sharing = { fundedPence: 0, walletId: one.source, budgetAmount: 12_000, name: 'Second' }
  const two = await build({ ...sharing, unspentParticipantBalanceAction: 'rollover' })
  await start(one)
  const beforeStart = await ok('GET', `/${two.id}/forecast?runs=3`)
  expect(beforeStart.otherBudgets).toBe(1)
  expect(beforeStart.runs.map(({ covered }: { covered: boolean }) => covered)).toEqual([true, true, false])
  await start(two)
  const foreseen = async ({ id }: Built) =>
    (await ok('GET', `/${id}/forecast?runs=2`)).runs.map((run: Record<string, unknown>) => [
      run.covered,
      run.others,
      run.shortfall,
      run.walletAfter,
    ])
  expect(await foreseen(one)).toEqual([
    [true, 12_000, 0, 1_000],
    [false, 24_000, 21_000, 1_000],
  ])
  expect(await foreseen(two)).toEqual([
    [true, 10_000, 0, 1_000],
    [false, 20_000, 21_000, 1_000],
  ])
  const { runs } = (await app.request('GET', '/v3/run-calendar', { as })).body.data
  const inCalendar = runs.filter(({ automationId }: { automationId: string }) => automationId === two.id)
  expect(inCalendar.map(({ covered }: { covered: boolean }) => covered).slice(0, 2)).toEqual([true, false])
  await app.advance('P31D')
  expect(await available(one.source)).toBe(1_000)
  await app.advance('P28D')
  const { body } = await app.request('GET', '/sandbox/messages?to=admin@acme.test')
  const told = body.data.filter(({ subject }: { subject: string }) => subject === 'Second will need more money')
  expect(told.map(({ text }: { text: string }) => text.replaceAll(/\s+/g, ' '))).toEqual([
    expect.stringContaining('Its wallet has £10.00, and other budgets need £100.00 before, so £210.00 is missing.'),
  ])
  for (const each of [one, two]) await ok('POST', `/${each.id}/stop`)
  await app.settle()
})

test('a forecast tells what runs likely cost from what people spent before the latest ones', async () => {
  const budget = await build({ people: 2 })
  await start(budget)
  const likely = async () =>
    (await ok('GET', `/${budget.id}/forecast?runs=2`)).runs.map((run: Record<string, unknown>) => [
      run.cost,
      run.likelyCost,
      run.mostCost,
    ])
  const [person] = budget.wallets
  await spend(person!, 3_000)
  expect(await likely()).toEqual([
    [3_000, null, 20_000],
    [0, null, 20_000],
  ])
  await app.advance('P31D')
  expect(await likely()).toEqual([
    [0, 3_000, 20_000],
    [0, 3_000, 20_000],
  ])
  await spend(person!, 4_000)
  expect((await likely())[0]).toEqual([4_000, 4_000, 20_000])
  const other = (await ok('GET', `/${budget.id}/participants`)).map(({ id }: { id: string }) => id).sort()[1]
  // Neither what is taken back of them nor what a raise adds is spending.
  await ok('POST', `/${budget.id}/participants/${other}/withdrawals`, { amount: 500 })
  await ok('PUT', `/${budget.id}`, { budgetAmount: 12_500 })
  await app.advance('P31D')
  expect((await likely())[1]).toEqual([0, 3_500, 25_000])
  await ok('POST', `/${budget.id}/stop`)
  await app.settle()
})

test('admins are emailed before the start, and as people are invited, that the wallet has too little for all of them', async () => {
  const budget = await build({
    fundedPence: 15_000,
    people: 0,
    scheduledStartDate: new Date(now().getTime() + 10 * 86_400_000).toISOString(),
  })
  await ok('POST', `/${budget.id}/participants`, { participants: ['x1@acme.test', 'x2@acme.test', 'x3@acme.test'] })
  await ok('POST', `/${budget.id}/start`, {})
  const { runs, invites } = await ok('GET', `/${budget.id}/forecast?runs=2`)
  expect(invites).toEqual({ people: 3, upTo: 30_000, from: runs[0].date, by: runs[1].date })
  expect(runs[0]).toMatchObject({ problem: 'WALLET_INSUFCCIENT_FUNDS', shortfall: 15_000 })
  const low = await mails('budget-funds-low')
  await app.advance('P6D')
  expect(await mails('budget-funds-low')).toBe(low)
  await app.advance('P2D')
  expect(await mails('budget-funds-low')).toBe(low + 1)
  const latest = async () => (await app.request('GET', '/sandbox/messages?to=admin@acme.test')).body.data[0].text
  expect(await latest()).toContain(
    '3 people are invited then, and each gets their allowance as they accept: up to £300.00',
  )
  await app.advance('P3D')
  expect(await overview(budget)).toMatchObject({ status: 'live', runsExecuted: 1 })
  expect(await mails('budget-funds-low')).toBe(low + 2)
  expect(await latest()).toContain('so £150.00 may be missing')
  await ok('POST', `/${budget.id}/stop`)
  await app.settle()
})

test('the calendar doubts a run that its forecast doubts, and an invite past the end that its email named is foreseen no more', async () => {
  const budget = await build({ fundedPence: 25_000, people: 1 })
  await start(budget)
  await ok('POST', `/${budget.id}/participants`, { participants: ['late@acme.test'] })
  await app.settle()
  const forecast = () => ok('GET', `/${budget.id}/forecast?runs=1`)
  const inCalendar = async () => {
    const { runs } = (await app.request('GET', '/v3/run-calendar', { as })).body.data
    return runs.find(({ automationId }: { automationId: string }) => automationId === budget.id)
  }
  const late = async () => (await ok('GET', `/${budget.id}/participants?status=draft`))[0]
  const doubtful = { covered: true, atRisk: true, problem: null }
  expect((await forecast()).runs[0]).toMatchObject(doubtful)
  expect(await inCalendar()).toMatchObject(doubtful)
  expect(await late()).toMatchObject({ email: 'late@acme.test', inviteEnded: false })
  await app.advance('P13D')
  expect((await forecast()).participants).toEqual({ funded: 1, invited: 1 })
  const ended = await mails('budget-invites-ended')
  await app.advance('P1D')
  await app.settle()
  expect(await mails('budget-invites-ended')).toBe(ended + 1)
  expect((await app.request('GET', '/sandbox/messages?to=admin@acme.test')).body.data[0].text).toContain(
    'One person was invited to Fund and has not answered.',
  )
  expect(await forecast()).toMatchObject({ participants: { funded: 1, invited: 0 }, invites: null, costPerRun: 10_000 })
  expect(await inCalendar()).toMatchObject({ mostCost: 10_000, covered: true, atRisk: false })
  expect(await overview(budget)).toMatchObject({
    participantCounts: { active: 1, inactive: 0, invited: 1, inviteEnded: 1, inviteDeclined: 0 },
    calculatedBudgetAmount: 10_000,
  })
  const { inviteId, inviteEnded } = await late()
  expect(inviteEnded).toBe(true)
  expect((await app.request('POST', `/v3/team-invites/${inviteId}/resend`, { as })).status).toBe(200)
  expect(await late()).toMatchObject({ inviteEnded: false })
  expect((await forecast()).participants).toEqual({ funded: 1, invited: 1 })
  await ok('POST', `/${budget.id}/stop`)
  await app.settle()
})

test('what a change of rules would take is foreseen, told to people before the run that takes it, and comes true', async () => {
  const budget = await build({ people: 2, budgetAmount: 2_000, unspentParticipantBalanceAction: 'rollover' })
  await start(budget)
  await ok('POST', `/${budget.id}/runs`)
  await app.settle()
  await spend(budget.wallets[0]!, 3_500)
  const [asItIs] = (await ok('GET', `/${budget.id}/forecast?runs=1`)).runs
  expect(asItIs).toMatchObject({ cost: 4_000, returned: 0, returnedFrom: 0 })
  const [reset] = (await ok('GET', `/${budget.id}/forecast?runs=1&unspentParticipantBalanceAction=reset`)).runs
  expect(reset).toMatchObject({ cost: -500, returned: 2_000, returnedFrom: 1 })
  expect(await overview(budget)).toMatchObject({ unspentParticipantBalanceAction: 'rollover' })
  const told = await mails('allowance-changed')
  await ok('PUT', `/${budget.id}`, { unspentParticipantBalanceAction: 'reset' })
  await app.settle()
  expect(await mails('allowance-changed')).toBe(told + 2)
  // Said once: saving the same again takes nothing more.
  await ok('PUT', `/${budget.id}`, { unspentParticipantBalanceAction: 'reset' })
  await app.settle()
  expect(await mails('allowance-changed')).toBe(told + 2)
  // Who gets more is told before the run that gives it.
  await ok('PUT', `/${budget.id}`, { budgetAmount: 2_100 })
  await app.settle()
  expect(await mails('allowance-changed')).toBe(told + 4)
  await ok('PUT', `/${budget.id}`, { budgetAmount: 2_000 })
  await app.settle()
  const since = await mails('allowance-changed')
  await app.advance('P1M')
  expect((await executions(budget)).at(-1)).toMatchObject({ returned: reset.returned })
  const until = new Date(now().getTime() + 5 * 86_400_000).toISOString()
  expect((await ok('GET', `/${budget.id}/forecast?scheduledEndDate=${until}`)).ends).toBe(until)
  await ok('PUT', `/${budget.id}`, { scheduledEndDate: until })
  await app.settle()
  expect(await mails('allowance-changed')).toBe(since + 2)
  // An end that is taken back: everyone who was told of it is told that it does not come.
  await ok('PUT', `/${budget.id}`, { scheduledEndDate: null })
  await app.settle()
  expect(await mails('allowance-changed')).toBe(since + 4)
  await ok('POST', `/${budget.id}/stop`)
  await app.settle()
})

test('a person who is paused, resumed, has money taken back or is removed is told each once, with the sums, and the others are not', async () => {
  const budget = await build({ people: 2, budgetAmount: 2_000, unspentParticipantBalanceAction: 'rollover' })
  await start(budget)
  const [ann] = (await ok('GET', `/${budget.id}/participants`)) as { id: string; walletId: string }[]
  const told = async () => {
    await app.settle()
    const rows = await app.posy.db
      .selectFrom('outgoing_message')
      .select(['user_id as userId', 'detail', 'status'])
      .where('template', '=', 'allowance-changed')
      .where(sql<boolean>`detail->>'budgetId' = ${budget.id}`)
      .orderBy('id')
      .execute()
    expect(rows.every(({ status }) => status === 'sent')).toBe(true)
    expect(new Set(rows.map(({ userId }) => userId)).size).toBeLessThanOrEqual(1)
    return rows.map(({ detail }) => {
      const { cause, amountPence, availablePence } = detail as Record<string, unknown>
      return [cause, amountPence, availablePence]
    })
  }
  const participantIds = [ann!.id]
  const set = (status: string) => ok('PATCH', `/${budget.id}/participants`, { participantIds, status })
  await set('active')
  expect(await told()).toEqual([])
  await set('inactive')
  await set('inactive')
  const paused = ['paused', 0, 2_000]
  expect(await told()).toEqual([paused])
  await set('active')
  const resumed = ['resumed', 0, 2_000]
  expect(await told()).toEqual([paused, resumed])
  await ok('POST', `/${budget.id}/participants/${ann!.id}/withdrawals`, { amount: 500 })
  const withdrawn = ['withdrawn', 500, 1_500]
  expect(await told()).toEqual([paused, resumed, withdrawn])
  for (let time = 0; time < 2; time++) await ok('DELETE', `/${budget.id}/participants`, { participantIds })
  expect(await told()).toEqual([paused, resumed, withdrawn, ['removed', 1_500, 0]])
  await ok('POST', `/${budget.id}/stop`)
  await app.settle()
})

describe('a run that is undone', () => {
  const undo = (budget: Built, run: { id: string }) => call('POST', `/${budget.id}/executions/${run.id}/undo`, {})
  const latest = async (budget: Built) => (await executions(budget)).at(-1)

  test('gives back to the penny what each has left of it, never what they had besides, and tells them', async () => {
    const people = fc.array(fc.record({ had: fc.nat(3_000), spent: fc.nat(9_000) }), { minLength: 1, maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(people, fc.constantFrom('reset', 'rollover'), async (each, unspentParticipantBalanceAction) => {
        const budget = await build({ people: each.length, budgetAmount: 3_000, unspentParticipantBalanceAction })
        for (const [place, { had }] of each.entries()) if (had > 0) await pay(budget.wallets[place]!, had)
        await start(budget)
        const run = await latest(budget)
        const outcomes = await ok('GET', `/${budget.id}/executions/${run.id}/outcomes`)
        const participants = await ok('GET', `/${budget.id}/participants`)
        const given = budget.wallets.map((walletId) => {
          const { id } = participants.find((other: { walletId: string }) => other.walletId === walletId)
          return outcomes.find((outcome: { participantId: string }) => outcome.participantId === id).change
        })
        for (const [place, { spent }] of each.entries()) {
          const has = await available(budget.wallets[place]!)
          if (Math.min(spent, has) > 0) await spend(budget.wallets[place]!, Math.min(spent, has))
        }
        const [source, ...before] = await Promise.all([budget.source, ...budget.wallets].map(available))
        const taken = before.map((has, place) => Math.max(0, Math.min(given[place]!, has)))
        const amount = taken.reduce((sum, part) => sum + part, 0)
        const foreseen = (await ok('GET', `/${budget.id}/executions/${run.id}`)).undo
        const told = await mails('allowance-changed')
        const answer = await undo(budget, run)
        if (amount === 0) {
          expect([answer.status, foreseen]).toEqual([409, null])
        } else {
          const peopleTaken = taken.filter((part) => part > 0).length
          expect(foreseen).toEqual({ people: peopleTaken, amount })
          expect(answer.body.data.undone).toMatchObject({ amount })
          await app.settle()
          expect(await mails('allowance-changed')).toBe(told + peopleTaken)
        }
        expect(await Promise.all([budget.source, ...budget.wallets].map(available))).toEqual([
          source! + amount,
          ...before.map((has, place) => has - taken[place]!),
        ])
        await ok('POST', `/${budget.id}/stop`)
        await app.settle()
      }),
      { numRuns: 6 },
    )
  })

  test('is undone once though two ask at once, and not once another run was made since', async () => {
    const budget = await build({ people: 2, budgetAmount: 3_000, unspentParticipantBalanceAction: 'rollover' })
    await start(budget)
    const first = await latest(budget)
    await ok('POST', `/${budget.id}/runs`)
    await app.settle()
    const second = await latest(budget)
    expect((await undo(budget, first)).body.error).toBe('Another run was made since.')
    expect((await ok('GET', `/${budget.id}/executions/${first.id}`)).undo).toBeNull()
    const answers = await Promise.all([undo(budget, second), undo(budget, second)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await Promise.all(budget.wallets.map(available))).toEqual([3_000, 3_000])
    expect(await available(budget.source)).toBe(94_000)
    expect(await latest(budget)).toMatchObject({ id: second.id, status: 'succeeded', undone: { amount: 6_000 } })
    await ok('POST', `/${budget.id}/stop`)
    await app.settle()
  })
})

test('each occurrence runs once when two workers and a job race', async () => {
  const budgets = await Promise.all(Array.from({ length: 8 }, () => build({ people: 5, budgetAmount: 100 })))
  for (const { id } of budgets) await ok('POST', `/${id}/start`, {})
  await Promise.all([
    runDueBudgets(app.posy, now()),
    runDueBudgets(app.posy, now()),
    ...budgets.map(({ id }) => advanceBudget(app.posy, id)),
    app.settle(),
  ])
  await app.settle()
  for (const budget of budgets) {
    expect(await listTransfers(budget)).toHaveLength(1)
    expect(await overview(budget)).toMatchObject({ runsExecuted: 1, subStatus: null })
    expect(await Promise.all(budget.wallets.map(available))).toEqual([100, 100, 100, 100, 100])
  }
})

test('after three months of downtime monthly runs are made each in order, hourly ones only the latest', async () => {
  const monthly = await build({ unspentParticipantBalanceAction: 'rollover' })
  const hourly = await build({ frequency: 'hour', budgetAmount: 100, unspentParticipantBalanceAction: 'rollover' })
  await start(monthly)
  await start(hourly)
  const began = now()
  // No one looks for three months.
  await app.posy.clock.moveTo(app.posy.clock.now().toZonedDateTimeISO('Europe/London').add({ months: 3 }).toInstant())
  await runDueBudgets(app.posy, now())
  await app.settle()
  const runs = await executions(monthly)
  expect(runs.map((run: { status: string }) => run.status)).toEqual([
    'succeeded',
    'succeeded',
    'succeeded',
    'succeeded',
  ])
  expect(runs.map((run: { scheduledFor: string }) => run.scheduledFor)).toEqual(
    runs.map((run: { scheduledFor: string }) => run.scheduledFor).toSorted(),
  )
  expect(await available(monthly.wallets[0]!)).toBe(40_000)
  const hours = Math.round((now().getTime() - began.getTime()) / 3_600_000)
  const [, skipped, latest] = await executions(hourly)
  expect(skipped).toMatchObject({ status: 'skipped', skippedRuns: hours - 1 })
  expect(latest).toMatchObject({ status: 'succeeded', scheduledFor: now().toISOString() })
  expect(await available(hourly.wallets[0]!)).toBe(200)
  await ok('POST', `/${hourly.id}/stop`)
  await app.settle()
})

test('the forecast of a budget comes true: cost, balance and date of the next three runs', async () => {
  const amounts = fc.integer({ min: 1, max: 5_000 })
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        unspentParticipantBalanceAction: fc.constantFrom('reset', 'rollover'),
        frequency: fc.constantFrom('minute', 'hour', 'day', 'week', 'month'),
        isVariable: fc.boolean(),
        budgetAmount: amounts,
        numberOfRuns: fc.integer({ min: 0, max: 4 }),
      }),
      fc.array(fc.record({ amount: fc.option(amounts), spent: fc.nat(5_000), extra: fc.nat(3_000) }), {
        minLength: 1,
        maxLength: 4,
      }),
      fc.integer({ min: 0, max: 60_000 }),
      async (fields, people, fundedPence) => {
        const budget = await build({ ...fields, people: people.length, fundedPence: 20_000 })
        const participants = await ok('GET', `/${budget.id}/participants`)
        for (const [place, { amount }] of people.entries())
          if (amount)
            await ok('PATCH', `/${budget.id}/participants`, {
              participantIds: [participants[place].id],
              budgetAmount: amount,
            })
        await start(budget)
        for (const [place, { spent, extra }] of people.entries()) {
          const wallet = participants[place].walletId
          const has = await available(wallet)
          if (Math.min(spent, has) > 0) await spend(wallet, Math.min(spent, has))
          if (extra > 0) await pay(wallet, extra)
        }
        const left = await available(budget.source)
        if (left > fundedPence) await spend(budget.source, left - fundedPence)
        else if (left < fundedPence) await pay(budget.source, fundedPence - left)

        const foreseen = (await ok('GET', `/${budget.id}/forecast?runs=3`)).runs
        // A run that is not covered does not count, so that another one follows.
        if (foreseen.every((run: { covered: boolean }) => run.covered))
          expect(await ok('GET', `/${budget.id}/execution-dates?limit=3`)).toEqual(
            foreseen.map((run: { date: string }) => run.date),
          )
        for (const run of foreseen) {
          await app.posy.clock.moveTo(
            app.posy.clock.now().add({ milliseconds: Date.parse(run.date) - now().getTime() }),
          )
          await advanceBudget(app.posy, budget.id)
          const made = (await executions(budget)).filter(
            (each: { scheduledFor: string }) => each.scheduledFor === run.date,
          )
          expect(made).toHaveLength(1)
          expect(made[0].status).toBe(run.covered ? 'succeeded' : 'failed')
          if (run.covered) expect(made[0].paid - made[0].returned).toBe(run.cost)
          expect(await available(budget.source)).toBe(run.walletAfter)
          // Looked at as they stand: a failed one is left behind as its successor comes.
        }
        await ok('POST', `/${budget.id}/stop`)
        await advanceBudget(app.posy, budget.id)
      },
    ),
    { numRuns: 12 },
  )
})
