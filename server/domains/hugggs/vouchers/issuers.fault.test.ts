import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { reconcile } from '#server/app/reconcile.ts'
import { loadBalances } from '#server/domains/ledger/index.ts'
import { platformBalance } from '#server/domains/ledger/queries.ts'
import { transact } from '#server/platform/posy.ts'
import { recipientActor } from '#server/platform/principal.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import { openTillo } from '#server/providers/tillo/client/index.ts'
import type { TilloSandbox } from '#server/providers/tillo/sandbox/index.ts'
import type { IssueOutcome } from '#server/providers/tillo/types.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { acmeAdminPrincipal, type BuiltGift, buyGifts, giftFaults } from '#server/testing/hugggs.ts'
import { claimGift } from '../recipient/claim-gift.ts'
import { openGift } from '../recipient/open-gift.ts'
import { beginReveal, revealGift } from '../recipient/reveal-gift.ts'
import { cancelHugggs } from '../sender/index.ts'
import { askIssuer } from './fetch-voucher.ts'
import { loadVoucher, type VoucherAttempt } from './queries.ts'
import { recordAttempt } from './record-attempt.ts'
import { releaseVoucher } from './release-voucher.ts'

const productId = demo.products.daisyGiftCard10
const PRICE_PENCE = 1000
const LEASE_SECONDS = 31
const cause = { actor: recipientActor, requestId: 'test-test' }
let app: TestApp
let tillo: TilloSandbox
beforeAll(async () => {
  app = await startTestApp()
  tillo = app.providers.sandboxes.tillo!
  await app.posy.db
    .updateTable('product')
    .set({ voucher_type: 'tillo', issuer_reference: 'daisy-gb' })
    .where('id', '=', productId)
    .execute()
  // As in production, only less patient.
  app.posy.providers.issuers.tillo = openTillo({ ...tillo.settings, timeoutMs: 10_000 })
})
afterAll(() => app?.close())
afterEach(async () => {
  tillo.failures.release()
  expect(await giftFaults(app.posy.db)).toEqual([])
  expect(await reconcile(app.posy)).toEqual([])
})

async function claimed(): Promise<BuiltGift> {
  const { gifts } = await buyGifts(app.posy, { productId, expiryDays: 300 })
  await transact(app.posy, cause, async (work) => {
    await openGift(work, gifts[0]!.shortcode)
    await claimGift(work, gifts[0]!.shortcode)
  })
  return gifts[0]!
}
const reveal = ({ shortcode }: BuiltGift) => revealGift(app.posy, shortcode, cause)
const press = ({ shortcode }: BuiltGift) => app.request('POST', `/public/gifts/${shortcode}/reveal`)
const listIssuerOrders = async ({ id }: BuiltGift) =>
  (await tillo.issued()).filter(({ clientRequestId }) => clientRequestId.startsWith(id))
