import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { buyGifts, mailbox } from '#server/testing/gifts.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  // A Monday morning, and four months ahead of it without a change of any other kind.
  await app.advance('P1D')
})
afterAll(() => app.close())

const admin = (method: string, path: string, body?: unknown) =>
  app.request(method, path, { as: 'admin@acme.test', ...(body === undefined ? {} : { body }) })
let people = 0
const someone = () => `person-${++people}@friends.test`
const send = (emails: string[], how: { reminders?: boolean } = { reminders: true }) =>
  buyGifts(app, { deliveryMethod: 'email', receivers: emails.map((email) => ({ email })), ...how })
const subjectsTo = async (email: string) => (await mailbox(app, email)).map(({ subject }) => subject).reverse()
const GIFT = 'Alice Archer sent you a little something'
const REMINDER = 'Your gift from Alice Archer is still waiting'
/** A week and a day before the end, each with its day in its subject. */
const ENDING = [
  expect.stringMatching(/^Your gift from Alice Archer ends on \w+ \d+ \w+ 202\d$/),
  'Your gift from Alice Archer ends tomorrow',
]
const remind = (id: string) => admin('POST', `/api/v2/transactions/${id}/hugggs/remind`)

describe('automatic reminders', () => {
  test('are sent five times for an unopened gift, and no more', async () => {
    const email = someone()
    const { hugggs } = await send([email])
    await app.settle()
    expect(await subjectsTo(email)).toEqual([GIFT])
    for (const [wait, reminders] of [
      ['P2D', 1],
      ['P7D', 2],
      ['P1M', 3],
      ['P1Y', 5],
    ] as const) {
      await app.advance(wait)
      const before = Array(Math.min(3, reminders)).fill(REMINDER)
      expect(await subjectsTo(email), wait).toEqual([GIFT, ...before, ...(reminders === 5 ? ENDING : [])])
    }
    const [, reminder] = (await mailbox(app, email)).reverse()
    expect(reminder!.text).toContain('is still waiting')
    expect(reminder!.links.some((link: string) => link.endsWith(`/g/${hugggs[0]!.shortcode}/reminders`))).toBe(true)
    const delivery = (await admin('GET', `/v3/hugggs/${hugggs[0]!.id}/delivery`)).body.data
    expect(delivery.messages.filter(({ kind }: { kind: string }) => kind === 'reminder')).toHaveLength(5)
    // A reminder is not how the gift itself fared.
    expect(delivery.deliveryStatus).toBe('email-sent')
  })

  test('are sent for an opened gift only before it ends, for a used or cancelled one never', async () => {
    const [opened, cancelled] = [someone(), someone()]
    const { hugggs } = await send([opened, cancelled])
    await app.settle()
    await app.request('POST', `/public/gifts/${hugggs[0]!.shortcode}/open`, { body: {} })
    await admin('POST', `/api/v2/hugggs/${hugggs[1]!.id}/cancel`, {})
    await app.advance('P2M')
    expect(await subjectsTo(opened)).toEqual([GIFT])
    await app.advance('P1Y')
    expect(await subjectsTo(opened)).toEqual([GIFT, ...ENDING])
    expect(await subjectsTo(cancelled)).toEqual([GIFT])
  })

  test('are not sent where neither purchase nor team asks for them; the purchase decides before the team', async () => {
    const [silent, wanted, unwanted] = [someone(), someone(), someone()]
    await send([silent], {})
    await admin('PUT', `/api/v2/teams/${demo.teams.acme}`, { preferences: { remindRecipients: true } })
    await send([wanted], {})
    await send([unwanted], { reminders: false })
    await admin('PUT', `/api/v2/teams/${demo.teams.acme}`, { preferences: { remindRecipients: false } })
    await app.settle()
    await app.advance('P2D')
    expect(await subjectsTo(silent)).toEqual([GIFT])
    expect(await subjectsTo(wanted)).toEqual([GIFT, REMINDER])
    expect(await subjectsTo(unwanted)).toEqual([GIFT])
  })

  test('can be stopped by a recipient, whatever their sender does', async () => {
    const email = someone()
    const { transactionId: id, hugggs } = await send([email])
    await app.settle()
    const path = `/public/gifts/${hugggs[0]!.shortcode}/reminders/stop`
    expect((await app.request('POST', path, { body: {} })).body).toEqual({ success: true })
    expect((await app.request('POST', '/public/gifts/000000000000/reminders/stop', { body: {} })).status).toBe(404)
    await app.advance('P1M')
    expect((await remind(id)).body.data).toEqual({
      changed: 0,
      refused: [{ huggg_id: hugggs[0]!.id, reason: 'its recipient wants no reminders' }],
    })
    expect(await subjectsTo(email)).toEqual([GIFT])
  })
})

