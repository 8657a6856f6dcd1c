import fc from 'fast-check'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { receiveBankPayment } from '#server/domains/wallets/index.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { transact } from '#server/platform/posy.ts'
import { operatorActor } from '#server/platform/principal.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { loadShortcode } from '#server/testing/hugggs.ts'
import { type Finding, reconcile, reconcileIn } from './reconcile.ts'

const { wallets, products, stores } = demo
let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

type Step =
  | { kind: 'buy'; product: keyof typeof products; quantity: number; wallet: keyof typeof wallets }
  | { kind: 'open' | 'choose' | 'redeem' | 'undo' | 'cancel' | 'toggle'; pick: number }
  | { kind: 'cancelAll' | 'sendOne'; pick: number }
  | { kind: 'move'; amount: number }
  | { kind: 'settle' }
  | { kind: 'advance'; days: number }

const picking = <K extends string>(...kinds: K[]) =>
  fc.record({ kind: fc.constantFrom(...kinds), pick: fc.nat(10_000) })
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('buy' as const),
      product: fc.constantFrom('daisyFlatWhite' as const, 'daisyGiftCard10' as const, 'choiceOfGift10' as const),
      // Beyond 100 they are made by a job.
      quantity: fc.oneof(
        { weight: 8, arbitrary: fc.integer({ min: 1, max: 5 }) },
        { weight: 1, arbitrary: fc.constant(101) },
      ),
      wallet: fc.constantFrom('acmeMain' as const, 'acmeEvents' as const, 'acmeNorth' as const),
    }),
  },
  { weight: 9, arbitrary: picking('open', 'choose', 'redeem', 'undo', 'cancel', 'toggle') },
  { weight: 2, arbitrary: picking('cancelAll', 'sendOne') },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('move' as const), amount: fc.integer({ min: 1, max: 2_000 }) }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'settle' as const }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('advance' as const), days: fc.constantFrom(1, 90, 366) }) },
)

/** What a caller may be refused, but never a failure of ours. */
async function post(path: string, body: unknown, as = 'admin@acme.test'): Promise<void> {
  const { status, body: answer } = await app.request('POST', path, { as, body })
  if (status >= 500) throw new Error(`${path}: ${status} ${JSON.stringify(answer)}`)
}

async function gift(pick: number): Promise<{ id: string; shortcode: string; transaction_id: string }> {
  const gifts = await app.posy.db
    .selectFrom('huggg')
    .select(['id', 'shortcode', 'transaction_id'])
    .orderBy('id')
    .execute()
  return (
    gifts[pick % gifts.length] ?? {
      id: products.daisyFlatWhite,
      shortcode: 'nosuchgift',
      transaction_id: products.daisyFlatWhite,
    }
  )
}

async function take(each: Step): Promise<void> {
  app.wall.advanceSeconds(1)
  if (each.kind === 'settle') return app.settle()
  if (each.kind === 'advance') return app.advance(`P${each.days}D`)
  if (each.kind === 'move')
    return post(`/v3/wallets/${wallets.acmeMain}/transfers`, { toWalletId: wallets.acmeNorth, amount: each.amount })
  if (each.kind === 'buy') {
    const purchase = {
      type: 'huggg',
      reference: products[each.product],
      quantity: each.quantity,
      deliveryMethod: 'links',
    }
    return post('/api/v2/transactions', {
      purchase,
      payment: { method: 'walletCommitment', reference: wallets[each.wallet] },
    })
  }
  const { id, shortcode, transaction_id } = await gift(each.pick)
  const till = 'client:demo-till'
  if (each.kind === 'open') return post(`/public/gifts/${shortcode}/open`, {})
  if (each.kind === 'choose') {
    await post(`/public/gifts/${shortcode}/open`, {})
    await post(`/public/gifts/${shortcode}/choose`, { productId: products.daisyFlatWhite })
    return post(`/public/gifts/${shortcode}/claim`, {})
  }
  if (each.kind === 'redeem')
    return post(`/api/v2/hugggs/${shortcode}/redemptions`, { location_id: stores.daisyCoffeeLeeds }, till)
  if (each.kind === 'cancel') return post(`/api/v2/hugggs/${id}/cancel`, {})
  if (each.kind === 'toggle') return post(`/api/v2/huggg/${id}/toggleSent`, { is_preview: false })
  if (each.kind === 'cancelAll') return post(`/api/v2/transactions/${transaction_id}/hugggs/cancel`, {})
  if (each.kind === 'sendOne')
    return post(`/api/v2/transactions/${transaction_id}/hugggs/send`, {
      receivers: [{ email: `r${each.pick}@example.test` }],
    })
  await app.request('PATCH', `/api/v2/hugggs/${id}/redemptions/latest`, { as: till, body: { redeemed: false } })
}

test('a demo world that no one has touched reconciles', async () => {
  expect(await reconcile(app.posy)).toEqual([])
})

test('whatever people do with gifts and money, everything reconciles after every step', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 30 }), async (steps) => {
      for (const each of steps) {
        await take(each)
        expect(await reconcile(app.posy), JSON.stringify(each)).toEqual([])
      }
    }),
    { numRuns: 8, endOnFailure: true },
  )
})

