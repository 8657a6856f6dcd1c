import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { RailName } from '#contract/core/rails.ts'
import { openClock } from '#server/platform/clock.ts'
import { openLog } from '#server/platform/log.ts'
import { openFileExchange } from '#server/providers/file-exchange/client/index.ts'
import { openPayPoint } from '#server/providers/paypoint/client/index.ts'
import type { Rail } from '#server/providers/rails/types.ts'
import { type Books, engines } from '#server/testing/books.ts'
import { ManualWallClock } from '#server/testing/wall-clock.ts'
import { settlementFile, spendCode } from './book.ts'
import { openRailsSandbox, type RailsSandbox } from './index.ts'

let books: Books
let sandbox: RailsSandbox
let book: Parameters<typeof spendCode>[0]
beforeAll(async () => {
  books = await engines.PostgreSQL!()
  const clock = await openClock(books.db, new ManualWallClock(Date.parse('2026-03-02T10:00:00Z')))
  book = { db: books.db, clock }
  sandbox = await openRailsSandbox({ ...book, log: openLog('silent') })
})
afterEach(() => sandbox.failures.clear())
afterAll(async () => {
  await sandbox?.close()
  await books?.close()
})

const RAILS = ['cash-out', 'energy', 'post-office', 'pin'] as const
function open(rail: RailName, timeoutMs = 30_000): Rail {
  const { paypoint, postOffice, pin4cash } = sandbox.settings
  if (rail === 'post-office') return openFileExchange({ ...postOffice, rail, timeoutMs })
  if (rail === 'pin') return openFileExchange({ ...pin4cash, rail, timeoutMs })
  const campaign = paypoint.campaigns[rail === 'energy' ? 'energy' : 'cashOut']
  return openPayPoint({ ...paypoint, rail, campaign, timeoutMs })
}

let count = 0
const order = (faceValuePence = 2000) => ({
  clientRequestId: `order-${++count}`,
  productReference: 'any',
  faceValuePence,
  currency: 'GBX',
})
const countCodes = async (reference: string) =>
  (await books.db.selectFrom('sandbox_rail_code').select('code').where('reference', '=', reference).execute()).length

test.each(RAILS)('%s makes a code of the amount that was asked for, good until its last day', async (rail) => {
  const answer = await open(rail).issue(order())
  expect(answer).toMatchObject({ outcome: 'issued', voucher: { code: expect.stringMatching(/^\d{10,16}$/) } })
  const days = { 'cash-out': '2026-04-01', energy: '2026-05-31', 'post-office': '2026-03-30', pin: '2026-03-30' }[rail]
  expect((answer as { expiresAt: Date }).expiresAt.toISOString().slice(0, 10)).toBe(days)
})

test.each(RAILS)(
  '%s makes one code for one reference, however often and however much at once it is asked',
  async (rail) => {
    const wanted = order()
    const answers = await Promise.all(Array.from({ length: 6 }, () => open(rail).issue(wanted)))
    answers.push(await open(rail).issue(wanted))
    expect(
      new Set(answers.map((answer) => (answer.outcome === 'issued' ? answer.voucher.code : answer.outcome))).size,
    ).toBe(1)
    expect(await countCodes(wanted.clientRequestId)).toBe(1)
  },
)

test.each(
  RAILS.flatMap((rail) =>
    (['drop-after', 'error-after', 'drop-before', 'error'] as const).map((how) => [how, rail] as const),
  ),
)('a lost answer (%s) of %s is asked for again under the same reference, and there is one code', async (how, rail) => {
  const wanted = order()
  sandbox.failures.next(rail, how)
  expect(await open(rail, 1000).issue(wanted)).not.toMatchObject({ outcome: 'refused' })
  expect(await open(rail).issue(wanted)).toMatchObject({ outcome: 'issued' })
  expect(await countCodes(wanted.clientRequestId)).toBe(1)
})

test.each(RAILS)('a code of another amount than %s was asked for is given to no one', async (rail) => {
  sandbox.failures.next(rail, 'lie')
  expect(await open(rail).issue(order())).toMatchObject({ outcome: 'unknown' })
})

test.each([
  ['cash-out', 10_001],
  ['cash-out', 99],
  ['energy', 4901],
  ['post-office', 10_001],
  ['pin', 1500],
  ['pin', 11_000],
] as const)('%s is not asked for %d pence: its limits say so before anyone is asked', async (rail, pence) => {
  const wanted = order(pence)
  expect(await open(rail).issue(wanted)).toEqual({ outcome: 'refused', reason: 'amount' })
  expect(await open(rail).issue({ ...order(), currency: 'EUX' })).toEqual({ outcome: 'refused', reason: 'currency' })
  expect(await countCodes(wanted.clientRequestId)).toBe(0)
})

