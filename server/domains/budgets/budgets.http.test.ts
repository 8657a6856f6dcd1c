import { afterAll, beforeAll, expect, test } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { reconcile } from '#server/app/reconcile.ts'
import { defaultRoleIds } from '#server/domains/teams/rights/index.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { mailbox } from '#server/testing/gifts.ts'
import { loadShortcode } from '#server/testing/hugggs.ts'
import { acceptAsNew, someNewUser } from '#server/testing/invites.ts'

const as = 'admin@acme.test'
let app: TestApp

beforeAll(async () => {
  // 09:00 in London on the 2nd of March.
  app = await startTestApp({ now: '2026-03-02T09:00:00Z' })
})
afterAll(async () => {
  expect(await reconcile(app.posy)).toEqual([])
  await app.close()
})

const call = (method: string, path: string, body?: unknown, who = as) =>
  app.request(method, `/v3/automated-budgets${path}`, { as: who, body })
const ok = async (method: string, path: string, body?: unknown, who = as) => {
  const answer = await call(method, path, body, who)
  expect(answer.status, `${method} ${path} ${JSON.stringify(answer.body)}`).toBeLessThan(300)
  return answer.body
}
const budget = { name: 'Thank you fund', budgetAmount: 2500, frequency: 'month' }
const create = async (fields: object = {}) => (await ok('POST', '', { ...budget, ...fields })).data
const wallet = async () => {
  const { body } = await app.request('GET', `/api/v2/teams/${demo.teams.acme}/wallets`, { as })
  return body.data.find((each: { id: string }) => each.id === demo.wallets.acmeMain)
}
/** Accepts the invite of a participant as a new user, who can then sign in as `email`. */
const accept = async (budgetId: string, email: string) => {
  const { data } = await ok('GET', `/${budgetId}/participants`)
  const { inviteId } = data.find((each: { email: string }) => each.email === email)
  const answer = await acceptAsNew(app, inviteId, { newUser: { ...someNewUser, password: 'posy-demo-2026' } })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  await app.settle()
}
const loadParticipants = async (id: string, query = '') => (await ok('GET', `/${id}/participants${query}`)).data

test('a draft budget has the defaults of its plan, shows all its fields, and can be changed and deleted', async () => {
  const made = await create()
  expect(made).toMatchObject({
    ...budget,
    status: 'draft',
    subStatus: null,
    isVariable: false,
    currency: 'GBX',
    walletId: demo.wallets.acmeMain,
    billingMethod: { type: 'manual', cardId: null },
    numberOfRuns: 0,
    runsExecuted: 0,
    nextScheduledRun: null,
    unspentParticipantBalanceAction: 'reset',
    deliveryMethods: ['email'],
    maximumHugggExpiryDays: 30,
    latestExecution: null,
    participantCounts: { active: 0, inactive: 0, invited: 0 },
    formattedBudgetAmount: '£25.00',
    userId: demo.users.acmeAdmin,
    teamId: demo.teams.acme,
  })
  const restrictions = {
    deliveryEmailDomains: ['acme.test'],
    giftingRestrictionsPrice: { min: null, max: 1000 },
    maximumHugggExpiryDays: 60,
    reasonCodes: ['Thank you'],
  }
  const changed = await ok('PUT', `/${made.id}`, { name: 'Renamed', budgetAmount: 3000, ...restrictions })
  expect(changed.data).toMatchObject({ name: 'Renamed', budgetAmount: 3000, frequency: 'month', ...restrictions })
  expect((await ok('GET', `/${made.id}`)).data).toEqual(changed.data)
  await ok('DELETE', `/${made.id}`)
  expect((await call('GET', `/${made.id}`)).status).toBe(404)
})

test('the budgets API refuses every wrong field at once', async () => {
  const { status, body } = await call('POST', '', {
    name: ' ',
    budgetAmount: 0,
    frequency: 'fortnight',
    numberOfRuns: -1,
    maximumHugggExpiryDays: 0,
    giftingRestrictionsPrice: { min: 10, max: 5 },
    billingMethod: { type: 'card' },
  })
  expect(status).toBe(422)
  expect(body.details.map(({ path }: { path: string }) => path).sort()).toEqual([
    'billingMethod.cardId',
    'budgetAmount',
    'frequency',
    'giftingRestrictionsPrice.max',
    'maximumHugggExpiryDays',
    'name',
    'numberOfRuns',
  ])
  const past = await call('POST', '', { ...budget, scheduledEndDate: '2026-01-01T00:00:00Z' })
  expect(past.body.details).toEqual([{ path: 'scheduledEndDate', message: 'is in the past' }])
})

