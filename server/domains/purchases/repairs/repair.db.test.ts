import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#kit/ids.ts'
import { demo } from '#server/app/demo/ids.ts'
import { reconcile } from '#server/app/reconcile.ts'
import { repairCommands } from '#server/app/repair-commands.ts'
import { SetupError } from '#server/app/setup/command.ts'
import { settleInvoices } from '#server/domains/hugggs/money/index.ts'
import { claimGift } from '#server/domains/hugggs/recipient/claim-gift.ts'
import { openGift } from '#server/domains/hugggs/recipient/open-gift.ts'
import { revealGift } from '#server/domains/hugggs/recipient/reveal-gift.ts'
import { redeemHuggg } from '#server/domains/hugggs/till/redeem-huggg.ts'
import { undoRedemption } from '#server/domains/hugggs/till/undo-redemption.ts'
import { importCodes } from '#server/domains/hugggs/vouchers/import-codes.ts'
import { loadBalances, postTransfer, receivablePence } from '#server/domains/ledger/index.ts'
import { platformBalance } from '#server/domains/ledger/queries.ts'
import { drawStatement } from '#server/domains/settlements/index.ts'
import { transact } from '#server/platform/posy.ts'
import { operatorActor, recipientActor } from '#server/platform/principal.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { buyGifts, tillPrincipal } from '#server/testing/hugggs.ts'
import { asOperator, FINANCE, OWNER, signedBy } from '#server/testing/operators.ts'
import { issueRecharges } from '../documents/charge-again.ts'
import { creditGifts } from '../documents/issue-purchase-documents.ts'
import { invoiceMatcher } from '../invoices/invoice-matcher.ts'
import { confirmRepair, repairable } from './repair.ts'

const as = 'admin@acme.test'
const productId = demo.products.daisyFlatWhite
interface Mail {
  subject: string
}
let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app?.close())

async function posy(command: string, words: string[] = [], values: Record<string, string> = {}) {
  const lines: string[] = []
  const code = await repairCommands[command]!(app.posy, { words, values, print: (line) => lines.push(line) })
  return { code, output: lines.join('\n') }
}
const ask = (kind: string, operator = FINANCE) => posy('repair ask', [], { kind, ...signedBy(app, operator) })
const confirm = (id: string, operator = OWNER) => posy('repair confirm', [id], signedBy(app, operator))
const lastAsked = async () =>
  (
    await app.posy.db
      .selectFrom('repair')
      .select('id')
      .orderBy('asked_at', 'desc')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
  ).id
const counts = async () =>
  (
    await sql<{
      counts: unknown
    }>`select jsonb_build_array((select count(*) from ledger_transfer), (select count(*) from audit_event),
    (select count(*) from repair), (select count(*) from huggg_event), (select count(*) from outgoing_message)) as counts`.execute(
      app.posy.db,
    )
  ).rows[0]!.counts
const state = async (id: string) =>
  (await app.posy.db.selectFrom('huggg').select('status_id').where('id', '=', id).executeTakeFirstOrThrow()).status_id
const mailsTo = async (subject: RegExp): Promise<Mail[]> => {
  const all: Mail[] = (await app.request('GET', `/sandbox/messages?to=${as}`)).body.data
  return all.filter((mail) => subject.test(mail.subject))
}
/** As one who wrote rows of an earlier release: past the rules of this one. */
const asBefore = (change: ReturnType<typeof sql>) =>
  app.posy.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await change.execute(tx)
  })

/** A code that was given out and then expired on our date, as earlier releases did it. */
async function expiredCode(code: string): Promise<{ id: string; shortcode: string }> {
  await transact(app.posy, { actor: operatorActor }, (work) =>
    importCodes(work, { productId, text: `code,expiry\n${code},\n`, dryRun: false }),
  )
  const { gifts } = await buyGifts(app.posy, { productId })
  const [gift] = gifts
  await transact(app.posy, { actor: recipientActor }, async (work) => {
    await openGift(work, gift!.shortcode)
    await claimGift(work, gift!.shortcode)
  })
  await revealGift(app.posy, gift!.shortcode, { actor: recipientActor, requestId: 'test-test' })
  const batch = newId()
  await asBefore(sql`
    with ended as (update huggg set status_id = 5 where id = ${gift!.id}),
      told as (insert into huggg_event (huggg_id, team_id, from_id, to_id, at, actor_kind) values (${gift!.id}, ${demo.teams.acme}, 9, 5, now(), 'system')),
      batch as (insert into expiry_batch (id, at, gifts) values (${batch}, now(), 1))
    insert into expired_gift (batch_id, huggg_id, from_status_id) values (${batch}, ${gift!.id}, 9)`)
  return gift!
}

