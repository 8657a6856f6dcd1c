import { afterAll, beforeAll, expect, test } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { connectHr } from '#server/testing/hr.ts'

const as = 'admin@acme.test'
const FOREIGN = 'admin@globex.test'
const GIFT_PENCE = 360 + 25 + 5

let app: TestApp
let account: string
beforeAll(async () => {
  app = await startTestApp()
  account = (await connectHr(app, as)).id
})
afterAll(() => app.close())

const HOUSE_RED = '00000000-0000-4000-8000-a00000000042'
const rules = '/v3/celebrations/rules'
const settings = () => ({
  ...{ occasion: 'birthday', linkedAccountId: account },
  ...{ productId: demo.products.daisyFlatWhite, walletId: demo.wallets.acmeMain },
})
const call = (method: string, path: string, body?: unknown, who = as) => app.request(method, path, { as: who, body })
const create = (more: object = {}, who = as) => call('POST', rules, { name: 'Birthdays', ...settings(), ...more }, who)
const preview = async (more: object = {}) => {
  const { status, body } = await call('POST', `${rules}/previews`, { ...settings(), ...more })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data
}
const detailPaths = ({ body }: { body: { details: { path: string }[] } }) => body.details.map(({ path }) => path)

test('a preview names who is celebrated in 30 days, in order, and what it costs', async () => {
  const found = await preview()
  expect(found).toMatchObject({ from: '2026-03-03', until: '2026-04-01', people: 40, withoutDate: 0, problems: [] })
  expect(found.celebrations).toEqual([
    { name: 'Chloe Adeyemi', day: '2026-03-15', years: null },
    { name: 'Orla Adeyemi', day: '2026-03-15', years: null },
    { name: 'Grace Brennan', day: '2026-03-15', years: null },
    { name: 'Sam Brennan', day: '2026-03-15', years: null },
  ])
  expect([found.costPerGift, found.cost]).toEqual([GIFT_PENCE, 4 * GIFT_PENCE])
})

test('a preview of anniversaries in a group says how many years', async () => {
  const groups = (await call('GET', `/v3/integrations/linked-accounts/${account}/groups`)).body.data
  const { id: groupId } = groups.find(({ name }: { name: string }) => name === 'Engineering')
  const { celebrations, people } = await preview({ occasion: 'work-anniversary', groupId })
  expect(people).toBe(20)
  expect(celebrations.map(({ name, day, years }: Record<string, string>) => [name, day, years])).toEqual([
    ['Dev Adeyemi', '2026-04-01', 13],
    ['Priya Adeyemi', '2026-04-01', 16],
  ])
})

test('a preview of celebrations says what stands against the gift, under the names of the rule’s fields', async () => {
  await call('PUT', `/api/v2/teams/${demo.teams.acme}`, { preferences: { requireReasonCode: true } })
  const { problems } = await preview()
  const refused = await create()
  await call('PUT', `/api/v2/teams/${demo.teams.acme}`, { preferences: { requireReasonCode: false } })
  expect(problems.map(({ path }: { path: string }) => path)).toEqual(['reasonCode'])
  expect([refused.status, detailPaths(refused)]).toEqual([422, ['reasonCode']])
})

test('a wallet that a rule pays from stays open, and no rule pays from a closed one', async () => {
  const opened = await call('POST', `/api/v2/teams/${demo.teams.acme}/wallets`, { name: 'Cake' })
  const walletId = opened.body.data.id
  const { id } = (await create({ name: 'Cakes', walletId })).body.data
  const refused = await call('DELETE', `/v3/wallets/${walletId}`)
  expect([refused.status, refused.body.message]).toEqual([409, 'The celebration rule Cakes pays from this wallet.'])
  await call('DELETE', `${rules}/${id}`)
  expect((await call('DELETE', `/v3/wallets/${walletId}`)).status).toBe(200)
  const late = await create({ walletId })
  expect([late.status, detailPaths(late)]).toEqual([422, ['walletId']])
})

test('a celebration rule is made, changed, paused, resumed and deleted', async () => {
  const made = await create({ fromName: 'All of us', needsApproval: true })
  expect([made.status, made.body.data]).toMatchObject([
    201,
    {
      status: 'active',
      timeZone: 'Europe/London',
      groupId: null,
      productName: 'Flat white',
      ownerId: demo.users.acmeAdmin,
    },
  ])
  const path = `${rules}/${made.body.data.id}`
  const changed = await call('PATCH', path, { fromName: null, timeZone: 'Europe/Dublin' })
  expect(changed.body.data).toMatchObject({ fromName: null, timeZone: 'Europe/Dublin', needsApproval: true })
  expect((await call('PATCH', path, { status: 'paused' })).body.data).toMatchObject({
    status: 'paused',
    nextRunAt: null,
  })
  expect((await call('PATCH', path, { status: 'active' })).body.data).toMatchObject({ status: 'active' })
  expect((await call('GET', rules)).body.data.map(({ id }: { id: string }) => id)).toContain(made.body.data.id)
  expect((await call('DELETE', path)).status).toBe(200)
  expect((await call('GET', path)).status).toBe(404)
})

