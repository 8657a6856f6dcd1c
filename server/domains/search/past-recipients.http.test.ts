import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { blockAddress } from '#server/domains/delivery/messages/contact-address.ts'
import { PreparedClient } from '#server/platform/database/prepared-client.ts'
import { asSystem } from '#server/platform/posy.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'

const as = 'admin@acme.test'
const { products, wallets } = demo
let app: TestApp
/** Purchases of the admin's: by email, and by email for another reason. */
let first: string
let second: string

beforeAll(async () => {
  app = await startTestApp()
  first = await buy({
    title: 'Spring',
    receivers: [
      { email: 'zoe@friends.test', name: 'Zoë Müller' },
      { email: 'bob@friends.test', name: 'Bob' },
    ],
  })
  second = await buy({
    reasonCode: 'Wellbeing',
    receivers: [
      { email: 'BOB@friends.test', name: 'Robert' },
      { email: 'cy@friends.test', name: 'Cy' },
    ],
  })
})
afterAll(() => app.close())

async function buy(purchase: object): Promise<string> {
  const answer = await app.request('POST', '/api/v2/transactions', {
    as,
    body: {
      purchase: { type: 'bulkHugggs', reference: products.daisyFlatWhite, deliveryMethod: 'email', ...purchase },
      payment: { method: 'walletCommitment', reference: wallets.acmeMain },
    },
  })
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return answer.body.data.id
}
const ask = (query: string, who = as) => app.request('GET', `/v3/past-recipients?${query}`, { as: who })
const found = async (query: string, who = as): Promise<string[]> => {
  const { body } = await ask(query, who)
  return body.data.people.map(({ name }: { name: string }) => name)
}

test('past recipients are found by the beginning of a name or address, each once, by their latest name', async () => {
  expect(await found('text=mull')).toEqual(['Zoë Müller'])
  expect(await found('text=zoe@friends.test')).toEqual(['Zoë Müller'])
  expect(await found('text=bob')).toEqual(['Robert'])
  expect(await found('text=unknown-person')).toEqual([])
})

test('past recipients are found by purchase and by reason', async () => {
  expect((await found(`transactionId=${first}`)).sort()).toEqual(['Bob', 'Zoë Müller'])
  expect((await found('reasonCode=Wellbeing')).sort()).toEqual(['Cy', 'Robert'])
  const { purchases } = (await ask('')).body.data
  expect(purchases.find(({ id }: { id: string }) => id === first)).toMatchObject({
    ...{ title: 'Spring', count: 2 },
    giftName: expect.stringMatching(/\w/),
    first: expect.stringMatching(/\w/),
  })
})

test('past recipients of other teams, and for a lesser role of colleagues, are never shown', async () => {
  for (const who of ['admin@globex.test', 'subteam@acme.test', 'participant@acme.test', 'viewer@acme.test']) {
    const all = await ask('', who)
    expect(JSON.stringify(all.body), who).not.toContain('friends.test')
    const ofPurchase = await ask(`transactionId=${second}`, who)
    expect([403, 404], who).toContain(ofPurchase.status)
  }
})

test('past recipients who were erased, or want no more messages, are left out', async () => {
  await app.posy.db
    .updateTable('recipient')
    .set({ email: null, name: null, erased_at: new Date() })
    .where('email', '=', 'cy@friends.test')
    .execute()
  expect(await found('reasonCode=Wellbeing')).toEqual(['Robert'])
  await asSystem(app.posy, (work) => blockAddress(work, 'email', 'bob@friends.test', 'opted-out'))
  expect(await found('reasonCode=Wellbeing')).toEqual([])
})

const groups = '/v3/recipient-groups'
const put = (id: string, body: object, who = as) => app.request('PUT', `${groups}/${id}`, { as: who, body })
const make = async (body: object, who = as): Promise<string> => {
  const answer = await app.request('POST', groups, { as: who, body })
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return answer.body.data.id
}
const listPeople = async (id: string, query = '', who = as) =>
  (await app.request('GET', `${groups}/${id}/people${query}`, { as: who })).body

