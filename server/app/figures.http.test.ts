import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { VatSummary } from '#contract/orders/invoices.ts'
import type { SpendingReport, TeamSpending } from '#contract/reports/reports.ts'
import { londonDate, Temporal, toInstant } from '#kit/time.ts'
import { demo } from '#server/app/demo/ids.ts'
import { reconcile } from '#server/app/reconcile.ts'
import { askForReversal, reverseExpiry } from '#server/domains/hugggs/expiry/index.ts'
import { loadStatement, receivablePence } from '#server/domains/ledger/index.ts'
import { issueRecharges } from '#server/domains/purchases/documents/charge-again.ts'
import { takeBackAndCharge } from '#server/domains/purchases/documents/index.ts'
import { payInvoice } from '#server/domains/purchases/invoices/index.ts'
import { invoiceMatcher } from '#server/domains/purchases/invoices/invoice-matcher.ts'
import { transact } from '#server/platform/posy.ts'
import { operatorActor } from '#server/platform/principal.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { addActiveParticipants } from '#server/testing/budgets.ts'
import { chargeCard } from '#server/testing/cards.ts'
import { buyGifts } from '#server/testing/hugggs.ts'
import { FINANCE, OWNER } from '#server/testing/operators.ts'

const as = 'admin@acme.test'
const { products, stores, teams, wallets } = demo
let app: TestApp
let lines = 0
beforeAll(async () => {
  app = await startTestApp()
  await app.posy.db
    .updateTable('product')
    .set({ gives_change: true })
    .where('id', '=', products.choiceOfGift10)
    .execute()
})
afterAll(() => app.close())

const goods = ['daisyFlatWhite', 'daisyGiftCard10', 'choiceOfGift10'] as const
const payments = ['wallet', 'charge', 'invoice', 'invoice', 'participant', 'participant'] as const
const touches = ['cancel', 'redeem', 'part', 'undo', 'choose', 'choose'] as const
type Happening =
  | { what: 'buy'; payment: (typeof payments)[number]; product: (typeof goods)[number]; quantity: number }
  | { what: (typeof touches)[number] | 'pay' | 'unpay'; which: number }
  | { what: 'wait'; days: number }
  | { what: 'stop' }
  | { what: 'expire' }
  | { what: 'take-back' }
const which = fc.nat(100)
const happening: fc.Arbitrary<Happening> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      what: fc.constant('buy' as const),
      payment: fc.constantFrom(...payments),
      product: fc.constantFrom(...goods),
      quantity: fc.integer({ min: 1, max: 3 }),
    }),
  },
  { weight: 9, arbitrary: fc.record({ what: fc.constantFrom(...touches), which }) },
  {
    weight: 4,
    arbitrary: fc.record({ what: fc.constantFrom('pay' as const, 'pay' as const, 'unpay' as const), which }),
  },
  { weight: 3, arbitrary: fc.record({ what: fc.constant('wait' as const), days: fc.constantFrom(1, 9, 33) }) },
  { weight: 1, arbitrary: fc.constant({ what: 'stop' as const }) },
  { weight: 1, arbitrary: fc.constant({ what: 'expire' as const }) },
  { weight: 2, arbitrary: fc.constant({ what: 'take-back' as const }) },
)

interface World {
  budget: string
  people: { team: string; wallet: string; user: string }[]
  since: Date
}
const call = (method: string, path: string, body: unknown = {}, who = as) =>
  app.request(method, path, { as: who, ...(method === 'GET' ? {} : { body }) })
const now = () => londonDate(app.posy.clock.now())

/** A live budget of two, whose unspent money stays or starts again with each run. */
async function build(unspent: 'rollover' | 'reset'): Promise<World> {
  const since = new Date(app.posy.clock.now().epochMilliseconds)
  const made = await call('POST', '/v3/automated-budgets', {
    name: 'Fund',
    budgetAmount: 4_000,
    frequency: 'month',
    unspentParticipantBalanceAction: unspent,
  })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  const budget = made.body.data.id
  await addActiveParticipants(app.posy.db, budget, 2)
  await call('POST', `/v3/automated-budgets/${budget}/start`)
  await app.settle()
  const { rows } = await sql<World['people'][0]>`
    select wallet_id as wallet, participant_team_id as team, user_id as user from automated_budget_participant
    where budget_id = ${budget} order by id`.execute(app.posy.db)
  return { budget, people: rows, since }
}

