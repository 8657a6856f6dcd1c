import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { reconcile } from '#server/app/reconcile.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { addActiveParticipants } from '#server/testing/budgets.ts'
import { chargeCard } from '#server/testing/cards.ts'
import { type BoughtGift, buyGifts } from '#server/testing/gifts.ts'
import { waitingCount } from '#server/testing/operators.ts'

let app: TestApp
let purchase: string
let gifts: { id: string; shortcode: string; launch_url: string }[]
const acme = demo.teams.acme
const reason = 'asked for by telephone'

beforeAll(async () => {
  app = await startTestApp()
  const bought = await app.request('POST', '/api/v2/transactions?embed[]=hugggs', {
    as: 'admin@acme.test',
    body: {
      purchase: {
        type: 'bulkHugggs',
        reference: demo.products.daisyGiftCard10,
        receivers: [{ email: 'ada@friends.test', name: 'Ada Lovelace' }, { email: 'bo@friends.test' }],
      },
      payment: { method: 'walletCommitment', reference: demo.wallets.acmeMain },
    },
  })
  expect(bought.status, JSON.stringify(bought.body)).toBe(201)
  purchase = bought.body.data.id
  gifts = bought.body.data.embedded.hugggs
  // Receipts are issued by what falls due.
  await app.advance('PT1M')
  await app.settle()
})
afterAll(() => app.close())

const ask = async (path: string, as = 'support') =>
  (await app.request('GET', `/v3/operator/${path}`, { as: `operator:${as}@posy.test` })).body
const act = (path: string, body: object, as = 'finance') =>
  app.request('POST', `/v3/operator/${path}`, { as: `operator:${as}@posy.test`, body })
const find = async (q: string) => (await ask(`search?q=${encodeURIComponent(q)}`)).data
const customer = async () => (await ask(`customers/${acme}`)).data

test('the operators’ console finds a customer, a person, a gift by address and short code, a document, a wallet and any id', async () => {
  const [receipt] = (await ask(`purchases/${purchase}`)).data.documents
  expect(await find('acm')).toContainEqual(
    expect.objectContaining({ kind: 'customer', id: acme, title: 'Acme', customer: { id: acme, name: 'Acme' } }),
  )
  expect(await find('ADMIN@acme.test')).toMatchObject([
    { kind: 'person', id: demo.users.acmeAdmin, title: 'Alice Archer' },
  ])
  expect(await find('arch')).toMatchObject([{ kind: 'person', title: 'Alice Archer' }])
  // In the word that its sender reads.
  const { hits } = (
    await app.request('POST', '/v3/searches/hugggs', {
      as: 'admin@acme.test',
      body: { query: { filters: { transactionIds: [purchase] } } },
    })
  ).body.data
  expect((await ask(`purchases/${purchase}`)).data.gifts.map(({ state }: { state: string }) => state)).toEqual(
    hits.map(({ state }: { state: string }) => state),
  )
  const gift = { kind: 'gift', title: 'Ada Lovelace', purchaseId: purchase, customer: { id: acme } }
  expect(await find('ada@friends.test')).toMatchObject([gift])
  expect(await find(gifts[0]!.shortcode)).toMatchObject([{ kind: 'gift', id: gifts[0]!.id }])
  expect(await find(gifts[0]!.launch_url)).toMatchObject([{ kind: 'gift', id: gifts[0]!.id }])
  expect(await find(receipt.number.toLowerCase())).toMatchObject([{ kind: 'document', title: receipt.number }])
  expect(await find('HGDEMO0401')).toMatchObject([{ kind: 'wallet', id: demo.wallets.acmeMain }])
  expect(await find(purchase)).toMatchObject([{ kind: 'purchase', id: purchase }])
  expect((await find('')).map(({ title }: { title: string }) => title)).toEqual(['Globex', 'Acme'])
  for (const nonsense of ['%', "'; drop table team", 'no-one@nowhere.test', '\\', '__'])
    expect(await find(nonsense)).toEqual([])
})

