import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { reconcile, reconcileIn } from '#server/app/reconcile.ts'
import { loadBalances } from '#server/domains/ledger/index.ts'
import { platformBalance } from '#server/domains/ledger/queries.ts'
import { isUnavailable } from '#server/platform/database/errors.ts'
import { transact } from '#server/platform/posy.ts'
import { operatorActor, recipientActor } from '#server/platform/principal.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { type BuiltGift, buyGifts, giftFaults } from '#server/testing/hugggs.ts'
import { claimGift } from '../recipient/claim-gift.ts'
import { openGift } from '../recipient/open-gift.ts'
import { revealGift } from '../recipient/reveal-gift.ts'
import { redeemInline } from '../sender/index.ts'
import { importCodes } from './import-codes.ts'
import { codeStock, loadVoucher } from './queries.ts'
import { runCodeImport } from './run-codes.ts'
import { PoolIsEmpty } from './take-supplied-code.ts'

const productId = demo.products.daisyFlatWhite
let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app?.close())
afterEach(async () => {
  expect(await giftFaults(app.posy.db)).toEqual([])
  expect(await reconcile(app.posy)).toEqual([])
})

const supply = (codes: string[], expiry = '', dryRun = false) =>
  transact(app.posy, { actor: operatorActor }, (work) =>
    importCodes(work, {
      productId,
      text: `code,expiry\n${codes.map((code) => `${code},${expiry}\n`).join('')}`,
      dryRun,
    }),
  )
const claimed = async (quantity = 1): Promise<BuiltGift[]> => {
  const { gifts } = await buyGifts(app.posy, { quantity, productId })
  for (const { shortcode } of gifts)
    await transact(app.posy, { actor: recipientActor }, async (work) => {
      await openGift(work, shortcode)
      await claimGift(work, shortcode)
    })
  return gifts
}
const reveal = ({ shortcode }: BuiltGift) =>
  revealGift(app.posy, shortcode, { actor: recipientActor, requestId: 'test-test' })
/** As a patient recipient: who had to wait too long for the database tries again, and is told nothing about codes. */
const revealPatiently = async (gift: BuiltGift) => {
  for (;;) {
    try {
      return await reveal(gift)
    } catch (error) {
      if (error instanceof PoolIsEmpty || !isUnavailable((error as Error).cause)) throw error
    }
  }
}
const loadCode = async ({ id }: BuiltGift) => (await loadVoucher(app.posy.db, app.posy.secret, id))?.code
const supplierPence = () => platformBalance(app.posy.db, 'supplier-payable', 'GBX')
const stock = async () => (await codeStock(app.posy.db, new Date(app.posy.clock.now().epochMilliseconds)))[0]!

test('a gift without a pool has a code of our own making, and moves no money when it is shown', async () => {
  const [gift] = await claimed()
  const before = await supplierPence()
  expect(await reveal(gift!)).toMatchObject({ status_id: 3 })
  expect(await loadCode(gift!)).toBeUndefined()
  expect(await supplierPence()).toBe(before)
})

test('a file of codes is imported whole or not at all; a code that is there, or was ever handed out, is refused', async () => {
  expect(await supply(['A1', 'A2'], '', true)).toEqual({ imported: 2, inStock: 0, errors: [] })
  expect(await codeStock(app.posy.db, new Date())).toEqual([])
  expect(await supply(['A1', 'A2'])).toEqual({ imported: 2, inStock: 2, errors: [] })
  expect(await supply(['A3', 'A2', 'A1'])).toEqual({
    imported: 0,
    inStock: 2,
    errors: [
      { line: 3, message: 'was imported before' },
      { line: 4, message: 'was imported before' },
    ],
  })
  expect((await supply(['A4'], '2026-03-01')).errors).toEqual([{ line: 2, message: 'expiry: has passed' }])
  const [gift] = await claimed()
  await reveal(gift!)
  expect((await supply(['A1'])).errors).toHaveLength(1)
  expect(await stock()).toMatchObject({ free: 1, taken: 1 })
})

