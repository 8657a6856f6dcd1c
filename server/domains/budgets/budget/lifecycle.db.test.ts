import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { reconcile } from '#server/app/reconcile.ts'
import { loadBalances } from '#server/domains/ledger/index.ts'
import { receiveBankPayment } from '#server/domains/wallets/index.ts'
import { transact } from '#server/platform/posy.ts'
import { operatorActor } from '#server/platform/principal.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { acceptAsNew, someNewUser } from '#server/testing/invites.ts'

const as = 'admin@acme.test'
let app: TestApp
const open = async (options: Parameters<typeof startTestApp>[0] = {}) => {
  app = await startTestApp({ now: '2026-03-02T09:00:00Z', ...options })
}
afterEach(async () => {
  expect(await reconcile(app.posy)).toEqual([])
  await app.close()
})

const ok = async (method: string, path: string, body?: unknown, who = as) => {
  const answer = await app.request(method, path, { as: who, body })
  expect(answer.status, `${method} ${path} ${JSON.stringify(answer.body)}`).toBeLessThan(300)
  return answer.body.data
}
const root = '/v3/automated-budgets'
const available = async (wallet: string) => (await loadBalances(app.posy.db, [wallet])).get(wallet)!.available
const create = (fields: object = {}) =>
  ok('POST', root, { name: 'Fund', budgetAmount: 2_500, frequency: 'month', ...fields })
const participants = (id: string) => ok('GET', `${root}/${id}/participants`)
/** Starts a budget with people who accept; they can sign in by their addresses. */
async function live(emails: string[], fields: object = {}) {
  const { id } = await create({ unspentParticipantBalanceAction: 'rollover', ...fields })
  await ok('POST', `${root}/${id}/participants`, { participants: emails })
  await ok('POST', `${root}/${id}/start`, {})
  await app.settle()
  for (const { inviteId } of await participants(id)) await accept(inviteId)
  return { id, people: await participants(id) }
}
const accept = async (inviteId: string) => {
  const answer = await acceptAsNew(app, inviteId, { newUser: { ...someNewUser, password: 'posy-demo-2026' } })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  await app.settle()
}
const buy = async (who: string, walletId: string, fields: object = {}) => {
  const { embedded, sale_total } = await ok(
    'POST',
    '/api/v2/transactions?embed[]=hugggs',
    {
      purchase: {
        type: 'bulkHugggs',
        reference: demo.products.daisyFlatWhite,
        receivers: [{ email: 'dee@friends.test' }],
        reasonCode: 'Thank you',
        ...fields,
      },
      payment: { method: 'walletCommitment', reference: walletId },
    },
    who,
  )
  return { hugggId: embedded.hugggs[0].id, paidPence: sale_total }
}

