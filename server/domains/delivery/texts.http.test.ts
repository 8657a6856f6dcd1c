import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { phoneFailures } from '#contract/sandbox/phone.ts'
import { demo } from '#server/app/demo/ids.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { buyGifts, mailbox } from '#server/testing/gifts.ts'

let app: TestApp
const callbacks = () => app.providers.sandboxes.twilio!.callbacks

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(() => app.providers.sandboxes.twilio!.failures.clear())

const admin = (method: string, path: string, body?: unknown) =>
  app.request(method, path, { as: 'admin@acme.test', ...(body === undefined ? {} : { body }) })
const byText = (...numbers: string[]) =>
  buyGifts(app, { deliveryMethod: 'sms', receivers: numbers.map((phone_number) => ({ phone_number })) })
const settle = async () => {
  await app.settle()
  await callbacks().idle()
  await app.settle()
}
const loadDeliveryStatus = async (hugggId: string) =>
  (await admin('GET', `/v3/hugggs/${hugggId}/delivery`)).body.data.deliveryStatus
const textTo = async (number: string) => (await mailbox(app, number))[0]!
const quote = async (purchase: object, csv?: string) =>
  (
    await admin('POST', '/v3/orders/quotes', {
      purchase: { type: 'bulkHugggs', reference: demo.products.daisyFlatWhite, ...purchase },
      ...(csv === undefined ? {} : { csv }),
    })
  ).body.data
const loadWalletBalance = async (): Promise<number> =>
  (await admin('GET', `/api/v2/teams/${demo.teams.acme}/wallets`)).body.data.find(
    ({ id }: { id: string }) => id === demo.wallets.acmeMain,
  ).available

describe('buying gifts by text', () => {
  test('counts and prices the text before it is sent, and charges just that', async () => {
    const { quote: priced, canBuy } = await quote({
      deliveryMethod: 'sms',
      receivers: [{ phone_number: '07700 900200' }, { phone_number: '+447700900201' }],
    })
    const withoutText = (await quote({ deliveryMethod: 'links', quantity: 2 })).quote
    expect(canBuy).toBe(true)
    expect(priced.text).toMatchObject({ segments: 1, encoding: 'GSM-7', pencePerSegment: 5, perItem: 5 })
    expect(priced.perItem.fee).toBe(withoutText.perItem.fee + 5)
    const before = await loadWalletBalance()
    await byText('07700 900200', '+447700900201')
    expect(before - (await loadWalletBalance())).toBe(priced.total)
  })

  test('a name outside the GSM alphabet makes it longer, and dearer', async () => {
    const { quote: priced } = await quote({ deliveryMethod: 'sms', quantity: 1, fromName: 'Łukasz 🎁' })
    expect(priced.text).toMatchObject({ encoding: 'UCS-2', segments: 3, perItem: 15 })
  })

  test('names every wrong number by row, and sends none', async () => {
    const answer = await admin('POST', '/api/v2/transactions', {
      purchase: {
        type: 'bulkHugggs',
        reference: demo.products.daisyFlatWhite,
        deliveryMethod: 'sms',
        receivers: [
          { phone_number: '07700 900210' },
          { phone_number: '020 7946 0958' },
          { phone_number: '0909 879 0000' },
          { phone_number: '+44 7700 900210' },
          { email: 'ada@friends.test' },
        ],
      },
      payment: { method: 'walletCommitment', reference: demo.wallets.acmeMain },
    })
    expect(answer.status).toBe(422)
    expect(answer.body.details.map(({ path, message }: Record<string, string>) => `${path}: ${message}`)).toEqual([
      'purchase.receivers.1.phone_number: is a landline: texts go to mobile numbers only',
      'purchase.receivers.2.phone_number: is not a mobile number: texts go to mobile numbers only',
      'purchase.receivers.3.phone_number: the same number as in row 1',
      'purchase.receivers.4.email: is reached by email, and this purchase goes by text message: buy for addresses in one of their own',
    ])
    expect(answer.body.details.map(({ reason }: { reason?: unknown }) => reason)).toEqual([
      { code: 'phone_landline' },
      { code: 'phone_premium' },
      { code: 'same_as_row', row: 0, channel: 'sms' },
      undefined,
    ])
  })

  test('reads numbers from a table', async () => {
    const { problems, receivers } = await quote({ deliveryMethod: 'sms' }, 'Mobile,Name\n07700 900220,Ada\n123,Bob')
    expect(receivers).toEqual([
      { email: '', phone_number: '07700 900220', name: 'Ada', notes: null },
      { email: '', phone_number: '123', name: 'Bob', notes: null },
    ])
    expect(problems).toMatchObject([{ path: 'csv.1.phone_number', line: 3 }])
  })

  test('works for saved orders', async () => {
    const order = await admin('POST', '/api/v2/orders', {
      type: 'bulkHugggs',
      productId: demo.products.daisyFlatWhite,
      deliveryMethod: 'sms',
      receivers: [{ phoneNumber: '07700 900230' }],
    })
    const bought = await admin('POST', '/api/v2/transactions', {
      purchase: { type: 'order', reference: order.body.data.id },
      payment: { method: 'walletCommitment', reference: demo.wallets.acmeMain },
    })
    expect(bought).toMatchObject({ status: 201, body: { data: { delivery_method: 'sms' } } })
    await settle()
    expect((await textTo('+447700900230')).text).toContain('/g/')
  })
})

