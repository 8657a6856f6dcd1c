import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { buyGifts, mailbox } from '#server/testing/gifts.ts'
import { sameAnswer } from '#server/testing/refusals.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const admin = { as: 'admin@acme.test' }
const huggg = async (id: string) => (await app.request('GET', `/api/v2/hugggs/${id}`, admin)).body.data
const delivery = async (id: string) => (await app.request('GET', `/v3/hugggs/${id}/delivery`, admin)).body.data

test('every receiver gets one email with their own link, and the gift is Sent at the business time', async () => {
  const { hugggs } = await buyGifts(app, {
    message: 'Thank you for everything.\nYou were great.',
    fromName: 'Alex',
    receivers: [
      { email: 'sam@one.test', name: 'Sam' },
      { email: 'kim@one.test', notes: 'Just for you, Kim' },
    ],
  })
  expect(await delivery(hugggs[0]!.id)).toMatchObject({ deliveryStatus: 'email-pending' })
  await app.settle()

  const [mail, ...more] = await mailbox(app, 'sam@one.test')
  expect(more).toEqual([])
  expect(mail).toMatchObject({
    subject: 'Alex sent you a little something',
    links: [hugggs[0]!.launch_url],
    sentAt: '2026-03-02T10:00:00.000Z',
  })
  expect(mail!.text).toContain('> Thank you for everything.\n> You were great.')
  expect(mail!.text).toContain('Hello Sam,')
  expect(mail!.html).toContain('Thank you for everything.<br>You were great.')
  expect((await mailbox(app, 'kim@one.test'))[0]!.text).toContain('> Just for you, Kim')
  expect(await huggg(hugggs[0]!.id)).toMatchObject({ status_id: 2, sent_date: '2026-03-02T10:00:00.000Z' })
  expect(await delivery(hugggs[0]!.id)).toMatchObject({
    deliveryStatus: 'email-sent',
    deliveryStatusUpdatedAt: '2026-03-02T10:00:00.000Z',
    messages: [{ channel: 'email', status: 'sent', attempts: 1, sentAt: '2026-03-02T10:00:00.000Z' }],
  })
})

test('a receiver given as a user gets the gift at the address they sign in with', async () => {
  const { hugggs } = await buyGifts(app, { receivers: [{ user_id: '00000000-0000-4000-8000-000000000304' }] })
  await app.settle()
  expect((await mailbox(app, 'participant@acme.test')).map(({ links }) => links)).toEqual([[hugggs[0]!.launch_url]])
})

test('gifts by link are not emailed, and can be marked as sent', async () => {
  const { hugggs } = await buyGifts(app, { quantity: 1, deliveryMethod: 'links' })
  await app.settle()
  expect(await delivery(hugggs[0]!.id)).toMatchObject({ deliveryStatus: 'unsent', messages: [] })
  await app.request('POST', `/api/v2/huggg/${hugggs[0]!.id}/toggleSent`, { ...admin, body: { is_preview: false } })
  expect(await delivery(hugggs[0]!.id)).toMatchObject({ deliveryStatus: 'links-sent', messages: [] })
})

test('a scheduled gift is emailed at its moment', async () => {
  await buyGifts(app, { receivers: [{ email: 'later@one.test' }], sendDate: '2026-03-03T08:30:00Z' })
  await app.settle()
  expect(await mailbox(app, 'later@one.test')).toEqual([])
  await app.advance('P1D')
  expect((await mailbox(app, 'later@one.test')).map(({ sentAt }) => sentAt)).toEqual(['2026-03-03T08:30:00.000Z'])
})

