import { afterAll, beforeAll, expect, test } from 'vitest'
import { mailEvents, type SandboxMailEvent } from '#contract/sandbox/messages.ts'
import { allowAddress } from '#server/app/address-commands.ts'
import { demo } from '#server/app/demo/ids.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { buyGifts, mailbox } from '#server/testing/gifts.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const loadDeliveryStatus = async (hugggId: string) =>
  (await app.request('GET', `/v3/hugggs/${hugggId}/delivery`, { as: 'admin@acme.test' })).body.data.deliveryStatus
const giftTo = async (email: string) => {
  const { hugggs } = await buyGifts(app, { receivers: [{ email }] })
  await app.settle()
  return hugggs[0]!.id
}
const report = async (to: string, event: SandboxMailEvent) => {
  const [mail] = await mailbox(app, to)
  await app.request('POST', `/sandbox/messages/${mail!.id}/events`, { body: { event } })
  await app.settle()
}
const warningsFor = async (email: string) =>
  (
    await app.request('POST', '/v3/orders/quotes', {
      as: 'admin@globex.test',
      body: { purchase: { type: 'huggg', reference: demo.products.daisyFlatWhite, receivers: [{ email }] } },
    })
  ).body.data.warnings

test.each([
  ['delivered', 'email-delivered', false],
  ['bounce', 'email-bounce', true],
  ['blocked', 'email-blocked', false],
  ['dropped', 'email-dropped', true],
  ['spam', 'email-spam', true],
] as const)(
  'the event %s makes an email %s; its address is suppressed for all teams: %s',
  async (event, status, isSuppressed) => {
    expect(mailEvents).toContain(event)
    const address = `told-${event}@events.test`
    const first = await giftTo(address)
    expect(await loadDeliveryStatus(first)).toBe('email-sent')
    await report(address, event)
    expect(await loadDeliveryStatus(first)).toBe(status)
    expect(await warningsFor(address)).toHaveLength(isSuppressed ? 1 : 0)
    const second = await giftTo(address.toUpperCase())
    expect(await loadDeliveryStatus(second)).toBe(isSuppressed ? 'email-dropped' : 'email-sent')
    expect(await mailbox(app, address)).toHaveLength(isSuppressed ? 1 : 2)
  },
)

test('an email called spam stops emails to every spelling of that mailbox, until they are let again; a bounce stops those to its own address', async () => {
  await giftTo('st.op@gmail.com')
  await report('st.op@gmail.com', 'spam')
  for (const spelling of ['st.op@gmail.com', 'stop+x@googlemail.com'])
    expect(await warningsFor(spelling)).toHaveLength(1)
  await allowAddress(app.posy, 'stop@gmail.com', () => {})
  await allowAddress(app.posy, 'st.op@gmail.com', () => {})
  expect(await warningsFor('st.op@gmail.com')).toEqual([])
  await giftTo('gone+tag@events.test')
  await report('gone+tag@events.test', 'bounce')
  expect(await warningsFor('gone+tag@events.test')).toHaveLength(1)
  expect(await warningsFor('gone@events.test')).toEqual([])
})

test('email events in any order, and each twice, lead to the same state', async () => {
  for (const [index, order] of [
    ['delivered', 'spam'],
    ['spam', 'delivered'],
  ].entries()) {
    const address = `order${index}@events.test`
    const gift = await giftTo(address)
    for (const event of [...order, ...order]) await report(address, event as SandboxMailEvent)
    expect(await loadDeliveryStatus(gift)).toBe('email-spam')
  }
})

test('a forged, changed or foreign email event is refused or ignored', async () => {
  const gift = await giftTo('forged@events.test')
  const [mail] = await mailbox(app, 'forged@events.test')
  const genuine = app.providers.sandboxes.mail!.emailEvents.request(
    { messageId: mail!.messageId, to: mail!.to },
    'bounce',
  )
  const body = await genuine.text()
  const send = (text: string, headers: Record<string, string>) =>
    app.request('POST', '/webhooks/sendgrid', { body: text, headers })
  const signed = Object.fromEntries(genuine.headers)
  expect((await send(body.replace('bounce', 'spamreport'), signed)).status).toBe(401)
  expect((await send(body, {})).status).toBe(401)
  expect((await send(body, { ...signed, 'x-twilio-email-event-webhook-timestamp': '1' })).status).toBe(401)
  expect(await loadDeliveryStatus(gift)).toBe('email-sent')
  const nobodys = app.providers.sandboxes.mail!.emailEvents.request(
    { messageId: '<other@host>', to: 'x@events.test' },
    'bounce',
  )
  expect((await send(await nobodys.text(), Object.fromEntries(nobodys.headers))).status).toBe(204)
  expect(await warningsFor('x@events.test')).toEqual([])
})

test('a mailbox that the mail server refuses gets no second try from anyone', async () => {
  const first = await giftTo('bounce@refused.test')
  expect(await loadDeliveryStatus(first)).toBe('email-bounce')
  expect(await warningsFor('bounce@refused.test')).toMatchObject([
    { code: 'blocked', row: 0, reason: { code: 'address_blocked', channel: 'email', cause: 'bounce' } },
  ])
})

test('an operator can let an address that bounced get gifts again, and not one that opted out', async () => {
  const said: string[] = []
  const allow = (address: string) => allowAddress(app.posy, address, (line) => said.push(line))
  await giftTo('bounce@again.test')
  expect(await allow('bounce@again.test')).toBe(0)
  expect(await warningsFor('bounce@again.test')).toEqual([])
  expect(await allow('bounce@again.test')).toBe(0)
  await app.request('POST', '/sandbox/phone/replies', { body: { from: '+447700900777', text: 'STOP' } })
  await app.providers.sandboxes.twilio!.callbacks.idle()
  expect(await allow('+447700900777')).toBe(1)
  expect(said).toHaveLength(3)
})