/** As if its expiry had given something back. */
async function paidOnExpiry(id: string, walletId: string, pence: number): Promise<void> {
  const transferId = await transact(app.posy, { actor: operatorActor }, (work) =>
    postTransfer(work.tx, {
      kind: 'expiry',
      key: `expiry/${id}`,
      reference: { kind: 'huggg', id },
      currency: 'GBX',
      at: work.at,
      entries: [
        { account: { platform: 'breakage' }, amountPence: -pence },
        { account: { wallet: walletId, kind: 'available' }, amountPence: pence },
      ],
    }),
  )
  await asBefore(sql`
    with gift as (update huggg set refunded_pence = ${pence} where id = ${id})
    update expired_gift set transfer_id = ${transferId} where huggg_id = ${id}`)
}

/** Puts the price of a gift into a wallet by the expiry of another, and buys that gift with it. */
async function spendAll(id: string, walletId: string) {
  const has = async () => (await loadBalances(app.posy.db, [walletId])).get(walletId)?.available ?? 0
  expect(await has()).toBe(0)
  await paidOnExpiry(id, walletId, 390)
  const bought = await buyGifts(app.posy, { productId, teamId: demo.teams.acmeSouth, walletId })
  expect(await has()).toBe(0)
  return bought
}

describe('codes that expired after they were fetched', () => {
  test('are listed by a dry run, requested by one operator, confirmed by another, shown on their pages once, and their team is emailed by its name', async () => {
    const gift = await expiredCode('GIVEN-1')
    const lost = await expiredCode('GIVEN-2')
    const batch = app.posy.db.selectFrom('expired_gift').select('batch_id').where('huggg_id', '=', lost.id)
    const { batch_id: batchId } = await batch.executeTakeFirstOrThrow()
    await asBefore(sql`delete from expired_gift where huggg_id = ${lost.id}`)
    const before = await counts()
    expect((await posy('repair')).code).toBe(1)
    expect(await counts()).toEqual(before)
    const broken = await repairable(app.posy, 'given-codes')
    expect(broken.find(({ subjectId }) => subjectId === gift.id)).toMatchObject({ why: null, pence: 300 })
    expect(broken.find(({ subjectId }) => subjectId === lost.id)).toMatchObject({
      why: 'no batch says how it expired',
    })

    expect((await ask('given-codes')).code).toBe(1)
    const id = await lastAsked()
    const back = sql`update huggg set status_id = 9 where id = ${gift.id}`.execute(app.posy.db)
    await expect(back).rejects.toMatchObject({ constraint: 'huggg_transition' })
    expect((await confirm(id, FINANCE)).output).toContain('Another operator must confirm this')
    expect(await state(gift.id)).toBe(5)
    expect(await confirm(id)).toMatchObject({ code: 0, output: '1 repaired; the admins of their teams are told.' })
    await app.settle()
    expect([await state(gift.id), await state(lost.id)]).toEqual([9, 5])
    expect((await app.request('GET', `/public/gifts/${gift.shortcode}`)).body.data.voucher).toMatchObject({
      code: 'GIVEN-1',
    })
    expect(await mailsTo(/gift code is back/)).toEqual([
      expect.objectContaining({ text: expect.stringContaining('You get this because you are an admin of Acme.') }),
    ])

    const after = await counts()
    expect((await confirm(id)).code).toBe(0)
    await app.settle()
    expect([await counts(), (await ask('given-codes')).output]).toEqual([
      after,
      'There is nothing of this kind to repair.',
    ])
    await asBefore(
      sql`insert into expired_gift (batch_id, huggg_id, from_status_id) values (${batchId}, ${lost.id}, 9)`,
    )
    expect(await findings()).toEqual([])
  })

  test('are repaired once when a repair killed in the middle is confirmed again, and the team is emailed once', async () => {
    // With the one that had been lost above.
    const gifts = [await expiredCode('KILLED-1'), await expiredCode('KILLED-2')]
    await ask('given-codes')
    const id = await lastAsked()
    const [, last] = gifts.map((gift) => gift.id).sort()
    await sql`alter table expired_gift add constraint killed check (huggg_id <> ${sql.lit(last)} or reversed_at is null)`.execute(
      app.posy.db,
    )
    const mails = (await mailsTo(/gift codes are back/)).length
    await expect(confirm(id)).rejects.toThrow('killed')
    const states = async () => (await Promise.all(gifts.map((gift) => state(gift.id)))).sort()
    expect(await states()).toEqual([5, 9])
    await sql`alter table expired_gift drop constraint killed`.execute(app.posy.db)
    expect(await confirm(id)).toMatchObject({ code: 0, output: expect.stringContaining('3 repaired') })
    await app.settle()
    expect(await states()).toEqual([9, 9])
    expect((await mailsTo(/^3 gift codes are back on their pages$/)).length).toBe(mails + 1)
    const done = app.posy.db.selectFrom('audit_event').select('id').where('action', '=', 'repair.step-done')
    const steps = app.posy.db
      .selectFrom('repair_step')
      .select(sql<string>`id::text`.as('id'))
      .where('repair_id', '=', id)
    expect(await done.where('subject_id', 'in', steps).execute()).toHaveLength(3)
    expect(await findings()).toEqual([])
  })

  test('are repaired on the console by another operator than the one who asked, once by two at the same moment, and it is on record', async () => {
    const gift = await expiredCode('CONSOLE-1')
    const as = (role: string) => ({
      call: (path: string, body?: object) =>
        app.request(body ? 'POST' : 'GET', `/v3/operator/repairs${path}`, { as: `operator:${role}@posy.test`, body }),
    })
    const [support, finance, owner] = [as('support'), as('finance'), as('owner')]
    // Each code works once, at the command line too.
    app.wall.advanceSeconds(60)
    const reason = 'checked with the shop'
    expect((await finance.call('')).body.data.kinds[0]).toMatchObject({ kind: 'given-codes', teams: [{ pence: 300 }] })
    const asked = await finance.call('', { kind: 'given-codes', reason })
    const confirmation = `/${asked.body.data.id}/confirm`
    const refused = [
      await support.call(''),
      await support.call(confirmation, { reason }),
      await finance.call(confirmation, { reason }),
    ]
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403])
    expect((await owner.call(confirmation, {})).body.details[0].path).toBe('reason')
    expect((await owner.call(`/${newId()}/confirm`, { reason })).status).toBe(404)
    expect(await state(gift.id)).toBe(5)

    const before = (await mailsTo(/gift code is back/)).length
    const confirmed = await Promise.all([1, 2].map(() => owner.call(confirmation, { reason })))
    for (const { status, body } of confirmed) expect([status, body.data]).toEqual([200, { done: 1, refused: [] }])
    await app.settle()
    expect([await state(gift.id), (await mailsTo(/gift code is back/)).length]).toEqual([9, before + 1])
    const { body } = await app.request('GET', '/v3/operator/acts?action=confirmRepair', {
      as: 'operator:owner@posy.test',
    })
    expect(body.data[0]).toMatchObject({ subject: { kind: 'repair', id: asked.body.data.id }, reason })
    expect((await owner.call('')).body.data).toMatchObject({ kinds: [{ teams: [] }, {}, {}], open: [] })
    expect((await owner.call('', { kind: 'given-codes', reason })).body.code).toBe('wrong_state')
    expect(await findings()).toEqual([])
  })

  test('have the money that their expiry moved taken back to the penny, and charged again where it was credited; where it was spent since, all stays', async () => {
    const gift = await expiredCode('PAID-1')
    const spent = await expiredCode('PAID-2')
    const credited = await expiredCode('PAID-3')
    const before = await money()
    await paidOnExpiry(gift.id, demo.wallets.acmeMain, 50)
    const empty = demo.wallets.acmeSouth
    const { gifts } = await spendAll(spent.id, empty)
    // What was left of it was credited as it expired.
    await paidOnExpiry(credited.id, demo.wallets.acmeMain, 40)
    await asBefore(sql`update huggg set parts_pence = 260 where id = ${credited.id}`)
    await creditGifts(app.posy, [credited.id], 'expired')
    await ask('given-codes')
    expect((await confirm(await lastAsked())).output).toBe(
      `2 repaired; the admins of their teams are told.\n${spent.id}: the money has been spent since`,
    )
    const states = async () => Promise.all([gift, spent, credited].map(({ id }) => state(id)))
    expect([await states(), await money()]).toEqual([[9, 5, 9], before])
    await issueRecharges(app.posy, new Date(app.posy.clock.now().epochMilliseconds + 180_000))
    const papers = app.posy.db.selectFrom('document').select(['kind', 'total']).orderBy('issued_at', 'desc').limit(1)
    expect(await papers.execute()).toEqual([{ kind: 'supplementary-invoice', total: 40 }])
    await asBefore(sql`update huggg set parts_pence = 0 where id = ${credited.id}`)

    // Once the money is there again, it can be asked for again.
    expect((await app.request('POST', `/api/v2/hugggs/${gifts[0]!.id}/cancel`, { as })).status).toBe(200)
    await ask('given-codes')
    expect((await confirm(await lastAsked())).code).toBe(0)
    await app.settle()
    expect([await states(), await money()]).toEqual([[9, 9, 9], before])
    expect(await findings()).toEqual([])
  })
})

