import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { reconcile, reconcileIn } from '#server/app/reconcile.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { addActiveParticipants } from '#server/testing/budgets.ts'
import { buyGifts } from '#server/testing/hugggs.ts'

const as = 'admin@acme.test'
const till = 'client:demo-till'
const root = '/v3/automated-budgets'
const { products, stores, plans } = demo
let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
  await app.posy.db
    .updateTable('product')
    .set({ gives_change: true })
    .where('id', '=', products.choiceOfGift10)
    .execute()
})
afterAll(() => app.close())

const touches = ['cancel', 'redeem', 'part', 'undo', 'choose'] as const
type Touch = (typeof touches)[number]

type Happening =
  | { what: 'buy'; who: number; product: keyof typeof products; quantity: number }
  | { what: Touch; which: number }
  | { what: 'wait'; hours: number }
  | { what: 'leave'; who: number }
  | { what: 'stop' }

const happening: fc.Arbitrary<Happening> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      what: fc.constant('buy' as const),
      who: fc.nat(2),
      product: fc.constantFrom('daisyFlatWhite' as const, 'daisyGiftCard10' as const, 'choiceOfGift10' as const),
      quantity: fc.integer({ min: 1, max: 3 }),
    }),
  },
  {
    weight: 9,
    arbitrary: fc.record({
      what: fc.constantFrom(...touches),
      which: fc.nat(100),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ what: fc.constant('wait' as const), hours: fc.constantFrom(1, 30, 24 * 9, 24 * 40) }),
  },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('leave' as const), who: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.constant({ what: 'stop' as const }) },
)

interface World {
  budget: string
  people: { participant: string; wallet: string; team: string; user: string }[]
}

const call = (method: string, path: string, body: unknown = {}, who = as) =>
  app.request(method, path, { as: who, ...(method === 'GET' ? {} : { body }) })

/** A live budget of three, one of whom is on a plan that keeps what expires. */
async function build(): Promise<World> {
  const { db } = app.posy
  const { body } = await call('POST', root, {
    name: 'Fund',
    budgetAmount: 6_000,
    frequency: 'month',
    unspentParticipantBalanceAction: 'rollover',
  })
  const budget = body.data.id
  await addActiveParticipants(db, budget, 3)
  await call('POST', `${root}/${budget}/start`)
  await app.settle()
  const { rows } = await sql<World['people'][0]>`
    select id as participant, wallet_id as wallet, participant_team_id as team, user_id as user from automated_budget_participant
    where budget_id = ${budget} order by id`.execute(db)
  await db.updateTable('team').set({ plan_id: plans.plus }).where('id', '=', rows[0]!.team).execute()
  return { budget, people: rows }
}

/** Whatever is refused (no money, wrong state) did not happen. */
async function happen({ budget, people }: World, each: Happening): Promise<void> {
  if (each.what === 'wait') return app.advance(`PT${each.hours}H`)
  if (each.what === 'stop') await call('POST', `${root}/${budget}/stop`)
  if (each.what === 'leave')
    await call('DELETE', `${root}/${budget}/participants`, { participantIds: [people[each.who]!.participant] })
  if (each.what === 'buy') {
    const { team, wallet, user } = people[each.who]!
    const owner = { teamId: team, walletId: wallet, userId: user }
    await buyGifts(app.posy, { ...owner, productId: products[each.product], quantity: each.quantity }).catch(() => {})
  }
  if ('which' in each) await touch(budget, each.what, each.which)
  await app.settle()
}

async function touch(budget: string, what: Touch, which: number): Promise<void> {
  const gifts = await app.posy.db
    .selectFrom('huggg')
    .innerJoin('wallet', 'wallet.id', 'huggg.wallet_id')
    .select(['huggg.id', 'shortcode'])
    .where('automation_id', '=', budget)
    .orderBy('huggg.id')
    .execute()
  const gift = gifts[which % gifts.length]
  if (!gift) return
  if (what === 'cancel') await call('POST', `/api/v2/hugggs/${gift.id}/cancel`)
  const amount = what === 'part' ? { amount: 350 } : {}
  if (what === 'redeem' || what === 'part')
    await call(
      'POST',
      `/api/v2/hugggs/${gift.shortcode}/redemptions`,
      { location_id: stores.daisyCoffeeLeeds, ...amount },
      till,
    )
  if (what === 'undo') await call('PATCH', `/api/v2/hugggs/${gift.id}/redemptions/latest`, { redeemed: false }, till)
  if (what === 'choose') {
    await app.request('POST', `/public/gifts/${gift.shortcode}/open`, { body: {} })
    await app.request('POST', `/public/gifts/${gift.shortcode}/choose`, {
      body: { productId: products.daisyFlatWhite },
    })
  }
}

const querySum = async (query: ReturnType<typeof sql<{ pence: number }>>) =>
  Number((await query.execute(app.posy.db)).rows[0]!.pence ?? 0)

/** What participants were charged in all: by the papers, by the ledger, and by what happened to each gift. */
const threeWays = ({ budget }: World) =>
  Promise.all([
    querySum(sql`
      select sum(case kind when 'period-invoice' then total when 'period-credit-note' then -total end) as pence
      from document join automated_budget_invoice as invoice on invoice.id = budget_invoice_id where invoice.budget_id = ${budget}`),
    querySum(sql`
      select -sum(entry.amount) as pence
      from ledger_entry as entry
      join ledger_account as account on account.id = entry.account_id and account.kind = 'available'
      join ledger_transfer as transfer on transfer.id = entry.transfer_id
      where transfer.reference_id in (
        select gift.id::text from huggg as gift join wallet on wallet.id = gift.wallet_id where wallet.automation_id = ${budget}
        union select transaction.id::text from transaction join wallet on wallet.id = transaction.wallet_id where wallet.automation_id = ${budget}
      )`),
    querySum(sql`
      select sum(face_pence - change_pence + fee_pence + fee_vat_pence - refunded_pence) as pence
      from huggg join wallet on wallet.id = huggg.wallet_id where wallet.automation_id = ${budget}`),
  ])

