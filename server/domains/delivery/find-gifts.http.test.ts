import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { buyGifts, mailbox } from '#server/testing/gifts.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app?.close())
/** Limits are by the hour and the day of the wall clock: each test has its own. */
afterEach(() => app.wall.advanceSeconds(86_400))

const ask = (body: object, from = '192.0.2.1') =>
  app.request('POST', '/public/gifts/find', { body, headers: { 'x-forwarded-for': from } })
let people = 0
const someone = () => `found-${++people}@friends.test`
async function sent(email: string) {
  const bought = await buyGifts(app, { receivers: [{ email }] })
  await app.settle()
  return bought.hugggs[0]!
}
const listsTo = async (email: string) =>
  (await mailbox(app, email)).filter(({ subject }) => /^The links? to your/.test(subject))
const press = (shortcode: string, step: string) =>
  app.request('POST', `/public/gifts/${shortcode}/${step}`, { body: {} })

test('a recipient who lost their links gets them all in one message: of gifts that can still be used, opened ones too, and of no others', async () => {
  const email = someone()
  const [fresh, shown, used, cancelled] = [await sent(email), await sent(email), await sent(email), await sent(email)]
  for (const step of ['open', 'claim', 'reveal']) await press(shown.shortcode, step)
  await app.request('POST', `/api/v2/hugggs/${cancelled.id}/cancel`, { as: 'admin@acme.test' })
  await app.request('POST', `/api/v2/hugggs/${used.shortcode}/redemptions`, {
    as: 'client:demo-till',
    body: { location_id: '00000000-0000-4000-8000-000000000511' },
  })
  await buyGifts(app, { receivers: [{ email }], sendDate: app.posy.clock.now().add({ hours: 100 }).toString() })
  await app.settle()
  const answer = await ask({ email: email.toUpperCase() })
  expect([answer.status, answer.body]).toEqual([200, { success: true }])
  await app.settle()
  const [list, ...more] = await listsTo(email)
  expect(more).toEqual([])
  expect(new Set(list!.links)).toEqual(new Set([fresh.launch_url, shown.launch_url]))
  expect(list!.text).toContain('From Alice Archer, until the end of')
  // What is inside a wrapped gift is not told, and its sender hears nothing of it.
  expect(list!.text).not.toContain('Flat white')
  const told = (await mailbox(app, 'admin@acme.test')).filter(({ text }) => text.includes(fresh.id))
  expect(told).toEqual([])
})

test('asking for lost links tells a stranger nothing: the answer and its work are the same whether or not the address has gifts', async () => {
  const email = someone()
  await sent(email)
  const jobs = async () =>
    Number(
      (
        await app.posy.db
          .selectFrom('outgoing_message')
          .select(({ fn }) => fn.countAll().as('all'))
          .execute()
      )[0]!.all,
    )
  const before = await jobs()
  const [known, unknown] = [await ask({ email }), await ask({ email: someone() })]
  expect([known.status, known.body]).toEqual([unknown.status, unknown.body])
  // Nothing is looked up before a job does.
  expect(await jobs()).toBe(before)
  await app.settle()
  expect(await jobs()).toBe(before + 1)
})

test('no one’s mailbox is flooded with lost links: one list in an hour however many ask, and three times a day at most', async () => {
  const email = someone()
  await sent(email)
  const answers = await Promise.all([1, 2, 3].map((from) => ask({ email }, `192.0.2.${from}`)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  await app.settle()
  expect(await listsTo(email)).toHaveLength(1)
  // Another spelling of the mailbox counts with it, and a network by its /64.
  expect((await ask({ email: email.replace('@', '+more@') }, '198.51.100.1')).status).toBe(429)
  for (let time = 0; time < 20; time++)
    expect((await ask({ email: someone() }, `2001:db8::${time + 1}`)).status).toBe(200)
  expect((await ask({ email: someone() }, '2001:db8::ffff')).status).toBe(429)
})

test('lost links are not sent to a person who was erased, and wrong addresses are refused', async () => {
  const email = someone()
  const gift = await sent(email)
  await app.posy.db
    .updateTable('recipient')
    .set({ email: null, name: null })
    .where('id', '=', gift.receiver_id!)
    .execute()
  expect((await ask({ email })).status).toBe(200)
  await app.settle()
  expect(await listsTo(email)).toEqual([])
  for (const wrong of [{}, { email: 'no address' }, { phone_number: '12' }, { email, phone_number: '07700900123' }])
    expect((await ask(wrong)).status, JSON.stringify(wrong)).toBe(422)
  expect((await ask({ phone_number: '07700 900123' })).status).toBe(200)
})