describe('reminders by hand', () => {
  test('reach everyone who has not opened their gift, no one twice within a day, and two requests at once send one', async () => {
    const [first, second, opened] = [someone(), someone(), someone()]
    const { transactionId: id, hugggs } = await send([first, second, opened], {})
    await app.settle()
    await app.request('POST', `/public/gifts/${hugggs[2]!.shortcode}/open`, { body: {} })
    const tooSoon = (await remind(id)).body.data
    expect(tooSoon).toMatchObject({ changed: 0 })
    expect(tooSoon.refused).toHaveLength(2)
    await app.advance('P2D')
    const answers = await Promise.all(Array.from({ length: 10 }, () => remind(id)))
    await app.settle()
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
    expect(answers.reduce((sum, { body }) => sum + body.data.changed, 0)).toBe(2)
    expect(await subjectsTo(first)).toEqual([GIFT, REMINDER])
    expect(await subjectsTo(second)).toEqual([GIFT, REMINDER])
    expect(await subjectsTo(opened)).toEqual([GIFT])
  })

  test('of gifts selected in a list remind or send them again, and give the reason for the others; two requests at once send one', async () => {
    const [unopened, opened, other] = [someone(), someone(), someone()]
    const { hugggs } = await send([unopened, opened, other], {})
    const links = (await buyGifts(app, { deliveryMethod: 'links' })).hugggs
    await app.settle()
    await app.request('POST', `/public/gifts/${hugggs[1]!.shortcode}/open`, { body: {} })
    await app.advance('P2D')
    const hugggIds = [hugggs[0]!.id, hugggs[1]!.id, links[0]!.id]
    const why = { huggg_id: links[0]!.id, reason: 'this gift has no recipient with an address or a number' }
    const reminded = (await admin('POST', '/v3/hugggs/remind', { hugggIds })).body.data
    expect(reminded.changed).toBe(1)
    expect(reminded.refused.map((each: { huggg_id: string }) => each.huggg_id).sort()).toEqual(hugggIds.slice(1).sort())
    // Else both mails leave at once, in either order.
    await app.settle()
    const twins = await Promise.all(Array.from({ length: 4 }, () => admin('POST', '/v3/hugggs/resend', { hugggIds })))
    expect(twins.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(twins[0]!.body.data.refused).toContainEqual(why)
    await app.settle()
    expect(await subjectsTo(unopened)).toEqual([GIFT, REMINDER, GIFT])
    expect(await subjectsTo(opened)).toEqual([GIFT, GIFT])
    expect(await subjectsTo(other)).toEqual([GIFT])
    const tooSoon = (await admin('POST', '/v3/hugggs/resend', { hugggIds: [hugggs[0]!.id] })).body.data
    expect(tooSoon).toMatchObject({
      changed: 0,
      refused: [{ reason: expect.stringContaining('less than an hour ago') }],
    })
    for (const path of ['/v3/hugggs/remind', '/v3/hugggs/resend']) {
      expect((await app.request('POST', path, { as: 'admin@globex.test', body: { hugggIds } })).status).toBe(404)
      expect((await app.request('POST', path, { as: 'viewer@acme.test', body: { hugggIds } })).status).toBe(403)
    }
  })

  test('of another team’s purchase are not found', async () => {
    const { transactionId: id } = await send([someone()])
    const answer = await app.request('POST', `/api/v2/transactions/${id}/hugggs/remind`, { as: 'admin@globex.test' })
    expect(answer.status).toBe(404)
  })
})

test('a gift that its sender lets end sooner says so to its recipient by email, once for each day, and one that ends later says nothing', async () => {
  const email = someone()
  const { hugggs } = await send([email], { reminders: false })
  await app.settle()
  const { id } = hugggs[0]!
  const lasting = async (days: number) => {
    const day = app.posy.clock.now().toZonedDateTimeISO('Europe/London').toPlainDate().add({ days }).toString()
    expect((await admin('PATCH', `/api/v2/hugggs/${id}`, { expiry_date: day })).status).toBe(200)
    await app.settle()
    return (await subjectsTo(email)).slice(1)
  }
  const told = [expect.stringMatching(/^Your gift from Alice Archer now ends on \w+ \d+ \w+ 202\d$/)]
  expect(await lasting(20)).toEqual(told)
  expect(await lasting(30)).toEqual(told)
  expect(await lasting(10)).toEqual([...told, ...told])
})