/** Change given and taken back in another month, a cancelled and an expired gift, one of them started: random histories rarely have all. */
const everything: Happening[] = [
  { what: 'buy', who: 1, product: 'choiceOfGift10', quantity: 2 },
  { what: 'choose', which: 0 },
  { what: 'redeem', which: 0 },
  { what: 'cancel', which: 1 },
  { what: 'wait', hours: 24 * 9 },
  { what: 'wait', hours: 24 * 9 },
  { what: 'wait', hours: 24 * 9 },
  { what: 'wait', hours: 24 * 4 },
  { what: 'undo', which: 0 },
  { what: 'buy', who: 2, product: 'choiceOfGift10', quantity: 1 },
  { what: 'buy', who: 2, product: 'daisyGiftCard10', quantity: 1 },
  { what: 'part', which: 3 },
  { what: 'choose', which: 2 },
  { what: 'redeem', which: 2 },
  { what: 'wait', hours: 24 * 40 },
]

test('whatever people do with a budget, its invoices less its credit notes are what they were charged', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(happening, { minLength: 10, maxLength: 30 }), async (history) => {
      const world = await build()
      for (const each of history) await happen(world, each)
      await call('POST', `${root}/${world.budget}/stop`)
      await app.settle()
      // The gifts last 30 days; the month in which the last of them expires is over, too.
      await app.advance('P3M')
      const [papers, ledger, gifts] = await threeWays(world)
      expect([papers, ledger]).toEqual([gifts, gifts])
      expect(await reconcile(app.posy)).toEqual([])
    }),
    { numRuns: 12, endOnFailure: true, examples: [[everything]] },
  )
  // The histories went where the money moves, or they prove nothing.
  const { rows } = await sql<{ kind: string }>`
    select distinct transfer.kind::text as kind from automated_budget_billed join ledger_transfer as transfer on transfer.id = transfer_id`.execute(
    app.posy.db,
  )
  const reached = ['purchase', 'cancellation', 'expiry', 'change']
  expect(rows.map(({ kind }) => kind)).toEqual(expect.arrayContaining(reached))
})

test('a month that cannot be invoiced takes no number, delays no other budget, and is tried again', async () => {
  const { db } = app.posy
  const [broken, sound] = [await build(), await build()]
  for (const world of [broken, sound])
    await happen(world, { what: 'buy', who: 1, product: 'daisyFlatWhite', quantity: 1 })
  const fee = (pence: number) => sql`
    update transaction set fee_pence = fee_pence + ${pence} where wallet_id = ${broken.people[1]!.wallet}`
  const invoices = async ({ budget }: World) =>
    (
      await db
        .selectFrom('document')
        .innerJoin('automated_budget_invoice as invoice', 'invoice.id', 'document.budget_invoice_id')
        .select('number')
        .where('invoice.budget_id', '=', budget)
        .where('kind', '=', 'period-invoice')
        .execute()
    ).map(({ number }) => Number(number.slice(4)))
  const last = async () =>
    (await db.selectFrom('document_series').select('last').where('series', '=', 'period-invoice').executeTakeFirst())
      ?.last ?? 0
  const before = await last()
  await fee(1).execute(db)
  await app.advance('P1M')
  expect([await invoices(broken), await invoices(sound), await last()]).toEqual([[], [before + 1], before + 1])
  await fee(-1).execute(db)
  await app.advance('PT2H')
  expect(await invoices(broken)).toEqual([before + 2])
  expect(await reconcile(app.posy)).toEqual([])
})

class RollBack extends Error {}

test.each([
  [
    'a purchase that no invoice holds',
    'budget-billed',
    sql`delete from automated_budget_billed where transfer_id = (select min(transfer_id::text)::uuid from automated_budget_billed)`,
  ],
  [
    'a transfer on the invoice of another budget',
    'budget-billed',
    sql`
    update automated_budget_billed set invoice_id = (select id from automated_budget_invoice where budget_id <> (
      select budget_id from automated_budget_invoice where id = automated_budget_billed.invoice_id) limit 1)`,
  ],
  [
    'an invoice of another amount',
    'budget-invoice',
    sql`update document set total = total + 1, net = net + 1 where kind = 'period-invoice'`,
  ],
  [
    'a credit note of other VAT',
    'budget-invoice',
    sql`update document set vat = vat + 1, net = net - 1 where kind = 'period-credit-note'`,
  ],
  [
    'a report that says otherwise',
    'budget-invoice',
    sql`update document set total = total + 1, net = net + 1 where kind = 'period-report'`,
  ],
  [
    'what came back and is on no credit note 14 days later',
    'budget-credit-due',
    sql`delete from automated_budget_billed using ledger_transfer as transfer where transfer.id = transfer_id and transfer.kind = 'cancellation'`,
  ],
  ['a month that is over without its report', 'budget-invoice', sql`delete from document where kind = 'period-report'`],
  ['an invoice that vanished', 'document-series', sql`delete from document where number = 'PIN-000001'`],
  [
    'a month invoiced twice',
    'budget-period',
    sql`update automated_budget_invoice set from_at = from_at - interval '1 hour'`,
  ],
])('reconcile finds in a budget’s invoices %s', async (_, check, corruption) => {
  let found: string[] = []
  const attempt = app.posy.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await corruption.execute(tx)
    found = (await reconcileIn(tx)).map((finding) => finding.check)
    throw new RollBack()
  })
  await expect(attempt).rejects.toThrow(RollBack)
  expect(found).toContain(check)
})
