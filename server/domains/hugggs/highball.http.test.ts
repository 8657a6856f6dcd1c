import { afterAll, beforeAll, expect, test } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'

let app: TestApp
let shortcode: string
beforeAll(async () => {
  app = await startTestApp({ env: { GUESSES_PER_MINUTE: '5' } })
  const bought = await app.request('POST', '/api/v2/transactions?embed[]=hugggs', {
    as: 'admin@globex.test',
    body: {
      purchase: {
        type: 'huggg',
        reference: demo.products.daisyFlatWhite,
        deliveryMethod: 'links',
        message: 'Secret words',
      },
      payment: { method: 'walletCommitment', reference: demo.wallets.globexMain },
    },
  })
  expect(bought.status, JSON.stringify(bought.body)).toBe(201)
  shortcode = bought.body.data.embedded.hugggs[0].shortcode
})
afterAll(() => app.close())

const search = (codes: unknown, as: string | undefined = 'client:demo-web') =>
  app.request('POST', '/v3/highball/meta/searches', { ...(as ? { as } : {}), body: { filter: { shortcode: codes } } })

test('says who a gift is from and how it is wrapped, never what is inside', async () => {
  const { status, body } = await search([shortcode, 'unknown-code', shortcode])
  expect(status).toBe(200)
  expect(body.data).toHaveLength(1)
  expect(body.data[0]).toMatchObject({
    shortcode,
    url: `http://posy.localhost:3000/g/${shortcode}`,
    siteName: 'Posy',
    title: expect.stringMatching(/^A gift from ./),
    image: { url: 'http://posy.localhost:3000/previews/peony.jpg', width: 1200, height: 630 },
    robots: 'noindex',
  })
  expect(JSON.stringify(body)).not.toMatch(/flat white|Secret words|360/i)
})

test('reading a preview leaves the gift as it was', async () => {
  const before = await app.request('GET', `/public/gifts/${shortcode}`)
  await search([shortcode])
  expect((await app.request('GET', `/public/gifts/${shortcode}`)).body).toEqual(before.body)
})

test('guessing codes is slowed down, for the one who guesses', async () => {
  const guesses = Array.from({ length: 6 }, (_, number) => `guess-${number}`)
  expect((await search(guesses, 'client:demo-customer')).status).toBe(429)
  expect((await search([shortcode], 'client:demo-customer')).status).toBe(429)
  expect((await search([shortcode])).status).toBe(200)
})

test('wants a token and a list of codes', async () => {
  expect(
    (await app.request('POST', '/v3/highball/meta/searches', { body: { filter: { shortcode: [shortcode] } } })).status,
  ).toBe(401)
  for (const codes of [[], 'code', undefined, Array.from({ length: 51 }, () => 'a')])
    expect((await search(codes)).status).toBe(422)
})