test('the supplied code that expires first is handed out first, is paid for at once, and stays this gift’s', async () => {
  await supply(['LATE'], '2026-12-31')
  await supply(['SOON'], '2026-04-30')
  const [gift, other] = await claimed(2)
  const { committed } = (await loadBalances(app.posy.db, [demo.wallets.acmeMain])).get(demo.wallets.acmeMain)!
  const supplier = await supplierPence()
  const shown = await reveal(gift!)
  expect(shown).toMatchObject({ status_id: 9, fetching: false })
  expect(await loadCode(gift!)).toBe('SOON')
  const paid = shown.face_pence - shown.face_vat_pence
  expect((await supplierPence()) - supplier).toBe(paid)
  expect((await loadBalances(app.posy.db, [demo.wallets.acmeMain])).get(demo.wallets.acmeMain)!.committed).toBe(
    committed - paid,
  )
  await reveal(gift!)
  await reveal(other!)
  expect([await loadCode(gift!), await loadCode(other!)]).toEqual(['SOON', 'LATE'])
  const change = sql`update supplied_code set huggg_id = ${other!.id} where huggg_id = ${gift!.id}`.execute(app.posy.db)
  await expect(change).rejects.toThrow('stays handed out')
})

test('an empty pool refuses with an explanation and leaves the gift as it is; the operator is told once, until there is more', async () => {
  while ((await stock()).free > 0) await reveal((await claimed())[0]!)
  const gifts = await claimed(2)
  for (const gift of [...gifts, ...gifts])
    await expect(reveal(gift)).rejects.toMatchObject({ code: 'unavailable', status: 503 })
  const told = await app.posy.db
    .selectFrom('audit_event')
    .select('id')
    .where('action', '=', 'codes.exhausted')
    .execute()
  expect(told).toHaveLength(1)
  const states = app.posy.db.selectFrom('huggg').select(['status_id', 'revealed_at', 'fetching'])
  expect(await states.where('id', '=', gifts[0]!.id).executeTakeFirst()).toEqual({
    status_id: 3,
    revealed_at: null,
    fetching: false,
  })
  await supply(['MORE-1'], '2026-03-05')
  await reveal(gifts[0]!)
  expect(await loadCode(gifts[0]!)).toBe('MORE-1')
  // The other would take the next code that comes.
  await app.request('POST', `/api/v2/hugggs/${gifts[1]!.id}/cancel`, { as: 'admin@acme.test' })
})

test('a supplied code that is out of date is not handed out', async () => {
  await supply(['GOES-BAD'], '2026-03-05')
  await app.advance('P10D')
  const [gift] = await claimed()
  await expect(reveal(gift!)).rejects.toMatchObject({ code: 'unavailable' })
  expect(await stock()).toMatchObject({ free: 0, expired: 1 })
})

test('a code that was given out stays readable after the gift’s last day, and our calendar never takes it back', async () => {
  await supply(['FETCHED-1'], '2026-09-30')
  const [gift] = await claimed()
  await reveal(gift!)
  const cancelled = await app.request('POST', `/api/v2/hugggs/${gift!.id}/cancel`, { as: 'admin@acme.test', body: {} })
  expect(cancelled.status).toBe(409)
  const supplier = await supplierPence()
  const page = async () => (await app.request('GET', `/public/gifts/${gift!.shortcode}`)).body.data
  const shop = { takesUntil: expect.stringMatching(/^2026-09-30/), isOver: false }
  await app.advance('P60D')
  const row = app.posy.db.selectFrom('huggg').select(['status_id', 'refunded_pence']).where('id', '=', gift!.id)
  expect(await row.executeTakeFirst()).toEqual({ status_id: 9, refunded_pence: 0 })
  expect(await page()).toMatchObject({
    state: 'revealed',
    voucher: { code: 'FETCHED-1', shop },
    expiresAt: expect.stringMatching(/^2026-09-30/),
  })
  await app.advance('P300D')
  expect(await page()).toMatchObject({ state: 'revealed', voucher: { code: 'FETCHED-1', shop: { isOver: true } } })
  const set = app.posy.db.updateTable('huggg').set({ status_id: 5 }).where('id', '=', gift!.id)
  await expect(set.execute()).rejects.toMatchObject({ constraint: 'huggg_transition' })
  expect(await supplierPence()).toBe(supplier)
})