const loadGift = ({ id }: BuiltGift) =>
  app.posy.db
    .selectFrom('huggg')
    .select(['status_id', 'fetching', 'expiry_date'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
const loadAttempt = ({ id }: BuiltGift) =>
  app.posy.db.selectFrom('voucher_attempt').selectAll().where('huggg_id', '=', id).executeTakeFirstOrThrow()
const listTransfers = ({ id }: BuiltGift) =>
  app.posy.db
    .selectFrom('ledger_transfer')
    .select('kind')
    .where('reference_kind', '=', 'huggg')
    .where('reference_id', '=', id)
    .execute()
/** Written down, committed and leased, as by someone who then dies. */
async function begin({ shortcode }: BuiltGift): Promise<VoucherAttempt> {
  const started = await transact(app.posy, cause, (work) => beginReveal(work, shortcode))
  if ('shown' in started || started.lease === 'already-asking') throw new Error('not ours to ask')
  return started.lease.attempt
}
const issue = (attempt: VoucherAttempt): Promise<IssueOutcome> =>
  app.posy.providers.issuers.tillo!.issue({
    clientRequestId: attempt.client_request_id,
    productReference: attempt.product_reference,
    faceValuePence: attempt.face_value_pence,
    currency: attempt.currency,
  })
const record = (attempt: VoucherAttempt, answer: IssueOutcome) =>
  transact(app.posy, cause, (work) => recordAttempt(work, attempt, answer))

/** One order, one transfer, one code, the same for everybody who looks. */
async function expectOneCode(gift: BuiltGift): Promise<void> {
  const orders = await listIssuerOrders(gift)
  expect(orders).toMatchObject([{ brand: 'daisy-gb', amountPence: PRICE_PENCE }])
  expect(await listTransfers(gift)).toEqual([{ kind: 'issuer-fetch' }])
  expect((await loadVoucher(app.posy.db, app.posy.secret, gift.id))?.code).toBe(orders[0]!.code)
  expect(await loadGift(gift)).toMatchObject({ status_id: 9, fetching: false })
  const page = (await press(gift)).body.data
  expect(page).toMatchObject({ state: 'revealed', voucher: { code: orders[0]!.code, barcode: { kind: 'code128' } } })
}
const expectCalm = (promise: Promise<unknown>) =>
  expect(promise).rejects.toMatchObject({ name: 'Problem', code: 'unavailable', retryAfterSeconds: expect.any(Number) })

test('a code is bought when it is first shown, and its issuer is owed from then on', async () => {
  const gift = await claimed()
  const supplier = await platformBalance(app.posy.db, 'supplier-payable', 'GBX')
  const answer = await press(gift)
  expect(answer.status).toBe(200)
  expect(answer.body.data).toMatchObject({ state: 'revealed', voucher: { pin: expect.stringMatching(/^\d{4}$/) } })
  expect((await platformBalance(app.posy.db, 'supplier-payable', 'GBX')) - supplier).toBe(PRICE_PENCE)
  await expectOneCode(gift)
  expect((await app.request('GET', `/public/gifts/${gift.shortcode}`)).body.data.voucher).toEqual(
    answer.body.data.voucher,
  )
  // Sealed in the table, and nowhere else.
  const { code } = answer.body.data.voucher
  for (const table of ['fetched_voucher', 'voucher_attempt', 'huggg_event', 'audit_event'] as const)
    expect(JSON.stringify(await app.posy.db.selectFrom(table).selectAll().execute())).not.toContain(code)
})

test.each([1, 2, 3])('fifty views at once cause one order and show one code (round %i)', async () => {
  const gift = await claimed()
  const before = tillo.requests()
  // As patient as in production: what is shown here is that they are one, however long fifty take on a busy machine.
  const { tillo: lessPatient } = app.posy.providers.issuers
  app.posy.providers.issuers.tillo = openTillo(tillo.settings)
  const answers = await Promise.all(Array.from({ length: 50 }, () => press(gift)))
  app.posy.providers.issuers.tillo = lessPatient
  expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 50 }, () => 200))
  expect(new Set(answers.map((answer) => answer.body.data.voucher.code)).size).toBe(1)
  expect(tillo.requests() - before).toBe(1)
  await expectOneCode(gift)
})

test.each([1, 2, 3])(
  'an issuer answers late: the recipient is asked to wait, and the same code comes in the end (round %i)',
  async () => {
    const gift = await claimed()
    tillo.failures.next('slow')
    await expectCalm(reveal(gift))
    expect(await loadGift(gift)).toMatchObject({ status_id: 3, fetching: true })
    tillo.failures.release()
    await reveal(gift)
    await expectOneCode(gift)
  },
)

test.each([1, 2, 3])('an issuer answers twice: the second answer changes nothing (round %i)', async () => {
  const gift = await claimed()
  const attempt = await begin(gift)
  const [first, second] = await Promise.all([issue(attempt), issue(attempt)])
  expect(first).toEqual(second)
  expect(await Promise.all([record(attempt, first), record(attempt, second)])).toEqual(['fetched', 'fetched'])
  await expectOneCode(gift)
})

test.each([1, 2, 3])(
  'an issuer that does not answer at all is asked again automatically until there is an answer (round %i)',
  async (round) => {
    const gift = await claimed()
    const failures = (['drop-after', 'drop-before', 'error-after'] as const).slice(0, round)
    for (const failure of failures) tillo.failures.next(failure)
    await expectCalm(reveal(gift))
    await app.advance('PT30M')
    await expectOneCode(gift)
    expect((await loadAttempt(gift)).tries).toBe(failures.length + 1)
  },
)

