import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { newId } from '#kit/ids.ts'
import { demo } from '#server/app/demo/ids.ts'
import { loadBalances, openTeamReceivable, postTransfer, receivablePence } from '#server/domains/ledger/index.ts'
import { platformBalance } from '#server/domains/ledger/queries.ts'
import { asSystem, type Work } from '#server/platform/posy.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import {
  acmeAdminPrincipal,
  type BuiltPurchase,
  buildTransaction,
  buyGifts,
  giftFaults,
} from '#server/testing/hugggs.ts'
import { lockGiftById } from '../change/index.ts'
import { countExpiring, hugggsDueToSend, hugggsOfTransaction, loadTimeline, statusCounts } from '../gifts/index.ts'
import { Status } from '../states/index.ts'
import { settleFetched } from '../vouchers/settle-fetched.ts'
import { assignRecipients } from './assign-recipients.ts'
import { cancelHugggs } from './cancel-hugggs.ts'
import { changeDates } from './change-dates.ts'
import { createHugggs } from './create-hugggs.ts'
import { markSent } from './mark-sent.ts'
import { redeemInline } from './redeem-inline.ts'
import { releaseScheduled } from './release-scheduled.ts'
import { toggleSent } from './toggle-sent.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app?.close())
afterEach(async () => expect(await giftFaults(app.posy.db)).toEqual([]))

const run = <T>(command: (work: Work) => Promise<T>) => asSystem(app.posy, command)
const row = (id: string) => app.posy.db.selectFrom('huggg').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const states = async (transactionId: string) =>
  (
    await app.posy.db
      .selectFrom('huggg')
      .select('status_id')
      .where('transaction_id', '=', transactionId)
      .orderBy('ordinal')
      .execute()
  ).map((each) => each.status_id)
const balances = async (wallet: string = demo.wallets.acmeMain) =>
  (await loadBalances(app.posy.db, [wallet])).get(wallet)!
const at = () => new Date(app.posy.clock.now().epochMilliseconds)
const inHours = (hours: number) => new Date(at().getTime() + hours * 3_600_000)
const globex: BuiltPurchase = {
  teamId: demo.teams.globex,
  walletId: demo.wallets.globexMain,
  userId: demo.users.globexAdmin,
}

test('a purchase makes every gift once, however often and in whatever pieces it is asked', async () => {
  const { transactionId } = await buyGifts(app.posy, { quantity: 10 })
  const again = await run((work) => createHugggs(work, { transactionId, fromOrdinal: 1, toOrdinal: 10 }))
  expect(again).toBe(0)
  await app.posy.db.updateTable('transaction').set({ quantity: 12 }).where('id', '=', transactionId).execute()
  const made = await run(async (work) => {
    const { face_pence, face_vat_pence, fee_pence, fee_vat_pence, wallet_id } = await work.tx
      .selectFrom('transaction')
      .selectAll()
      .where('id', '=', transactionId)
      .executeTakeFirstOrThrow()
    await postTransfer(work.tx, {
      kind: 'purchase',
      key: newId(),
      reference: { kind: 'transaction', id: transactionId },
      currency: 'GBX',
      at: work.at,
      entries: [
        {
          account: { wallet: wallet_id, kind: 'available' },
          amountPence: -2 * (face_pence + fee_pence + fee_vat_pence),
        },
        { account: { wallet: wallet_id, kind: 'committed' }, amountPence: 2 * (face_pence - face_vat_pence) },
        { account: { platform: 'fees' }, amountPence: 2 * fee_pence },
        { account: { platform: 'vat' }, amountPence: 2 * (face_vat_pence + fee_vat_pence) },
      ],
    })
    return createHugggs(work, { transactionId, fromOrdinal: 9, toOrdinal: 12 })
  })
  expect(made).toBe(2)
  const { rows, total } = await hugggsOfTransaction(app.posy.db, transactionId, { page: 2, perPage: 5 })
  expect([total, rows.map((each) => each.ordinal)]).toEqual([12, [6, 7, 8, 9, 10]])
  expect(
    (
      await app.posy.db
        .selectFrom('transaction')
        .select('created_count')
        .where('id', '=', transactionId)
        .executeTakeFirstOrThrow()
    ).created_count,
  ).toBe(12)
})