describe('a text message', () => {
  test('says who it is from, leads to the gift, and is delivered', async () => {
    const { hugggs } = await byText('07700 900300')
    await settle()
    const { text, links } = await textTo('+447700900300')
    expect(text).toMatch(/^.+ has sent you a gift\. Open it: http\S+\nNo more texts: reply STOP or http\S+$/)
    expect(links[0]).toBe(hugggs[0]!.launch_url)
    expect(await loadDeliveryStatus(hugggs[0]!.id)).toBe('sms-delivered')
  })

  test.each([
    ['901', 'sms-bounce'],
    ['902', 'sms-unknown'],
    ['903', 'sms-blocked'],
    ['904', 'sms-expired'],
    ['905', 'sms-rejected'],
    ['906', 'sms-spam'],
    ['907', 'sms-dropped'],
    ['908', 'sms-failed'],
  ])('to the number ending in %s is %s, and its sender is told', async (ending, status) => {
    const { hugggs, transactionId } = await byText(`+447700900${ending}`)
    await settle()
    expect(await loadDeliveryStatus(hugggs[0]!.id)).toBe(status)
    // Its sender’s lists say so, where it is looked for too.
    const filters = { states: ['not-delivered'], transactionIds: [transactionId] }
    expect((await admin('POST', '/v3/searches/hugggs', { query: { filters } })).body.data.total).toBe(1)
    // The console says the same.
    const listed = await app.request('GET', `/v3/operator/messages?to=${encodeURIComponent(`+447700900${ending}`)}`, {
      as: 'operator:support@posy.test',
    })
    expect(listed.body.data.map(({ state }: { state: string }) => state)).toEqual(['failed'])
    app.wall.advanceSeconds(1200)
    await app.advance('PT20M')
    await settle()
    const told = (await mailbox(app, 'admin@acme.test')).filter(({ text }) => text.includes(`+447700900${ending}`))
    expect(told).toHaveLength(1)
    expect(told[0]!.html).toContain(`/activity/gifts/${hugggs[0]!.id}?team=`)
  })

  test('may be reported twice, in any order and before the answer to the request', async () => {
    callbacks().hold()
    const { hugggs } = await byText('07700 900310')
    await app.settle()
    const mine = callbacks()
      .all()
      .filter(({ fields }) => fields.To === '+447700900310')
    expect(mine.map(({ fields }) => fields.MessageStatus)).toEqual(['sent', 'delivered'])
    for (const callback of [...mine].reverse()) {
      expect(await callbacks().deliver(callback)).toBe(204)
      expect(await callbacks().deliver(callback)).toBe(204)
    }
    expect(await loadDeliveryStatus(hugggs[0]!.id)).toBe('sms-delivered')
    await callbacks().resume()
    expect(await loadDeliveryStatus(hugggs[0]!.id)).toBe('sms-delivered')
  })

  test('is not changed by a forged report, which is refused', async () => {
    callbacks().hold()
    const { hugggs } = await byText('07700 900320')
    await app.settle()
    const report = callbacks().all().at(-1)!
    expect(await callbacks().deliver(report, { token: 'not-the-token-of-twilio' })).toBe(401)
    const elsewhere = { ...report, url: report.url.replace(/[^/]+$/, hugggs[0]!.id) }
    expect(await callbacks().deliver(elsewhere)).toBe(204)
    expect(await loadDeliveryStatus(hugggs[0]!.id)).toBe('sms-sent')
    await callbacks().resume()
  })

  test('is tried again when the network fails', async () => {
    app.providers.sandboxes.twilio!.failures.next('error')
    app.providers.sandboxes.twilio!.failures.next('throttled')
    const { hugggs } = await byText('07700 900330')
    await settle()
    expect(await loadDeliveryStatus(hugggs[0]!.id)).toBe('sms-pending')
    for (let time = 0; time < 2; time++) {
      app.wall.advanceSeconds(60)
      await app.advance('PT1M')
      await settle()
    }
    expect(await loadDeliveryStatus(hugggs[0]!.id)).toBe('sms-delivered')
    expect(await mailbox(app, '+447700900330')).toHaveLength(1)
  })
})