/** Three gifts on an invoice; one came back against the debt, although more was paid than is owed then, as in earlier releases. */
async function strand(bankLine: string) {
  const purchase = { type: 'bulkHugggs', reference: productId, deliveryMethod: 'links', quantity: 3 }
  const body = { purchase, payment: { method: 'invoice' } }
  const bought = await app.request('POST', '/api/v2/transactions?embed[]=hugggs', { as, body })
  const { id: transactionId, embedded } = bought.body.data
  const { id, files } = (await app.request('GET', `/api/v2/transactions/${transactionId}/receipt`, { as })).body.data
  await app.request('POST', `/api/v2/hugggs/${embedded.hugggs[0].id}/cancel`, { as })
  await app.settle()
  const transferId = await transact(app.posy, { actor: operatorActor }, async (work) => {
    const payment = { id: newId(), team_id: demo.teams.acme, currency: 'GBX', amount: 900 }
    const booked = await postTransfer(work.tx, {
      kind: 'invoice-payment',
      key: `invoice-payment/${bankLine}`,
      reference: { kind: 'invoice_payment', id: payment.id },
      currency: 'GBX',
      at: work.at,
      entries: [
        { account: { platform: 'bank-clearing' }, amountPence: -900 },
        { account: { team: demo.teams.acme, kind: 'receivable' }, amountPence: 900 },
      ],
    })
    const row = {
      ...payment,
      document_id: id,
      bank_line: bankLine,
      surplus: 0,
      transfer_id: booked,
      received_at: work.at,
    }
    await work.tx.insertInto('invoice_payment').values(row).execute()
    await settleInvoices(work, [transactionId])
    return booked
  })
  return {
    transactionId: transactionId as string,
    invoiceId: id as string,
    transferId,
    number: files[0].fileName.slice(0, 10),
  }
}
const money = async () => ({
  available: (await loadBalances(app.posy.db, [demo.wallets.acmeMain])).get(demo.wallets.acmeMain)!.available,
  owed: await receivablePence(app.posy.db, demo.teams.acme, 'GBX'),
})
const findings = () => reconcile(app.posy)