test('a purchase gives each recipient the gift of their row, counted from sending to the end of the day in London', async () => {
  const sendAt = new Date('2026-03-28T23:30:00Z')
  const { transactionId, gifts } = await buyGifts(app.posy, { emails: ['a@x.test', 'b@x.test'], sendAt, expiryDays: 1 })
  expect(await states(transactionId)).toEqual([Status.Scheduled, Status.Scheduled])
  // The clocks go forward on the 29th: it is still the 28th when the gift leaves, and summer time when it ends.
  expect((await row(gifts[0]!.id)).expiry_date.toISOString()).toBe('2026-03-29T22:59:59.999Z')
  const { rows } = await hugggsOfTransaction(app.posy.db, transactionId, { page: 1, perPage: 5 })
  const emails = await app.posy.db
    .selectFrom('recipient')
    .select(['id', 'email'])
    .where('transaction_id', '=', transactionId)
    .execute()
  expect(rows.map((each) => emails.find(({ id }) => id === each.recipient_id)?.email)).toEqual(['a@x.test', 'b@x.test'])
})

test('a gift’s expiry is counted again when it is sent, but a day the sender named never moves', async () => {
  const counted = (await buyGifts(app.posy, { expiryDays: 10 })).gifts[0]!
  const named = (await buyGifts(app.posy, { expiryDate: new Date('2026-06-30T22:59:59.999Z') })).gifts[0]!
  const before = (await row(counted.id)).expiry_date
  await app.advance('P5D')
  const sent = await run((work) => markSent(work, [counted.id, named.id], 'email sent'))
  expect(new Set(sent)).toEqual(new Set([counted.id, named.id]))
  const after = await row(counted.id)
  expect([after.status_id, after.expiry_date.getTime() - before.getTime()]).toEqual([Status.Sent, 5 * 86_400_000])
  expect((await row(named.id)).expiry_date.toISOString()).toBe('2026-06-30T22:59:59.999Z')
  // Neither a second sending nor a toggle prolongs it.
  expect(await run((work) => markSent(work, [counted.id]))).toEqual([])
  await app.advance('P1D')
  await run((work) => toggleSent(work, acmeAdminPrincipal, { hugggIds: [counted.id], sent: false }))
  await run((work) => toggleSent(work, acmeAdminPrincipal, { hugggIds: [counted.id], sent: true }))
  expect((await row(counted.id)).expiry_date).toEqual(after.expiry_date)
})

test('a gift opened before its sending was noted stays opened and gets the date', async () => {
  const { gifts } = await buyGifts(app.posy)
  await app.request('POST', `/public/gifts/${gifts[0]!.shortcode}/open`, { body: {} })
  expect(await run((work) => markSent(work, [gifts[0]!.id]))).toEqual([gifts[0]!.id])
  expect(await row(gifts[0]!.id)).toMatchObject({ status_id: Status.Claimed, sent_date: at() })
})

test('the release of scheduled gifts queues the messages that are due, and marks the links that are due as sent', async () => {
  const sendAt = inHours(1)
  const mail = await buyGifts(app.posy, { emails: ['a@x.test'], sendAt })
  const links = await buyGifts(app.posy, { quantity: 2, sendAt })
  expect(await hugggsDueToSend(app.posy.db, inHours(0.5), 10)).toEqual([])
  const released = await run((work) => releaseScheduled(work, { now: inHours(2), limit: 10 }))
  expect(released.filter(({ isMessage }) => isMessage).map(({ transactionId }) => transactionId)).toEqual([
    mail.transactionId,
  ])
  expect(released).toHaveLength(3)
  expect([await states(mail.transactionId), await states(links.transactionId)]).toEqual([
    [Status.Created],
    [Status.Sent, Status.Sent],
  ])
})

test('an inline purchase shows its codes at once, except of a gift that has to be chosen', async () => {
  const inline = { deliveryMethod: 'inline-redeem', quantity: 2 } as const
  const single = await buyGifts(app.posy, inline)
  const choice = await buyGifts(app.posy, { ...inline, productId: demo.products.choiceOfGift10 })
  for (const { transactionId } of [single, choice])
    await run((work) => redeemInline(work, { transactionId, fromOrdinal: 1, toOrdinal: 2 }))
  expect([await states(single.transactionId), await states(choice.transactionId)]).toEqual([
    [Status.Claimed, Status.Claimed],
    [Status.Created, Status.Created],
  ])
})

