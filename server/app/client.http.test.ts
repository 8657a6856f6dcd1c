import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient, eachItem, unwrap } from '#client/index.ts'
import { firstPurchase } from '#contract/reference/examples.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { demo } from './demo/ids.ts'

/** The client as customers get it, against the whole API. */
let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const client = (fetch: (request: Request) => Promise<Response>) =>
  createClient({ baseUrl: 'http://posy.test', apiKey: firstPurchase.sandboxKey, wait: async () => {}, fetch })
const ask = async (request: Request) => app.api.fetch(request)
const purchase = {
  query: { embed: ['hugggs' as const] },
  body: {
    purchase: { type: 'huggg' as const, reference: demo.products.daisyGiftCard10, deliveryMethod: 'links' as const },
    payment: { method: 'walletCommitment' as const, reference: demo.wallets.acmeMain },
  },
}
const countPurchases = async () =>
  Number(
    (
      await app.posy.db
        .selectFrom('transaction')
        .select(({ fn }) => fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  )

test('a purchase whose answer was lost is made once, and the retry gets the first answer, marked as such', async () => {
  const before = await countPurchases()
  let lost: string | undefined
  const posy = client(async (request) => {
    const response = await ask(request)
    if (lost !== undefined) return response
    lost = (await response.json()).data.id
    throw new TypeError('fetch failed')
  })
  const replays: string[] = []
  const options = { idempotencyKey: 'told-of-its-repeats', onReplayed: () => void replays.push('told') }
  const { data } = unwrap(await posy.createTransaction(purchase, options))
  expect(data).toHaveProperty('id', lost)
  expect([await countPurchases(), replays]).toEqual([before + 1, ['told']])
  await posy.createTransaction(purchase, { ...options, idempotencyKey: 'another' })
  expect(replays).toHaveLength(1)
})

test('eachItem goes through pages by number and by cursor, each item once, and no further than it is asked', async () => {
  let asked = 0
  const posy = client((request) => {
    asked += 1
    return ask(request)
  })
  const whole = unwrap(await posy.listBrandsV2({ query: { per_page: 1000 } })).data
  asked = 0
  const brands: string[] = []
  for await (const { id } of eachItem(posy.listBrandsV2, { query: { per_page: 2 } })) brands.push(id)
  expect(brands).toEqual(whole.map(({ id }) => id))
  expect(asked).toBe(Math.ceil(whole.length / 2))
  for await (const _ of eachItem(posy.listBrandsV2, { query: { per_page: 2 } })) break
  expect(asked).toBe(Math.ceil(whole.length / 2) + 1)

  for (const name of ['One', 'Two', 'Three'])
    unwrap(
      await posy.createBudget({
        body: { name, budgetAmount: 100, frequency: 'month', walletId: demo.wallets.acmeMain },
      }),
    )
  const budgets: string[] = []
  for await (const { name } of eachItem(posy.listBudgets, { query: { limit: 1 } })) budgets.push(name)
  expect(budgets.slice(0, 3)).toEqual(['Three', 'Two', 'One'])
  const none = eachItem(posy.listBudgets, { query: { limit: 0 } })
  await expect(none.next()).rejects.toMatchObject({ code: 'invalid_fields', requestId: expect.any(String) })
})