test('the operators’ console shows a customer and a purchase whole, and nothing that opens a gift', async () => {
  const shown = await customer()
  expect(shown).toMatchObject({
    name: 'Acme',
    plan: { name: 'Enterprise' },
    credit: { owedPence: 0 },
    planRequest: null,
  })
  expect(shown.wallets[0]).toMatchObject({ name: 'Acme main', reference: 'HGDEMO0401', committedPence: 2000 })
  expect(shown.members).toContainEqual(
    expect.objectContaining({ email: 'viewer@acme.test', roleGroupId: 'team-viewer' }),
  )
  expect(shown.purchases[0]).toMatchObject({ id: purchase, quantity: 2, buyer: 'admin@acme.test' })
  expect(shown.messages).toContainEqual(
    expect.objectContaining({ to: 'ada@friends.test', state: 'sent', purchaseId: purchase }),
  )
  expect(shown.events).toContainEqual(
    expect.objectContaining({ action: 'transaction.created', actor: 'admin@acme.test' }),
  )
  // Who could help with a lost second step: in South there is no one.
  const hasAdmin = async (id: string) => (await ask(`customers/${id}`)).data.hasAdmin
  const teams = [acme, demo.teams.acmeNorth, demo.teams.acmeSouth]
  expect(await Promise.all(teams.map(hasAdmin))).toEqual([true, true, false])
  const detail = (await ask(`purchases/${purchase}`)).data
  expect(detail.gifts).toMatchObject([{ status: 'Sent', recipient: 'Ada Lovelace' }, { address: 'bo@friends.test' }])
  const sent = { to: 'ada@friends.test', template: 'gift', state: 'sent' }
  expect(detail.messages).toContainEqual(expect.objectContaining(sent))
  const gift = (await ask(`gifts/${detail.gifts[0].id}`)).data
  expect(gift).toMatchObject({
    ...{ state: 'sent', recipient: 'Ada Lovelace', giftName: 'Daisy Coffee gift card, £10', canBeSentAgain: true },
    ...{ purchase: { id: purchase, quantity: 2, buyer: 'admin@acme.test' }, customer: { id: acme } },
    ...{ changesAllowedUntil: null, messages: [sent] },
  })
  expect(gift.timeline.map(({ to }: { to: string }) => to)).toEqual(['Created', 'Created', 'Sent'])
  expect((await ask(`gifts/${purchase}`)).code).toBe('not_found')
  const told = JSON.stringify([shown, detail, gift, await ask('messages')])
  for (const { shortcode } of gifts) expect(told).not.toContain(shortcode)
  expect((await ask(`customers/${purchase}`)).code).toBe('not_found')
})

test('what is to leave later is not counted among the messages that wait, on the overview and in the list', async () => {
  const [receipt] = (await ask('messages?to=admin@acme.test')).data
  const set = (next: string, status: string) =>
    sql`update outgoing_message set status = ${status}, next_attempt_at = ${next}::timestamptz where id = ${receipt.id}`.execute(
      app.posy.db,
    )
  const states = async () =>
    Promise.all(
      ['waiting', 'scheduled'].map(async (state) =>
        (await ask(`messages?state=${state}`)).data.map(({ id }: { id: string }) => id),
      ),
    )
  const later = new Date(app.wall.nowMs() + 3_600_000).toISOString()
  await set(later, 'pending')
  expect(await states()).toEqual([[], [receipt.id]])
  expect((await ask('messages?to=admin@acme.test')).data[0]).toMatchObject({ state: 'scheduled', nextTryAt: later })
  expect(await waitingCount(app, 'unsentMessages')).toBe(0)
  await set(new Date(app.wall.nowMs() - 3_600_000).toISOString(), 'pending')
  expect(await states()).toEqual([[receipt.id], []])
  expect(await waitingCount(app, 'unsentMessages')).toBe(1)
  await set(later, 'sent')
})

test('a purchase of a program’s is said to be bought by the program, by its name', async () => {
  const bought = await app.request('POST', '/api/v2/transactions', {
    as: 'client:demo-customer',
    body: {
      purchase: {
        type: 'bulkHugggs',
        reference: demo.products.daisyFlatWhite,
        receivers: [{ email: 'pro@friends.test' }],
      },
      payment: { method: 'walletCommitment', reference: demo.wallets.acmeMain },
    },
  })
  const { buyer } = (await ask(`purchases/${bought.body.data.id}`)).data
  expect(buyer).not.toContain('@')
  expect(buyer).not.toBe('')
  expect((await customer()).purchases[0].buyer).toBe(buyer)
})

test('messages are listed by state, by address and by purchase, page by page', async () => {
  expect((await ask('messages?to=bo@friends.test')).data).toMatchObject([{ to: 'bo@friends.test', state: 'sent' }])
  expect((await ask('messages?state=failed')).data).toEqual([])
  const ofPurchase = (await ask(`messages?purchaseId=${purchase}`)).data
  expect(ofPurchase).toEqual((await ask(`purchases/${purchase}`)).data.messages)
  expect((await ask('messages')).data.length).toBeGreaterThan(ofPurchase.length)
  const first = await ask('messages?limit=1')
  const second = await ask(`messages?limit=1&next=${first.next}`)
  expect(second.data[0].id < first.data[0].id).toBe(true)
  expect((await ask(`messages?limit=1&previous=${second.previous}`)).data).toEqual(first.data)
})