test('a budget takes categories for its restrictions, and no other tags; what it had before may stay', async () => {
  const tag = async (typeId: number): Promise<string> => {
    const body = { filter: { typeId: [typeId] } }
    return (await app.request('POST', '/v3/tags/searches', { as: 'admin@acme.test', body })).body.data[0].id
  }
  const [occasion, category] = [await tag(1), await tag(7)]
  const restrict = (...disallow: string[]) => ({ giftingRestrictionsCategories: { allow: [], disallow } })
  const wrong = [{ path: 'giftingRestrictionsCategories.disallow.1', code: 'wrong_type' }]
  const refused = await call('POST', '', { ...budget, ...restrict(category, occasion) })
  expect([refused.status, refused.body.details]).toMatchObject([422, wrong])
  const { id } = await create(restrict(category))
  const changed = await call('PUT', `/${id}`, restrict(category, occasion))
  expect([changed.status, changed.body.details]).toMatchObject([422, wrong])
  await app.posy.db
    .updateTable('automated_budget')
    .set({ categories_disallow: [occasion] })
    .where('id', '=', id)
    .execute()
  expect((await call('PUT', `/${id}`, restrict(occasion, category))).status).toBe(200)
})

test('the budgets API reads a pasted list without changing anything, and adds all rows or none', async () => {
  const { id } = await create({ isVariable: true })
  const csv =
    'Email,Amount\nada@acme.test,£25\nno-address,10\nada@acme.test,5\ngrace@acme.test,"1,250.50"\nx@acme.test,lots\n'
  const { data } = await ok('POST', `/${id}/participants/checks`, { csv })
  expect(data).toMatchObject({
    rows: 5,
    room: 1000,
    participants: [
      { email: 'ada@acme.test', budgetAmount: 2500 },
      { email: 'grace@acme.test', budgetAmount: 125_050 },
    ],
  })
  expect(data.errors.map(({ row, message }: { row: number; message: string }) => [row, message])).toEqual([
    [1, 'is no email address'],
    [2, 'the same address as in row 1'],
    [4, 'must be an amount such as 25 or 12.50'],
  ])
  expect(data.errors.map(({ reason }: { reason?: unknown }) => reason)).toEqual([
    { code: 'email_malformed' },
    { code: 'same_as_row', row: 0, channel: 'email' },
    { code: 'amount_malformed', why: 'not_an_amount', currency: 'GBX' },
  ])
  expect(data.read[1]).toEqual({ email: 'no-address', name: '', amount: '10' })
  expect(await loadParticipants(id)).toEqual([])
  const refused = await call('POST', `/${id}/participants`, { participants: ['ok@acme.test', 'bad', 'ok@acme.test'] })
  expect([refused.status, refused.body.details.map((each: { row: number }) => each.row)]).toEqual([422, [1, 2]])
  const added = await ok('POST', `/${id}/participants`, { participants: data.participants })
  expect(added.data).toMatchObject([
    { email: 'ada@acme.test', status: 'draft', inviteAccepted: false, walletId: null, budgetAmount: 2500 },
    { email: 'grace@acme.test', budgetAmount: 125_050 },
  ])
  expect((await ok('GET', `/${id}`)).data).toMatchObject({
    calculatedBudgetAmount: 127_550,
    participantCounts: { invited: 2 },
  })
  const found = async (query: string) =>
    (await loadParticipants(id, query)).map((each: { email: string }) => each.email)
  expect(await found('?search=GRACE@')).toEqual(['grace@acme.test'])
  expect(await found(`?search=%25&id=${added.data[0].id}`)).toEqual([])
  expect(await found(`?id=${added.data[0].id}`)).toEqual(['ada@acme.test'])
  const twice = await call('POST', `/${id}/participants`, { participants: ['ADA@acme.test'] })
  expect(twice.body.details[0].message).toBe('is already in this budget')
  const crowd = Array.from({ length: 999 }, (_, n) => `p${n}@acme.test`)
  const tooMany = await call('POST', `/${id}/participants`, { participants: crowd })
  expect([tooMany.status, tooMany.body.details[0].message]).toEqual([
    422,
    'a budget has at most 1000 participants; 998 more fit',
  ])
})

test('people are called as their list calls them until they accept, in their invite too, and found by it', async () => {
  const { id } = await create()
  const { data } = await ok('POST', `/${id}/participants/checks`, {
    csv: 'Name,Email\nZoë Ball,zoe@acme.test\n,x@acme.test',
  })
  expect(data.participants).toEqual([
    { email: 'zoe@acme.test', name: 'Zoë Ball', budgetAmount: null },
    { email: 'x@acme.test', name: null, budgetAmount: null },
  ])
  const added = (await ok('POST', `/${id}/participants`, { participants: data.participants })).data
  expect(added.map(({ name }: { name: string | null }) => name).sort()).toEqual(['Zoë Ball', null])
  expect(await loadParticipants(id, '?search=zoe%20b')).toHaveLength(1)
  const participantIds = added.map((each: { id: string }) => each.id)
  const names = added.map(({ email }: { email: string }) => (email === 'x@acme.test' ? 'Xan' : null))
  expect((await call('PATCH', `/${id}/participants`, { participantIds, names: ['one'] })).status).toBe(422)
  await ok('PATCH', `/${id}/participants`, { participantIds, names })
  expect((await loadParticipants(id)).map(({ name }: { name: string | null }) => name)).toEqual(['Xan', null])
  await ok('POST', `/${id}/start`, {})
  await app.settle()
  expect((await mailbox(app, 'x@acme.test'))[0]!.text).toContain('Hello Xan,')
  await accept(id, 'x@acme.test')
  const [accepted] = await loadParticipants(id)
  expect([accepted.email, accepted.name === 'Xan', accepted.name === null]).toEqual(['x@acme.test', false, false])
})

