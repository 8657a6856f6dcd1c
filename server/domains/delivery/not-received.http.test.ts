import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { buyGifts, mailbox } from '#server/testing/gifts.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
/** Limits are by the hour and the day of the wall clock: each test has its own. */
afterEach(() => app.wall.advanceSeconds(86_400))

const ask = (body: object, from = '192.0.2.1') =>
  app.request('POST', '/public/gifts/not-received', { body, headers: { 'x-forwarded-for': from } })
let people = 0
const someone = () => `lost-${++people}@friends.test`
async function sent(email: string, purchase: object = {}) {
  const bought = await buyGifts(app, { receivers: [{ email }], ...purchase })
  await app.settle()
  await app.advance('PT2H')
  return bought.hugggs[0]!
}
const toldTo = async (email: string) =>
  (await mailbox(app, email)).filter(({ subject }) => subject.startsWith('A gift has not arrived'))
const timeline = async (id: string) =>
  (await app.request('GET', `/v3/hugggs/${id}/timeline`, { as: 'admin@acme.test' })).body.data

test('the not-received form sends the same link to the same address once more, and tells the sender by email and in the timeline', async () => {
  const email = someone()
  const gift = await sent(email)
  const told = (await toldTo('admin@acme.test')).length
  const answer = await ask({ email: email.toUpperCase() })
  expect([answer.status, answer.body]).toEqual([200, { success: true }])
  await app.settle()
  expect((await mailbox(app, email)).map(({ links }) => links)).toEqual([[gift.launch_url], [gift.launch_url]])
  const notices = await toldTo('admin@acme.test')
  expect(notices).toHaveLength(told + 1)
  expect(notices[0]!.text).toContain(email)
  expect(notices[0]!.text).toContain('sent it to the same address again')
  expect(notices[0]!.text).toContain(`/activity/gifts/${gift.id}`)
  expect((await timeline(gift.id)).at(-1)).toMatchObject({ reason: 'asked-for', actor: { kind: 'recipient' } })
})

test('however many use the not-received form at once, one message is sent in an hour', async () => {
  const email = someone()
  await sent(email)
  const answers = await Promise.all(Array.from({ length: 4 }, (_, index) => ask({ email }, `192.0.2.${index}`)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  await app.settle()
  expect(await mailbox(app, email)).toHaveLength(2)
  await app.advance('PT61M')
  await ask({ email })
  await app.settle()
  expect(await mailbox(app, email)).toHaveLength(3)
})

test('the not-received form answers alike for an address without gifts, and for gifts that were sent a moment ago, cancelled or are to be sent', async () => {
  const [fresh, cancelled, later] = [someone(), someone(), someone()]
  const gone = await sent(cancelled)
  await app.request('POST', `/api/v2/hugggs/${gone.id}/cancel`, { as: 'admin@acme.test' })
  await sent(later, { sendDate: app.posy.clock.now().add({ hours: 100 }).toString() })
  await buyGifts(app, { receivers: [{ email: fresh }] })
  await app.settle()
  for (const email of [someone(), fresh, cancelled, later])
    expect((await ask({ email })).body).toEqual({ success: true })
  await app.settle()
  const mails = await Promise.all([fresh, cancelled, later].map((email) => mailbox(app, email)))
  expect(mails.map(({ length }) => length)).toEqual([1, 1, 0])
})

test('the sender in a team that no longer sends to that address is emailed, and no gift is sent again', async () => {
  const email = someone()
  const gift = await sent(email)
  const rules = (deliveryEmailDomains: string[] | null) =>
    app.posy.db
      .updateTable('team')
      .set(({ ref }) => ({
        preferences: sql`${ref('preferences')} || ${JSON.stringify({ deliveryEmailDomains })}::jsonb`,
      }))
      .where('id', '=', demo.teams.acme)
      .execute()
  await rules(['acme.test'])
  await ask({ email })
  await app.settle()
  await rules(null)
  expect(await mailbox(app, email)).toHaveLength(1)
  const [notice] = await toldTo('admin@acme.test')
  expect(notice!.text).toContain(gift.id)
  expect(notice!.text).toContain('We have not sent it again')
})

test('the not-received form is limited by who asks and by address or number, and needs one of these', async () => {
  for (const wrong of [
    {},
    { email: 'no address' },
    { phone_number: '12' },
    { email: 'a@b.test', phone_number: '07700900123' },
  ])
    expect((await ask(wrong)).status, JSON.stringify(wrong)).toBe(422)
  expect((await ask({ phone_number: '07700 900123' })).status).toBe(200)
  const email = someone()
  for (let time = 0; time < 5; time++) expect((await ask({ email }, `198.51.100.${time}`)).status).toBe(200)
  expect((await ask({ email }, '198.51.100.9')).status).toBe(429)
  for (let time = 0; time < 20; time++) expect((await ask({ email: someone() }, '203.0.113.7')).status).toBe(200)
  const refused = await ask({ email: someone() }, '203.0.113.7')
  expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true])
})