test('a credit limit is set with a reason, by finance and not by support; customer and operators can read it', async () => {
  expect((await act(`customers/${acme}/credit`, { creditLimitPence: 1, reason }, 'support')).status).toBe(403)
  expect((await act(`customers/${acme}/credit`, { creditLimitPence: -1, reason })).body.details[0].path).toBe(
    'creditLimitPence',
  )
  expect((await act(`customers/${acme}/credit`, { creditLimitPence: 250_000, reason })).body.data).toEqual({
    beforePence: 5_000_000,
    waits: false,
  })
  const { credit, acts } = await customer()
  expect(credit.limitPence).toBe(250_000)
  expect(acts[0]).toMatchObject({ act: 'setCustomerCredit', reason, operator: { name: 'Farid Finn', role: 'finance' } })
  const audit = await app.request('GET', `/v3/teams/${acme}/audit`, { as: 'admin@acme.test' })
  expect(audit.body.data[0]).toMatchObject({ action: 'team.credit-changed', actor: { kind: 'operator' } })
  expect(JSON.stringify(audit.body)).not.toContain(reason)
  expect(
    (await act('customers/00000000-0000-4000-8000-00000000dead/credit', { creditLimitPence: 1, reason })).status,
  ).toBe(404)
})

test('what a customer’s page cuts off is read to its end, page by page, of its subteams too', async () => {
  const read = async (list: string, limit: number) => {
    const rows: { id?: string; email?: string }[] = []
    for (let next: string | null = ''; next !== null; ) {
      const page = await ask(`${list}${list.includes('?') ? '&' : '?'}limit=${limit}${next && `&next=${next}`}`)
      rows.push(...page.data)
      next = page.next
    }
    return rows.map(({ id, email }) => id ?? email)
  }
  const { credit } = await customer()
  await act(`customers/${acme}/credit`, { creditLimitPence: credit.limitPence, reason })
  const lists = ['purchases', 'members', 'events', 'acts'].map((list) => `customers/${acme}/${list}`)
  for (const list of [...lists, `messages?teamId=${acme}`]) {
    const all = await read(list, 1000)
    expect(await read(list, list.endsWith('purchases') ? 1 : 9), list).toEqual(all)
    expect(all.length, list).toBeGreaterThan(0)
  }
  const page = await customer()
  const newest = (await ask(`customers/${acme}/events?limit=25`)).data
  expect(newest).toEqual(page.events)
  expect((await ask(`customers/${acme}/purchases`)).data).toEqual(page.purchases)
  const alone = async (team: string) =>
    (await ask(`customers/${team}/members?userId=${demo.users.acmeViewer}`)).data.map(
      ({ email }: { email: string }) => email,
    )
  expect([await alone(acme), await alone(demo.teams.globex)]).toEqual([['viewer@acme.test'], []])
  // Nothing of anyone else's, and no cursor of another list.
  expect((await ask(`customers/${demo.teams.globex}/purchases`)).data).toEqual([])
  expect((await ask(`customers/${demo.users.acmeAdmin}/events`)).code).toBe('not_found')
  expect(
    (await ask(`customers/${acme}/purchases?next=${(await ask(`customers/${acme}/acts?limit=1`)).next}`)).code,
  ).toBe('invalid_fields')
})

test('the console’s audit trail says which rule was changed from what to what, and is filtered by act, person and day', async () => {
  const put = (preferences: object) =>
    app.request('PUT', `/api/v2/teams/${acme}`, { as: 'admin@acme.test', body: { name: 'Acme', preferences } })
  expect((await put({ maximumHugggExpiryDays: 3650, remindRecipients: true })).status).toBe(200)
  const events = async (query: string) => (await ask(`customers/${acme}/events?${query}`)).data
  const [entry] = await events('action=team.updated')
  expect(entry).toMatchObject({
    actor: 'admin@acme.test',
    subject: { kind: 'team', id: acme, name: 'Acme' },
    changes: [
      { what: 'remindRecipients', from: false, to: true },
      { what: 'maximumHugggExpiryDays', from: null, to: 3650 },
    ],
    // Its name was sent, and is what it was.
    fields: [],
  })
  const [limit] = await events('action=team.credit-changed')
  expect(limit).toMatchObject({ actor: 'Farid Finn', changes: [{ what: 'creditLimit', to: 250_000 }] })
  expect((await events('who=farid')).every(({ actor }: { actor: string }) => actor === 'Farid Finn')).toBe(true)
  expect((await events('who=ALICE%20Archer'))[0]).toMatchObject({ id: entry.id })
  expect(await events('who=no-one-at-all')).toEqual([])
  const key = (
    await app.request('POST', `/v3/teams/${acme}/api-keys`, { as: 'admin@acme.test', body: { name: 'Nightly' } })
  ).body.data
  const about = { kind: 'apiKey', id: key.id, name: `Nightly (${key.hint}…)` }
  expect((await events('action=api-key.created'))[0].subject).toEqual(about)
  const moment = encodeURIComponent(entry.at)
  expect((await events(`from=${moment}`)).map(({ id }: { id: string }) => id)).toContain(entry.id)
  expect((await events(`to=${moment}`)).map(({ id }: { id: string }) => id)).not.toContain(entry.id)
  await put({ remindRecipients: false })
})

