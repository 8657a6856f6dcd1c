import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RailName } from '#contract/core/rails.ts'
import { writeSignedCsv } from '#server/platform/sheets/signed-csv.ts'
import { settlementColumns } from '#server/providers/file-exchange/types.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { buyGifts } from '#server/testing/hugggs.ts'

const ENERGY_28 = '00000000-0000-4000-8000-a00000005304'
const FINANCE = 'operator:finance@posy.test'
const REASON = 'The file of the day'

let app: TestApp
let key: string
beforeAll(async () => {
  app = await startTestApp()
  key = app.providers.sandboxes.rails!.settings.paypoint.filesKey
})
afterAll(() => app?.close())

const call = (method: string, path: string, body?: object, as = FINANCE) =>
  app.request(method, `/v3/operator/rails${path}`, { as, ...(body && { body: { reason: REASON, ...body } }) })
const take = (rail: RailName, text: string, as = FINANCE) =>
  call('POST', `/${rail}/files`, { file: new File([text], `${rail}.csv`) }, as)
const findRail = async (rail: RailName) =>
  (await call('GET', '')).body.data.rails.find((one: { rail: RailName }) => one.rail === rail)

interface Line {
  entry: string
  reference: string
  event?: string
  pence: number
  day?: string
}
const writeFile = (rail: RailName, ...lines: Line[]) =>
  writeSignedCsv(key, {
    about: ['settlement', rail, '2026-03-02'],
    columns: settlementColumns,
    rows: lines.map(({ entry, reference, event = 'cashed', pence, day = '2026-03-02' }) => ({
      ...{ entry, reference, event, day },
      amountPence: String(pence),
    })),
    sum: 'amountPence',
  })

/** A gift of energy whose code its recipient has. */
async function codeGivenOut(): Promise<string> {
  const [gift] = (await buyGifts(app.posy, { productId: ENERGY_28 })).gifts
  for (const step of ['open', 'claim']) await app.request('POST', `/public/gifts/${gift!.shortcode}/${step}`)
  const { status, body } = await app.request('POST', `/public/gifts/${gift!.shortcode}/reveal`)
  expect([status, body.data.voucher.code]).toEqual([200, expect.stringMatching(/^\d{10}$/)])
  return `${gift!.id}-1`
}

test('energy is sold as a gift whose code PayPoint makes, and the rail’s own settlement file agrees with it', async () => {
  const reference = await codeGivenOut()
  const before = await findRail('energy')
  expect(before).toMatchObject({ connection: 'sandbox', settlement: 'onFetch', givenOut: 1, givenOutPence: 2800 })
  const spent = { rail: 'energy', reference, event: 'cashed' }
  expect((await app.request('POST', '/sandbox/rails/codes', { body: spent })).status).toBe(200)
  expect((await app.request('POST', '/sandbox/rails/codes', { body: spent })).status).toBe(409)
  const { text } = (await app.request('GET', '/sandbox/rails/energy/settlement')).body.data
  const taken = await take('energy', text)
  expect([taken.status, taken.body.data]).toEqual([
    200,
    { id: expect.any(String), lines: 1, repeated: 0, unmatched: 0 },
  ])
  expect((await call('GET', `/files/${taken.body.data.id}`)).body.data).toMatchObject({
    rail: 'energy',
    amountPence: 2800,
    takenInBy: 'finance@posy.test',
    entries: [{ reference, verdict: 'matched', event: 'cashed', purchaseId: expect.any(String) }],
  })
  expect(await findRail('energy')).toMatchObject({ cashedPence: 2800, unmatched: 0 })
})