test('a copied budget is a draft with the same settings, from its next date on, with its people only where wished', async () => {
  const settings = {
    isVariable: true,
    budgetAmount: 1500,
    frequency: 'week',
    reasonCodes: ['Well done'],
    numberOfRuns: 8,
  }
  const first = await create({ ...settings, scheduledStartDate: '2026-03-06T09:00:00Z' })
  await ok('POST', `/${first.id}/participants`, {
    participants: [
      { email: 'zoe@copied.test', name: 'Zoë Ball', budgetAmount: 1700 },
      { email: 'ann@copied.test', name: null },
    ],
  })
  await ok('POST', `/${first.id}/start`, {})
  const same = {
    ...settings,
    status: 'draft',
    walletId: first.walletId,
    scheduledStartDate: '2026-03-06T09:00:00.000Z',
  }
  const alone = (await ok('POST', `/${first.id}/copies`, {})).data
  expect(alone).toMatchObject({ ...same, name: 'Thank you fund copy', participantCounts: { invited: 0 } })
  const { data: copy } = await ok('POST', `/${first.id}/copies`, { withParticipants: true })
  expect(copy).toMatchObject({ ...same, participantCounts: { invited: 2 }, runsExecuted: 0 })
  const people = await loadParticipants(copy.id)
  const kept = people.map(({ email, name, budgetAmount, inviteId, status }: Record<string, unknown>) => [
    ...[email, name, budgetAmount, inviteId, status],
  ])
  expect(kept).toEqual([
    ['ann@copied.test', null, null, null, 'draft'],
    ['zoe@copied.test', 'Zoë Ball', 1700, null, 'draft'],
  ])
  for (const who of ['admin@globex.test', 'viewer@acme.test', 'subteam@acme.test'])
    expect([403, 404]).toContain((await call('POST', `/${first.id}/copies`, {}, who)).status)
  const closed = await app.request('POST', `/api/v2/teams/${demo.teams.acme}/wallets`, { as, body: { name: 'Gone' } })
  const gone = await create({ walletId: closed.body.data.id })
  await app.posy.db
    .updateTable('wallet')
    .set({ closed_at: new Date('2026-03-02T09:00:00Z') })
    .where('id', '=', gone.walletId)
    .execute()
  expect((await ok('POST', `/${gone.id}/copies`, {})).data.walletId).toBe(demo.wallets.acmeMain)
  await ok('POST', `/${first.id}/unschedule`)
  for (const { id } of [first, alone, copy, gone]) await ok('DELETE', `/${id}`)
})

test('the calendar lists what each budget’s forecast says, at London’s time past both clock changes, with the sum of each month', async () => {
  const { id } = await create({
    scheduledStartDate: '2026-03-05T09:00:00Z',
    unspentParticipantBalanceAction: 'rollover',
  })
  const other = await create({ scheduledStartDate: '2026-03-06T09:00:00Z', frequency: 'week', budgetAmount: 700 })
  for (const budgetId of [id, other.id])
    await ok('POST', `/${budgetId}/participants`, { participants: ['ann@calendar.test', 'bob@calendar.test'] })
  const calendar = async (who = as) => (await app.request('GET', '/v3/run-calendar', { as: who })).body.data
  type Run = { automationId: string; date: string; month: string; cost: number; mostCost: number }
  const runsBy = (from: { runs: Run[] }, budgetId: string) =>
    from.runs.filter(({ automationId }) => automationId === budgetId)
  // A draft waits for someone.
  expect(runsBy(await calendar(), id)).toEqual([])
  for (const budgetId of [id, other.id]) await ok('POST', `/${budgetId}/start`, {})
  const shown = await calendar()
  expect(runsBy(shown, id).map(({ date }) => date)).toEqual([
    '2026-03-05T09:00:00.000Z',
    ...['04', '05', '06', '07', '08', '09', '10'].map((month) => `2026-${month}-05T08:00:00.000Z`),
    ...['2026-11', '2026-12', '2027-01', '2027-02'].map((month) => `${month}-05T09:00:00.000Z`),
  ])
  for (const budgetId of [id, other.id]) {
    const { runs } = (await ok('GET', `/${budgetId}/forecast?runs=100`)).data
    const foreseen = runs
      .filter(({ date }: Run) => date < '2027-03-01')
      .map(({ cost, mostCost }: Run) => [cost, mostCost])
    expect(runsBy(shown, budgetId).map(({ cost, mostCost }) => [cost, mostCost])).toEqual(foreseen)
  }
  for (const sum of shown.months.filter(({ currency }: { currency: string }) => currency === 'GBX')) {
    const inMonth = shown.runs.filter(
      ({ month, currency }: Run & { currency: string }) => month === sum.month && currency === 'GBX',
    )
    const total = (field: 'cost' | 'mostCost') => inMonth.reduce((all: number, run: Run) => all + run[field], 0)
    expect([sum.runs, sum.cost, sum.mostCost]).toEqual([inMonth.length, total('cost'), total('mostCost')])
  }
  expect(runsBy(await calendar('admin@globex.test'), id)).toEqual([])
  for (const budgetId of [id, other.id]) {
    await ok('POST', `/${budgetId}/unschedule`)
    await ok('DELETE', `/${budgetId}`)
  }
})

