import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { reconcile } from '#server/app/reconcile.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { buyGifts } from '#server/testing/hugggs.ts'

/** Two operators pay a merchant from the console, and what one of them could try alone. */
let app: TestApp
let giftId: string
const daisy = demo.brands.daisyCoffee
const account = {
  accountName: 'Daisy Coffee Ltd',
  sortCode: '20-00-00',
  accountNumber: '55779911',
  email: 'accounts@daisy.test',
}
const reason = 'month end'

const ask = async (path: string, as = 'finance') =>
  (await app.request('GET', `/v3/operator/${path}`, { as: `operator:${as}@posy.test` })).body
const act = (path: string, body: object = {}, as = 'finance') =>
  app.request('POST', `/v3/operator/${path}`, { as: `operator:${as}@posy.test`, body: { reason, ...body } })
const merchant = async () => (await ask(`merchants/${daisy}`)).data
const undo = () =>
  app.request('PATCH', `/api/v2/hugggs/${giftId}/redemptions/latest`, {
    as: 'client:demo-till',
    body: { redeemed: false },
  })

beforeAll(async () => {
  app = await startTestApp()
  const { gifts } = await buyGifts(app.posy, { quantity: 1, productId: demo.products.daisyFlatWhite })
  giftId = gifts[0]!.id
  const redeemed = await app.request('POST', `/api/v2/hugggs/${gifts[0]!.shortcode}/redemptions`, {
    as: 'client:demo-till',
    body: { location_id: demo.stores.daisyCoffeeLeeds },
  })
  expect(redeemed.status).toBe(201)
  await app.advance('P1D')
})
afterAll(async () => {
  expect(await reconcile(app.posy)).toEqual([])
  await app.close()
})

test('bank details take two operators, and are approved as they were seen', async () => {
  const wrong = await act(`merchants/${daisy}/bank-details`, { ...account, sortCode: '12', email: 'no' })
  expect(wrong.body.details.map(({ path }: { path: string }) => path)).toEqual(['sortCode', 'email'])
  expect((await act(`merchants/${demo.teams.acme}/bank-details`, account)).status).toBe(404)
  expect((await act(`merchants/${daisy}/bank-details`, account)).status).toBe(200)
  const seen = (await merchant()).proposed
  expect(seen).toMatchObject({ accountNumber: '55779911', sortCode: '200000', proposedBy: 'finance@posy.test', reason })
  const approve = (as: string, detailsId: string) => act(`merchants/${daisy}/bank-details/approve`, { detailsId }, as)
  expect((await approve('finance', seen.id)).status).toBe(403)
  await app.advance('P2D')
  // A day makes no difference where there is another.
  expect((await approve('finance', seen.id)).status).toBe(403)
  // Swapped between the look and the approval.
  expect((await act(`merchants/${daisy}/bank-details`, { ...account, accountNumber: '66666666' })).status).toBe(200)
  expect((await approve('owner', seen.id)).body.code).toBe('wrong_state')
  expect((await merchant()).accountHint).toBeNull()
  await act(`merchants/${daisy}/bank-details`, account)
  expect((await approve('owner', (await merchant()).proposed.id)).status).toBe(200)
  expect(await merchant()).toMatchObject({ accountHint: '911', proposed: null })
})

test('a merchant’s statement is drawn for a day that is over, once, and an undo is refused from then on', async () => {
  expect((await act('merchant-statements', { until: '2099-01-31' })).body.details[0].path).toBe('until')
  const until = '2026-03-03'
  expect((await act('merchant-statements', { until, merchantId: demo.brands.daisyCoffee })).body.data).toEqual({
    merchants: 1,
  })
  await act('merchant-statements', { until })
  await app.settle()
  const [drawn, ...others] = (await ask('merchant-statements')).data
  expect(others).toEqual([])
  expect(drawn).toMatchObject({ number: 'MST-000001', lastDay: until, state: 'drawn', drawnBy: 'finance@posy.test' })
  expect((await undo()).status).toBe(409)
  const shown = (await ask(`merchant-statements/${drawn.id}`)).data
  expect(shown.rows).toMatchObject([{ kind: 'redemption', amountPence: drawn.totalPence }])
  const beyond = (await ask(`merchant-statements/${drawn.id}?page=2&per_page=1`)).data
  expect(beyond).toMatchObject({ rows: [], lines: 1, pages: { page: 2, lastPage: 1 } })
  const paper = async (format: string) => (await ask(`merchant-statements/${drawn.id}/paper?format=${format}`)).data
  expect(Buffer.from((await paper('csv')).base64, 'base64').toString()).toContain('redemption')
  const pdf = await paper('pdf')
  expect([pdf.fileName, Buffer.from(pdf.base64, 'base64').subarray(0, 5).toString()]).toEqual([
    'MST-000001.pdf',
    '%PDF-',
  ])
  expect((await act('merchant-statements', { until })).body.data).toEqual({ merchants: 0 })
})

