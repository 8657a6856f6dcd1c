import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { reconcile } from '#server/app/reconcile.ts'
import { importCodes } from '#server/domains/hugggs/vouchers/import-codes.ts'
import { transact } from '#server/platform/posy.ts'
import { operatorActor } from '#server/platform/principal.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { buyGifts, mailbox } from '#server/testing/gifts.ts'
import { giftFaults } from '#server/testing/hugggs.ts'
import { waitingCount } from '#server/testing/operators.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  await transact(app.posy, { actor: operatorActor }, (work) =>
    importCodes(work, { productId: demo.products.daisyGiftCard10, text: 'code\nPOOL-1\nPOOL-2\n' }),
  )
})
afterEach(async () => {
  await app.settle()
  expect(await giftFaults(app.posy.db)).toEqual([])
  expect(await reconcile(app.posy)).toEqual([])
  // Limits of anyone who asks are by the hour.
  app.wall.advanceSeconds(3600)
})
afterAll(() => app.close())

let people = 0
const said = { reason: 'unknown', shop: 'Daisy Coffee, Leeds', words: 'The till beeped twice.' }
const press = (code: string, step: string, body: unknown = {}) =>
  app.request('POST', `/public/gifts/${code}/${step}`, { body })
const page = async (code: string) => (await app.request('GET', `/public/gifts/${code}`)).body.data
const admin = (path: string, as = 'admin@acme.test') => app.request('GET', path, { as })
const refusals = async (as?: string) => (await admin('/v3/code-refusals', as)).body.data
const transfers = async () =>
  Number(
    (
      await app.posy.db
        .selectFrom('ledger_transfer')
        .select(({ fn }) => fn.countAll().as('all'))
        .execute()
    )[0]!.all,
  )
const console = async () =>
  (await app.request('GET', '/v3/operator/code-refusals', { as: 'operator:support@posy.test' })).body.data
const settle = (id: string, outcome: string, more: object = {}, as = 'finance') =>
  app.request('POST', `/v3/operator/code-refusals/${id}/settle`, {
    as: `operator:${as}@posy.test`,
    body: { outcome, reason: 'the shop was asked', ...more },
  })

async function shown(reference: string = demo.products.daisyFlatWhite) {
  const email = `till-${++people}@friends.test`
  const { hugggs } = await buyGifts(app, { reference, receivers: [{ email, name: `Robin ${people}` }] })
  const { id, shortcode } = hugggs[0]!
  for (const step of ['open', 'claim', 'reveal']) expect((await press(shortcode, step)).status).toBe(200)
  return { id, shortcode, email }
}

async function refused(reference?: string) {
  const gift = await shown(reference)
  expect((await press(gift.shortcode, 'refusal', said)).status).toBe(200)
  const refusal = (await refusals()).find(({ hugggId }: { hugggId: string }) => hugggId === gift.id)
  return { ...gift, refusalId: refusal.id as string }
}

