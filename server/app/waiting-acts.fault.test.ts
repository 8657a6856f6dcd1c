import { afterAll, beforeAll, expect, test } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { FINANCE, OWNER } from '#server/testing/operators.ts'
import { reconcile } from './reconcile.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(async () => {
  expect(await reconcile(app.posy)).toEqual([])
  await app.close()
})

const reason = 'month end'
const MERCHANT = demo.brands.daisyCoffee
const post = (path: string, body: object = {}, as = OWNER) =>
  app.request('POST', `/v3/operator/${path}`, { as: `operator:${as}`, body: { reason, ...body } })
const get = async (path: string) =>
  (await app.request('GET', `/v3/operator/${path}`, { as: `operator:${OWNER}` })).body.data
const correct = (amountPence: number) => post(`merchants/${MERCHANT}/corrections`, { amountPence }, FINANCE)
const corrected = async () =>
  (await app.posy.db.selectFrom('merchant_correction').select('amount').execute()).map(({ amount }) => amount)
const statuses = async (calls: ReturnType<typeof post>[]) =>
  (await Promise.all(calls)).map(({ status }) => status).sort()

test('a waiting act is carried out once, however many confirm it at once, and not at all where it was refused first', async () => {
  for (let round = 1; round <= 3; round++) {
    expect((await correct(50_000_000)).body.data.waits).toBe(true)
    const [{ id, version }] = await get('waiting-acts')
    const confirm = () => post(`waiting-acts/${id}/confirm`, { seen: version })
    expect(await statuses([confirm(), confirm(), confirm()])).toEqual([200, 409, 409])
    expect(await corrected()).toHaveLength(round)
  }
  const done = (await corrected()).length
  let booked = done
  for (let round = 0; round < 5; round++) {
    await correct(50_000_000)
    const [{ id, version }] = await get('waiting-acts')
    const [confirmed, refused] = await Promise.all([
      post(`waiting-acts/${id}/confirm`, { seen: version }),
      post(`waiting-acts/${id}/refuse`),
    ])
    expect([confirmed.status, refused.status].sort()).toEqual([200, 409])
    if (confirmed.status === 200) booked++
    expect(await corrected()).toHaveLength(booked)
  }
})

test('two halves of an act at the same moment are counted one after the other; the same act is requested once', async () => {
  const before = (await corrected()).length
  const answers = await Promise.all([600_000, 600_001, 600_002].map(correct))
  const waits = answers.filter(({ status }) => status === 200).map(({ body }) => body.data.waits)
  expect(waits.sort()).toEqual([false, true])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 409])
  expect(await corrected()).toHaveLength(before + 1)
})