test('a purchase gives free gifts to recipients of the same purchase only', async () => {
  const { transactionId, gifts } = await buyGifts(app.posy, { quantity: 2 })
  const other = await buyGifts(app.posy)
  const recipientId = newId()
  await app.posy.db
    .insertInto('recipient')
    .values({ id: recipientId, team_id: demo.teams.acme, transaction_id: transactionId, email: 'x@x.test' })
    .execute()
  const assign = (hugggId: string) => run((work) => assignRecipients(work, [{ hugggId, recipientId }]))
  await expect(assign(other.gifts[0]!.id)).rejects.toMatchObject({ code: 'wrong_state' })
  await assign(gifts[0]!.id)
  expect((await row(gifts[0]!.id)).recipient_id).toBe(recipientId)
  await expect(assign(gifts[0]!.id)).rejects.toMatchObject({ code: 'wrong_state' })
})

test('a cancellation cancels all of a purchase that can be, names the rest, and refunds to the penny', async () => {
  const before = await balances()
  const { transactionId, gifts } = await buyGifts(app.posy, { quantity: 5 })
  await app.request('POST', `/api/v2/hugggs/${gifts[0]!.shortcode}/redemptions`, {
    as: 'client:demo-till',
    body: { location_id: demo.stores.daisyCoffeeLeeds },
  })
  await app.request('POST', `/public/gifts/${gifts[1]!.shortcode}/open`, { body: {} })
  const result = await run((work) => cancelHugggs(work, acmeAdminPrincipal, { transactionId }))
  expect(result).toMatchObject({
    changed: 4,
    refundedPence: 4 * 390,
    refused: [{ hugggId: gifts[0]!.id, why: 'already redeemed' }],
  })
  expect(await run((work) => cancelHugggs(work, acmeAdminPrincipal, { transactionId }))).toMatchObject({
    changed: 0,
    refundedPence: 0,
  })
  expect(await balances()).toEqual({ ...before, available: before.available - 390 })
  const counts = (await statusCounts(app.posy.db, [transactionId])).get(transactionId)!
  expect(
    counts.map(({ name, count, totalPence, refundedPence }) => ({ name, count, totalPence, refundedPence })),
  ).toEqual([
    { name: 'Redeemed', count: 1, totalPence: 390, refundedPence: 0 },
    { name: 'Cancelled', count: 4, totalPence: 1560, refundedPence: 1560 },
  ])
})

test('a cancellation waits until a purchase has all of its gifts', async () => {
  const { transactionId } = await buyGifts(app.posy, { quantity: 2 })
  await app.posy.db.updateTable('transaction').set({ processing: 'creating' }).where('id', '=', transactionId).execute()
  await expect(run((work) => cancelHugggs(work, acmeAdminPrincipal, { transactionId }))).rejects.toMatchObject({
    code: 'wrong_state',
  })
  await app.posy.db.updateTable('transaction').set({ processing: null }).where('id', '=', transactionId).execute()
})

test('a refund reduces an unpaid invoice; the wallet gets nothing for what it never paid', async () => {
  const team = demo.teams.acme
  const { transactionId } = await run(async (work) => {
    await openTeamReceivable(work.tx, { teamId: team, currency: 'GBX' })
    const built = await buildTransaction(work, { quantity: 2 })
    await work.tx
      .updateTable('transaction')
      .set({ payment_method: 'invoice' })
      .where('id', '=', built.transactionId)
      .execute()
    await postTransfer(work.tx, {
      kind: 'correction',
      key: newId(),
      reference: { kind: 'transaction', id: built.transactionId },
      currency: 'GBX',
      at: work.at,
      entries: [
        { account: { wallet: demo.wallets.acmeMain, kind: 'available' }, amountPence: 780 },
        { account: { team, kind: 'receivable' }, amountPence: -780 },
      ],
    })
    return built
  })
  const before = await balances()
  expect(await receivablePence(app.posy.db, team, 'GBX')).toBe(780)
  await run((work) => cancelHugggs(work, acmeAdminPrincipal, { transactionId }))
  expect(await receivablePence(app.posy.db, team, 'GBX')).toBe(0)
  expect((await balances()).available).toBe(before.available)
})