async function buy({ people }: World, { payment, product, quantity }: Happening & { what: 'buy' }): Promise<void> {
  if (payment === 'participant') {
    const { team: teamId, wallet: walletId, user: userId } = people[quantity % people.length]!
    await buyGifts(app.posy, { teamId, walletId, userId, productId: products[product], quantity }).catch(() => {})
    return
  }
  const reference =
    payment === 'charge' ? (await chargeCard(app, { as, amount: 10_000 })).body.data.id : wallets.acmeMain
  const methods = { wallet: 'walletCommitment', charge: 'charge', invoice: 'invoice' }
  const bought = await call('POST', '/api/v2/transactions', {
    purchase: { type: 'bulkHugggs', reference: products[product], quantity, deliveryMethod: 'links' },
    payment: { method: methods[payment], reference },
  })
  if (bought.status === 201) await call('GET', `/api/v2/transactions/${bought.body.data.id}/receipt`)
}

async function touch({ since }: World, what: (typeof touches)[number], at: number): Promise<void> {
  const gifts = await app.posy.db
    .selectFrom('huggg')
    .select(['id', 'shortcode'])
    .where('created_at', '>=', since)
    .orderBy('id')
    .execute()
  const gift = gifts[at % gifts.length]
  if (!gift) return
  const path = `/api/v2/hugggs/${gift.id}`
  const place = { location_id: stores.daisyCoffeeLeeds, ...(what === 'part' ? { amount: 350 } : {}) }
  if (what === 'cancel') await call('POST', `${path}/cancel`)
  if (what === 'redeem' || what === 'part')
    await call('POST', `/api/v2/hugggs/${gift.shortcode}/redemptions`, place, 'client:demo-till')
  if (what === 'undo') await call('PATCH', `${path}/redemptions/latest`, { redeemed: false }, 'client:demo-till')
  if (what === 'choose') {
    await call('POST', `/public/gifts/${gift.shortcode}/open`)
    await call('POST', `/public/gifts/${gift.shortcode}/choose`, { productId: products.daisyFlatWhite })
  }
}

/** Part of what an invoice asks for, or all and too much; what is refused did not happen. */
async function pay(what: 'pay' | 'unpay', at: number): Promise<void> {
  const { db } = app.posy
  const invoices = await db
    .selectFrom('document')
    .select('number')
    .where('kind', '=', 'invoice')
    .where('team_id', '=', teams.acme)
    .where('transaction_id', 'is not', null)
    .orderBy('number', 'desc')
    .limit(3)
    .execute()
  const paid = await db
    .selectFrom('invoice_payment')
    .select('transfer_id')
    .where('reversed_at', 'is', null)
    .orderBy('received_at', 'desc')
    .limit(3)
    .execute()
  const number = invoices[at % invoices.length]?.number
  const transferId = paid[at % paid.length]?.transfer_id
  const bankLine = `figures-${++lines}`
  const act = transact(app.posy, { actor: operatorActor }, async (work) => {
    if (what === 'pay' && number) await payInvoice(work, { number, amountPence: 150 + at * 12, bankLine })
    if (what === 'unpay' && transferId) await invoiceMatcher.undo(work, transferId)
  })
  await act.catch(() => {})
}

/** The expiry job was wrong: two operators take back what it ended last; what was credited is charged again. */
async function takeBack({ since }: World): Promise<void> {
  const { db } = app.posy
  const batch = db.selectFrom('expiry_batch').select('id').where('at', '>=', since).orderBy('at', 'desc').limit(1)
  const batchId = (await batch.executeTakeFirst())?.id
  if (!batchId) return
  for (const operator of [FINANCE, OWNER]) {
    const { id } = await db.selectFrom('operator').select('id').where('email', '=', operator).executeTakeFirstOrThrow()
    await askForReversal(app.posy, { batchId, operator, reason: 'Too early' }, { kind: 'operator', id })
  }
  await reverseExpiry(app.posy, batchId, takeBackAndCharge)
  await issueRecharges(app.posy, new Date(app.posy.clock.now().epochMilliseconds + 180_000))
}