describe('money that stranded on a part-paid invoice', () => {
  test('goes to the wallet to the penny, once, and the books are in order; undoing the payment leaves the debt right', async () => {
    const before = await money()
    const { transactionId, invoiceId, transferId, number } = await strand('strand-1')
    expect(await findings()).toMatchObject([
      { check: 'invoice-paid', subject: transactionId, found: 'paid, -120 to pay' },
    ])
    const untouched = await counts()
    expect((await posy('repair')).code).toBe(1)
    expect(await counts()).toEqual(untouched)
    expect(await repairable(app.posy, 'stranded-money')).toMatchObject([
      { subjectId: transactionId, pence: 120, why: null },
    ])

    expect((await ask('stranded-money')).code).toBe(1)
    const id = await lastAsked()
    expect((await confirm(id, FINANCE)).output).toContain('Another operator must confirm this')
    const owner = app.posy.db.selectFrom('operator').select('id').where('email', '=', OWNER)
    const actor = { kind: 'operator' as const, id: (await owner.executeTakeFirstOrThrow()).id }
    const confirmed = () => confirmRepair(app.posy, { id, operator: OWNER, reason: 'Checked' }, actor)
    const once = { done: 1, refused: [] }
    expect(await Promise.all([confirmed(), confirmed()])).toEqual([once, once])
    expect((await confirm(id)).code).toBe(0)
    await app.settle()
    expect(await money()).toEqual({ available: before.available + 120, owed: before.owed })
    expect(await findings()).toEqual([])
    expect(await mailsTo(/^£1\.20 is back in your wallet$/)).toHaveLength(1)
    const path = `/v3/teams/${demo.teams.acme}/account-statement?currency=GBX`
    expect(JSON.stringify((await app.request('GET', path, { as })).body)).toContain(`than was owed on ${number}`)

    await transact(app.posy, { actor: operatorActor }, (work) => invoiceMatcher.undo(work, transferId))
    // 1170 was invoiced and 390 came back, of which 120 are in the wallet beside what is owed.
    const { outstanding, status } = (await app.request('GET', `/v3/invoices/${invoiceId}`, { as })).body.data
    expect([outstanding, status]).toEqual([900, 'unpaid'])
    expect(await findings()).toEqual([])
  })

  test('is listed and asked for on the console, and is not moved, with the reason given, where it is right already', async () => {
    const { transferId } = await strand('strand-2')
    await strand('strand-3')
    const call = (path: string, body: object, by = FINANCE) =>
      app.request('POST', `/v3/operator/repairs${path}`, { as: `operator:${by}`, body: { reason: 'Checked', ...body } })
    const listed = async () =>
      (await app.request('GET', '/v3/operator/repairs', { as: `operator:${FINANCE}` })).body.data
    const wish = { kind: 'stranded-money' }
    expect((await call('', wish, 'support@posy.test')).status).toBe(403)
    expect((await call('', { kind: 'given-codes' })).body.code).toBe('wrong_state')
    const untouched = await money()
    expect((await listed()).kinds[1]).toMatchObject({
      ...wish,
      teams: [{ team: { id: demo.teams.acme, name: 'Acme' }, count: 2, pence: 240, stays: [] }],
    })
    const { id: first, steps: asked } = (await call('', wish)).body.data
    expect(asked).toBe(2)
    expect((await listed()).open).toMatchObject([
      { id: first, askedBy: FINANCE, confirmedBy: null, steps: 2, pence: 240 },
    ])
    expect(await money()).toEqual(untouched)
    expect((await call(`/${first}/confirm`, {})).status).toBe(403)
    await transact(app.posy, { actor: operatorActor }, (work) => invoiceMatcher.undo(work, transferId))
    const before = await money()
    expect((await confirm(first)).output).toMatch(/^1 repaired.*\n\S+: it is right already$/)
    expect(await money()).toMatchObject({ available: before.available + 120 })
    const steps = app.posy.db.selectFrom('repair_step').select(['state', 'why']).where('repair_id', '=', first)
    expect(await steps.orderBy('state').execute()).toEqual([
      { state: 'done', why: null },
      { state: 'refused', why: 'it is right already' },
    ])
    expect(await findings()).toEqual([])
  })
})