describe('money that comes back later', () => {
  beforeEach(() => open())

  test('to a participant who left, or a budget that ended: cancelled or expired gifts and bank payments go to the source', async () => {
    const { id, people } = await live(['ann@acme.test', 'bob@acme.test'])
    const [ann, bob] = people
    const source = await available(demo.wallets.acmeMain)
    const cancelled = await buy('ann@acme.test', ann.walletId)
    const expiring = await buy('bob@acme.test', bob.walletId, { expiry: '2026-03-10' })
    await ok('DELETE', `${root}/${id}/participants`, { participantIds: [ann.id] })
    expect(await available(demo.wallets.acmeMain)).toBe(source + 2_500 - cancelled.paidPence)
    await ok('POST', `/api/v2/hugggs/${cancelled.hugggId}/cancel`)
    expect(await available(demo.wallets.acmeMain)).toBe(source + 2_500)
    await ok('POST', `${root}/${id}/stop`)
    await app.settle()
    await app.advance('P10D')
    expect(await available(demo.wallets.acmeMain)).toBe(source + 5_000)
    expect([await available(ann.walletId), await available(bob.walletId)]).toEqual([0, 0])

    const { reference } = await app.posy.db
      .selectFrom('wallet')
      .select('reference')
      .where('id', '=', bob.walletId)
      .executeTakeFirstOrThrow()
    const payment = { bankLine: 'late', reference, amountPence: 700 }
    const book = () => transact(app.posy, { actor: operatorActor }, (work) => receiveBankPayment(work, payment))
    expect(await book()).toEqual(await book())
    expect(await available(demo.wallets.acmeMain)).toBe(source + 5_700)
    expect(expiring.paidPence).toBeGreaterThan(0)
  })

  test('to the budget once a new period has started: home, statement and the budget’s page close to the penny', async () => {
    const { id, people } = await live(['ann@acme.test'], {
      ...{ unspentParticipantBalanceAction: 'reset', maximumHugggExpiryDays: 60 },
    })
    const [{ id: ann, walletId, userId }] = people
    // A budget that is called otherwise is so wherever its people read of it.
    await ok('PUT', `${root}/${id}`, { name: 'Thanks' })
    const wallets = await ok('GET', `/api/v2/user/${userId}/wallets`, undefined, 'ann@acme.test')
    expect(wallets.map(({ name }: { name: string }) => name)).toEqual(['Thanks'])
    const expired = await buy('ann@acme.test', walletId, { expiry: '2026-04-10' })
    const open = await buy('ann@acme.test', walletId, { expiry: '2026-04-30' })
    await app.advance('P45D')
    const [home] = await ok('GET', '/v3/allowances', undefined, 'ann@acme.test')
    const received = 2_500 + expired.paidPence + open.paidPence
    const sums = { inGifts: open.paidPence, used: 0, returnedToBudget: expired.paidPence, received }
    expect(home).toMatchObject({ available: 2_500, ...sums })
    expect(await ok('GET', `${root}/${id}/participants/${ann}/balances`)).toMatchObject({ available: 2_500, ...sums })
    const { totals, lines, closing } = await ok('GET', `${root}/${id}/participants/${ann}/statement`)
    expect([totals.received, totals.toBudget - totals.takenBack, closing]).toEqual([received, expired.paidPence, 2_500])
    const toBudget = lines.flatMap(({ gift }: { gift: { toBudget: number } | null }) => gift?.toBudget ?? [])
    expect(toBudget).toEqual([0, expired.paidPence])
  })

  test('nothing is left behind when a gift is cancelled at the moment the budget ends', async () => {
    const { id, people } = await live(['ann@acme.test'])
    const before = (await available(demo.wallets.acmeMain)) + 2_500
    const gifts = []
    for (let n = 0; n < 6; n++) gifts.push(await buy('ann@acme.test', people[0].walletId))
    await ok('POST', `${root}/${id}/stop`)
    await Promise.all([app.settle(), ...gifts.map(({ hugggId }) => ok('POST', `/api/v2/hugggs/${hugggId}/cancel`))])
    expect(await available(people[0].walletId)).toBe(0)
    expect(await available(demo.wallets.acmeMain)).toBe(before)
  })
})