test('all wrong fields of a celebration rule are named at once', async () => {
  const wrong = await create({ groupId: 'none', timeZone: 'Moon/Base', walletId: demo.wallets.acmeNorth })
  expect([wrong.status, detailPaths(wrong).sort()]).toEqual([422, ['groupId', 'timeZone', 'walletId']])
  expect(detailPaths(await create({ name: ' ', occasion: 'easter' })).sort()).toEqual(['name', 'occasion'])
  const forAdults = { productId: HOUSE_RED }
  expect(detailPaths(await create(forAdults))).toEqual(['over18'])
  const made = await create({ ...forAdults, over18: true })
  expect([made.status, made.body.data.over18]).toEqual([201, true])
  expect(detailPaths(await call('PATCH', `${rules}/${made.body.data.id}`, { over18: false }))).toEqual(['over18'])
  await call('DELETE', `${rules}/${made.body.data.id}`)
  const elsewhere = await call('GET', '/v3/celebrations?next=bm9uZQ')
  expect([elsewhere.status, detailPaths(elsewhere)]).toEqual([422, ['next']])
})

test('another team cannot see, change or use a celebration rule', async () => {
  const { id } = (await create()).body.data
  const tries = await Promise.all([
    call('GET', `${rules}/${id}`, undefined, FOREIGN),
    call('PATCH', `${rules}/${id}`, { status: 'paused' }, FOREIGN),
    call('DELETE', `${rules}/${id}`, undefined, FOREIGN),
    call('GET', `/v3/celebrations?ruleId=${id}`, undefined, FOREIGN),
    create({ walletId: demo.wallets.globexMain }, FOREIGN),
    call('POST', `${rules}/previews`, { ...settings(), walletId: demo.wallets.globexMain }, FOREIGN),
    create({ walletId: demo.wallets.globexMain }),
  ])
  expect(tries.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404, 404])
  expect((await call('GET', rules, undefined, FOREIGN)).body.data).toEqual([])
})

test.each([
  ['viewer@acme.test', 200],
  ['participant@acme.test', 403],
])('%s: may make no celebration rule and preview none; sees those that there are: %s', async (who, seen) => {
  const { id } = (await create()).body.data
  const tries = await Promise.all([
    create({}, who),
    call('POST', `${rules}/previews`, settings(), who),
    call('PATCH', `${rules}/${id}`, { status: 'paused' }, who),
    call('GET', rules, undefined, who),
    call('GET', `${rules}/${id}`, undefined, who),
    call('GET', '/v3/celebrations', undefined, who),
  ])
  expect(tries.map(({ status }) => status)).toEqual([403, 403, 403, seen, seen, seen])
})

test('the days of a celebration rule are listed the latest first, page by page', async () => {
  const { id } = (await create({ needsApproval: true })).body.data
  await app.advance('P14D')
  const first = (await call('GET', `/v3/celebrations?ruleId=${id}&limit=3`)).body
  const second = (await call('GET', `/v3/celebrations?ruleId=${id}&limit=3&next=${first.next}`)).body
  expect([first.data.length, first.hasNext, second.data.length, second.hasNext]).toEqual([3, true, 1, false])
  expect(new Set([...first.data, ...second.data].map(({ name }) => name)).size).toBe(4)
  const back = (await call('GET', `/v3/celebrations?ruleId=${id}&limit=3&previous=${second.previous}`)).body
  expect(back.data).toEqual(first.data)
})

test('a viewer sees no birthday but gifts that were given for one, on the day they were bought, page by page; a subteam none', async () => {
  const { id } = (await call('GET', rules)).body.data.at(-1)
  const listed = async (who: string, query = '') =>
    (await call('GET', `/v3/celebrations?ruleId=${id}${query}`, undefined, who)).body
  const [one, other] = (await listed(as, '&status=awaiting-approval')).data
  expect((await listed('viewer@acme.test')).data).toEqual([])
  for (const { id: due } of [one, other]) {
    await app.advance('P1D')
    expect((await call('POST', `/v3/celebrations/${due}/approvals`)).status).toBe(200)
    await app.advance('PT1H')
  }
  const first = await listed('viewer@acme.test', '&limit=1')
  const second = await listed('viewer@acme.test', `&limit=1&next=${first.next}`)
  const seen = [...first.data, ...second.data]
  expect([seen.map((each) => each.id), second.hasNext]).toEqual([[other.id, one.id], false])
  for (const { day, transactionId } of seen) {
    expect(day).not.toBe(one.day)
    const bought = await call('GET', `/api/v2/transactions/${transactionId}`)
    expect(bought.body.data.created_at.slice(0, 10)).toBe(day)
  }
  expect((await call('GET', `${rules}/${id}`, undefined, 'subteam@acme.test')).status).toBe(404)
  expect((await listed('subteam@acme.test')).code).toBe('not_found')
})

test('a celebration rule ends when it is deleted or the HR system disconnected; gifts that were given stay', async () => {
  const { id } = (await create({ occasion: 'work-anniversary', name: 'Years with us' })).body.data
  await app.advance('P17D')
  const given = (await call('GET', `/v3/celebrations?ruleId=${id}&status=given`)).body.data
  expect(given.length).toBeGreaterThan(0)
  expect((await call('DELETE', `/v3/integrations/linked-accounts/${account}`)).status).toBe(200)
  expect((await call('GET', rules)).body.data).toEqual([])
  expect((await call('GET', `/api/v2/transactions/${given[0].transactionId}`)).status).toBe(200)
})