test.each([
  'written down',
  'asked, and the answer lost',
  'answered, and not recorded',
  'recorded, and the page not shown',
] as const)('an issuer’s order that was abandoned once it was %s continues where it was', async (where) => {
  for (const goesOnBy of ['the recipient', 'the job']) {
    const gift = await claimed()
    const attempt = await begin(gift)
    if (where === 'asked, and the answer lost') {
      tillo.failures.next('drop-after')
      await issue(attempt)
    }
    if (where === 'answered, and not recorded') await issue(attempt)
    if (where === 'recorded, and the page not shown') await record(attempt, await issue(attempt))
    app.wall.advanceSeconds(LEASE_SECONDS)
    if (goesOnBy === 'the recipient') await reveal(gift)
    else await app.advance('PT2M')
    await expectOneCode(gift)
  }
})

test('an answer of an issuer that could not be recorded is asked for again', async () => {
  const gift = await claimed()
  const attempt = await begin(gift)
  const answer = await issue(attempt)
  const failed = transact(app.posy, cause, async (work) => {
    await recordAttempt(work, attempt, answer)
    throw new Error('the database went away')
  })
  await expect(failed).rejects.toThrow('went away')
  expect(await loadGift(gift)).toMatchObject({ status_id: 3, fetching: true })
  app.wall.advanceSeconds(LEASE_SECONDS)
  await app.advance('PT2M')
  await expectOneCode(gift)
})

test('while one process asks the issuer, anyone who looks meanwhile waits for its answer', async () => {
  const gift = await claimed()
  const attempt = await begin(gift)
  const waiting = [reveal(gift), reveal(gift)]
  await askIssuer(app.posy, attempt, recipientActor)
  for (const shown of await Promise.all(waiting)) expect(shown.status_id).toBe(9)
  await expectOneCode(gift)
})

test('while it is not known whether a code was bought, the gift is neither cancelled nor expires', async () => {
  const gift = await claimed()
  tillo.failures.next('drop-after', 1_000_000)
  await expectCalm(reveal(gift))
  const cancelled = await transact(app.posy, cause, (work) =>
    cancelHugggs(work, acmeAdminPrincipal, { hugggIds: [gift.id] }),
  )
  expect(cancelled).toMatchObject({ changed: 0, refused: [{ why: expect.stringContaining('being fetched') }] })
  const byForce = app.posy.db.updateTable('huggg').set({ status_id: 6 }).where('id', '=', gift.id).execute()
  await expect(byForce).rejects.toThrow('huggg_fetching')
  await app.advance('P14D')
  expect(await loadGift(gift)).toMatchObject({ status_id: 3, fetching: true })
  tillo.failures.clear()
  const { next_try_at: next } = await loadAttempt(gift)
  expect(next!.getTime() - app.posy.clock.now().epochMilliseconds).toBeLessThanOrEqual(6 * 3_600_000)
  await app.advance('PT6H')
  await expectOneCode(gift)
})

test('a code bought after the gift’s last day is paid for, and stays the recipient’s', async () => {
  const { gifts } = await buyGifts(app.posy, { productId, expiryDays: 1 })
  const gift = gifts[0]!
  await transact(app.posy, cause, async (work) => {
    await openGift(work, gift.shortcode)
    await claimGift(work, gift.shortcode)
  })
  await begin(gift)
  await app.advance('P3D')
  expect((await listIssuerOrders(gift)).length).toBe(0)
  expect(await loadGift(gift)).toMatchObject({ status_id: 3, fetching: true })
  app.wall.advanceSeconds(LEASE_SECONDS)
  await app.advance('PT10M')
  expect(await loadGift(gift)).toMatchObject({ status_id: 9, fetching: false })
  expect(await listTransfers(gift)).toEqual([{ kind: 'issuer-fetch' }])
  expect(await listIssuerOrders(gift)).toHaveLength(1)
})