test('people of a draft budget are kept as they were typed, wrong ones too, until they are in it', async () => {
  const { id } = await create({ isVariable: true })
  const rows = [
    { email: 'ada@acme.test', name: 'Ada', amount: '25' },
    { email: 'not one', name: '', amount: 'plenty' },
  ]
  const list = `/${id}/participant-list`
  expect((await ok('GET', list)).data).toBeNull()
  await ok('PUT', list, { known: [], rows })
  expect((await ok('GET', list)).data).toMatchObject({ known: [], rows })
  expect(await loadParticipants(id)).toEqual([])
  for (const who of ['viewer@acme.test', 'participant@acme.test', 'admin@globex.test']) {
    expect([403, 404]).toContain((await call('GET', list, undefined, who)).status)
    expect([403, 404]).toContain((await call('PUT', list, { known: [], rows: [] }, who)).status)
  }
  await ok('POST', `/${id}/participants`, {
    participants: [{ email: 'ada@acme.test', name: 'Ada', budgetAmount: 2500 }],
  })
  const late = await call('PUT', list, { known: [], rows })
  expect([late.status, late.body.code]).toEqual([409, 'conflict'])
  await ok('PUT', list, { known: ['ada@acme.test'], rows: [{ ...rows[0], amount: '30' }] })
  expect((await ok('PUT', list, { known: ['ada@acme.test'], rows: [rows[0]] })).data).toBeNull()
  await ok('PUT', list, { known: ['ada@acme.test'], rows })
  await ok('POST', `/${id}/start`, {})
  expect((await call('PUT', list, { known: ['ada@acme.test'], rows })).body.code).toBe('wrong_state')
  expect((await ok('GET', list)).data).toBeNull()
})

test('a scheduled budget waits for its day, can be unscheduled, and starts automatically', async () => {
  const { id } = await create({ scheduledStartDate: '2026-03-05T09:00:00Z', scheduledEndDate: '2026-03-20T09:00:00Z' })
  const dates = await ok('GET', `/${id}/execution-dates`)
  expect(dates.data).toEqual(['2026-03-05T09:00:00.000Z'])
  expect((await ok('POST', `/${id}/start`, {})).data).toMatchObject({
    status: 'scheduled',
    nextScheduledRun: '2026-03-05T09:00:00.000Z',
  })
  expect((await call('PUT', `/${id}`, { frequency: 'week' })).status).toBe(409)
  expect((await call('POST', `/${id}/stop`)).status).toBe(409)
  expect((await call('DELETE', `/${id}`)).status).toBe(409)
  expect((await ok('POST', `/${id}/unschedule`)).data.status).toBe('draft')
  expect((await call('POST', `/${id}/unschedule`)).status).toBe(409)
  await ok('POST', `/${id}/start`)
  await app.advance('P4D')
  expect((await ok('GET', `/${id}`)).data).toMatchObject({
    status: 'live',
    subStatus: null,
    runsExecuted: 1,
    startingAt: '2026-03-05T09:00:00.000Z',
    nextScheduledRun: null,
  })
  await app.advance('P15D')
  expect((await ok('GET', `/${id}`)).data).toMatchObject({ status: 'ended', endedAt: '2026-03-20T09:00:00.000Z' })
  expect((await call('PUT', `/${id}`, { name: 'x' })).status).toBe(409)
  expect((await call('POST', `/${id}/start`, {})).status).toBe(409)
})