describe('stopping texts', () => {
  const stopLink = async (number: string) => (await textTo(number)).links[1]!
  const linkCode = (link: string) => link.slice(link.lastIndexOf('/') + 1)

  test('works by the link: for every team, shown before buying, until texts are wanted again', async () => {
    await byText('07700 900400')
    await settle()
    const code = linkCode(await stopLink('+447700900400'))
    expect((await app.request('GET', `/public/texts/${code}`)).body).toEqual({ data: { stopped: false } })
    await app.request('POST', `/public/texts/${code}`, { body: { stopped: true } })

    const { hugggs } = await byText('07700 900400', '07700 900401')
    await settle()
    expect(await Promise.all(hugggs.map(({ id }) => loadDeliveryStatus(id)))).toEqual(['sms-blocked', 'sms-delivered'])
    expect(await mailbox(app, '+447700900400')).toHaveLength(1)
    const globex = await app.request('POST', '/v3/orders/quotes', {
      as: 'admin@globex.test',
      body: {
        purchase: {
          type: 'huggg',
          reference: demo.products.daisyFlatWhite,
          deliveryMethod: 'sms',
          receivers: [{ phone_number: '+447700900400' }],
        },
      },
    })
    expect(globex.body.data.warnings).toMatchObject([
      { code: 'blocked', path: 'purchase.receivers.0.phone_number', row: 0, reason: { cause: 'opted-out' } },
    ])

    await app.request('POST', `/public/texts/${code}`, { body: { stopped: false } })
    expect(await admin('POST', `/api/v2/hugggs/${hugggs[0]!.id}/resend`)).toMatchObject({ status: 200 })
    await settle()
    expect(await loadDeliveryStatus(hugggs[0]!.id)).toBe('sms-delivered')
  })

  test('works by a plain wish to stop and by START on the number they come from, and a yes starts nothing', async () => {
    const answer = (text: string) =>
      app.request('POST', '/sandbox/phone/replies', { body: { from: '+447700900410', text } })
    await answer('Stop please. Thank you')
    await answer('Yes')
    await settle()
    const [first] = (await byText('07700 900410')).hugggs
    await settle()
    expect(await loadDeliveryStatus(first!.id)).toBe('sms-blocked')
    await answer('Start')
    await settle()
    const [second] = (await byText('07700 900410')).hugggs
    await settle()
    expect(await loadDeliveryStatus(second!.id)).toBe('sms-delivered')
  })

  test('does not work by an unknown link, however it is spelt', async () => {
    for (const code of ['none', 'x'.repeat(99), '%F0%9F%8E%81'])
      expect((await app.request('POST', `/public/texts/${code}`, { body: { stopped: true } })).status).toBe(404)
  })
})

describe('after buying', () => {
  test('a wrong number is corrected: the old link stops working, the new number gets a text', async () => {
    const { hugggs } = await byText('07700 900902')
    await settle()
    const path = `/api/v2/hugggs/${hugggs[0]!.id}`
    expect(await admin('PATCH', path, { receiver: { phone_number: '020 7946 0958' } })).toMatchObject({
      status: 422,
      body: { details: [{ path: 'receiver.phone_number' }] },
    })
    expect(await admin('PATCH', path, { receiver: { phone_number: '07700 900500' } })).toMatchObject({ status: 200 })
    await settle()
    expect(await loadDeliveryStatus(hugggs[0]!.id)).toBe('sms-delivered')
    expect((await textTo('+447700900500')).links[0]).not.toBe(hugggs[0]!.launch_url)
    expect((await app.request('GET', `/public/gifts/${hugggs[0]!.shortcode}`)).status).toBe(404)
  })

  test('gifts bought to be texted later are sent to numbers, and only to numbers', async () => {
    const { transactionId, hugggs } = await buyGifts(app, { deliveryMethod: 'sms', quantity: 2 })
    const send = (receivers: object[]) =>
      admin('POST', `/api/v2/transactions/${transactionId}/hugggs/send`, { receivers })
    expect((await send([{ email: 'ada@friends.test' }])).status).toBe(422)
    expect(await send([{ phone_number: '07700 900510' }])).toMatchObject({
      status: 200,
      body: { data: { changed: 1 } },
    })
    await settle()
    expect(await loadDeliveryStatus(hugggs[0]!.id)).toBe('sms-delivered')
    const links = await buyGifts(app, { deliveryMethod: 'links', quantity: 1 })
    const answer = await admin('POST', `/api/v2/transactions/${links.transactionId}/hugggs/send`, {
      receivers: [{ phone_number: '07700 900511' }],
    })
    expect(answer).toMatchObject({ status: 422, body: { details: [{ path: 'receivers.0.phone_number' }] } })
  })
})

test('the sandbox’s phone network can be watched and made to fail', async () => {
  expect(phoneFailures).toContain('landline')
  await app.request('POST', '/sandbox/phone/failures', { body: { failure: 'spam', times: 2 } })
  expect((await app.request('GET', '/sandbox/phone')).body.data.planned).toEqual([{ failure: 'spam', times: 2 }])
  expect((await app.request('POST', '/sandbox/phone/well')).body.data.planned).toEqual([])
})