test('the embedded database reconciles as well', async () => {
  const embedded = await startTestApp({ database: 'pglite' })
  try {
    const purchase = { type: 'huggg', reference: products.daisyFlatWhite, quantity: 3 }
    const payment = { method: 'walletCommitment', reference: wallets.acmeMain }
    const bought = await embedded.request('POST', '/api/v2/transactions', {
      as: 'admin@acme.test',
      body: { purchase, payment },
    })
    expect(bought.status).toBe(201)
    expect(await reconcile(embedded.posy)).toEqual([])
  } finally {
    await embedded.close()
  }
  // The first in a run that needs the embedded engine with the demo world makes it.
})

/** Whatever the histories before have spent. */
const fund = (bankLine: string, amountPence: number) =>
  transact(app.posy, { actor: operatorActor }, (work) =>
    receiveBankPayment(work, { bankLine, reference: 'HGDEMO0401', amountPence }),
  )

/** A history with something of every kind to corrupt: gifts alive, used, used again after an undo, cancelled, expired. */
async function liveKnownHistory(): Promise<void> {
  const ids = async () =>
    (await app.posy.db.selectFrom('huggg').select('id').where('status_id', '=', 1).orderBy('id').execute()).map(
      ({ id }) => id,
    )
  const buy = () => take({ kind: 'buy', product: 'daisyFlatWhite', quantity: 5, wallet: 'acmeMain' })
  const redeem = async (id: string | undefined) =>
    post(
      `/api/v2/hugggs/${await loadShortcode(app.posy.db, id!)}/redemptions`,
      { location_id: stores.daisyCoffeeLeeds },
      'client:demo-till',
    )
  await fund('known-history', 100_000)
  await buy()
  await take({ kind: 'advance', days: 366 })
  await buy()
  const [used, usedAgain, cancelled] = await ids()
  await redeem(used)
  await redeem(usedAgain)
  await app.request('PATCH', `/api/v2/hugggs/${usedAgain}/redemptions/latest`, {
    as: 'client:demo-till',
    body: { redeemed: false },
  })
  await redeem(usedAgain)
  await post(`/api/v2/hugggs/${cancelled}/cancel`, {})
  const { rows } = await sql<{ status_id: number }>`select distinct status_id from huggg`.execute(app.posy.db)
  expect(rows.map((row) => row.status_id)).toEqual(expect.arrayContaining([1, 4, 5, 6]))
}

class RollBack extends Error {}

/** What is found after a change that the database's own rules would refuse; afterwards it never happened. */
async function findingsAfter(corrupt: (tx: Tx) => Promise<unknown>): Promise<Finding[]> {
  let findings: Finding[] = []
  const attempt = app.posy.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await corrupt(tx)
    findings = await reconcileIn(tx)
    throw new RollBack()
  })
  await expect(attempt).rejects.toThrow(RollBack)
  return findings
}