test('the people of a budget accept, are funded, spend within the rules, are paused and leave; three months pass; it ends', async () => {
  const before = (await wallet()).available
  const { id } = await create({
    unspentParticipantBalanceAction: 'rollover',
    deliveryEmailDomains: ['friends.test'],
    maximumHugggExpiryDays: 60,
    giftingRestrictionsPrice: { min: null, max: 500 },
    reasonCodes: ['Well done'],
  })
  await ok('POST', `/${id}/participants`, { participants: ['ann@acme.test', 'bob@acme.test', 'cat@acme.test'] })
  const forecast = (await ok('GET', `/${id}/forecast?runs=3`)).data
  expect(forecast).toMatchObject({
    participants: { funded: 3, invited: 0 },
    costPerRun: 7500,
    costPerYear: 90_000,
    firstUncovered: null,
  })
  expect(
    forecast.runs.map(({ cost, walletAfter }: { cost: number; walletAfter: number }) => [cost, walletAfter]),
  ).toEqual([
    [7500, before - 7500],
    [7500, before - 15_000],
    [7500, before - 22_500],
  ])

  await ok('POST', `/${id}/start`, {})
  await app.settle()
  expect((await ok('GET', `/${id}`)).data).toMatchObject({
    status: 'live',
    subStatus: null,
    runsExecuted: 1,
    participantCounts: { active: 0, invited: 3 },
  })
  // Anyone who accepts gets the present month's money at once.
  await accept(id, 'ann@acme.test')
  await accept(id, 'bob@acme.test')
  const [ann, bob] = await loadParticipants(id)
  expect((await loadParticipants(id, '?search=NIA')).map(({ email }: { email: string }) => email)).toEqual([
    'ann@acme.test',
    'bob@acme.test',
  ])
  const withParticipant = async (text: string, who = as) =>
    (await app.request('GET', `/v3/automated-budgets?participant=${text}`, { as: who })).body.data
  // Other budgets of this world have some of the same people.
  for (const text of ['nia%20N', 'CAT@acme'])
    expect((await withParticipant(text)).map((each: { id: string }) => each.id)).toContain(id)
  expect(await withParticipant('unknown@acme')).toEqual([])
  expect(await withParticipant('cat@acme', 'admin@globex.test')).toEqual([])
  expect(await withParticipant('cat@acme', 'subteam@acme.test')).toEqual([])
  expect(ann).toMatchObject({
    name: 'Nia New',
    status: 'active',
    inviteAccepted: true,
    totalFundsReceived: 2500,
    available: 2500,
  })
  expect((await wallet()).available).toBe(before - 5000)
  const allowance = await app.request('GET', '/v3/allowance', { as: 'ann@acme.test' })
  expect(allowance.body.data).toMatchObject({
    automationId: id,
    teamName: 'Acme',
    budgetAmount: 2500,
    available: 2500,
    walletId: ann.walletId,
    reasonCodes: ['Well done'],
    availableUntil: null,
    deliveryMethods: ['email'],
  })
  // Acting in another team changes nothing of what there is to spend.
  const { data: listed } = (await app.request('GET', '/v3/allowances', { as: 'ann@acme.test' })).body
  expect(listed).toEqual([allowance.body.data])
  expect((await app.request('GET', '/v3/allowances', { as })).body.data).toEqual([])

  const buy = (purchase: object) =>
    app.request('POST', '/api/v2/transactions?embed[]=hugggs', {
      as: 'ann@acme.test',
      body: {
        purchase: {
          type: 'bulkHugggs',
          reference: demo.products.daisyFlatWhite,
          reasonCode: 'Well done',
          receivers: [{ email: 'dee@friends.test' }],
          ...purchase,
        },
        payment: { method: 'walletCommitment', reference: ann.walletId },
      },
    })
  expect((await buy({ receivers: [{ email: 'dee@elsewhere.test' }] })).body).toMatchObject({ code: 'restricted' })
  expect((await buy({ receivers: undefined, deliveryMethod: 'links' })).body).toMatchObject({ code: 'restricted' })
  expect((await buy({ reference: demo.products.choiceOfGift10 })).body).toMatchObject({ code: 'restricted' })
  expect((await buy({ expiry: '2026-12-01' })).body).toMatchObject({ code: 'restricted' })
  expect((await buy({ reasonCode: 'Thank you' })).status).toBe(422)
  expect((await buy({ reasonCode: undefined })).status).toBe(422)
  const bought = await buy({})
  expect(bought.status, JSON.stringify(bought.body)).toBe(201)
  const spent = bought.body.data.sale_total
  const card = async () => {
    const { available, inGifts, used } = (await app.request('GET', '/v3/allowance', { as: 'ann@acme.test' })).body.data
    expect(available + inGifts + used).toBe(2500)
    return [available, inGifts, used]
  }
  // What is left, in gifts and used is what came, fees and VAT included.
  expect(await card()).toEqual([2500 - spent, spent, 0])
  const [gift] = bought.body.data.embedded.hugggs
  const atTill = (method: string, path: string, body: object) =>
    app.request(method, `/api/v2/hugggs/${path}`, { as: 'client:demo-till', body })
  // A participant is not shown the link of a gift that they sent.
  const shortcode = await loadShortcode(app.posy.db, gift.id)
  const redeemed = await atTill('POST', `${shortcode}/redemptions`, { location_id: demo.stores.daisyCoffeeLeeds })
  expect(redeemed.status, JSON.stringify(redeemed.body)).toBe(201)
  expect(await card()).toEqual([2500 - spent, 0, spent])
  expect((await atTill('PATCH', `${gift.id}/redemptions/latest`, { redeemed: false })).status).toBe(200)
  expect(await card()).toEqual([2500 - spent, spent, 0])

  await ok('PATCH', `/${id}/participants`, { participantIds: [bob.id], status: 'inactive' })
  const invited = (await loadParticipants(id, '?status=draft'))[0]
  expect((await call('PATCH', `/${id}/participants`, { participantIds: [invited.id], status: 'active' })).status).toBe(
    409,
  )
  await app.advance('P1M')
  expect((await ok('GET', `/${id}/participants/${ann.id}/balances`)).data).toMatchObject({
    available: 5000 - spent,
  })
  expect((await ok('GET', `/${id}/participants/balances?participantId=${bob.id}`)).data[0].available).toBe(2500)
  await ok('PATCH', `/${id}/participants`, { participantIds: [bob.id], status: 'active' })

  const manual = (await ok('POST', `/${id}/runs`)).data
  expect(manual).toMatchObject({ trigger: 'manual', status: 'pending' })
  expect((await call('POST', `/${id}/runs`)).status).toBe(409)
  await app.settle()
  const [latest] = (await ok('GET', `/${id}/executions`)).data
  expect(latest).toMatchObject({ id: manual.id, status: 'succeeded', participants: 2, paid: 5000, errors: [] })
  expect((await ok('GET', `/${id}/executions/${manual.id}`)).data).toEqual({
    ...latest,
    undo: { people: 2, amount: 5000 },
  })
  const outcomes = (await ok('GET', `/${id}/executions/${manual.id}/outcomes`)).data
  expect(outcomes.map((each: { email: string; change: number }) => [each.email, each.change])).toEqual([
    ['ann@acme.test', 2500],
    ['bob@acme.test', 2500],
  ])
  expect((await ok('GET', `/${id}`)).data.runsExecuted).toBe(2)

  // What is changed is told from how the last run was made, however often; put back, it is no change.
  const changes = async (who = as) => call('GET', `/${id}/changes`, undefined, who)
  const price = (max: number) => ({ giftingRestrictionsPrice: { min: null, max } })
  expect((await changes()).body.data).toBeNull()
  await ok('PUT', `/${id}`, { budgetAmount: 3000, ...price(600) })
  await ok('PUT', `/${id}`, { budgetAmount: 3500 })
  expect((await changes('viewer@acme.test')).body.data).toEqual({
    since: latest.endDate,
    before: expect.objectContaining({ budgetAmount: 2500, ...price(500), deliveryEmailDomains: ['friends.test'] }),
  })
  expect((await changes('admin@globex.test')).status).toBe(404)
  await ok('PUT', `/${id}`, { budgetAmount: 2500, ...price(500) })
  expect((await changes()).body.data).toBeNull()

  const withdrawal = await ok('POST', `/${id}/participants/${bob.id}/withdrawals`, { amount: 1000 })
  expect(withdrawal.data.available).toBe(4000)
  expect((await call('POST', `/${id}/participants/${bob.id}/withdrawals`, { amount: 4001 })).status).toBe(402)
  const statement = async (participantId: string, who: string, days = '') =>
    app.request('GET', `/v3/allowances/${participantId}/statement${days}`, { as: who })
  const bobs = (await ok('GET', `/${id}/participants/${bob.id}/statement`)).data
  expect(bobs).toMatchObject({ opening: 0, closing: 4000, totals: { received: 5000, takenBack: -1000, given: 0 } })
  const lines = bobs.lines.map((line: { movement: string; amount: number; balance: number }) => [
    ...[line.movement, line.amount, line.balance],
  ])
  expect(lines).toEqual([
    ['taken-back', -1000, 4000],
    ['received', 2500, 5000],
    ['received', 2500, 2500],
  ])
  const anns = (await ok('GET', `/${id}/participants/${ann.id}/statement`, undefined, 'viewer@acme.test')).data
  const [{ totalFundsReceived: received, available }] = await loadParticipants(id, `?id=${ann.id}`)
  expect(anns.closing).toBe(available)
  expect(anns.totals).toEqual({ received, given: -spent, returned: 0, takenBack: 0, other: 0, toBudget: 0 })
  // What she gave is told to who looks after the budget; to whom, to her alone.
  const own = (await statement(ann.id, 'ann@acme.test')).body.data
  const gifts = (of: typeof own) =>
    of.lines.flatMap(({ movement, because, gift }: (typeof own.lines)[number]) =>
      gift ? [[movement, because, gift]] : [],
    )
  const given = { name: expect.any(String), transactionId: null, count: 1, expired: 0, cancelled: 0, toBudget: 0 }
  const { id: transactionId } = bought.body.data
  expect(own.teamId).toBe((await loadParticipants(id, `?id=${ann.id}`))[0].teamId)
  expect(gifts(own)).toEqual([['given', null, { ...given, transactionId, recipient: 'dee@friends.test' }]])
  expect(gifts(anns)).toEqual([['given', null, { ...given, recipient: null }]])
  const withoutGifts = (of: typeof own) => ({ ...of, lines: of.lines.map((line: object) => ({ ...line, gift: null })) })
  expect(withoutGifts(own)).toEqual(withoutGifts(anns))
  // A part of it opens with what was there before; days after it, with all.
  const { at } = anns.lines[0]
  const part = (await statement(ann.id, 'ann@acme.test', `?from=${at.slice(0, 10)}`)).body.data
  expect(part.opening + part.totals.received + part.totals.given).toBe(anns.closing)
  const later = (await statement(ann.id, 'ann@acme.test', '?from=2030-01-01&until=2030-12-31')).body.data
  expect([later.opening, later.closing, later.lines]).toEqual([anns.closing, anns.closing, []])
  for (const who of ['participant@acme.test', as, 'admin@globex.test'])
    expect((await statement(ann.id, who)).status, who).toBe(404)
  expect((await call('GET', `/${id}/participants/${ann.id}/statement`, undefined, 'ann@acme.test')).status).toBe(403)
  expect((await call('GET', `/${id}/participants/${ann.id}/statement`, undefined, 'admin@globex.test')).status).toBe(
    404,
  )
  const second = (await buy({})).body.data.embedded.hugggs[0].id
  await app.request('POST', `/api/v2/hugggs/${second}/cancel`, { as })
  const [back, paid] = gifts((await ok('GET', `/${id}/participants/${ann.id}/statement`)).data)
  expect(back).toEqual(['returned', 'cancelled', { ...given, recipient: null, cancelled: 1 }])
  expect(paid).toEqual(['given', null, { ...given, recipient: null, cancelled: 1 }])
  await ok('DELETE', `/${id}/participants`, { participantIds: [bob.id, invited.id] })
  await app.settle()
  expect(await loadParticipants(id)).toHaveLength(1)
  expect(await loadParticipants(id, '?status=deleted')).toHaveLength(2)
  expect((await app.request('GET', '/v3/allowance', { as: 'bob@acme.test' })).status).toBe(403)

  await ok('POST', `/${id}/stop`)
  await app.settle()
  expect((await ok('GET', `/${id}`)).data).toMatchObject({ status: 'ended', subStatus: null })
  expect((await app.request('GET', '/v3/allowances', { as: 'ann@acme.test' })).body.data).toEqual([])
  // All is back but for the gift, and that too when it is cancelled.
  expect((await wallet()).available).toBe(before - spent)
  const cancelled = await app.request('POST', `/api/v2/hugggs/${bought.body.data.embedded.hugggs[0].id}/cancel`, { as })
  expect(cancelled.status, JSON.stringify(cancelled.body)).toBe(200)
  expect((await wallet()).available).toBe(before)
  expect((await ok('GET', `/${id}/participants/${ann.id}/balances`)).data).toMatchObject({ balance: 0 })
  // Its money went to the budget's wallet: the statement says how the gift ended that it once paid.
  const afterwards = (await ok('GET', `/${id}/participants/${ann.id}/statement`)).data
  const ended = { ...given, recipient: null, cancelled: 1, toBudget: spent }
  expect(gifts(afterwards).at(-1)).toEqual(['given', null, ended])
})

