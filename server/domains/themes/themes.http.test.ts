import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ModelTheme } from '#contract/themes/themes.ts'
import { demo } from '#server/app/demo/ids.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { buyGifts, mailbox } from '#server/testing/gifts.ts'
import { asFile, drawPicture, samplePicture } from '#server/testing/pictures.ts'
import { requestClaimCode, shareGift } from '#server/testing/superhugggs.ts'

let app: TestApp
let logo: string
const as = 'admin@acme.test'
beforeAll(async () => {
  app = await startTestApp()
  logo = (await upload(samplePicture(), 'logo')).key
})
afterAll(() => app?.close())

async function upload(file: File, kind: string) {
  return (await app.request('POST', `/v3/uploads?kind=${kind}`, { as, body: { file } })).body.data
}
const upsert = (body: Record<string, unknown>, who = as) =>
  app.request('POST', '/v3/themes/model/upsert', { as: who, body })
async function makeTheme(body: Record<string, unknown>, who = as): Promise<ModelTheme> {
  const answer = await upsert({ name: 'House style', ...body }, who)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.data
}
const get = async (path: string, who = as) => app.request('GET', path, { as: who })
const giftPage = async (code: string) => (await app.request('GET', `/public/gifts/${code}`)).body.data
const buyAndReadLink = async (purchase: Record<string, unknown> = {}) =>
  (await buyGifts(app, { deliveryMethod: 'links', ...purchase })).hugggs[0]!.shortcode
const wrongFields = ({ body }: { body: { details: { path: string }[] } }) => body.details.map(({ path }) => path)

test('a theme joins a branding and a giftwrap, and shows on the gifts that are bought with it', async () => {
  const pattern = await upload(asFile(await drawPicture(120, 120, '#ffd166').png().toBuffer(), 'tile.png'), 'pattern')
  const theme = await makeTheme({
    branding: {
      accentHex: '#0F766E',
      typography: { heading: 'lora', body: 'inter' },
      button: { shape: 'round' },
      logo,
      reaction: { quickEmojis: ['🌿', '🍵', '👩‍🌾', '🇬🇧', '💚'] },
    },
    giftwrap: { drawing: 'fern', pattern: pattern.url },
  })
  expect(theme).toMatchObject({ type: 'model', canApply: true, isDefault: false, version: 1 })
  expect((await get(`/v3/brandings/${theme.brandingId}`)).body.data).toMatchObject({
    name: 'House style',
    accentHex: '#0f766e',
    logo: { key: logo },
    panel: { shape: 'rounded' },
  })
  expect((await get(`/v3/giftwraps/${theme.giftwrapId}`)).body.data).toMatchObject({
    drawing: 'fern',
    pattern: { key: pattern.key, url: pattern.url },
  })
  const code = await buyAndReadLink({ themeId: theme.id })
  expect(await giftPage(code)).toMatchObject({
    theme: {
      giftwrap: 'fern',
      patternUrl: pattern.url,
      accentHex: '#0f766e',
      typography: { heading: 'lora', body: 'inter' },
      shapes: { button: 'round', panel: 'rounded' },
    },
    quickEmojis: ['🌿', '🍵', '👩‍🌾', '🇬🇧', '💚'],
  })
  await app.request('POST', `/public/gifts/${code}/open`, { body: {} })
  const react = (emoji: string) => app.request('POST', `/public/gifts/${code}/reaction`, { body: { emoji } })
  expect((await react('❤️')).status).toBe(422)
  expect((await react('🍵')).status).toBe(200)
})

test('a themed gift’s email has the logo, the colour and the box; its link’s preview has the box', async () => {
  const theme = await makeTheme({ branding: { accentHex: '#0f766e', logo }, giftwrapId: 'citrus' })
  await buyGifts(app, { deliveryMethod: 'email', receivers: [{ email: 'brand@friends.test' }], themeId: theme.id })
  await app.settle()
  const [mail] = await mailbox(app, 'brand@friends.test')
  const src = /<img src="([^"]+)" alt="Acme" width="260" height="56"/.exec(mail!.html)![1]!
  const shared = await shareGift(app, { limit: 1, themeId: theme.id })
  await requestClaimCode(app, shared.shortcode, 'claims@friends.test')
  await app.settle()
  const [code] = await mailbox(app, 'claims@friends.test')
  expect(code!.html).toContain(`<img src="${src}"`)
  const shown = await app.api.request(new URL(src).pathname)
  const { width, height } = await sharp(await shown.arrayBuffer()).metadata()
  expect([shown.headers.get('content-type'), width, height]).toEqual(['image/png', 520, 112])
  const { look } = await makeTheme({ branding: { accentHex: '#0f766e' } })
  const without = new URL(look.previewUrl!).pathname.replace('.jpg', '-logo.png')
  expect((await app.api.request(without)).status).toBe(404)
  expect(mail!.html).toContain('bgcolor="#0f766e"')
})