test('a corrected address gets the new link, and the old message is no longer sent', async () => {
  await app.providers.sandboxes.mail!.smtp.down()
  const { hugggs } = await buyGifts(app, { receivers: [{ email: 'typo@one.test' }] })
  await app.settle()
  const changed = await app.request('PATCH', `/api/v2/hugggs/${hugggs[0]!.id}`, {
    ...admin,
    body: { receiver: { email: 'right@one.test' } },
  })
  expect(changed.status).toBe(200)
  await app.providers.sandboxes.mail!.smtp.up()
  app.wall.advanceSeconds(3600)
  await app.advance('PT0S')
  await app.settle()
  expect(await mailbox(app, 'typo@one.test')).toEqual([])
  expect((await mailbox(app, 'right@one.test')).map(({ links }) => links)).toEqual([[changed.body.data.launch_url]])
  expect(changed.body.data.launch_url).not.toBe(hugggs[0]!.launch_url)
  expect(await huggg(hugggs[0]!.id)).toMatchObject({ status_id: 2 })
  expect(
    (await delivery(hugggs[0]!.id)).messages.map(({ to, status }: Record<string, string>) => [to, status]),
  ).toEqual([
    ['right@one.test', 'sent'],
    ['typo@one.test', 'cancelled'],
  ])
})

test('a purchase is sending until the last of its emails has left: in its record, its hits and the report', async () => {
  const told = async (id: string, giftId: string) => {
    const found = async (path: string, filters: object) =>
      (
        await app.request('POST', path, {
          ...admin,
          body: { query: { filters: { ...filters, processing: ['sending'] } } },
        })
      ).body.data.hits.map((hit: { transaction: { processing: string } }) => hit.transaction.processing)
    const report = (await app.request('GET', `/api/v2/report/transactions/user/${demo.users.acmeAdmin}`, admin)).body
      .data
    return {
      record: (await app.request('GET', `/api/v2/transactions/${id}`, admin)).body.data.processing,
      report: report.find((row: { id: string }) => row.id === id).processing,
      hits: await found('/v3/searches/transactions', { transactionIds: [id] }),
      giftHits: await found('/v3/searches/hugggs', { hugggIds: [giftId] }),
    }
  }
  await app.providers.sandboxes.mail!.smtp.down()
  const { transactionId, hugggs } = await buyGifts(app, { receivers: [{ email: 'sending@one.test' }] })
  await app.settle()
  expect(await told(transactionId, hugggs[0]!.id)).toEqual({
    ...{ record: 'sending', report: 'sending', hits: ['sending'], giftHits: ['sending'] },
  })
  await app.providers.sandboxes.mail!.smtp.up()
  app.wall.advanceSeconds(3600)
  await app.advance('PT0S')
  await app.settle()
  expect(await told(transactionId, hugggs[0]!.id)).toEqual({ record: null, report: null, hits: [], giftHits: [] })
})

test('people who have seen their code are told by email that their gift was cancelled, and no one else is', async () => {
  const people = ['saw', 'opened', 'unopened'].map((name) => `${name}-it@one.test`)
  const { transactionId, hugggs } = await buyGifts(app, { receivers: people.map((email) => ({ email })) })
  await app.settle()
  const codes = hugggs.map(({ shortcode }) => shortcode)
  const visit = async (code: string, what: string) =>
    expect((await app.request('POST', `/public/gifts/${code}/${what}`, { body: {} })).status).toBe(200)
  for (const code of codes.slice(0, 2)) await visit(code, 'open')
  for (const what of ['claim', 'reveal']) await visit(codes[0]!, what)
  for (const time of ['first', 'again']) {
    const cancelled = await app.request('POST', `/api/v2/transactions/${transactionId}/hugggs/cancel`, admin)
    expect([cancelled.status, cancelled.body.data.changed]).toEqual([200, time === 'first' ? 3 : 0])
    await app.settle()
  }
  const about = async (to: string) => (await mailbox(app, to)).filter(({ subject }) => /cancelled/.test(subject))
  const [mail, ...more] = await about(people[0]!)
  expect(more).toEqual([])
  expect(mail!.subject).toBe('Your gift from Alice Archer was cancelled')
  expect(mail!.text).toContain('no longer works')
  expect(mail!.links).toEqual([])
  for (const other of people.slice(1)) expect(await about(other)).toEqual([])
})