test('a live budget’s changes are looked at together before any of them holds, and are saved all or none, unless someone else was first', async () => {
  const { id } = await create()
  await ok('POST', `/${id}/participants`, { participants: ['una@acme.test', 'ugo@acme.test'] })
  await ok('POST', `/${id}/start`, {})
  await app.settle()
  const saved = (await ok('GET', `/${id}`)).data
  const changes = { budgetAmount: 1000, numberOfRuns: 3, walletId: demo.wallets.acmeEvents, name: 'Less' }
  const { data } = await ok('POST', `/${id}/preview?runs=5`, changes)
  expect(data.budget).toEqual({
    ...{ ...saved, ...changes, calculatedBudgetAmount: 2000, formattedBudgetAmount: '£10.00' },
    nextScheduledRun: data.dates[0],
  })
  expect(data.forecast).toMatchObject({ walletId: demo.wallets.acmeEvents, costPerRun: 2000 })
  expect(data.forecast.runs.map(({ date }: { date: string }) => date)).toEqual(data.dates)
  expect(data.dates).toHaveLength(2)
  expect((await ok('GET', `/${id}`)).data).toEqual(saved)

  const wrong = { ...changes, frequency: 'week' }
  expect((await call('POST', `/${id}/preview`, wrong)).status).toBe(409)
  const toGlobex = await call('POST', `/${id}/preview`, { ...changes, walletId: demo.wallets.globexMain })
  expect(toGlobex.status).toBe(404)
  expect((await call('POST', `/${id}/preview`, { scheduledEndDate: '2020-01-01T00:00:00Z' })).body.details).toEqual([
    { path: 'scheduledEndDate', message: 'is in the past' },
  ])
  expect((await call('POST', `/${id}/preview`, changes, 'admin@globex.test')).status).toBe(404)
  expect((await call('POST', `/${id}/preview`, changes, 'viewer@acme.test')).status).toBe(403)

  const save = (body: object) => call('PUT', `/${id}?unchangedSince=${saved.dateModified}`, body)
  await app.advance('PT1M')
  expect((await save({ ...changes, scheduledEndDate: '2020-01-01T00:00:00Z' })).status).toBe(422)
  expect((await ok('GET', `/${id}`)).data).toEqual(saved)
  // Two tabs press at once: one holds, the other has to look again.
  const twins = await Promise.all([save(changes), save({ ...changes, budgetAmount: 900 })])
  expect(twins.map(({ status, body }) => [status, body.code ?? null]).sort()).toEqual([
    [200, null],
    [409, 'conflict'],
  ])
  expect((await ok('GET', `/${id}`)).data).toMatchObject({ name: 'Less', numberOfRuns: 3 })
  await ok('POST', `/${id}/stop`, {})
  await app.settle()
  expect((await call('POST', `/${id}/preview`, changes)).status).toBe(409)
})