describe('at the command line', () => {
  test('a repair is requested and confirmed by operators who show who they are, and wrong options are named before anything happens', async () => {
    await strand('strand-4')
    const before = await counts()
    const kind = 'stranded-money'
    await expect(ask('everything')).rejects.toThrow(
      new SetupError('--kind: must be one of given-codes, stranded-money, choice-remainders'),
    )
    await expect(posy('repair ask', [], { kind, operator: FINANCE })).rejects.toThrow('--reason TEXT')
    await expect(posy('repair ask', [], { kind, operator: ' ', reason: 'Checked' })).rejects.toThrow('--operator EMAIL')
    await expect(posy('repair ask', [], { kind, ...signedBy(app, FINANCE), code: '000000' })).rejects.toThrow('--code')
    expect(await ask(kind, 'support@posy.test')).toMatchObject({ code: 1 })
    const named = await posy('repair ask', [], { kind, operator: FINANCE, reason: 'Checked' })
    expect(named.output).toMatch(/shows who they are[\s\S]*No money has moved/)
    expect(await counts()).toEqual(before)

    const asked = await ask(kind)
    const id = await lastAsked()
    expect(asked.output).toContain(`posy repair confirm ${id} --operator EMAIL`)
    await expect(confirm('last')).rejects.toThrow('which repair?')
    await expect(posy('repair confirm', [], signedBy(app, OWNER))).rejects.toThrow('which repair?')
    expect((await confirm(newId())).code).toBe(1)
    expect((await posy('repair confirm', [id], { operator: OWNER, reason: 'Checked' })).output).toContain('shows who')
    expect((await posy('repair')).output).toMatch(/stranded-money: .*: 1\n.* 1, 120 pence/)
    expect((await confirm(id)).code).toBe(0)
    expect(await findings()).toEqual([])
  })
})