test('a rail that answers by file says not yet while its answer is not there, and gives it once it is', async () => {
  const wanted = order()
  sandbox.failures.next('pin', 'slow')
  expect(await open('pin', 3000).issue(wanted)).toMatchObject({ outcome: 'later', retryAfterSeconds: 60 })
  expect(await open('pin', 3000).issue(wanted)).toMatchObject({ outcome: 'later' })
  await books.db
    .updateTable('sandbox_rail_answer')
    .set(({ ref }) => ({ result: ref('held') }))
    .execute()
  expect(await open('pin').issue(wanted)).toMatchObject({ outcome: 'issued', voucher: { pin: expect.any(String) } })
})

test('wrong keys open no rail, and an answer that was altered is no answer', async () => {
  const { paypoint, postOffice } = sandbox.settings
  const stranger = openPayPoint({ ...paypoint, rail: 'cash-out', campaign: 'POSYCASH', apiKey: 'of someone else' })
  expect(await stranger.issue(order())).toEqual({ outcome: 'refused', reason: 'key' })
  const outsider = openFileExchange({ ...postOffice, rail: 'post-office', login: 'posy:guess', timeoutMs: 30_000 })
  expect(await outsider.issue(order())).toMatchObject({ outcome: 'unknown' })
  await expect(outsider.check!()).rejects.toThrow('401')
  await expect(open('post-office').check!()).resolves.toBeUndefined()
  const wanted = order()
  await open('post-office').issue(wanted)
  await books.db
    .updateTable('sandbox_rail_answer')
    .set(({ fn, ref, val }) => ({ result: fn<string>('replace', [ref('result'), val(',2000,'), val(',9000,')]) }))
    .where('name', '=', `generate-${wanted.clientRequestId}`)
    .execute()
  expect(await open('post-office').issue(wanted)).toMatchObject({ outcome: 'unknown' })
})

test('a code is stopped once its rail confirms it, and a used one never', async () => {
  for (const rail of ['cash-out', 'pin'] as const) {
    const wanted = order()
    const answer = await open(rail).issue(wanted)
    const given = { reference: wanted.clientRequestId, code: answer.outcome === 'issued' ? answer.voucher.code! : '' }
    expect(await open(rail).cancel!(given)).toEqual({ outcome: 'cancelled' })
    expect(await open(rail).cancel!(given)).toEqual({ outcome: 'cancelled' })
    const used = order()
    const issued = await open(rail).issue(used)
    await spendCode(book, { rail, reference: used.clientRequestId, event: 'cashed' })
    const code = issued.outcome === 'issued' ? issued.voucher.code! : ''
    expect(await open(rail).cancel!({ reference: used.clientRequestId, code })).toMatchObject({ outcome: 'refused' })
  }
  expect(open('post-office').cancel).toBeNull()
  expect(open('energy').cancel).toBeNull()
})

test('a rail that tells of a code says what was paid out of it, and its day’s settlement file says the same', async () => {
  const wanted = order()
  const rail = open('post-office')
  await rail.issue(wanted)
  expect(await rail.status!(wanted.clientRequestId)).toEqual({ state: 'unused', cashedPence: 0 })
  await spendCode(book, { rail: 'post-office', reference: wanted.clientRequestId, event: 'cashed', amountPence: 500 })
  await spendCode(book, { rail: 'post-office', reference: wanted.clientRequestId, event: 'expired' })
  expect(await rail.status!(wanted.clientRequestId)).toEqual({ state: 'expired', cashedPence: 500 })
  expect(await rail.status!('no-such-code')).toMatchObject({ state: 'unknown' })
  const { text } = await settlementFile(book, 'post-office', sandbox.settings.postOffice.key)
  expect(rail.readSettlement(text)).toMatchObject({
    day: '2026-03-02',
    lines: [
      { reference: wanted.clientRequestId, event: 'cashed', amountPence: 500 },
      { reference: wanted.clientRequestId, event: 'expired', amountPence: 1500 },
    ],
  })
  expect(open('pin').readSettlement(text)).toHaveProperty('problem')
})

test('a rail that no one answers for leaves it unknown, not refused', async () => {
  const { paypoint, pin4cash } = sandbox.settings
  const baseUrl = 'http://127.0.0.1:9'
  const away = [
    openPayPoint({ ...paypoint, baseUrl, rail: 'energy', campaign: 'POSYENERGY' }),
    openFileExchange({ ...pin4cash, baseUrl, rail: 'pin' }),
  ]
  for (const rail of away) expect(await rail.issue(order())).toMatchObject({ outcome: 'unknown' })
})
