import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { addActiveParticipants } from '#server/testing/budgets.ts'

const as = 'admin@acme.test'
const FAR_TOO_MUCH_PENCE = 900_000_000
let app: TestApp

beforeAll(async () => {
  app = await startTestApp({ now: '2026-03-02T09:00:00Z' })
})
afterAll(() => app.close())

const ok = async (method: string, path: string, body?: unknown) => {
  const answer = await app.request(method, `/v3/automated-budgets${path}`, { as, body })
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
  return answer.body
}
const started = async (name: string, budgetAmount: number): Promise<string> => {
  const { id } = (await ok('POST', '', { name, budgetAmount, frequency: 'month' })).data
  await addActiveParticipants(app.posy.db, id, 1)
  await ok('POST', `/${id}/start`, {})
  await app.settle()
  return id
}
const listNames = async (query: string) => (await ok('GET', query)).data.map(({ name }: { name: string }) => name)

test('the budgets whose last run failed are found among all others', async () => {
  const poor = await started('Poor', FAR_TOO_MUCH_PENCE)
  await started('Well', 100)
  await ok('POST', '', { name: 'Draft', budgetAmount: 100, frequency: 'month' })
  expect(await listNames('?failing=true')).toEqual(['Poor'])
  expect(await listNames('?failing=false')).toEqual(['Draft', 'Well'])
  expect(await listNames('?failing=false&status[]=live')).toEqual(['Well'])
  // Put right and tried again, it no longer needs attention.
  await ok('PUT', `/${poor}`, { budgetAmount: 100 })
  await ok('POST', `/${poor}/runs`, {})
  await app.settle()
  expect(await listNames('?failing=true')).toEqual([])
})