/** A choice of £10 by which a coffee of £3.60 was chosen, as earlier releases kept it. */
async function chosenEarlier() {
  const { gifts } = await buyGifts(app.posy, { productId: demo.products.choiceOfGift10 })
  const gift = gifts[0]!
  await transact(app.posy, { actor: recipientActor }, (work) => openGift(work, gift.shortcode))
  await sql`update huggg set chosen_product_id = ${productId}, chosen_at = now(), chosen_price_pence = 360, chosen_vat_pence = 0, chosen_gives_change = false
    where id = ${gift.id}`.execute(app.posy.db)
  return gift
}
const key = ({ shortcode }: { shortcode: string }) => ({ kind: 'shortcode' as const, value: shortcode })
const redeem = (gift: { shortcode: string }) =>
  transact(app.posy, { actor: tillPrincipal.actor }, (work) =>
    redeemHuggg(work, tillPrincipal, { key: key(gift), storeId: demo.stores.daisyCoffeeLeeds }),
  )

describe('what choices of earlier releases left over', () => {
  test('goes back only if the operator asks for it: of gifts that wait and of those that were used, once no till can undo it, with a credit note', async () => {
    const [alive, used, late] = [await chosenEarlier(), await chosenEarlier(), await chosenEarlier()]
    await redeem(used)
    app.wall.advanceSeconds(1)
    const drawn = await asOperator(app, FINANCE, (work) =>
      drawStatement(work, {
        brandId: demo.brands.daisyCoffee,
        currency: 'GBX',
        until: work.at,
        operator: FINANCE,
        reason: 'Checked',
      }),
    )
    expect(drawn).not.toBeNull()
    await redeem(late)
    const listed = await posy('repair')
    expect(listed).toMatchObject({
      code: 0,
      output: expect.stringContaining(
        'choice-remainders: what choices of earlier releases left over, given back only if you wish: 3',
      ),
    })
    expect(listed.output).toMatch(/: 2, 1280 pence\n/)
    expect(listed.output).toContain(`${late.id} stays as it is: its redemption may still be undone`)
    const before = await money()
    const breakage = await platformBalance(app.posy.db, 'breakage', 'GBX')
    await ask('choice-remainders')
    const id = await lastAsked()
    expect(await money()).toEqual(before)
    expect((await confirm(id)).output).toBe('2 repaired; the admins of their teams are told.')
    expect((await confirm(id)).code).toBe(0)
    expect(await money()).toEqual({ ...before, available: before.available + 1280 })
    expect(await platformBalance(app.posy.db, 'breakage', 'GBX')).toBe(breakage - 640)
    await app.settle()
    expect(await mailsTo(/^£12\.80 /)).toHaveLength(1)
    expect(await findings()).toEqual([])

    // What waited is worth what was chosen from now on; what was used stays used.
    await redeem(alive)
    expect(await money()).toEqual({ ...before, available: before.available + 1280 })
    await transact(app.posy, { actor: tillPrincipal.actor }, (work) =>
      undoRedemption(work, tillPrincipal, { key: key(alive), redemptionId: 'latest' }),
    )
    expect(await findings()).toEqual([])
    await app.advance('P2D')
    const credits = app.posy.db
      .selectFrom('gift_change')
      .select('document_id')
      .where('huggg_id', 'in', [alive.id, used.id])
    for (const { document_id } of await credits.execute()) expect(document_id).not.toBeNull()
    expect(await findings()).toEqual([])
  })
})