test('a customer is opened in the console as at the command line: once, its admin mailed; support may not', async () => {
  const wanted = { name: 'Umbrella', planId: demo.plans.plus, adminEmail: 'Admin@Umbrella.test', reason }
  expect((await act('customers', wanted, 'support')).status).toBe(403)
  expect((await act('customers', { ...wanted, planId: acme })).status).toBe(404)
  expect((await act('customers', { ...wanted, adminEmail: 'admin@acme.test' })).body.code).toBe('conflict')
  const twins = await Promise.all([1, 2].map(() => act('customers', wanted)))
  const opened = twins.find(({ body }) => body.data?.isNew)!.body.data
  expect(twins.filter(({ body }) => body.data?.isNew)).toHaveLength(1)
  const again = await act('customers', wanted)
  expect(again.body.data).toEqual({ id: opened.id, isNew: false })
  const page = (await ask(`customers/${opened.id}`)).data
  expect(page).toMatchObject({
    name: 'Umbrella',
    members: [{ email: 'admin@umbrella.test', roleGroupId: 'team-admin' }],
    wallets: [{ name: 'Main wallet', currency: 'GBX' }],
  })
  expect(page.acts[0]).toMatchObject({ act: 'openCustomer', operator: { name: 'Farid Finn' }, reason })
})