describe('a group of recipients', () => {
  test('keeps people of a purchase and of a list, each once by one address, and is changed, renamed and forgotten', async () => {
    const people = [
      { email: 'Bob@friends.test', name: 'Bobby' },
      { phoneNumber: '07700 900123', name: 'Tess' },
    ]
    const id = await make({ name: 'Leeds office', transactionId: first, people })
    const { group, data } = await listPeople(id)
    expect(group).toMatchObject({ name: 'Leeds office', emails: 2, phoneNumbers: 1 })
    expect(data).toMatchObject([
      { email: 'bob@friends.test', name: 'Bob', isBlocked: true },
      { phoneNumber: '+447700900123', name: 'Tess', isBlocked: false },
      { email: 'zoe@friends.test', name: 'Zoë Müller' },
    ])
    expect((await listPeople(id, '?channel=sms')).total).toBe(1)
    const changed = await put(id, { name: 'Leeds', people: [{ email: 'new@friends.test' }], remove: [data[1].id] })
    expect(changed.body.data).toMatchObject({ name: 'Leeds', added: 1, removed: 1, emails: 3, phoneNumbers: 0 })
    expect((await put(id, { people: [{ email: 'new@friends.test', name: 'Neo' }] })).body.data.added).toBe(0)
    expect((await listPeople(id)).data.map(({ name }: { name: string }) => name)).toContain('Neo')
    expect((await app.request('DELETE', `${groups}/${id}`, { as })).status).toBe(200)
    expect((await app.request('GET', `${groups}/${id}/people`, { as })).status).toBe(404)
    const trail = await app.posy.db.selectFrom('audit_event').selectAll().where('subject_id', '=', id).execute()
    expect(trail.map(({ action }) => action)).toEqual([
      ...['recipient-group.created', 'recipient-group.changed', 'recipient-group.changed', 'recipient-group.deleted'],
    ])
    expect(JSON.stringify(trail)).not.toMatch(/friends|Leeds/)
  })

  test('is refused a name that is taken, a person without an address and a number that no text reaches', async () => {
    await make({ name: 'Board' })
    const refused = async (body: object) => (await app.request('POST', groups, { as, body })).body.details[0].path
    expect(await refused({ name: 'BOARD' })).toBe('name')
    expect(await refused({ name: 'Others', people: [{ name: 'No one' }] })).toBe('people.0')
    expect(await refused({ name: 'Others', people: [{ phoneNumber: '020 7946 0000' }] })).toBe('people.0.phoneNumber')
    const twins = await Promise.all([1, 2].map(() => app.request('POST', groups, { as, body: { name: 'Twins' } })))
    expect(twins.map(({ status }) => status).sort()).toEqual([201, 422])
  })

  test('is seen by those alone who see its team’s purchases, and by its maker', async () => {
    const id = await make({ name: 'Customers', people: [{ email: 'cy@friends.test' }] })
    const own = await make({ name: 'Customers', people: [{ email: 'own@friends.test' }] }, 'participant@acme.test')
    const seenBy = async (who: string) => {
      const { status, body } = await app.request('GET', groups, { as: who })
      return status === 200 ? body.data.map((each: { id: string }) => each.id) : status
    }
    expect(await seenBy('viewer@acme.test')).toBe(403)
    expect(await seenBy('participant@acme.test')).toEqual([own])
    expect(await seenBy(as)).toEqual(expect.arrayContaining([id, own]))
    expect(await seenBy('admin@globex.test')).toEqual([])
    for (const who of ['participant@acme.test', 'admin@globex.test', 'subteam@acme.test']) {
      expect((await app.request('GET', `${groups}/${id}/people`, { as: who })).status, who).toBe(404)
      expect((await put(id, { name: 'Ours' }, who)).status, who).toBe(404)
    }
  })
})

test('past recipients of a reason are the latest, read from the latest purchases alone where these fill the answer', async () => {
  app.wall.advanceSeconds(61)
  const later = await buy({ reasonCode: 'Wellbeing', receivers: [{ email: 'later@friends.test', name: 'Later' }] })
  await sql`insert into recipient (id, team_id, transaction_id, ordinal, email, name)
    select gen_random_uuid(), team_id, id, 1000 + copy, 'copy' || lpad(copy::text, 3, '0') || '@friends.test', 'Copy ' || copy
    from transaction cross join generate_series(1, 200) as copy where id = ${later}`.execute(app.posy.db)
  const asked = vi.spyOn(PreparedClient.prototype, 'query')
  const { people, hasMore } = (await ask('reasonCode=Wellbeing')).body.data
  const read = asked.mock.calls.map(([text]) => String(text)).filter((text) => text.includes('with sent as'))
  asked.mockRestore()
  expect([people.length, people[0].address, people.at(-1).address, hasMore]).toEqual([
    200,
    'copy001@friends.test',
    'copy200@friends.test',
    true,
  ])
  expect(read).toEqual([expect.stringContaining('recipient.transaction_id = any(array(')])
})