test('a change of dates moves all gifts of a purchase that are open, and lists the others', async () => {
  const { transactionId, gifts } = await buyGifts(app.posy, { quantity: 3 })
  await run((work) => cancelHugggs(work, acmeAdminPrincipal, { hugggIds: [gifts[0]!.id] }))
  await run((work) => markSent(work, [gifts[1]!.id]))
  const change = (dates: object) => run((work) => changeDates(work, acmeAdminPrincipal, { transactionId, ...dates }))
  expect(await change({ expiryDate: new Date('2026-07-01T10:00:00Z') })).toMatchObject({
    changed: 2,
    refused: [{ hugggId: gifts[0]!.id, why: 'it is Cancelled' }],
  })
  const scheduled = await change({ sendAt: inHours(48) })
  expect(scheduled).toMatchObject({ changed: 1, changedIds: [gifts[2]!.id] })
  expect(await states(transactionId)).toEqual([Status.Cancelled, Status.Sent, Status.Scheduled])
  expect((await row(gifts[2]!.id)).expiry_date.toISOString()).toBe('2026-07-01T22:59:59.999Z')
  await expect(change({ expiryDate: inHours(24 * 4000) })).rejects.toMatchObject({ code: 'restricted' })
  expect((await loadTimeline(app.posy.db, gifts[2]!.id)).map(({ from, to, reason }) => [from, to, reason])).toEqual([
    [null, 'Created', 'bought'],
    ['Created', 'Created', 'last day changed'],
    ['Created', 'Scheduled', 'scheduled'],
  ])
})

test('a gift expires at the end of its last day: refunded or kept as the team’s plan says', async () => {
  const expiryDate = inHours(3)
  const [acmeBefore, globexBefore, kept] = [
    await balances(),
    await balances(demo.wallets.globexMain),
    await platformBalance(app.posy.db, 'breakage', 'GBX'),
  ]
  const acme = await buyGifts(app.posy, { quantity: 2, expiryDate })
  const other = await buyGifts(app.posy, { ...globex, quantity: 2, expiryDate })
  await app.posy.clock.moveTo(app.posy.clock.now().add({ hours: 3 }))
  await app.advance('PT0S')
  expect(await states(acme.transactionId)).toEqual([Status.Created, Status.Created])
  await app.advance('PT1S')
  expect([await states(acme.transactionId), await states(other.transactionId)]).toEqual([
    [5, 5],
    [5, 5],
  ])
  expect(await balances()).toEqual(acmeBefore)
  expect(await balances(demo.wallets.globexMain)).toEqual({ ...globexBefore, available: globexBefore.available - 780 })
  expect(await platformBalance(app.posy.db, 'breakage', 'GBX')).toBe(kept + 600)
  await app.advance('P1D')
})

test('the expiry takes more than one step of gifts, and stops each moment of the clock on the way', async () => {
  const { transactionId } = await buyGifts(app.posy, {
    ...globex,
    quantity: 200,
    expiryDate: inHours(24),
    productId: demo.products.daisyFlatWhite,
  })
  const many = await buyGifts(app.posy, { quantity: 1200, expiryDate: inHours(24) })
  await app.advance('P2D')
  expect(new Set([...(await states(transactionId)), ...(await states(many.transactionId))])).toEqual(
    new Set([Status.Expired]),
  )
})

test('a fetched code neither expires nor can be cancelled, and is in no count of what falls due', async () => {
  const { gifts } = await buyGifts(app.posy, { expiryDate: inHours(1) })
  const { id } = gifts[0]!
  const due = () => countExpiring(app.posy.db, null, inHours(2))
  const dueBefore = await due()
  const code = { voucher: { code: 'A', pin: null, url: null, barcode: null }, expiresAt: null }
  await run(async (work) =>
    settleFetched(work, await lockGiftById(work.tx, id), {
      ...code,
      source: 'tillo',
      clientRequestId: id,
      issuerOrder: null,
    }),
  )
  expect(await due()).toBe(dueBefore - 1)
  expect((await run((work) => cancelHugggs(work, acmeAdminPrincipal, { hugggIds: [id] }))).refused).toHaveLength(1)
  const before = await balances()
  await app.advance('P1D')
  expect([(await row(id)).status_id, await balances()]).toEqual([Status.Fetched, before])
})

test('the database refuses a change of state that is not in the table, and a second live redemption', async () => {
  const { gifts } = await buyGifts(app.posy)
  const set = (status_id: number) =>
    app.posy.db.updateTable('huggg').set({ status_id }).where('id', '=', gifts[0]!.id).execute()
  await run((work) => cancelHugggs(work, acmeAdminPrincipal, { hugggIds: [gifts[0]!.id] }))
  for (const status of [1, 2, 3, 4, 5, 7, 8, 9])
    await expect(set(status)).rejects.toMatchObject({ constraint: 'huggg_transition' })
  await expect(sql`update huggg_event set reason = 'x'`.execute(app.posy.db)).rejects.toThrow('append-only')
})
