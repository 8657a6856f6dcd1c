import { afterAll, beforeAll, expect, test } from 'vitest'
import { openLog } from '#server/platform/log.ts'
import { openTillo, type TilloSettings } from '#server/providers/tillo/client/index.ts'
import type { IssueRequest } from '#server/providers/tillo/types.ts'
import { type Books, engines } from '#server/testing/books.ts'
import { openTilloSandbox, type TilloSandbox } from './index.ts'

let books: Books
let sandbox: TilloSandbox
beforeAll(async () => {
  books = await engines.PostgreSQL!()
  sandbox = await openTilloSandbox({ db: books.db, log: openLog('silent') })
})
afterAll(async () => {
  await sandbox?.close()
  await books?.close()
})

let count = 0
const order = (rest: Partial<IssueRequest> = {}): IssueRequest => ({
  clientRequestId: `order-${++count}`,
  productReference: 'highmarket-gb',
  faceValuePence: 1999,
  currency: 'GBX',
  ...rest,
})
const tillo = (settings: Partial<TilloSettings> = {}) => openTillo({ ...sandbox.settings, ...settings })
const listIssuedCards = async ({ clientRequestId }: IssueRequest) =>
  (await sandbox.issued()).filter((card) => card.clientRequestId === clientRequestId)

test('the simulated issuer issues a card to the penny, with code, PIN and barcode', async () => {
  const wanted = order()
  const answer = await tillo().issue(wanted)
  expect(answer).toMatchObject({
    outcome: 'issued',
    voucher: { code: expect.stringMatching(/^\d{16}$/), pin: expect.stringMatching(/^\d{4}$/), url: null },
    issuerOrder: expect.any(String),
    expiresAt: new Date('2032-12-31T23:59:59.999Z'),
  })
  expect(await listIssuedCards(wanted)).toMatchObject([{ brand: 'highmarket-gb', amountPence: 1999, currency: 'GBP' }])
  expect(await tillo({ signs: 'brand' }).issue(order({ currency: 'EUX' }))).toMatchObject({ outcome: 'issued' })
  expect(await tillo().issue(order({ productReference: 'linkmarket:url' }))).toMatchObject({
    outcome: 'issued',
    voucher: { code: null, url: expect.stringMatching(/^https:/), barcode: null },
  })
})

test('one reference at the simulated issuer is one card, however often and however much at once it is asked for', async () => {
  const wanted = order()
  const answers = await Promise.all(Array.from({ length: 8 }, () => tillo().issue(wanted)))
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  expect(await listIssuedCards(wanted)).toHaveLength(1)
})

test.each([
  ['drop-after', 'issued'],
  ['error-after', 'issued'],
  ['slow', 'issued'],
  ['drop-before', 'none'],
  ['error', 'none'],
  ['unwell', 'none'],
] as const)(
  '%s leaves it unknown whether a card was issued, and asking again settles it',
  async (failure, meanwhile) => {
    const wanted = order()
    sandbox.failures.next(failure)
    expect(await tillo({ timeoutMs: 3000 }).issue(wanted)).toMatchObject({ outcome: 'unknown' })
    expect(await listIssuedCards(wanted)).toHaveLength(meanwhile === 'issued' ? 1 : 0)
    sandbox.failures.release()
    expect(await tillo().issue(wanted)).toMatchObject({ outcome: 'issued' })
    expect(await listIssuedCards(wanted)).toHaveLength(1)
  },
)

test('the simulated issuer says when to come back', async () => {
  sandbox.failures.next('throttled')
  expect(await tillo().issue(order())).toEqual({ outcome: 'later', reason: '429', retryAfterSeconds: 2 })
  sandbox.failures.next('maintenance')
  expect(await tillo().issue(order())).toMatchObject({ outcome: 'later', reason: '602' })
})

test('the simulated issuer refuses for good, and issues nothing: wrong keys, an unknown brand, no stock, an empty float', async () => {
  const before = (await sandbox.issued()).length
  expect(await tillo({ secret: 'of someone else' }).issue(order())).toEqual({ outcome: 'refused', reason: '434' })
  expect(await tillo({ apiKey: 'another' }).issue(order())).toMatchObject({ reason: '434' })
  expect(await tillo().issue(order({ productReference: 'unknown-brand' }))).toMatchObject({ reason: '072' })
  expect(await tillo().issue(order({ currency: 'USX' }))).toMatchObject({ outcome: 'refused' })
  expect(await tillo().issue(order({ productReference: 'Not A Slug' }))).toMatchObject({ reason: '433' })
  sandbox.failures.setStock('sold-out', 0)
  expect(await tillo().issue(order({ productReference: 'sold-out' }))).toMatchObject({ reason: '704' })
  sandbox.failures.setFloat(1998)
  expect(await tillo().issue(order())).toEqual({ outcome: 'refused', reason: '610' })
  sandbox.failures.setFloat(1_000_000)
  expect(await sandbox.issued()).toHaveLength(before)
})

test('an issuer that no one answers for leaves it unknown, not refused', async () => {
  const away = openTillo({ ...sandbox.settings, baseUrl: 'http://127.0.0.1:9/api/v2' })
  expect(await away.issue(order())).toMatchObject({ outcome: 'unknown' })
})
