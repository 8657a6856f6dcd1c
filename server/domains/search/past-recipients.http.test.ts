import { afterAll, beforeAll, expect, test } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { blockAddress } from '#server/domains/delivery/messages/contact-address.ts'
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
  expect(purchases.find(({ id }: { id: string }) => id === first)).toMatchObject({ title: 'Spring', count: 2 })
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