async function happen(world: World, each: Happening): Promise<void> {
  if (each.what === 'wait') return app.advance(`P${each.days}D`)
  if (each.what === 'expire') return app.advance('P366D')
  if (each.what === 'take-back') return takeBack(world)
  if (each.what === 'stop') await call('POST', `/v3/automated-budgets/${world.budget}/stop`)
  else if (each.what === 'buy') await buy(world, each)
  else if (each.what === 'pay' || each.what === 'unpay') await pay(each.what, each.which)
  else await touch(world, each.what, each.which)
  await app.settle()
}

const family = sql`(select id from team where id = ${teams.acme} or parent_team_id = ${teams.acme})`

/** What the ledger took as VAT in a month for this team's gifts and plans. */
async function ledgerVat(month: string): Promise<number> {
  const { rows } = await sql<{ pence: number }>`
    select coalesce(sum(entry.amount), 0)::bigint as pence
    from ledger_entry as entry
    join ledger_account as account on account.id = entry.account_id and account.kind = 'vat'
    join ledger_transfer as transfer on transfer.id = entry.transfer_id
    where to_char(london_day(transfer.occurred_at), 'YYYY-MM') = ${month} and transfer.currency = 'GBX' and transfer.reference_id in (
      select id::text from transaction where team_id in ${family} union select id::text from huggg where team_id in ${family}
      union select id::text from plan_invoice where team_id in ${family} union select id::text from plan_credit where team_id in ${family})`.execute(
    app.posy.db,
  )
  return rows[0]!.pence
}

/** The rows of all statements of a month, as a customer adds them up. */
async function statementSums(month: Temporal.PlainYearMonth) {
  const { rows } = await sql<{
    id: string
  }>`select id from wallet where team_id in ${family} and currency = 'GBX'`.execute(app.posy.db)
  const start = (at: Temporal.PlainYearMonth) =>
    new Date(at.toPlainDate({ day: 1 }).toZonedDateTime('Europe/London').epochMilliseconds)
  const range = { from: start(month), to: start(month.add({ months: 1 })), limit: 5_000 }
  const sums = { vat: 0, bought: { face: 0, fees: 0, vat: 0 } }
  for (const { id: walletId } of rows)
    for (const { kind, effect, charged } of (await loadStatement(app.posy.db, { walletId, ...range })).lines) {
      sums.vat += charged.vat
      // By invoice nothing leaves the wallet: what is in gifts, fees and VAT is what was bought.
      if (kind !== 'purchase') continue
      sums.bought.face += effect.committed
      sums.bought.fees += charged.fees
      sums.bought.vat += charged.vat
    }
  return sums
}

async function owedByInvoices(): Promise<number> {
  const invoices: { outstanding: number; status: string; currency: string }[] = []
  for (let page = 1, total = 1; page <= total; page++) {
    const { body } = await call('GET', `/api/v2/teams/${teams.acme}/invoices?per_page=100&page=${page}`)
    invoices.push(...body.data)
    total = body.last_page
  }
  for (const { status, outstanding } of invoices) expect(status === 'paid').toBe(outstanding === 0)
  return invoices.reduce((sum, { outstanding, currency }) => sum + (currency === 'GBX' ? outstanding : 0), 0)
}

const everything: Happening[] = [
  { what: 'buy', payment: 'invoice', product: 'daisyFlatWhite', quantity: 3 },
  { what: 'pay', which: 60 },
  { what: 'cancel', which: 0 },
  { what: 'buy', payment: 'participant', product: 'choiceOfGift10', quantity: 2 },
  { what: 'choose', which: 3 },
  { what: 'redeem', which: 3 },
  { what: 'buy', payment: 'invoice', product: 'daisyGiftCard10', quantity: 1 },
  { what: 'part', which: 5 },
  { what: 'buy', payment: 'wallet', product: 'choiceOfGift10', quantity: 2 },
  { what: 'choose', which: 6 },
  { what: 'choose', which: 7 },
  { what: 'redeem', which: 6 },
  { what: 'wait', days: 33 },
  { what: 'cancel', which: 7 },
  { what: 'cancel', which: 1 },
  { what: 'unpay', which: 0 },
  { what: 'undo', which: 3 },
  { what: 'expire' },
  { what: 'take-back' },
  { what: 'cancel', which: 2 },
]