describe('people', () => {
  beforeEach(() => open())

  test('who accept between two runs get the present period’s money once, or as soon as the wallet has it, paused and resumed meanwhile or not', async () => {
    const { body } = await app.request('POST', `/api/v2/teams/${demo.teams.acme}/wallets`, {
      as,
      body: { name: 'Poor' },
    })
    const walletId = body.data.id
    await ok('POST', `/v3/wallets/${demo.wallets.acmeMain}/transfers`, { toWalletId: walletId, amount: 3_000 })
    const { id, people } = await live(['ann@acme.test', 'bob@acme.test'], { walletId })
    expect(people.map((each: { available: number }) => each.available)).toEqual([2_500, 0])
    const [latest] = await ok('GET', `${root}/${id}/executions`)
    expect(latest).toMatchObject({ trigger: 'joiner', status: 'failed', errors: ['WALLET_INSUFCCIENT_FUNDS'] })
    // A participant who is paused and resumed while they wait still gets it, and once.
    for (const status of ['inactive', 'active'])
      await ok('PATCH', `${root}/${id}/participants`, { participantIds: [people[1].id], status })
    await ok('POST', `/v3/wallets/${demo.wallets.acmeMain}/transfers`, { toWalletId: walletId, amount: 2_000 })
    await app.advance('PT1H')
    expect((await participants(id)).map((each: { available: number }) => each.available)).toEqual([2_500, 2_500])
    expect((await ok('GET', `${root}/${id}/executions`))[0]).toMatchObject({ id: latest.id, status: 'succeeded' })
    expect(await ok('GET', `${root}/${id}`)).toMatchObject({ runsExecuted: 1 })
    await ok('POST', `/v3/wallets/${demo.wallets.acmeMain}/transfers`, { toWalletId: walletId, amount: 10_000 })
    await app.advance('P1M')
    expect((await participants(id)).map((each: { available: number }) => each.available)).toEqual([5_000, 5_000])
  })

  test('who accept one after the other while the wallet lacks the money: what is missing, on the page and by email, is that of all who wait', async () => {
    const { body } = await app.request('POST', `/api/v2/teams/${demo.teams.acme}/wallets`, {
      as,
      body: { name: 'Poorer' },
    })
    const walletId = body.data.id
    await ok('POST', `/v3/wallets/${demo.wallets.acmeMain}/transfers`, { toWalletId: walletId, amount: 1_000 })
    const { id } = await create({ walletId })
    await ok('POST', `${root}/${id}/participants`, { participants: ['ann@acme.test', 'bob@acme.test'] })
    await ok('POST', `${root}/${id}/start`, {})
    await app.settle()
    const [ann, bob] = await participants(id)
    await accept(ann.inviteId)
    const latest = async () => (await ok('GET', `${root}/${id}/executions`))[0]
    const first = await latest()
    expect(first).toMatchObject({ trigger: 'joiner', status: 'failed', waiting: 1, problem: { shortfall: 1_500 } })
    await app.advance('PT1M')
    await accept(bob.inviteId)
    expect(await latest()).toMatchObject({
      id: first.id,
      waiting: 2,
      retryDate: first.retryDate,
      problem: { shortfall: 4_000 },
    })
    const { body: told } = await app.request('GET', '/sandbox/messages?to=admin@acme.test')
    const texts = told.data.map(({ text }: { text: string }) => text)
    expect(texts.filter((text: string) => text.includes(id))).toEqual([
      expect.stringMatching(/2 people who accepted .* have not got their money yet[\s\S]*Missing: £40\.00/),
      expect.stringMatching(/One person who accepted .* has not got their money yet[\s\S]*Missing: £15\.00/),
      expect.anything(),
    ])
  })

  test('who do not answer their invite are reminded on the third and the tenth day, again once it was sent again, and never once it was withdrawn', async () => {
    const { id } = await create()
    await ok('POST', `${root}/${id}/participants`, { participants: ['ann@acme.test', 'bob@acme.test'] })
    await ok('POST', `${root}/${id}/start`, {})
    await app.settle()
    const subjects = async (to: string) => {
      const { body } = await app.request('GET', `/sandbox/messages?to=${to}`)
      return body.data.map(({ subject }: { subject: string }) => subject).toReversed()
    }
    const first = `Acme has a gift budget for you: ${(await ok('GET', `${root}/${id}`)).name}`
    await app.advance('PT71H')
    expect(await subjects('ann@acme.test')).toEqual([first])
    await app.advance('PT2H')
    expect(await subjects('ann@acme.test')).toEqual([first, `Reminder: ${first}`])
    const [ann, bob] = await participants(id)
    await ok('DELETE', `${root}/${id}/participants`, { participantIds: [bob.id] })
    await app.advance('P60D')
    const round = [first, `Reminder: ${first}`, `Reminder: ${first}`]
    expect(await subjects('ann@acme.test')).toEqual(round)
    await ok('POST', `/v3/team-invites/${ann.inviteId}/resend`)
    await app.advance('P11D')
    expect(await subjects('ann@acme.test')).toEqual([...round, ...round])
    expect(await subjects('bob@acme.test')).toEqual([first, `Reminder: ${first}`])
  })

  test('are invited through the team’s invites too, once the budget is live', async () => {
    const draft = await create()
    const invite = (automationId: string, ...emails: string[]) =>
      app.request('POST', `/v3/teams/${demo.teams.acme}/users/invites`, {
        as,
        body: {
          type: 'automation-participant',
          automationId,
          invites: emails.map((emailAddress) => ({ emailAddress })),
        },
      })
    expect((await invite(draft.id, 'cat@acme.test')).status).toBe(409)
    const { id } = await live(['ann@acme.test'])
    const answer = await invite(id, 'ann@acme.test', 'cat@acme.test')
    expect(answer.status, JSON.stringify(answer.body)).toBe(201)
    expect(answer.body.rows.map((row: { outcome: string }) => row.outcome)).toEqual(['already-member', 'invited'])
    await accept(answer.body.rows[1].inviteId)
    expect(
      (await participants(id)).map((each: { email: string; status: string }) => [each.email, each.status]),
    ).toEqual([
      ['ann@acme.test', 'active'],
      ['cat@acme.test', 'active'],
    ])
  })

  test('have teams and wallets that are not among the subteams, nor among the teams an admin acts in', async () => {
    const before = (await ok('GET', `/api/v2/user/${demo.users.acmeAdmin}/wallets`)).length
    await live(['ann@acme.test'])
    const team = await ok('GET', `/api/v2/teams/${demo.teams.acme}`)
    expect(team.subteams.map((each: { name: string }) => each.name)).toEqual(['North', 'South'])
    expect(await ok('GET', `/api/v2/user/${demo.users.acmeAdmin}/wallets`)).toHaveLength(before)
    const { teams } = (await app.request('GET', `/v3/teams/user/${demo.users.acmeAdmin}`, { as })).body
    expect(
      teams.filter((each: { name?: string; team?: { name: string } }) => (each.team ?? each).name === 'Fund'),
    ).toEqual([])
  })

  test('are within the plan’s number of participants', async () => {
    await app.posy.db
      .updateTable('plan')
      .set({ participants_limit: 2 })
      .where('id', '=', demo.plans.enterprise)
      .execute()
    const { id } = await create()
    const answer = await app.request('POST', `${root}/${id}/participants`, {
      as,
      body: { participants: ['a@acme.test', 'b@acme.test', 'c@acme.test'] },
    })
    expect([answer.status, answer.body.code]).toEqual([403, 'plan_limit_reached'])
  })
})