test('a payment file is released once, by someone who neither drew nor built it, and can be downloaded only then', async () => {
  expect((await act('merchant-files', { payOn: '2026-02-30' })).body.details[0].path).toBe('payOn')
  const built = (await act('merchant-files', {}, 'owner')).body.data
  expect(built).toMatchObject({ number: 'MPF-000001', payments: 1, waiting: [] })
  const [file] = (await ask('merchant-files')).data
  expect(file).toMatchObject({ state: 'built', sha256: built.sha256, builtBy: 'owner@posy.test' })
  expect((await ask(`merchant-files/${file.id}`)).code).toBe('wrong_state')
  // Drawn by finance, built by the owner: neither is another person.
  const { sha256: seen } = file
  for (const as of ['finance', 'owner'])
    expect((await act(`merchant-files/${file.id}/release`, { sha256: seen }, as)).status, as).toBe(403)
  const discarded = await act(`merchant-files/${file.id}/discard`)
  expect(discarded.status).toBe(200)
  expect((await act(`merchant-files/${file.id}/release`, { sha256: seen }, 'owner')).body.code).toBe('wrong_state')

  const again = (await act('merchant-files', { format: 'pain.001' })).body.data
  const [second] = (await ask('merchant-files')).data
  // The releaser sees whom it pays, as it stands in the file, and names what they looked at.
  expect(second.payees).toMatchObject([
    { payee: 'Daisy Coffee Ltd', sortCode: '200000', accountNumber: '55779911', amountPence: again.totalPence },
  ])
  expect((await act(`merchant-files/${second.id}/release`, { sha256: seen }, 'owner')).body.code).toBe('wrong_state')
  const release = { sha256: second.sha256 }
  const releases = await Promise.all([1, 2].map(() => act(`merchant-files/${second.id}/release`, release, 'owner')))
  expect((await ask('merchant-files')).data[0].payees).toEqual([])
  expect(releases.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const { text, sha256, fileName } = (await ask(`merchant-files/${second.id}`)).data
  expect([fileName, sha256]).toEqual(['MPF-000002.xml', again.sha256])
  expect(createHash('sha256').update(text).digest('hex')).toBe(sha256)
  expect(text).toContain('55779911')

  const book = (body: object) =>
    act('merchant-payments', { paymentReference: 'MPF-000002', amountPence: again.totalPence, bankLine: 'a', ...body })
  expect((await book({ amountPence: 1 })).body.details[0].path).toBe('amountPence')
  expect((await book({ paidOn: '31 March' })).body.details[0].path).toBe('paidOn')
  expect((await book({ paymentReference: 'hello' })).status).toBe(404)
  expect((await book({ paidOn: '2026-03-05' })).body.data).toEqual({ statements: ['MST-000001'] })
  expect((await book({ bankLine: 'b' })).body.code).toBe('wrong_state')
  expect((await merchant()).statements[0]).toMatchObject({ state: 'paid', fileNumber: 'MPF-000002' })
  expect((await undo()).status).toBe(409)
})

test('a correction is on the next statement, and is refused for a redemption that is not settled', async () => {
  expect((await act(`merchants/${daisy}/corrections`, { amountPence: 0 })).body.details[0].path).toBe('amountPence')
  expect((await act(`merchants/${daisy}/corrections`, { amountPence: -5, redemptionId: giftId })).status).toBe(404)
  expect((await act(`merchants/${daisy}/corrections`, { amountPence: 250 })).status).toBe(200)
  expect((await merchant()).balances).toMatchObject([{ currency: 'GBX', openPence: 250, statedPence: 0 }])
  const acts = (await ask('acts', 'owner')).data.map(({ act: name }: { act: string }) => name)
  for (const name of ['approveBankDetails', 'drawMerchantStatements', 'releaseMerchantFile', 'bookMerchantPayment'])
    expect(acts.filter((each: string) => each === name).length, name).toBeGreaterThan(0)
})