test('a refusal of the issuer leaves the gift as it was: it may be tried again under a new order, cancelled, or released', async () => {
  const gift = await claimed()
  const before = (await loadBalances(app.posy.db, [demo.wallets.acmeMain])).get(demo.wallets.acmeMain)
  tillo.failures.setFloat(10)
  await expectCalm(reveal(gift))
  expect(await loadGift(gift)).toMatchObject({ status_id: 3, fetching: false })
  expect(await loadAttempt(gift)).toMatchObject({ state: 'refused', round: 1, last_reason: '610', next_try_at: null })
  expect((await loadBalances(app.posy.db, [demo.wallets.acmeMain])).get(demo.wallets.acmeMain)).toEqual(before)
  // At once again is too soon to trouble the issuer.
  const asked = tillo.requests()
  await expectCalm(reveal(gift))
  expect(tillo.requests()).toBe(asked)
  for (const round of [2, 3]) {
    app.wall.advanceSeconds(11)
    await expectCalm(reveal(gift))
    expect(await loadAttempt(gift)).toMatchObject({ state: 'refused', round, client_request_id: `${gift.id}-${round}` })
  }
  const timeline = await app.request('GET', `/v3/hugggs/${gift.id}/timeline`, { as: 'admin@acme.test' })
  expect(JSON.stringify(timeline.body)).toContain('code refused by its issuer')
  tillo.failures.setFloat(1_000_000)
  app.wall.advanceSeconds(11)
  await reveal(gift)
  await expectOneCode(gift)
})

test('an issuer that throttles is not asked before it wants to be asked', async () => {
  const gift = await claimed()
  tillo.failures.next('throttled')
  await expectCalm(reveal(gift))
  const asked = tillo.requests()
  await expectCalm(reveal(gift))
  expect(tillo.requests()).toBe(asked)
  app.wall.advanceSeconds(3)
  await reveal(gift)
  await expectOneCode(gift)
})

test('an order given up by the operator frees the gift; a code that then turns up is not lost', async () => {
  const [gone, kept] = [await claimed(), await claimed()]
  const lines: string[] = []
  const release = ({ id }: BuiltGift) => releaseVoucher(app.posy, id, (line) => void lines.push(line))
  const attempts = [await begin(gone), await begin(kept)]
  expect(await release(gone)).toBe(1)
  app.wall.advanceSeconds(LEASE_SECONDS)
  expect([await release(gone), await release(kept), await release(gone)]).toEqual([0, 0, 1])
  expect(lines.filter((line) => line.includes(gone.id))).toHaveLength(1)
  await transact(app.posy, cause, (work) => cancelHugggs(work, acmeAdminPrincipal, { hugggIds: [gone.id] }))
  expect(await record(attempts[0]!, await issue(attempts[0]!))).toBe('refused')
  expect(await loadGift(gone)).toMatchObject({ status_id: 6 })
  expect(await record(attempts[1]!, await issue(attempts[1]!))).toBe('fetched')
  await expectOneCode(kept)
})

test('a choice at the gift’s whole price moves no money but the code’s', async () => {
  const { gifts } = await buyGifts(app.posy, { productId: demo.products.choiceOfGift10 })
  const gift = gifts[0]!
  await press(gift)
  for (const [step, body] of [
    ['open', undefined],
    ['choose', { productId }],
    ['claim', undefined],
    ['reveal', undefined],
  ] as const)
    expect((await app.request('POST', `/public/gifts/${gift.shortcode}/${step}`, { body })).status).toBe(200)
  await expectOneCode(gift)
})

test('a gift whose issuer is not connected is refused with an explanation, and not offered as a choice', async () => {
  const gift = await claimed()
  const issuer = app.posy.providers.issuers.tillo!
  delete app.posy.providers.issuers.tillo
  await expect(reveal(gift)).rejects.toBeInstanceOf(Problem)
  const { gifts } = await buyGifts(app.posy, { productId: demo.products.choiceOfGift10 })
  const page = await app.request('GET', `/public/gifts/${gifts[0]!.shortcode}`)
  expect(JSON.stringify(page.body.data.choices)).not.toContain(productId)
  app.posy.providers.issuers.tillo = issuer
  const again = await app.request('GET', `/public/gifts/${gifts[0]!.shortcode}`)
  expect(JSON.stringify(again.body.data.choices)).toContain(productId)
})