test('a gift keeps the look it was bought with, whatever happens to the theme', async () => {
  const theme = await makeTheme({ branding: { accentHex: '#112233', logo } })
  const before = await buyAndReadLink({ themeId: theme.id })
  const shared = await shareGift(app, { limit: 2, themeId: theme.id })
  const changed = await makeTheme({ id: theme.id, branding: { accentHex: '#445566', logo: null } })
  expect(changed).toMatchObject({ brandingId: theme.brandingId, version: 2 })
  const after = await buyAndReadLink({ themeId: theme.id })
  expect((await giftPage(before)).theme).toMatchObject({ accentHex: '#112233', logoUrl: theme.look.logoUrl })
  expect((await giftPage(after)).theme).toMatchObject({ accentHex: '#445566', logoUrl: null })

  const versions = (await get(`/v3/themes/${theme.id}/versions`)).body.data
  expect(versions.map((one: { version: number }) => one.version)).toEqual([2, 1])
  // Nothing changed: no version more.
  expect((await makeTheme({ id: theme.id, name: 'Renamed' })).version).toBe(2)

  expect((await app.request('DELETE', `/v3/themes/${theme.id}`, { as })).status).toBe(200)
  expect((await get(`/v3/themes/${theme.id}`)).status).toBe(404)
  expect((await giftPage(before)).theme.accentHex).toBe('#112233')
  const raised = await app.request('POST', `/api/v2/super-hugggs/${shared.id}/limit`, {
    as,
    body: { limit: 3, payment: { method: 'walletCommitment', reference: demo.wallets.acmeMain } },
  })
  expect(raised.status, JSON.stringify(raised.body)).toBe(201)
  const looks = await app.posy.db
    .selectFrom('transaction')
    .select('look_id')
    .distinct()
    .where('superhuggg_id', '=', shared.id)
    .execute()
  expect(looks).toHaveLength(1)
  const page = await app.request('GET', `/public/shareable-gifts/${shared.shortcode}`)
  expect(page.body.data.theme.accentHex).toBe('#112233')
})

test('a default theme dresses gifts that name no theme, those of subteams too, and gives way to a named box', async () => {
  const theme = await makeTheme({ branding: { accentHex: '#7a1f5c' }, isDefault: true })
  expect((await giftPage(await buyAndReadLink())).theme.accentHex).toBe('#7a1f5c')
  expect((await giftPage(await buyAndReadLink({ themeId: 'winter' }))).theme).toMatchObject({
    giftwrap: 'winter',
    accentHex: null,
  })
  const sub = await get('/v3/themes', 'subteam@acme.test')
  expect(sub.body.data.find(({ id }: { id: string }) => id === theme.id)).toMatchObject({ isDefault: true })
  const bought = await app.request('POST', '/api/v2/transactions?embed[]=hugggs', {
    as: 'subteam@acme.test',
    body: {
      purchase: { type: 'bulkHugggs', reference: demo.products.daisyFlatWhite, deliveryMethod: 'links' },
      payment: { method: 'walletCommitment', reference: demo.wallets.acmeNorth },
    },
  })
  expect(bought.status, JSON.stringify(bought.body)).toBe(201)
  expect((await giftPage(bought.body.data.embedded.hugggs[0].shortcode)).theme.accentHex).toBe('#7a1f5c')

  const next = await makeTheme({ isDefault: true })
  const defaults = (await get('/v3/themes')).body.data.filter((one: ModelTheme) => one.isDefault)
  expect(defaults.map(({ id }: ModelTheme) => id)).toEqual([next.id])
  await makeTheme({ id: next.id, isDefault: false })
  expect((await giftPage(await buyAndReadLink())).theme.giftwrap).toBe('peony')
})

