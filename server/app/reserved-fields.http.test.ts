import { afterAll, beforeAll, expect, test } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'

const as = 'admin@acme.test'
let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app?.close())

const get = async (path: string) => (await app.request('GET', path, { as })).body.data

test('fields that docs/reserved-fields.md calls constant are so from buying to cancelling', async () => {
  const body = {
    purchase: { type: 'huggg', reference: demo.products.daisyGiftCard10, deliveryMethod: 'links' },
    payment: { method: 'walletCommitment', reference: demo.wallets.acmeMain },
  }
  const bought = (await app.request('POST', '/api/v2/transactions?embed[]=hugggs', { as, body })).body.data
  const [gift] = bought.embedded.hugggs
  const look = async () => ({
    purchase: await get(`/api/v2/transactions/${bought.id}`),
    gift: await get(`/api/v2/hugggs/${gift.id}`),
    hit: (await app.request('POST', '/v3/searches/hugggs', { as, body: { query: { size: 1 } } })).body.data.hits[0],
  })
  const constant = {
    purchase: { processing: null },
    gift: { account_id: null, deleted_at: null },
  }
  expect(await look()).toMatchObject({ ...constant, hit: { huggg: { viewed_client: null } } })
  await app.request('POST', `/public/gifts/${gift.shortcode}/open`)
  expect(await look()).toMatchObject({ ...constant, hit: { huggg: { viewed_client: 'web' } } })
  await app.request('POST', `/api/v2/hugggs/${gift.id}/cancel`, { as })
  expect(await look()).toMatchObject(constant)

  expect(await get(`/api/v2/teams/${demo.teams.acme}`)).toMatchObject({ flags: [] })
  const [colleague] = await get(`/api/v2/teams/${demo.teams.acme}/users`)
  expect(colleague).toMatchObject({ tags: [], type: 4 })
  expect(await get('/v3/features')).toContainEqual(expect.objectContaining({ id: 'christmas', enabled: false }))
})