test('a deactivated customer and its subteams cannot act until it is reactivated; each is done once', async () => {
  const callers = ['admin@acme.test', 'subteam@acme.test', 'key:demo-customer', 'client:demo-customer']
  const statuses = async () =>
    Promise.all(callers.map(async (as) => (await app.request('GET', '/api/v2/auth/me', { as })).status))
  expect(await statuses()).toEqual([200, 200, 200, 200])
  expect((await act(`customers/${acme}/reactivate`, { reason })).body.code).toBe('wrong_state')
  const twice = await Promise.all([1, 2].map(() => act(`customers/${acme}/deactivate`, { reason })))
  expect(twice.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(await statuses()).toEqual([401, 401, 401, 401])
  const again = { grant_type: 'password', client_id: 'demo-web', client_secret: 'demo-web-secret' }
  const signIn = { ...again, username: 'admin@acme.test', password: 'posy-demo-2026', team_id: acme }
  expect((await app.request('POST', '/oauth/token', { body: signIn })).status).toBe(401)
  // Its people are told so, once they sign in without it; no one else is.
  const { team_id: _, ...anyTeam } = signIn
  const { access_token } = (await app.request('POST', '/oauth/token', { body: anyTeam })).body
  const told = async (as: string, userId: string) => (await app.request('GET', `/v3/teams/user/${userId}`, { as })).body
  expect(await told(access_token, demo.users.acmeAdmin)).toMatchObject({
    teams: [],
    deactivatedTeams: [{ id: acme, name: 'Acme', since: (await customer()).deactivatedAt }],
  })
  expect((await told('admin@globex.test', demo.users.globexAdmin)).deactivatedTeams).toEqual([])
  expect((await app.request('GET', '/api/v2/auth/me', { as: 'admin@globex.test' })).status).toBe(200)
  // A gift that was bought stays good.
  expect((await app.request('POST', `/public/gifts/${gifts[0]!.shortcode}/open`)).status).toBe(200)
  expect((await customer()).deactivatedAt).not.toBeNull()
  expect((await act(`customers/${demo.teams.acmeNorth}/reactivate`, { reason })).body.code).toBe('wrong_state')
  expect((await act(`customers/${acme}/reactivate`, { reason })).status).toBe(200)
  expect(await statuses()).toEqual([200, 200, 200, 200])
})

test('gifts of a purchase are refunded once, by one or all, through the same command as their sender’s', async () => {
  const available = async () => (await customer()).wallets[0].availablePence
  const before = await available()
  expect((await act(`purchases/${purchase}/refund`, { hugggId: demo.users.acmeAdmin, reason })).status).toBe(404)
  const one = await act(`purchases/${purchase}/refund`, { hugggId: gifts[1]!.id, reason })
  expect(one.body.data).toMatchObject({ cancelled: 1, refundedPence: 1060, refused: [] })
  const twins = await Promise.all([1, 2].map(() => act(`purchases/${purchase}/refund`, { reason })))
  expect(twins.map(({ body }) => body.data.cancelled).sort()).toEqual([0, 1])
  expect((await available()) - before).toBe(2120)
  // What it was made of, and each paper's parts.
  await app.advance('PT1M')
  await app.settle()
  const { documents, ...parts } = (await ask(`purchases/${purchase}`)).data
  expect(parts).toMatchObject({ giftsPence: 2000, feePence: 100, feeVatPence: 20, totalPence: 2120 })
  const [receipt] = documents
  const paper = (await ask(`documents/${receipt.id}`)).data
  expect(paper).toMatchObject({
    number: receipt.number,
    purchaseId: purchase,
    totalPence: 2120,
    customer: { id: acme },
  })
  const sum = (name: 'netPence' | 'vatPence') =>
    paper.lines.reduce((total: number, line: Record<typeof name, number>) => total + line[name], 0)
  expect([sum('netPence'), sum('vatPence')]).toEqual([paper.netPence, paper.vatPence])
  const pdf = (await ask(`documents/${receipt.id}/pdf`)).data
  expect([pdf.fileName, Buffer.from(pdf.base64, 'base64').subarray(0, 4).toString()]).toEqual([
    `${receipt.number}.pdf`,
    '%PDF',
  ])
  expect((await ask(`documents/${purchase}`)).code).toBe('not_found')
  expect((await ask(`purchases/${purchase}`)).data).toMatchObject({
    refundedPence: 2120,
    giftCounts: [{ status: 'Cancelled', count: 2 }],
    gifts: [{ state: 'cancelled' }, { state: 'cancelled' }],
  })
  expect(await reconcile(app.posy)).toEqual([])
})

test('a card payment is found, and refunded to its card up to what its wallet has unspent; a dispute is seen', async () => {
  const walletId = demo.wallets.acmeSouth
  const { id } = (await chargeCard(app, { amount: 2_500 })).body.data
  const top = { payment: { reference: id }, purchase: { reference: walletId, amount: 2_500 } }
  await app.request('POST', `/api/v2/wallets/${walletId}/top-up`, { as: 'admin@acme.test', body: top })
  await app.settle()
  const charge = async () => (await ask(`charges/${id}`)).data
  const list = async (query: string) =>
    ((await ask(`charges?${query}`)).data as { id: string }[]).map((listed) => listed.id)
  expect(await list(`teamId=${acme}`)).toContain(id)
  expect(await list(`teamId=${demo.teams.globex}`)).not.toContain(id)
  expect(await list('disputed=true')).toEqual([])
  const { availablePence } = (await charge()).wallet
  expect(await charge()).toMatchObject({
    customer: { id: acme },
    payer: 'admin@acme.test',
    state: 'captured',
    refundablePence: Math.min(2_500, availablePence),
    refunds: [],
  })

  const refund = (amountPence: number, as?: string) =>
    act(`charges/${id}/refund`, { amountPence, refundedPence: 0, reason }, as)
  expect((await refund(100, 'support')).status).toBe(403)
  expect((await refund(2_501)).body.details[0].path).toBe('amountPence')
  expect((await act(`charges/${id}/refund`, { amountPence: 100, refundedPence: 0 })).body.details[0].path).toBe(
    'reason',
  )
  // Pressed twice: there is enough for both, and one is meant.
  const twins = await Promise.all([refund(1_000), refund(1_000)])
  expect(twins.map(({ status }) => status).sort()).toEqual([200, 409])
  expect((await refund(1_000)).body.code).toBe('conflict')
  await app.settle()
  expect(await charge()).toMatchObject({
    refundedPence: 1_000,
    refundablePence: 1_500,
    refunds: [{ amountPence: 1_000, status: 'processed' }],
    wallet: { availablePence: availablePence - 1_000 },
  })

  await app.providers.sandboxes.checkout!.openDispute((await charge()).paymentId)
  await app.providers.sandboxes.checkout!.notices.idle()
  await app.settle()
  expect(await charge()).toMatchObject({ dispute: 'open', disputes: [{ status: 'open' }] })
  expect(await list('disputed=true')).toEqual([id])
  expect(await reconcile(app.posy)).toEqual([])
})

test('a plan that was requested is given, once', async () => {
  const globex = demo.teams.globex
  expect((await act(`customers/${globex}/plan`, { reason })).status).toBe(404)
  const body = { planId: demo.plans.enterprise, paymentMethod: 'invoice' }
  const wish = await app.request('POST', '/api/v2/users/b2b/upgrade', { as: 'admin@globex.test', body })
  expect(wish.body.data.status).toBe('pending')
  expect((await ask(`customers/${globex}`)).data.planRequest).toMatchObject({ askedBy: 'admin@globex.test' })
  expect(await waitingCount(app, 'planRequests')).toBe(1)
  const twice = await Promise.all([1, 2].map(() => act(`customers/${globex}/plan`, { reason })))
  expect(twice.map(({ status }) => status).sort()).toEqual([200, 404])
  expect((await ask(`customers/${globex}`)).data).toMatchObject({ plan: { name: 'Enterprise' }, planRequest: null })
})

test('jobs that were given up are listed and tried again, with a reason', async () => {
  expect((await ask('work')).data).toMatchObject({ failed: [], holds: [] })
  const { rows } = await sql<{ id: string }>`
    insert into queue.job (name, data, source_name, source_retry_count, source_output)
    values ('failed-jobs', '{"refundId": "none"}', 'payments.send-refund', 4, '{"message": "the provider is away"}') returning id`.execute(
    app.posy.db,
  )
  const jobId = rows[0]!.id
  const failed = {
    queue: 'payments.send-refund',
    tries: 5,
    reason: 'the provider is away',
    payload: '{"refundId":"none"}',
  }
  expect((await ask('work')).data.failed).toMatchObject([{ id: jobId, ...failed }])
  expect(await waitingCount(app, 'failedJobs')).toBe(1)
  expect((await act('work/retry', { jobId, reason }, 'support')).body.data).toEqual({ retried: 1 })
  expect((await act('work/retry', { jobId, reason }, 'support')).status).toBe(404)
  expect((await act('work/retry', { reason }, 'support')).body.details[0].path).toBe('jobId')
  expect((await act('work/retry', { queue: 'none', reason }, 'support')).status).toBe(404)
})

test('the record of operators’ acts can be read by the owner alone', async () => {
  expect((await ask('acts', 'finance')).code).toBe('forbidden')
  const { data } = await ask('acts', 'owner')
  expect(data.map(({ act: name }: { act: string }) => name)).toEqual(
    expect.arrayContaining(['refundPurchase', 'deactivateCustomer', 'reactivateCustomer', 'setCustomerCredit']),
  )
  const acts = async (query: string) => (await ask(`acts?${query}`, 'owner')).data
  const credits = await acts('action=setCustomerCredit')
  expect(credits.length).toBeGreaterThan(0)
  expect(credits.every(({ act: name }: { act: string }) => name === 'setCustomerCredit')).toBe(true)
  expect((await acts('who=FARID')).map(({ id }: { id: string }) => id)).toContain(credits[0].id)
  expect(await acts('who=no-one-at-all')).toEqual([])
  const moment = encodeURIComponent(credits[0].at)
  expect((await acts(`from=${moment}`)).map(({ id }: { id: string }) => id)).toContain(credits[0].id)
  expect((await acts(`to=${moment}`)).map(({ id }: { id: string }) => id)).not.toContain(credits[0].id)
})

test('an owner makes a plan in the console: one of twins, sold and with the usual roles; finance may not', async () => {
  const plan = { id: randomUUID(), name: 'Gold', price: 9900, billingPeriod: 'month', participants: 50, reason }
  expect((await act('plans', plan)).status).toBe(403)
  expect((await act('plans', { ...plan, price: -1 }, 'owner')).status).toBe(422)
  const twins = await Promise.all([1, 2].map(() => act('plans', plan, 'owner')))
  expect(twins.map(({ status }) => status).sort()).toEqual([200, 409])
  const made = (await ask(`plans/${plan.id}`)).data
  expect(made).toMatchObject({ name: 'Gold', price: 9900, isActive: true, isOpenForSignUp: false, teams: 0 })
  expect(made.roles.find(({ id }: { id: string }) => id === 'team-admin').permissions).toContain('purchase-hugggs')
  // A plan that is there is not written over.
  expect((await act('plans', { ...plan, id: demo.plans.plus }, 'owner')).body.code).toBe('conflict')
})

test('an owner changes what a role of a plan may do: it holds from the next request, elsewhere nothing changes, and it is on record', async () => {
  const plans = (await ask('plans')).data
  const { id } = plans.find(({ name }: { name: string }) => name === 'Enterprise')
  const seen = (await ask(`plans/${id}`)).data
  const viewer = seen.roles.find((role: { id: string }) => role.id === 'team-viewer')
  const change = (role: string, body: object, as = 'owner', plan = id) =>
    app.request('PUT', `/v3/operator/plans/${plan}/roles/${role}`, {
      as: `operator:${as}@posy.test`,
      body: { reason, ...body },
    })
  const purchases = () => app.request('GET', '/api/v2/transactions', { as: 'viewer@acme.test' })
  expect((await purchases()).status).toBe(200)

  expect((await change('team-viewer', { permissions: [] }, 'finance')).status).toBe(403)
  expect((await change('team-viewer', { permissions: ['fly'] })).status).toBe(422)
  expect((await change('boss', { permissions: [] })).status).toBe(422)
  const none = '00000000-0000-4000-8000-000000000900'
  expect(
    (await change('team-admin', { permissions: ['team-admin', 'view-teams', 'manage-billing'] }, 'owner', none)).status,
  ).toBe(404)
  const without = await change('team-admin', { permissions: ['purchase-hugggs'] })
  expect(without.status).toBe(422)
  expect(without.body.details.map(({ code }: { code: string }) => code)).toContain('always_held')
  expect((await change('automation-participant', { permissions: ['manage-billing'] })).status).toBe(422)
  expect((await ask(`plans/${id}`)).data).toEqual(seen)

  const narrowed = await change('team-viewer', { permissions: ['view-teams'] })
  expect(narrowed.status, JSON.stringify(narrowed.body)).toBe(200)
  expect((await purchases()).status).toBe(403)
  const [act] = (await ask('acts', 'owner')).data
  expect(act).toMatchObject({ act: 'changePlanRole', subject: { kind: 'plan', id }, reason })
  const { detail } = await app.posy.db
    .selectFrom('audit_event')
    .select('detail')
    .where('action', '=', 'plan.role-changed')
    .executeTakeFirstOrThrow()
  expect(detail).toMatchObject({ roleGroupId: 'team-viewer', added: [] })

  // What was ticked on the page as it was before would undo that.
  const permissionsBefore = viewer.permissions
  const late = await change('team-viewer', { permissions: viewer.permissions.slice(1), permissionsBefore })
  expect([late.status, late.body.message]).toEqual([
    409,
    'Someone changed this role meanwhile. Your change was not saved.',
  ])

  // Twins end with one of the two, whole.
  await Promise.all([
    change('team-viewer', { permissions: viewer.permissions }),
    change('team-viewer', { permissions: viewer.permissions, isDefault: true }),
  ])
  const after = (await ask(`plans/${id}`)).data
  expect(after).toEqual({ ...seen, defaultRoleGroupId: 'team-viewer' })
  expect((await purchases()).status).toBe(200)
  for (const { id: other } of plans.filter((plan: { id: string }) => plan.id !== id)) {
    const roles = (await ask(`plans/${other}`)).data.roles
    expect(roles.find((role: { id: string }) => role.id === 'team-viewer').permissions).toEqual(viewer.permissions)
  }
})

test('plans are imported from a file in the console: first what differs is shown and nothing changes; finance may not', async () => {
  const gold = { id: randomUUID(), name: 'Gold card', price: 500, entities: { participants: 5 } }
  const send = (plans: object[], more: object = {}, as = 'owner') =>
    act('plans/import', { document: JSON.stringify({ plans }), reason, ...more }, as)
  expect((await send([gold], {}, 'finance')).status).toBe(403)
  expect((await act('plans/import', { document: 'plans: 1', reason }, 'owner')).body.message).toContain('is not JSON')
  const wrong = await send([{ ...gold, price: -1 }])
  expect(wrong.body.details.map(({ path }: { path: string }) => path)).toEqual(['document.plans.0.price'])
  expect((await send([{ ...gold, id: '00000000-0000-4000-8000-000000000900' }])).status).toBe(422)
  const acts = (await ask('acts', 'owner')).data.length
  expect((await send([gold], { isDryRun: true })).body.data).toMatchObject([{ id: gold.id, change: 'created' }])
  expect((await ask(`plans/${gold.id}`)).code).toBe('not_found')
  expect((await ask('acts', 'owner')).data).toHaveLength(acts)
  const twins = await Promise.all([send([gold]), send([gold])])
  expect(twins.map(({ body }) => body.data[0].change).sort()).toEqual(['created', 'unchanged'])
  const roleGroups = [{ id: 'team-viewer', permissions: ['view-teams'] }]
  const dearer = { ...gold, price: 700, roleGroups }
  const [differs] = (await send([dearer], { isDryRun: true })).body.data
  expect(differs).toMatchObject({ change: 'updated' })
  expect(differs.fields).toContainEqual({ field: 'pricePence', before: '500', after: '700' })
  expect(differs.fields).toContainEqual({ field: 'team-viewer', before: expect.stringContaining('view-'), after: '' })
  expect((await ask(`plans/${gold.id}`)).data).toMatchObject({ price: 500 })
  expect((await send([dearer])).body.data).toEqual([differs])
  expect((await send([dearer])).body.data).toMatchObject([{ change: 'unchanged', fields: [] }])
  expect((await ask('acts', 'owner')).data[0]).toMatchObject({ act: 'importPlansFile', reason })
})

test('an operator reads what is left of a gift that is used in parts, and what tills took of it', async () => {
  const { hugggs } = await buyGifts(app, { reference: demo.products.daisyGiftCard10, quantity: 1 })
  const [{ id, shortcode }] = hugggs as [BoughtGift]
  const parts = async () => (await ask(`gifts/${id}`)).data.parts
  const take = (body: object) =>
    app.request('POST', `/api/v2/hugggs/${shortcode}/redemptions`, {
      as: 'client:demo-till',
      body: { location_id: demo.stores.daisyCoffeeLeeds, ...body },
    })
  expect(await parts()).toEqual({ takenPence: 0, leftPence: 1000 })
  expect((await take({ amount: 350 })).status).toBe(201)
  expect(await parts()).toEqual({ takenPence: 350, leftPence: 650 })
  expect((await take({})).status).toBe(201)
  expect(await parts()).toEqual({ takenPence: 1000, leftPence: 0 })
  const whole = (await buyGifts(app, { quantity: 1 })).hugggs[0]!
  expect((await ask(`gifts/${whole.id}`)).data.parts).toBeNull()
})

test('a choice that was made says what was chosen, and what it left over counts as returned', async () => {
  const { hugggs, transactionId } = await buyGifts(app, {
    ...{ reference: demo.products.choiceOfGift10, receivers: [{ email: 'c@c.test' }] },
  })
  const { id, shortcode } = hugggs[0]!
  expect((await ask(`gifts/${id}`)).data).toMatchObject({ chosen: null, refundedPence: 0 })
  await app.request('POST', `/public/gifts/${shortcode}/open`)
  const body = { productId: demo.products.daisyFlatWhite }
  expect((await app.request('POST', `/public/gifts/${shortcode}/choose`, { body })).status).toBe(200)
  const returned = { refundedPence: 640 }
  expect((await ask(`gifts/${id}`)).data).toMatchObject({
    chosen: { name: 'Flat white', pricePence: 360 },
    ...returned,
  })
  expect((await ask(`purchases/${transactionId}`)).data).toMatchObject({ ...returned, gifts: [returned] })
})

test('an operator reads a budget with its rule, runs, people and changes, and a wallet with its last movements, from the search, the customer and the trail', async () => {
  const own = async (method: string, path: string, body: object) => {
    const answer = await app.request(method, `/v3/automated-budgets${path}`, { as: 'admin@acme.test', body })
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
    return answer.body.data
  }
  const { id } = await own('POST', '', { name: 'Tea money', budgetAmount: 100, frequency: 'month' })
  await addActiveParticipants(app.posy.db, id, 2)
  await own('POST', `/${id}/start`, {})
  await app.settle()
  await own('PUT', `/${id}`, { unspentParticipantBalanceAction: 'rollover' })
  expect(await find('tea mon')).toMatchObject([{ kind: 'budget', id }])
  expect((await customer()).budgets).toContainEqual({ id, name: 'Tea money', status: 'live' })
  const shown = (await ask(`budgets/${id}`)).data
  expect(shown).toMatchObject({
    ...{ customer: { id: acme, name: 'Acme' }, madeBy: 'admin@acme.test', isSupport: false, hasMorePeople: false },
    budget: { budgetAmount: 100, unspentParticipantBalanceAction: 'rollover', nextScheduledRun: expect.any(String) },
    runs: [{ status: 'succeeded', participants: 2, paid: 200 }],
  })
  expect(shown.people.map(({ available }: { available: number }) => available)).toEqual([100, 100])
  const [changed] = shown.events
  expect(changed).toMatchObject({
    ...{ actor: 'admin@acme.test', action: 'automated-budget.changed', fields: [] },
    changes: [{ what: 'unspentAction', from: 'reset', to: 'rollover' }],
  })
  const [one] = shown.people
  const alone = (await ask(`budgets/${id}?person=${encodeURIComponent(one.email)}`)).data.people
  expect(alone.map(({ email }: { email: string }) => email)).toEqual([one.email])
  expect((await ask(`wallets/${one.walletId}`)).data).toMatchObject({
    ...{ availablePence: 100, committedPence: 0, budget: { id, name: 'Tea money' } },
    movements: [{ availablePence: 100, committedPence: 0 }],
  })
  const main = (await ask(`wallets/${demo.wallets.acmeMain}`)).data
  expect(main).toMatchObject({ name: 'Acme main', customer: { id: acme }, budget: null, isClosed: false })
  expect(main.movements[0]).toMatchObject({ availablePence: -200 })
  for (const none of ['budgets', 'wallets']) expect((await ask(`${none}/${purchase}`)).code).toBe('not_found')
  expect((await app.request('GET', `/v3/operator/budgets/${id}`, { as: 'admin@acme.test' })).status).toBe(401)
})