test('an installation’s default branding dresses what teams without a brand send, and stands as the default one', async () => {
  const { defaults } = app.posy.config
  const house = await makeTheme({ branding: { accentHex: '#14532d', logo }, giftwrap: { drawing: 'fern' } })
  expect((await giftPage(await buyAndReadLink())).theme).toMatchObject({ accentHex: null, giftwrap: 'peony' })
  try {
    defaults.brandingId = house.brandingId
    expect((await get('/v3/configuration', 'admin@globex.test')).body.data.defaultBrandingId).toBe(house.brandingId)
    const standard = { id: 'default', teamId: null, accentHex: '#14532d', logo: { key: logo } }
    expect((await get('/v3/brandings/default', 'admin@globex.test')).body.data).toMatchObject(standard)
    expect((await get('/v3/brandings', 'admin@globex.test')).body.data[0]).toMatchObject(standard)
    const { transactionId, hugggs } = await buyGifts(app, { deliveryMethod: 'links' })
    const { theme } = await giftPage(hugggs[0]!.shortcode)
    expect(theme).toMatchObject({ accentHex: '#14532d', giftwrap: 'fern', logoUrl: expect.stringContaining(logo) })
    expect((await get(`/api/v2/transactions/${transactionId}`)).body.data.theme_id).toBe('default')
    // A team's own comes first.
    const own = await makeTheme({ branding: { accentHex: '#7a1f5c' }, isDefault: true })
    expect((await giftPage(await buyAndReadLink())).theme.accentHex).toBe('#7a1f5c')
    await makeTheme({ id: own.id, isDefault: false })
    // One that is gone leaves the built-in look.
    defaults.brandingId = '00000000-0000-4000-8000-00000000dead'
    expect((await giftPage(await buyAndReadLink())).theme).toMatchObject({ accentHex: null, giftwrap: 'peony' })
  } finally {
    defaults.brandingId = null
  }
})

test('brandings, giftwraps and themes that everyone has carry dates too, always the same', async () => {
  const { data: themes } = (await get('/v3/themes')).body
  const everyones = [
    ...themes.filter(({ type }: { type: string }) => type === 'legacy'),
    (await get('/v3/brandings/default')).body.data,
    ...(await get('/v3/giftwraps')).body.data.filter(({ teamId }: { teamId: string | null }) => teamId === null),
  ]
  expect(everyones.length).toBeGreaterThan(5)
  for (const { dateCreated, dateModified } of everyones)
    expect([dateCreated, dateModified]).toEqual(['2026-03-01T00:00:00.000Z', '2026-03-01T00:00:00.000Z'])
})

test('themes that share a branding change together', async () => {
  const first = await makeTheme({ branding: { accentHex: '#101010' } })
  const second = await makeTheme({ brandingId: first.brandingId, giftwrapId: 'winter' })
  await makeTheme({ id: first.id, branding: { accentHex: '#202020' } })
  expect((await get(`/v3/themes/${second.id}`)).body.data).toMatchObject({
    version: 2,
    look: { accentHex: '#202020', giftwrap: 'winter' },
  })
})

test('a brand that is still being made is shown on an email and on an invoice; nothing is sent, issued or stored', async () => {
  const extent = async () =>
    Promise.all(
      (['outgoing_message', 'document', 'theme_look', 'upload_use'] as const).map(
        async (table) => (await app.posy.db.selectFrom(table).selectAll().execute()).length,
      ),
    )
  const before = await extent()
  const preview = (what: string, body: object, who = as) =>
    app.request('POST', `/v3/themes/model/previews/${what}`, { as: who, body })
  const email = (await preview('email', { accentHex: '#0f766e', drawing: 'fern', logo })).body.data
  expect(email.html).toContain('#0f766e')
  const [, png] = /src="data:image\/png;base64,([^"]+)"/.exec(email.html)!
  expect(await sharp(Buffer.from(png!, 'base64')).metadata()).toMatchObject({ format: 'png', width: 520, height: 112 })
  const plain = (await preview('email', { accentHex: null, drawing: 'peony', logo: null })).body.data
  expect(plain.html).not.toContain('data:image')
  const sizes = await Promise.all(
    [logo, null].map(async (one) => {
      const { contentType, base64 } = (await preview('invoice', { logo: one })).body.data
      const pdf = Buffer.from(base64, 'base64')
      expect([contentType, pdf.subarray(0, 5).toString()]).toEqual(['application/pdf', '%PDF-'])
      return pdf.includes('/Subtype /Image')
    }),
  )
  expect(sizes).toEqual([true, false])
  for (const [what, body] of [
    ['email', { accentHex: null, drawing: 'fern', logo }],
    ['invoice', { logo }],
  ] as const)
    expect(wrongFields(await preview(what, body, 'admin@globex.test'))).toEqual(['logo'])
  expect(await extent()).toEqual(before)
})

