import decodeQR from 'qr/decode.js'
import sharp from 'sharp'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { asFile, countPixels, drawPicture } from '#server/testing/pictures.ts'
import { rasterise } from '#server/testing/scan.ts'
import { type SharedGift, shareGift } from '#server/testing/superhugggs.ts'

let app: TestApp
let shared: SharedGift
beforeAll(async () => {
  app = await startTestApp()
  shared = await shareGift(app, { limit: 2, fromName: 'Alice', message: 'Have one on us', themeId: 'bluebell' })
})
afterAll(() => app?.close())

const ask = (file: string, as = 'admin@acme.test') =>
  app.request('GET', `/api/v2/super-hugggs/${shared.id}/files/${file}`, { as })

async function loadFile(name: string) {
  const { status, body } = await ask(name)
  expect(status).toBe(200)
  return { ...body.data, bytes: Buffer.from(body.data.content, 'base64') }
}

/** What a scanner sees of a picture. */
async function scan(picture: Buffer): Promise<string> {
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return decodeQR({ width: info.width, height: info.height, data: new Uint8Array(data) })
}

const link = () => `http://posy.localhost:3000/s/${shared.shortcode}`

test.each([
  ['qr.svg', 'image/svg+xml'],
  ['qr.png', 'image/png'],
])('a scanner reads the link of a shareable gift from %s', async (name, type) => {
  const { bytes, contentType, fileName } = await loadFile(name)
  expect([contentType, fileName]).toEqual([type, `gift-${shared.shortcode}-${name}`])
  expect(await scan(bytes)).toBe(link())
})

test('the poster is one page that says who it is from, what it is, how to claim, and the address in letters', async () => {
  const { bytes } = await loadFile('poster.pdf')
  const { text, totalPages } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true })
  expect(totalPages).toBe(1)
  const address = `posy.localhost:3000/s/${shared.shortcode}`
  for (const words of ['A gift from Alice, for you', 'Flat white', 'Have one on us', 'email address', address])
    expect(text.replace(/\s+/g, ' ')).toContain(words)
})

test('the poster of a brand has its colour and its logo', async () => {
  const file = asFile(await drawPicture(300, 100, '#4b0082').png().toBuffer(), 'logo.png')
  const as = 'admin@acme.test'
  const logo = (await app.request('POST', '/v3/uploads?kind=logo', { as, body: { file } })).body.data.key
  const branding = { accentHex: '#0f766e', logo }
  const made = await app.request('POST', '/v3/themes/model/upsert', { as, body: { name: 'Poster', branding } })
  const { id } = await shareGift(app, { limit: 1, themeId: made.body.data.id })
  const { body } = await app.request('GET', `/api/v2/super-hugggs/${id}/files/poster.pdf`, { as })
  const [page] = await rasterise(Buffer.from(body.data.content, 'base64'))
  for (const colour of ['#4b0082', '#0f766e']) expect(await countPixels(page!, colour), colour).toBeGreaterThan(5000)
})

test('the files of a shareable gift are its team’s own, and unknown ones are refused', async () => {
  expect((await ask('poster.pdf', 'admin@globex.test')).status).toBe(404)
  expect((await ask('qr.gif')).status).toBe(422)
})

test('ending a shareable gift refunds what it said would be refunded', async () => {
  const as = 'admin@acme.test'
  const { body } = await app.request('GET', `/api/v2/super-hugggs/${shared.id}`, { as })
  expect(body.data.refundable).toBe(shared.transaction.sale_total)
  const ended = await app.request('POST', `/api/v2/super-hugggs/${shared.id}/end`, { as })
  expect(ended.body.data).toMatchObject({ refunded: body.data.refundable, superhuggg: { refundable: 0 } })
})