test('a recipient says that a shop refused the code: once however often they press, nothing of the gift or its money changes, and sender and operator know', async () => {
  const { id, shortcode, email } = await shown()
  await app.settle()
  const before = { page: await page(shortcode), transfers: await transfers() }
  const answers = await Promise.all([1, 2, 3].map(() => press(shortcode, 'refusal', said)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  await app.settle()
  expect(await page(shortcode)).toEqual({ ...before.page, refusal: { at: expect.any(String), outcome: null } })
  expect(await transfers()).toBe(before.transfers)
  const own = (list: { hugggId: string }[]) => list.filter(({ hugggId }) => hugggId === id)
  const told = { reason: 'unknown', shop: said.shop, words: said.words, recipient: `Robin ${people}`, outcome: null }
  expect(own(await refusals())).toEqual([expect.objectContaining(told)])
  expect(own((await console()).waiting)).toEqual([
    expect.objectContaining({ ...told, status: 'Claimed', codeFrom: 'own', codesLeft: null }),
  ])
  const timeline = (await admin(`/v3/hugggs/${id}/timeline`)).body.data
  expect(timeline.filter(({ reason }: { reason: string }) => reason === 'code-refused')).toHaveLength(1)
  const mails = (await mailbox(app, 'admin@acme.test')).filter(({ text }) => text.includes(id))
  expect(mails.map(({ subject }) => subject)).toEqual(['A shop refused a gift’s code: Flat white'])
  expect(mails[0]!.text).toContain(said.words)
  expect(await waitingCount(app, 'refusedCodes')).toBeGreaterThan(0)
  expect(await mailbox(app, email)).toHaveLength(1)
})

test('no code can be called refused before it is shown, with a link that is none, or without saying what happened', async () => {
  const { hugggs } = await buyGifts(app, { receivers: [{ email: 'early@friends.test' }] })
  expect((await press(hugggs[0]!.shortcode, 'refusal', said)).status).toBe(409)
  expect((await press('zzzzzzzzzzzz', 'refusal', said)).status).toBe(404)
  const { shortcode } = await shown()
  for (const wrong of [{}, { ...said, reason: 'rude' }, { ...said, shop: ' ' }, { ...said, words: 'x'.repeat(301) }])
    expect((await press(shortcode, 'refusal', wrong)).status).toBe(422)
  expect(await refusals()).toEqual(expect.not.arrayContaining([expect.objectContaining({ hugggId: hugggs[0]!.id })]))
})

test('refused codes are seen by their own team alone, and settled by operators who may return money', async () => {
  const { id, refusalId } = await refused()
  expect((await refusals('admin@globex.test')).map(({ hugggId }: { hugggId: string }) => hugggId)).not.toContain(id)
  expect((await admin(`/v3/code-refusals?hugggId=${id}`, 'admin@globex.test')).status).toBe(404)
  expect((await settle(refusalId, 'refund', {}, 'support')).status).toBe(403)
  expect((await settle(refusalId, 'issuer', { reason: '' })).status).toBe(422)
  expect((await settle(refusalId, 'issuer')).status).toBe(200)
})

test('a refused code is settled once: two operators at the same moment return the money once', async () => {
  const { id, shortcode, refusalId } = await refused()
  const before = await transfers()
  const answers = await Promise.all([
    settle(refusalId, 'refund'),
    settle(refusalId, 'refund'),
    settle(refusalId, 'issuer'),
  ])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  const outcome = (await admin(`/v3/code-refusals?hugggId=${id}`)).body.data[0].outcome
  expect(await transfers()).toBe(before + (outcome === 'refund' ? 1 : 0))
  expect((await page(shortcode)).refusal.outcome).toBe(outcome)
})

test('a code of our own that was refused is refunded as a cancellation is, and has no other code', async () => {
  const { shortcode, refusalId } = await refused()
  expect((await settle(refusalId, 'new-code')).status).toBe(409)
  const before = await transfers()
  expect((await settle(refusalId, 'refund')).status).toBe(200)
  expect(await transfers()).toBe(before + 1)
  expect(await page(shortcode)).toMatchObject({ state: 'cancelled', refusal: { outcome: 'refund' } })
  expect((await console()).settled[0]).toMatchObject({ id: refusalId, note: 'the shop was asked', outcome: 'refund' })
})

test('a refused code of a merchant’s list gives way to the next of the list, without money, and the recipient is told', async () => {
  const { id, shortcode, email, refusalId } = await refused(demo.products.daisyGiftCard10)
  const before = { transfers: await transfers(), code: (await page(shortcode)).voucher.code }
  expect((await settle(refusalId, 'refund')).status).toBe(409)
  expect((await settle(refusalId, 'new-code', { newCode: { code: 'TYPED' } })).status).toBe(422)
  expect((await settle(refusalId, 'new-code')).status).toBe(200)
  expect(await transfers()).toBe(before.transfers)
  const after = await page(shortcode)
  expect([before.code, after.voucher.code].toSorted()).toEqual(['POOL-1', 'POOL-2'])
  expect(after.refusal.outcome).toBe('new-code')
  await app.settle()
  expect((await mailbox(app, email))[0]).toMatchObject({
    subject: 'Your gift from Alice Archer: try it again',
    links: expect.arrayContaining([expect.stringContaining(`/g/${shortcode}`)]),
  })
  const subjects = (await mailbox(app, 'admin@acme.test')).filter(({ text }) => text.includes(id))
  expect(subjects[0]!.subject).toMatch(/^The refused code is dealt with: Daisy/)
  // It can be refused again, and the list is empty now: nothing changes.
  expect((await press(shortcode, 'refusal', said)).body.data.refusal.outcome).toBeNull()
  const again = (await refusals())[0]
  expect((await settle(again.id, 'new-code')).status).toBe(409)
  expect((await page(shortcode)).voucher).toEqual(after.voucher)
})

test('a refused code of an issuer gives way to the one that the issuer gave instead, drawn as the one before was', async () => {
  const madeBy = (voucher_type: 'own' | 'tillo', issuer_reference: string | null) =>
    app.posy.db
      .updateTable('product')
      .set({ voucher_type, issuer_reference })
      .where('id', '=', demo.products.daisyGiftCard10)
      .execute()
  await madeBy('tillo', 'daisy-gb')
  const { shortcode, refusalId } = await refused(demo.products.daisyGiftCard10)
  await madeBy('own', null)
  const before = (await page(shortcode)).voucher
  expect((await settle(refusalId, 'new-code')).status).toBe(422)
  expect((await settle(refusalId, 'new-code', { newCode: { code: '6300123412341234', pin: '9999' } })).status).toBe(200)
  const after = (await page(shortcode)).voucher
  expect(after).toMatchObject({ code: '6300123412341234', pin: '9999', url: null })
  expect(after.barcode).toEqual({ kind: before.barcode.kind, text: '6300123412341234' })
  const acts = await app.posy.db.selectFrom('operator_act').selectAll().where('act', '=', 'settleCodeRefusal').execute()
  expect(JSON.stringify(acts)).not.toContain('6300123412341234')
})

test('a gift that was used since its code was refused waits for no one', async () => {
  const { id, shortcode } = await refused()
  const used = await app.request('POST', `/api/v2/hugggs/${shortcode}/redemptions`, {
    as: 'client:demo-till',
    body: { location_id: demo.stores.daisyCoffeeLeeds },
  })
  expect(used.status).toBe(201)
  const waiting = [...(await refusals()), ...(await console()).waiting]
  expect(waiting.map(({ hugggId }) => hugggId)).not.toContain(id)
})

test('telling of one gift again and again is slowed, whatever came of it', async () => {
  const { shortcode, refusalId } = await refused()
  await settle(refusalId, 'issuer')
  expect((await press(shortcode, 'refusal', said)).status).toBe(200)
  expect((await press(shortcode, 'refusal', said)).status).toBe(200)
  expect((await press(shortcode, 'refusal', said)).status).toBe(429)
})