test('the budgets API lists budgets by page and status, and hides them from other teams', async () => {
  for (let n = 0; n < 3; n++) await create({ name: `Listed ${n}` })
  const first = await ok('GET', '?limit=2&status=draft')
  expect(first.data.map(({ name }: { name: string }) => name)).toEqual(['Listed 2', 'Listed 1'])
  const next = await ok('GET', `?limit=2&status=draft&next=${first.next}`)
  expect(next.data[0].name).toBe('Listed 0')
  const back = await ok('GET', `?limit=2&status=draft&previous=${next.previous}`)
  expect(back.data).toEqual(first.data)
  expect((await call('GET', '?limit=1&next=bm9uc2Vuc2U')).status).toBe(422)
  expect((await ok('GET', '', undefined, 'admin@globex.test')).data).toEqual([])
  expect((await call('GET', `/${first.data[0].id}`, undefined, 'viewer@acme.test')).status).toBe(200)
  expect((await call('POST', '', budget, 'viewer@acme.test')).status).toBe(403)
})

test('seeing, making and starting a budget are separate rights', async () => {
  const who = 'viewer@acme.test'
  const may = (...more: string[]) =>
    app.posy.db
      .updateTable('role')
      .set({ permissions: ['view-teams', 'view-automated-budget', ...more] })
      .where('id', '=', defaultRoleIds['team-viewer'])
      .execute()
  const { id } = await create()
  const status = async (method: string, path: string, body?: unknown) => (await call(method, path, body, who)).status
  const starting = ['start', 'stop', 'unschedule', 'runs'].map((verb) => `/${id}/${verb}`)

  expect(await status('GET', `/${id}/forecast`)).toBe(200)
  expect(await status('PUT', `/${id}`, { name: 'Mine' })).toBe(403)
  for (const path of starting) expect(await status('POST', path, {}), path).toBe(403)

  await may('create-automated-budget')
  expect(await status('PUT', `/${id}`, { name: 'Mine' })).toBe(200)
  expect(await status('POST', `/${id}/participants`, { participants: ['ann@rights.test'] })).toBe(201)
  for (const path of starting) expect(await status('POST', path, {}), path).toBe(403)

  await may('start-automated-budget')
  expect(await status('PUT', `/${id}`, { name: 'Not mine' })).toBe(403)
  expect(await status('DELETE', `/${id}`)).toBe(403)
  expect(await status('POST', `/${id}/start`, {})).toBe(200)
  await app.settle()
  expect(await status('POST', `/${id}/stop`, {})).toBe(200)
  await app.settle()
  expect((await ok('GET', `/${id}`)).data).toMatchObject({ name: 'Mine', status: 'ended' })
})