test('gifts of a budget stay valid for 365 days on a free plan unless set otherwise', async () => {
  await open()
  await app.posy.db.updateTable('plan').set({ price: 0 }).where('id', '=', demo.plans.plus).execute()
  const made = await ok('POST', root, { name: 'Free', budgetAmount: 1, frequency: 'year' }, 'admin@globex.test')
  expect(made.maximumHugggExpiryDays).toBe(365)
})

test('a monthly budget from 31 January runs on each month’s last day, 29 February too, at the same time of day in winter and summer', async () => {
  await open({ now: '2028-01-31T08:30:00Z' })
  const { id } = await create({ budgetAmount: 1 })
  await ok('POST', `${root}/${id}/start`, {})
  await app.settle()
  const foreseen = await ok('GET', `${root}/${id}/execution-dates?limit=10`)
  await app.advance('P10M')
  const runs = (await ok('GET', `${root}/${id}/executions?limit=100`)).toReversed()
  const days = runs.map((run: { scheduledFor: string }) => run.scheduledFor)
  expect(days).toEqual([
    '2028-01-31T08:30:00.000Z',
    '2028-02-29T08:30:00.000Z',
    '2028-03-31T07:30:00.000Z',
    '2028-04-30T07:30:00.000Z',
    '2028-05-31T07:30:00.000Z',
    '2028-06-30T07:30:00.000Z',
    '2028-07-31T07:30:00.000Z',
    '2028-08-31T07:30:00.000Z',
    '2028-09-30T07:30:00.000Z',
    '2028-10-31T08:30:00.000Z',
    '2028-11-30T08:30:00.000Z',
  ])
  expect(days.slice(1)).toEqual(foreseen)
  // Each ran at its very moment.
  for (const run of runs) expect(run.endDate).toBe(run.scheduledFor)
})

test('a budget lives and ends on the embedded database as well', async () => {
  await open({ database: 'pglite' })
  const { id, people } = await live(['ann@acme.test'], { numberOfRuns: 2 })
  expect(people[0].available).toBe(2_500)
  await app.advance('P1M')
  expect((await participants(id))[0].available).toBe(5_000)
  await app.advance('P1M')
  expect(await ok('GET', `${root}/${id}`)).toMatchObject({ status: 'ended', runsExecuted: 2 })
  const { rows } = await sql<{ kinds: string[] }>`
    select array_agg(kind::text order by number) as kinds from ledger_transfer where kind::text like 'budget%'`.execute(
    app.posy.db,
  )
  expect(rows[0]!.kinds).toEqual(['budget-run', 'budget-run', 'budget-unlock'])
})
