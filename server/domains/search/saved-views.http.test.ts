import { afterAll, beforeAll, expect, test } from 'vitest'
import { MAX_SAVED_VIEWS } from '#contract/search/saved-views.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const path = '/v3/saved-views'
const put = (name: string, query: string, as = 'admin@acme.test', place = 'gifts') =>
  app.request('PUT', path, { as, body: { place, name, query } })
const listNames = async (as = 'admin@acme.test') =>
  (await app.request('GET', path, { as })).body.data.map((view: { name: string }) => view.name)

test('saved views are stored by name, replaced under the same one, and deleted', async () => {
  expect((await put('Not opened', 'status=Sent')).body.data).toMatchObject({ place: 'gifts', query: 'status=Sent' })
  await put('Not opened', 'status=Sent&method=email')
  await put('Ended', 'status=Expired')
  // The same name in another list is another view.
  await put('Ended', 'status=Expired', 'admin@acme.test', 'purchases')
  const { body } = await app.request('GET', path, { as: 'admin@acme.test' })
  expect(
    body.data.map((view: { place: string; name: string; query: string }) => [view.place, view.name, view.query]),
  ).toEqual([
    ['gifts', 'Ended', 'status=Expired'],
    ['purchases', 'Ended', 'status=Expired'],
    ['gifts', 'Not opened', 'status=Sent&method=email'],
  ])
  const forget = () => app.request('DELETE', path, { as: 'admin@acme.test', body: { place: 'gifts', name: 'Ended' } })
  expect((await forget()).status).toBe(200)
  expect((await forget()).status).toBe(200)
  expect(await listNames()).toEqual(['Ended', 'Not opened'])
})

test('saved views can be seen by their maker alone', async () => {
  await put('Mine', 'q=me', 'viewer@acme.test')
  expect(await listNames('viewer@acme.test')).toEqual(['Mine'])
  expect(await listNames()).not.toContain('Mine')
  await app.request('DELETE', path, { as: 'admin@acme.test', body: { place: 'gifts', name: 'Mine' } })
  expect(await listNames('viewer@acme.test')).toEqual(['Mine'])
})

test('saved views are limited in number; one under a name that is there can still be replaced', async () => {
  const as = 'admin@globex.test'
  for (let count = 0; count < MAX_SAVED_VIEWS; count++) expect((await put(`View ${count}`, '', as)).status).toBe(200)
  const refused = await put('One more', '', as)
  expect(refused.status).toBe(422)
  expect(refused.body.details).toEqual([expect.objectContaining({ path: 'name', code: 'too_many' })])
  expect((await put('View 7', 'q=x', as)).status).toBe(200)
  expect((await listNames(as)).length).toBe(MAX_SAVED_VIEWS)
})