/** Each changes one thing, without the database's triggers and foreign keys, and returns the id of what it concerns. */
const corruptions: Record<string, { corrupt: RawBuilder<{ subject: string }>; checks: string[] }> = {
  'an entry made larger': {
    corrupt: sql`update ledger_entry set amount = amount + 1 where (transfer_id, ordinal) in (
      select transfer_id, ordinal from ledger_entry order by transfer_number desc, ordinal limit 1) returning transfer_id as subject`,
    checks: ['unbalanced-transfer'],
  },
  'a balance raised beside the entries': {
    corrupt: sql`update ledger_account set balance = balance + 100 where wallet_id = ${wallets.globexMain} and kind = 'available' returning id as subject`,
    checks: ['balance-differs'],
  },
  'a bank receipt for more than was booked': {
    corrupt: sql`update bank_receipt set amount = amount + 1 where wallet_id = ${wallets.globexMain} returning id as subject`,
    checks: ['bank-receipt'],
  },
  'a bank receipt that vanished': {
    corrupt: sql`delete from bank_receipt where wallet_id = ${wallets.globexMain} returning transfer_id as subject`,
    checks: ['unexplained-transfer'],
  },
  'a gift marked redeemed without a redemption': {
    corrupt: sql`update huggg set status_id = 4 where id = (select id from huggg where status_id in (1, 2, 3) limit 1) returning id as subject`,
    checks: ['redeemed-once', 'gift-settled-once', 'gift-money', 'gift-history'],
  },
  'a redemption that vanished': {
    corrupt: sql`delete from redemption where id = (select id from redemption where undone_at is null limit 1) returning huggg_id as subject`,
    checks: ['redeemed-once'],
  },
  'a redemption of another amount': {
    corrupt: sql`update redemption set amount = amount + 500 where id = (select id from redemption where undone_at is null limit 1) returning id as subject`,
    checks: ['redemption-transfer'],
  },
  'a gift that vanished': {
    corrupt: sql`delete from huggg where id = (select id from huggg where status_id in (1, 2, 3) limit 1) returning transaction_id as subject`,
    checks: ['purchase-quantity'],
  },
  'a gift beyond what was paid for': {
    corrupt: sql`insert into huggg (id, transaction_id, team_id, ordinal, shortcode, redeem_code, sender_id, product_id, wallet_id, currency,
        face_pence, face_vat_pence, fee_pence, fee_vat_pence, expiry_date, created_at, updated_at, changed_by_kind)
      select gen_random_uuid(), transaction_id, team_id, 9999, 'forged99', 'FORGED', sender_id, product_id, wallet_id, currency,
        face_pence, face_vat_pence, fee_pence, fee_vat_pence, expiry_date, created_at, updated_at, 'system'
      from huggg where status_id in (1, 2, 3) limit 1 returning transaction_id as subject`,
    checks: ['purchase-quantity'],
  },
  'a gift made dearer': {
    corrupt: sql`update huggg set face_pence = face_pence + 5 where id = (select id from huggg where status_id in (1, 2, 3) limit 1) returning id as subject`,
    checks: ['gift-price'],
  },
  'a cancellation whose transfer vanished': {
    corrupt: sql`with gone as (delete from ledger_transfer where id = (select id from ledger_transfer where kind = 'cancellation' limit 1) returning id, reference_id),
      entries as (delete from ledger_entry where transfer_id in (select id from gone)) select reference_id as subject from gone`,
    checks: ['gift-settled-once', 'gift-money', 'gift-refunded'],
  },
  'a cancelled gift refunded twice': {
    corrupt: sql`with original as (select * from ledger_transfer where kind = 'cancellation' limit 1),
      forged as (insert into ledger_transfer (id, kind, key, reference_kind, reference_id, currency, occurred_at)
        select gen_random_uuid(), kind, key || ' again', reference_kind, reference_id, currency, occurred_at from original returning *),
      entries as (insert into ledger_entry (transfer_id, ordinal, transfer_number, account_id, currency, amount, balance_after)
        select forged.id, ordinal, forged.number, account_id, entry.currency, amount, balance_after
        from ledger_entry as entry join original on original.id = entry.transfer_id cross join forged)
      select reference_id as subject from original`,
    checks: ['gift-settled-once', 'gift-money', 'gift-refunded'],
  },
  'money moved to a wallet without a reason': {
    corrupt: sql`with forged as (insert into ledger_transfer (id, kind, key, reference_kind, reference_id, currency, occurred_at)
        values (gen_random_uuid(), 'wallet-transfer', 'forged', 'wallet_transfer', 'forged', 'GBX', now()) returning *),
      entries as (insert into ledger_entry (transfer_id, ordinal, transfer_number, account_id, currency, amount, balance_after)
        select forged.id, row_number() over (), forged.number, account.id, 'GBX', case when account.wallet_id = ${wallets.acmeMain} then -1 else 1 end, 0
        from forged cross join ledger_account as account where account.kind = 'available' and account.wallet_id in (${wallets.acmeMain}, ${wallets.globexMain}))
      select id as subject from forged`,
    checks: ['unexplained-transfer'],
  },
  'a purchase quoted at another price': {
    corrupt: sql`update transaction set fee_pence = fee_pence + 1 where id = (select id from transaction limit 1) returning id as subject`,
    checks: ['purchase-transfer'],
  },
  'an event torn out of a history': {
    corrupt: sql`delete from huggg_event where id = (select max(id) from huggg_event where from_id <> to_id) returning huggg_id as subject`,
    checks: ['gift-history'],
  },
  'a supplier owed for nothing': {
    corrupt: sql`update ledger_entry set account_id = (select id from ledger_account where kind = 'supplier-payable' and currency = 'GBX')
      where transfer_id = (select id from ledger_transfer where kind in ('breakage', 'expiry') limit 1)
        and account_id in (select id from ledger_account where platform) and ordinal = 2 returning 'GBX' as subject`,
    checks: ['supplier-payable'],
  },
  'a wallet moved to another currency': {
    corrupt: sql`update wallet set currency = 'EUX' where id = ${wallets.acmeSouth} returning id as subject`,
    checks: ['wallet-accounts'],
  },
  'committed money kept for a gift that was cancelled on paper': {
    corrupt: sql`update huggg set status_id = 6 where id = (select id from huggg where status_id in (1, 2, 3) limit 1) returning wallet_id as subject`,
    checks: ['wallet-committed'],
  },
}

describe('a corruption of the books', () => {
  beforeAll(liveKnownHistory)

  test.each(Object.entries(corruptions))('is found and named: %s', async (_, { corrupt, checks }) => {
    let subject = ''
    const findings = await findingsAfter(async (tx) => {
      const { rows } = await corrupt.execute(tx)
      expect(rows).toHaveLength(1)
      subject = rows[0]!.subject
    })
    for (const check of checks) {
      const subjects = findings.filter((finding) => finding.check === check).map((finding) => finding.subject)
      expect(subjects, check).toContain(subject)
    }
  })

  test('leaves nothing behind once it is undone', async () => {
    expect(await reconcile(app.posy)).toEqual([])
  })
})