test('a gift cancelled before its email could leave is never sent', async () => {
  await app.providers.sandboxes.mail!.smtp.down()
  const { hugggs } = await buyGifts(app, { receivers: [{ email: 'cancelled@one.test' }] })
  await app.settle()
  expect((await app.request('POST', `/api/v2/hugggs/${hugggs[0]!.id}/cancel`, admin)).status).toBe(200)
  await app.providers.sandboxes.mail!.smtp.up()
  app.wall.advanceSeconds(3600)
  await app.advance('PT0S')
  expect(await mailbox(app, 'cancelled@one.test')).toEqual([])
  expect(await delivery(hugggs[0]!.id)).toMatchObject({
    deliveryStatus: 'unsent',
    messages: [{ status: 'cancelled', sentAt: null }],
  })
})

describe('an address that refuses', () => {
  test.each([
    ['bounce@one.test', 'email-bounce'],
    ['blocked@one.test', 'email-blocked'],
  ])('%s is %s at once, the timeline says so, and the gift is not Sent', async (email, deliveryStatus) => {
    const { hugggs } = await buyGifts(app, { receivers: [{ email }] })
    await app.settle()
    expect(await delivery(hugggs[0]!.id)).toMatchObject({ deliveryStatus, messages: [{ attempts: 1, sentAt: null }] })
    expect(await huggg(hugggs[0]!.id)).toMatchObject({ status_id: 1, sent_date: null })
    const { body } = await app.request('GET', `/v3/hugggs/${hugggs[0]!.id}/timeline`, admin)
    expect(body.data.at(-1)).toMatchObject({ to: 'Created', reason: 'not delivered', actor: { kind: 'system' } })
  })

  const toldAndFound = async (id: string, deliveryStatus: string) => {
    expect(await delivery(id)).toMatchObject({ deliveryStatus, messages: [{ sentAt: null }] })
    const body = { query: { filters: { hugggIds: [id], deliveryStatuses: [deliveryStatus] } } }
    expect((await app.request('POST', '/v3/searches/hugggs', { ...admin, body })).body.data.hits).toHaveLength(1)
    expect(await huggg(id)).toMatchObject({ status_id: 1, sent_date: null })
  }

  test('by deferring to the end is email-expired, and one that no email can go to is email-rejected', async () => {
    const { hugggs: slow } = await buyGifts(app, { receivers: [{ email: 'slow@one.test' }] })
    // Its last try of three days.
    await app.posy.db
      .updateTable('outgoing_message')
      .set({ attempts: 147 })
      .where('huggg_id', '=', slow[0]!.id)
      .execute()
    app.providers.sandboxes.mail!.smtp.failNext({ code: 450 })
    await app.settle()
    await toldAndFound(slow[0]!.id, 'email-expired')
    const { hugggs: wrong } = await buyGifts(app, { receivers: [{ email: 'wrong@one.test' }] })
    await app.posy.db
      .updateTable('recipient')
      .set({ email: 'two@one.test, three@one.test' })
      .where('email', '=', 'wrong@one.test')
      .execute()
    await app.settle()
    await toldAndFound(wrong[0]!.id, 'email-rejected')
  })
})