test('a theme with no picture of the team’s, no colour or not five emojis is refused by its field', async () => {
  const foreign = (
    await app.request('POST', '/v3/uploads?kind=logo', { as: 'admin@globex.test', body: { file: samplePicture() } })
  ).body.data.key
  expect(wrongFields(await upsert({ name: 'x', branding: { logo: foreign } }))).toEqual(['branding.logo'])
  expect(wrongFields(await upsert({ name: 'x', giftwrap: { pattern: foreign } }))).toEqual(['giftwrap.pattern'])
  expect(wrongFields(await upsert({ name: 'x', branding: { accentHex: 'red;}' } }))).toEqual(['branding.accentHex'])
  for (const quickEmojis of [['🎉'], ['a', 'b', 'c', 'd', 'e'], ['🎉', '🎉', '🙏', '😋', '🥰']])
    expect((await upsert({ name: 'x', branding: { reaction: { quickEmojis } } })).status).toBe(422)
  expect(wrongFields(await upsert({}))).toEqual(['name'])
})

test('a theme is its team’s: others cannot see, use or change it, and a viewer makes none', async () => {
  const { id, brandingId } = await makeTheme({ branding: { accentHex: '#334455' } })
  expect((await get(`/v3/themes/${id}`, 'admin@globex.test')).status).toBe(404)
  expect((await upsert({ id, name: 'Taken' }, 'admin@globex.test')).status).toBe(404)
  expect((await upsert({ name: 'Taken', brandingId }, 'admin@globex.test')).status).toBe(404)
  const bought = await app.request('POST', '/api/v2/transactions', {
    as: 'admin@globex.test',
    body: {
      purchase: { type: 'bulkHugggs', reference: demo.products.daisyFlatWhite, themeId: id },
      payment: { method: 'walletCommitment', reference: demo.wallets.globexMain },
    },
  })
  expect([bought.status, wrongFields(bought)]).toEqual([422, ['purchase.themeId']])
  expect((await upsert({ name: 'Mine' }, 'viewer@acme.test')).status).toBe(403)
  expect((await app.request('DELETE', `/v3/themes/${id}`, { as: 'subteam@acme.test' })).status).toBe(403)
})

test('a theme is given a branding by who may use brandings, and a giftwrap by who may use giftwraps', async () => {
  const of = { as: 'operator:owner@posy.test' }
  const plans = (await app.request('GET', '/v3/operator/plans', of)).body.data
  const path = `/v3/operator/plans/${plans.find(({ name }: { name: string }) => name === 'Enterprise').id}`
  const { roles } = (await app.request('GET', path, of)).body.data
  const { permissions } = roles.find(({ id }: { id: string }) => id === 'team-admin')
  const make = async (withheld: string, body: object) => {
    const left = permissions.filter((permission: string) => permission !== withheld)
    const change = { ...of, body: { permissions: left, reason: 'as they asked' } }
    expect((await app.request('PUT', `${path}/roles/team-admin`, change)).status).toBe(200)
    return (await upsert({ name: 'Mine', ...body })).status
  }
  const branding = { branding: { accentHex: '#334455' } }
  const giftwrap = { giftwrapId: 'citrus' }
  expect([await make('use-branding', branding), await make('use-branding', giftwrap)]).toEqual([403, 200])
  expect([await make('use-giftwrap', branding), await make('use-giftwrap', giftwrap)]).toEqual([200, 403])
  expect(await make('', { ...branding, ...giftwrap })).toBe(200)
})

test('a plan’s limit of themes holds, also when several are made at once', async () => {
  const globexPlan = await app.posy.db
    .selectFrom('team')
    .select('plan_id')
    .where('id', '=', demo.teams.globex)
    .executeTakeFirstOrThrow()
  await app.posy.db.updateTable('plan').set({ themes_limit: 2 }).where('id', '=', globexPlan.plan_id).execute()
  const made = await Promise.all([1, 2, 3, 4].map((n) => upsert({ name: `Theme ${n}` }, 'admin@globex.test')))
  expect(made.map(({ status }) => status).sort()).toEqual([200, 200, 403, 403])
})