test('a settlement file is taken in once, and not where it was altered or is another rail’s', async () => {
  const text = writeFile('pin', { entry: 'once-1', reference: 'nothing-1', pence: 2000 })
  const twins = await Promise.all([take('pin', text), take('pin', text), take('pin', text)])
  expect(twins.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  const refused = [
    await take('pin', text.replace('2000', '9000')),
    await take('post-office', text),
    await take('pin', text.slice(0, -9)),
    await take('pin', 'no file of ours'),
  ]
  for (const { status, body } of refused)
    expect([status, body.details[0]]).toEqual([
      422,
      { path: 'file', message: expect.stringContaining('was not taken in') },
    ])
  expect((await findRail('pin')).cashedPence).toBe(2000)
})

test('a line that was told before counts once; told otherwise, its file is refused whole', async () => {
  const line = { entry: 'again-1', reference: 'nothing-2', pence: 1000 }
  await take('post-office', writeFile('post-office', line))
  const more = await take('post-office', writeFile('post-office', line, { ...line, entry: 'again-2' }))
  expect(more.body.data).toMatchObject({ lines: 2, repeated: 1 })
  const otherwise = writeFile('post-office', { ...line, pence: 3000 }, { ...line, entry: 'again-3' })
  expect((await take('post-office', otherwise)).status).toBe(422)
  expect(await findRail('post-office')).toMatchObject({ cashedPence: 2000, unmatched: 2 })
})

test('what does not agree with its code is named, each in its own way, before what agrees', async () => {
  const [good, over, rest, late] = [
    await codeGivenOut(),
    await codeGivenOut(),
    await codeGivenOut(),
    await codeGivenOut(),
  ]
  const text = writeFile(
    'energy',
    { entry: 'v-1', reference: good, pence: 2800 },
    { entry: 'v-2', reference: over, pence: 2801 },
    { entry: 'v-3', reference: rest, event: 'expired', pence: 2700 },
    { entry: 'v-4', reference: late, event: 'expired', pence: 0, day: '2026-03-01' },
    { entry: 'v-5', reference: late, pence: 2800 },
    { entry: 'v-6', reference: 'someone-elses', pence: 100 },
  )
  const { id, unmatched } = (await take('energy', text)).body.data
  expect(unmatched).toBe(4)
  const { entries } = (await call('GET', `/files/${id}`)).body.data
  expect(entries.map(({ entry, verdict }: { entry: string; verdict: string }) => `${entry} ${verdict}`)).toEqual([
    'v-2 too-much',
    'v-3 wrong-rest',
    'v-5 after-its-end',
    'v-6 unknown',
    'v-1 matched',
    'v-4 matched',
  ])
})

test('a rail is asked about a code, and stops it; what it cannot do is said', async () => {
  const rail = app.posy.providers.rails.pin!
  const order = { clientRequestId: 'asked-about-1', productReference: 'pin', faceValuePence: 2000, currency: 'GBX' }
  await rail.issue(order)
  const ask = (name: RailName, body: object) => call('POST', `/${name}/codes`, body)
  const about = { codeReference: 'asked-about-1' }
  expect((await ask('pin', { ...about, what: 'status' })).body.data).toEqual({ state: 'unused', cashedPence: 0 })
  expect((await ask('pin', { ...about, what: 'cancel' })).body.data).toMatchObject({ state: 'cancelled' })
  expect((await ask('pin', { ...about, what: 'status' })).body.data).toMatchObject({ state: 'cancelled' })
  expect((await ask('pin', { codeReference: 'never-asked-for', what: 'cancel' })).status).toBe(409)
  expect((await ask('cash-out', { ...about, what: 'cancel' })).status).toBe(422)
  for (const [name, what] of [
    ['cash-out', 'status'],
    ['energy', 'cancel'],
    ['post-office', 'cancel'],
  ] as const)
    expect((await ask(name, { ...about, what })).status).toBe(409)
  const acts = await app.posy.db.selectFrom('operator_act').select('details').where('act', '=', 'askRail').execute()
  expect(acts).toHaveLength(3)
})

test('support looks at no rail, and no one changes what a rail has told', async () => {
  const support = 'operator:support@posy.test'
  expect((await call('GET', '', undefined, support)).status).toBe(403)
  expect((await take('pin', 'posy-file', support)).status).toBe(403)
  await expect(app.posy.db.updateTable('rail_entry').set({ amount_pence: 1 }).execute()).rejects.toThrow('stays')
  await expect(app.posy.db.deleteFrom('rail_entry').execute()).rejects.toThrow('stays')
  const { rails } = app.posy.providers
  const { pin } = rails
  delete rails.pin
  expect((await take('pin', writeFile('pin'))).status).toBe(503)
  expect(await findRail('pin')).toMatchObject({ connection: 'none', tellsStatus: false })
  rails.pin = pin!
})