test('a budget’s start in the past is refused by its field, unless it is as it was read; so is one under the read-only name', async () => {
  const soon = app.posy.clock.now().add({ hours: 1 }).toString()
  const { id } = await create({ scheduledStartDate: soon })
  await app.advance('PT2H')
  const refusal = async (answer: ReturnType<typeof call>) => {
    const { status, body } = await answer
    return [status, body.details?.map((each: { path: string; message: string }) => `${each.path} ${each.message}`)]
  }
  const past = app.posy.clock.now().subtract({ hours: 1, minutes: 30 }).toString()
  const isPast = [422, ['scheduledStartDate is in the past; leave it out to start at once']]
  expect(await refusal(call('PUT', `/${id}`, { scheduledStartDate: past }))).toEqual(isPast)
  const read = (await ok('GET', `/${id}`)).data
  expect((await ok('PUT', `/${id}`, read)).data.scheduledStartDate).toBe(read.scheduledStartDate)
  const wanted = { name: read.name, budgetAmount: read.budgetAmount, frequency: read.frequency }
  expect(await refusal(call('POST', '', { ...wanted, scheduledStartDate: past }))).toEqual(isPast)
  // What a program calls now is past by the time it is read.
  const now = app.posy.clock.now().subtract({ seconds: 5 }).toString()
  expect((await ok('PUT', `/${id}`, { scheduledStartDate: now })).data.scheduledStartDate).not.toBeNull()
  const isUnset = [422, ['startingAt is not set here; did you mean scheduledStartDate?']]
  expect(await refusal(call('POST', '', { ...wanted, startingAt: soon }))).toEqual(isUnset)
  expect(await refusal(call('PUT', `/${id}`, { startingAt: soon }))).toEqual(isUnset)
  await ok('DELETE', `/${id}`)
})
