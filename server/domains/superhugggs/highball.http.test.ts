import { afterAll, beforeAll, expect, test } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { asFile, countPixels, cutOut, drawPicture } from '#server/testing/pictures.ts'
import { shareGift } from '#server/testing/superhugggs.ts'

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

test('the highball endpoint says who a gift is from and how it is wrapped, never what is inside', async () => {
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
  // A code is random: its digits may be a price.
  expect(JSON.stringify(body).replaceAll(shortcode, '')).not.toMatch(/flat white|Secret words|360/i)
})

test('the highball endpoint knows shareable gifts by the code in their link', async () => {
  const shared = await shareGift(app, { limit: 2, fromName: 'Alice', message: 'Secret words', themeId: 'fern' })
  const { body } = await search([shortcode, shared.shortcode])
  expect(body.data.map((meta: { url: string }) => meta.url)).toEqual([
    `http://posy.localhost:3000/g/${shortcode}`,
    `http://posy.localhost:3000/s/${shared.shortcode}`,
  ])
  expect(body.data[1]).toMatchObject({
    shortcode: shared.shortcode,
    title: 'A gift from Alice',
    image: { url: 'http://posy.localhost:3000/previews/fern.jpg' },
  })
  expect(JSON.stringify(body)).not.toMatch(/flat white|Secret words/i)
})

test('the preview of a brand’s links shows its own picture, as their pages say; it is drawn once and never changes', async () => {
  const as = 'admin@acme.test'
  const upload = async (kind: string, colour: string) => {
    const file = asFile(await drawPicture(300, 100, colour).png().toBuffer(), `${kind}.png`)
    return (await app.request('POST', `/v3/uploads?kind=${kind}`, { as, body: { file } })).body.data.key
  }
  const branding = { accentHex: '#0f766e', logo: await upload('logo', '#4b0082') }
  const giftwrap = { drawing: 'fern', pattern: await upload('pattern', '#ffd166') }
  const made = await app.request('POST', '/v3/themes/model/upsert', { as, body: { name: 'Shown', branding, giftwrap } })
  const shared = await shareGift(app, { limit: 1, themeId: made.body.data.id })
  const [meta] = (await search([shared.shortcode])).body.data
  const page = await app.request('GET', `/public/shareable-gifts/${shared.shortcode}`)
  expect(page.body.data.theme.previewUrl).toBe(meta.image.url)

  const { pathname } = new URL(meta.image.url)
  const drawn = await app.api.request(pathname)
  const picture = new Uint8Array(await drawn.arrayBuffer())
  expect(drawn.headers.get('content-type')).toBe('image/jpeg')
  expect(drawn.headers.get('cache-control')).toContain('immutable')
  const whole = { left: 0, top: 0, width: meta.image.width, height: meta.image.height }
  const left = { ...whole, width: 600 }
  const right = { ...left, left: 600 }
  expect(await countPixels(await cutOut(picture, left), '#4b0082')).toBeGreaterThan(30_000)
  expect(await countPixels(await cutOut(picture, right), '#0f766e')).toBeGreaterThan(10_000)
  expect(await countPixels(await cutOut(picture, right), '#ffd166')).toBeGreaterThan(10_000)
  const again = await app.api.request(pathname)
  expect(new Uint8Array(await again.arrayBuffer())).toEqual(picture)
  const etag = drawn.headers.get('etag')!
  expect((await app.api.request(pathname, { headers: { 'if-none-match': etag } })).status).toBe(304)
  for (const none of ['/looks/x.jpg', `/looks/${made.body.data.id}.jpg`])
    expect((await app.api.request(none)).status).toBe(404)
})

test('reading a link’s preview leaves the gift as it was', async () => {
  const before = await app.request('GET', `/public/gifts/${shortcode}`)
  await search([shortcode])
  expect((await app.request('GET', `/public/gifts/${shortcode}`)).body).toEqual(before.body)
})

test('guessing codes of links is slowed down, for the one who guesses', async () => {
  const guesses = Array.from({ length: 6 }, (_, number) => `guess-${number}`)
  expect((await search(guesses, 'client:demo-customer')).status).toBe(429)
  expect((await search([shortcode], 'client:demo-customer')).status).toBe(429)
  expect((await search([shortcode])).status).toBe(200)
})

test('the highball endpoint wants a token and a list of codes', async () => {
  expect(
    (await app.request('POST', '/v3/highball/meta/searches', { body: { filter: { shortcode: [shortcode] } } })).status,
  ).toBe(401)
  for (const codes of [[], 'code', undefined, Array.from({ length: 51 }, () => 'a')])
    expect((await search(codes)).status).toBe(422)
})