test('whatever a team with budgets does, each month’s VAT equals the ledger’s, what it owes equals its invoices, and “Spent in” and the spending report equal its statement rows', async () => {
  const first = now().toPlainYearMonth()
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('rollover' as const, 'reset' as const),
      fc.array(happening, { minLength: 12, maxLength: 22 }),
      async (unspent, history) => {
        const world = await build(unspent)
        for (const each of history) await happen(world, each)
        await call('POST', `/v3/automated-budgets/${world.budget}/stop`)
        await app.settle()
        await app.advance('P33D')
        const today = now().toPlainYearMonth()
        const start = londonDate(toInstant(world.since)).toPlainYearMonth()
        for (let month = start; Temporal.PlainYearMonth.compare(month, today) < 0; month = month.add({ months: 1 })) {
          const until = month.toPlainDate({ day: month.daysInMonth }).toString()
          const asked = await call('GET', `/v3/teams/${teams.acme}/vat-summary?from=${month}-01&until=${until}`)
          const { vat, notYetInvoiced }: VatSummary = asked.body.data
          const spent = await call('GET', `/v3/teams/${teams.acme}/spending?month=${month}`)
          const { bought, backInMonth, backSince }: TeamSpending = spent.body.data
          const report = await call('GET', `/v3/teams/${teams.acme}/spending-report?from=${month}-01&until=${until}`)
          const { total }: SpendingReport = report.body.data
          const [ledger, rows] = [await ledgerVat(month.toString()), await statementSums(month)]
          expect([month.toString(), vat + notYetInvoiced.vat, rows.vat, bought]).toEqual([
            month.toString(),
            ledger,
            ledger,
            rows.bought.face + rows.bought.fees + rows.bought.vat,
          ])
          const ofStatements = { ...rows.bought, bought, returned: backInMonth + backSince }
          expect([month.toString(), total]).toMatchObject([month.toString(), ofStatements])
          expect([month.toString(), notYetInvoiced.vat]).toEqual([month.toString(), 0])
        }
        expect(await owedByInvoices()).toBe(await receivablePence(app.posy.db, teams.acme, 'GBX'))
        expect(await reconcile(app.posy)).toEqual([])
      },
    ),
    { numRuns: 4, endOnFailure: true, examples: [['reset', everything]] },
  )
  expect(Temporal.PlainYearMonth.compare(now().toPlainYearMonth(), first)).toBe(1)
  // The histories went where the money moves, or they prove nothing.
  const { rows } = await sql<{ kind: string; accounts: string }>`
    select transfer.kind::text as kind, string_agg(distinct account.kind::text, ' ' order by account.kind::text) as accounts
    from ledger_transfer as transfer join ledger_entry as entry on entry.transfer_id = transfer.id
    join ledger_account as account on account.id = entry.account_id group by transfer.id, transfer.kind`.execute(
    app.posy.db,
  )
  const reached = new Set(rows.map(({ kind }) => kind))
  for (const kind of [
    'purchase',
    'cancellation',
    'expiry',
    'redemption',
    'redemption-undo',
    'invoice-payment',
    'budget-run',
  ])
    expect(reached).toContain(kind)
  const again = app.posy.db.selectFrom('recharged_gift').select('document_id')
  expect((await again.execute()).filter(({ document_id }) => document_id !== null)).not.toEqual([])
  // Choices are multi-purpose, so what they leave over carries no VAT that would need a paper.
  const left = rows.filter(({ kind }) => kind === 'change')
  expect(left.length).toBeGreaterThan(0)
  expect(left.filter(({ accounts }) => /vat/.test(accounts))).toEqual([])
  const spv = app.posy.db.updateTable('product').set({ vat_voucher_type: 'SPV' }).where('kind', '=', 'choice')
  await expect(spv.execute()).rejects.toThrow(/check constraint/)
  expect(rows.some(({ kind, accounts }) => kind === 'cancellation' && /available.*receivable/.test(accounts))).toBe(
    true,
  )
})