test('an inline purchase of a product with supplied codes is opened on its page', async () => {
  const { transactionId } = await buyGifts(app.posy, { productId, deliveryMethod: 'inline-redeem' })
  const inline = { transactionId, fromOrdinal: 1, toOrdinal: 1 }
  expect(await transact(app.posy, { actor: operatorActor }, (work) => redeemInline(work, inline))).toBe(0)
})

test('the operator’s command for codes says what is wrong with a file, and what was imported', async () => {
  const path = join(await mkdtemp(join(tmpdir(), 'codes-')), 'codes.csv')
  const lines: string[] = []
  const run = (id: string, file = path) =>
    runCodeImport(app.posy, { productId: id, path: file }, (line) => void lines.push(line))
  await writeFile(path, 'code\nCLI-1\nCLI-1\n')
  expect(await run(productId)).toBe(1)
  expect(lines[0]).toBe('error    line 3: the same code as in line 2')
  await writeFile(path, 'code\nCLI-1\nCLI-2\n')
  expect([
    await run(productId),
    await run('nonsense'),
    await run(demo.products.choiceOfGift10),
    await run(productId, `${path}x`),
  ]).toEqual([0, 1, 1, 1])
  expect(lines).toContain('2 codes went in; 2 are in stock.')
})

test.each([1, 2, 3])(
  '100 of 120 who claim 100 codes at once get one each, and 20 learn that there are none (round %i)',
  async (round) => {
    while ((await stock()).free > 0) await reveal((await claimed())[0]!)
    await supply(Array.from({ length: 100 }, (_, index) => `R${round}-${index}`))
    const gifts = await claimed(120)
    const outcomes = await Promise.allSettled(gifts.map(revealPatiently))
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
    expect(refused).toHaveLength(20)
    for (const { reason } of refused) {
      expect(reason).toBeInstanceOf(PoolIsEmpty)
      expect(reason.code).toBe('unavailable')
    }
    const codes = (await Promise.all(gifts.map(loadCode))).filter((code) => code !== undefined)
    expect(new Set(codes).size).toBe(100)
    expect((await stock()).free).toBe(0)
  },
)

test.each([
  ['fetched-code', sql`delete from fetched_voucher where huggg_id = (select huggg_id from fetched_voucher limit 1)`],
  [
    'fetched-code',
    sql`update fetched_voucher set transfer_id = huggg_id where huggg_id = (select huggg_id from fetched_voucher limit 1)`,
  ],
  [
    'supplied-code',
    sql`update supplied_code set huggg_id = (select id from huggg where status_id = 3 limit 1), taken_at = created_at
      where id = (select id from supplied_code where huggg_id is null limit 1)`,
  ],
  ['issuer-order', sql`update huggg set fetching = true where id = (select id from huggg where status_id = 3 limit 1)`],
] as const)('reconciliation names a corruption of supplied codes: %s', async (check, corruption) => {
  await supply([`CORRUPT-${Math.random()}`])
  await claimed()
  const undone = new Error('undone')
  const corrupted = app.posy.db.transaction().execute(async (tx) => {
    expect((await corruption.execute(tx)).numAffectedRows).toBe(1n)
    expect((await reconcileIn(tx)).map((finding) => finding.check)).toContain(check)
    throw undone
  })
  await expect(corrupted).rejects.toBe(undone)
})