describe('sending again', () => {
  const again = (id: string, as = 'admin@acme.test') => app.request('POST', `/api/v2/hugggs/${id}/resend`, { as })

  test('sends the same link once more; a second press while it waits adds none', async () => {
    const { hugggs } = await buyGifts(app, { receivers: [{ email: 'again@one.test' }] })
    await app.settle()
    expect((await again(hugggs[0]!.id)).body.data).toMatchObject({ deliveryStatus: 'email-pending' })
    expect((await again(hugggs[0]!.id)).body.data.messages).toHaveLength(2)
    await app.settle()
    const mails = await mailbox(app, 'again@one.test')
    expect(mails.map(({ links }) => links)).toEqual([[hugggs[0]!.launch_url], [hugggs[0]!.launch_url]])
    expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(2)
    expect(await delivery(hugggs[0]!.id)).toMatchObject({ deliveryStatus: 'email-sent' })
  })

  test('once in an hour, and at once where the last did not arrive', async () => {
    const { hugggs } = await buyGifts(app, { receivers: [{ email: 'often@one.test' }] })
    await app.settle()
    const { id } = hugggs[0]!
    expect((await again(id)).status).toBe(200)
    await app.settle()
    expect(await again(id)).toMatchObject({ status: 409, body: { code: 'wrong_state' } })
    await app.advance('PT1H')
    expect((await again(id)).status).toBe(200)
    await app.settle()
    expect(await mailbox(app, 'often@one.test')).toHaveLength(3)
    const refused = (await buyGifts(app, { receivers: [{ email: 'blocked@often.test' }] })).hugggs[0]!
    await app.settle()
    for (let time = 0; time < 2; time++) expect((await again(refused.id)).status).toBe(200)
  })

  test('is refused where nothing reaches the address, as is a correction to one; each names its field, and nothing is queued', async () => {
    const { hugggs } = await buyGifts(app, {
      receivers: [{ email: 'bounce@never.test' }, { email: 'fine@never.test' }],
    })
    await app.settle()
    const [lost, fine] = hugggs.map(({ id }) => id)
    const reason = { code: 'address_blocked', channel: 'email', cause: 'bounce' }
    const before = await delivery(lost!)
    expect(before).toMatchObject({ deliveryStatus: 'email-bounce', unreachable: 'bounce' })
    expect(await delivery(fine!)).toMatchObject({ unreachable: null })
    const message = 'Emails to this address have come back: none are sent there now.'
    expect(await again(lost!)).toMatchObject({
      ...{
        status: 409,
        body: { code: 'wrong_state', message, details: [{ path: 'receiver', code: 'blocked', reason }] },
      },
    })
    expect(await app.request('POST', '/v3/hugggs/resend', { ...admin, body: { hugggIds: [lost] } })).toMatchObject({
      body: {
        data: { changed: 0, refused: [{ reason: 'emails to this address have come back: none are sent there now' }] },
      },
    })
    const correct = (id: string, email: string) =>
      app.request('PATCH', `/api/v2/hugggs/${id}`, { ...admin, body: { receiver: { email } } })
    expect(await correct(fine!, 'Bounce@never.test')).toMatchObject({
      ...{ status: 422, body: { details: [{ path: 'receiver.email', code: 'blocked', reason }] } },
    })
    // The address that it has is no change, as ever.
    expect((await correct(lost!, 'bounce@never.test')).status).toBe(200)
    await app.settle()
    expect(await delivery(lost!)).toEqual(before)
    expect((await delivery(fine!)).messages).toHaveLength(1)
    expect((await correct(lost!, 'right@never.test')).status).toBe(200)
    await app.settle()
    expect(await delivery(lost!)).toMatchObject({ deliveryStatus: 'email-sent', unreachable: null })
  })

  test('tries a message that waits after a failure at once', async () => {
    app.providers.sandboxes.mail!.smtp.failNext({ code: 451 })
    const { hugggs } = await buyGifts(app, { receivers: [{ email: 'hurry@one.test' }] })
    await app.settle()
    expect(await mailbox(app, 'hurry@one.test')).toEqual([])
    await again(hugggs[0]!.id)
    await app.settle()
    expect(await mailbox(app, 'hurry@one.test')).toHaveLength(1)
  })

  test('is refused for gifts without a recipient, cancelled ones, foreign ones, and to those who may not send', async () => {
    const { hugggs: links } = await buyGifts(app, { quantity: 2, deliveryMethod: 'links' })
    expect(await again(links[0]!.id)).toMatchObject({ status: 409, body: { code: 'wrong_state' } })
    await app.request('POST', `/api/v2/hugggs/${links[1]!.id}/cancel`, admin)
    expect(await again(links[1]!.id)).toMatchObject({ status: 409, body: { code: 'wrong_state' } })
    const foreign = await again(links[0]!.id, 'admin@globex.test')
    const missing = await again('00000000-0000-4000-8000-00000000ffff', 'admin@globex.test')
    expect(foreign).toMatchObject({ status: 404, body: sameAnswer(missing.body) })
    expect(await again(links[0]!.id, 'viewer@acme.test')).toMatchObject({ status: 403 })
    expect(await app.request('GET', `/v3/hugggs/${links[0]!.id}/delivery`, { as: 'admin@globex.test' })).toMatchObject({
      status: 404,
    })
  })
})
