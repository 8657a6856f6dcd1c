import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OperatorRole, operatorMay } from '#contract/core/operators.ts'
import { type WaitingForOperator, type WaitingKind, waitingKinds, waitingOrder } from '#contract/operator/overview.ts'
import { newId } from '#kit/ids.ts'
import { demo } from '#server/app/demo/ids.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { createAwards } from '#server/testing/awards.ts'
import { chargeCard } from '#server/testing/cards.ts'
import { buyGifts } from '#server/testing/gifts.ts'

let app: TestApp
const reason = 'asked for by telephone'
const DAY_MS = 86_400_000

let gift: string

beforeAll(async () => {
  app = await startTestApp()
  await app.request('POST', '/api/v2/transactions', {
    as: 'admin@acme.test',
    body: {
      purchase: { type: 'bulkHugggs', reference: demo.products.daisyFlatWhite, receivers: [{ email: 'a@a.test' }] },
      payment: { method: 'invoice' },
    },
  })
  await app.advance('P29D')
  const { hugggs } = await buyGifts(app, { receivers: [{ email: 'b@b.test' }] })
  gift = hugggs[0]!.id
  await app.request('POST', `/public/gifts/${hugggs[0]!.shortcode}/open`)
  await app.settle()
})
afterAll(() => app.close())

const get = async (path: string, as = 'owner') => {
  const { status, body } = await app.request('GET', `/v3/operator/${path}`, { as: `operator:${as}@posy.test` })
  expect(status, `${path} ${JSON.stringify(body)}`).toBe(200)
  return body.data
}
const post = async (path: string, body: object, as = 'finance') => {
  const answer = await app.request('POST', `/v3/operator/${path}`, {
    as: `operator:${as}@posy.test`,
    body: { reason, ...body },
  })
  expect(answer.status, `${path} ${JSON.stringify(answer.body)}`).toBe(200)
  return answer.body.data
}
const desk = async (as: OperatorRole = 'owner'): Promise<WaitingForOperator[]> => (await get('overview', as)).waiting
const onDesk = async (kind: WaitingKind) => (await desk()).find((waiting) => waiting.kind === kind)!
const run = (query: ReturnType<typeof sql>) => query.execute(app.posy.db)
const now = () => new Date(app.posy.clock.now().epochMilliseconds)
const yesterday = () => new Date(app.posy.clock.now().epochMilliseconds - DAY_MS)
// biome-ignore lint/suspicious/noExplicitAny: tests read answers as a caller would, by name
const length = async (path: string, which: (one: any) => boolean = () => true) => (await get(path)).filter(which).length
const sum = (figures: readonly number[]) => figures.reduce((total, figure) => total + figure, 0)

const payout = () =>
  post('payouts', {
    walletReference: 'HGDEMO0401',
    amountPence: 100,
    payee: 'Acme Ltd',
    sortCode: '200000',
    accountNumber: '12345678',
  })
const merchantStatement = (number: string, total: number, isRefused: boolean) =>
  run(sql`insert into merchant_statement (id, number, brand_id, currency, until, lines, total, drawn_by, drawn_at, mail_refused)
    values (${newId()}, ${number}, ${demo.brands.daisyCoffee}, 'GBX', ${yesterday()}, 1, ${total}, 'x', ${yesterday()}, ${isRefused})`)
const sealed = Buffer.from('sealed')

/** How each thing comes to wait, and how many of it the page shows that the desk leads to. */
const kinds: Record<WaitingKind, { make: () => Promise<unknown>; shown: () => Promise<number> }> = {
  notes: {
    make: () => post('notes', { kind: 'huggg', about: gift, to: 'support' }),
    shown: () => length('notes'),
  },
  actsToConfirm: {
    make: () => post(`customers/${demo.teams.acme}/credit`, { creditLimitPence: 90_000_000 }),
    shown: () => length('waiting-acts'),
  },
  statementsToConfirm: {
    make: () =>
      run(sql`insert into bank_staged (id, file_name, layout, sealed, staged_by, staged_at, asked_by, asked_at, asked_reason, asked_why)
        values (${newId()}, 'lines.csv', 'barclays', ${sealed}, 'x', ${yesterday()}, 'x', ${yesterday()}, 'x', '{first file}')`),
    shown: () => length('bank/statements'),
  },
  payoutsToRelease: { make: payout, shown: () => length('payouts', ({ state }) => state === 'requested') },
  bankDetailsToApprove: {
    make: () =>
      post(`merchants/${demo.brands.daisyCoffee}/bank-details`, {
        accountName: 'Daisy Coffee Ltd',
        sortCode: '20-00-00',
        accountNumber: '55779911',
        email: 'accounts@daisy.test',
      }),
    shown: () => length('merchants', ({ isProposed }) => isProposed),
  },
  paymentFilesToRelease: {
    make: () =>
      run(sql`insert into merchant_payment_file (id, number, format, currency, payments, total, pay_on, sha256, sealed, built_by, built_at)
        values (${newId()}, 'MPF-000001', 'csv', 'GBX', 1, 100, ${yesterday()}, ${'0'.repeat(64)}, ${sealed}, 'x', ${yesterday()})`),
    shown: () => length('merchant-files', ({ state }) => state === 'built'),
  },
  repairsToConfirm: {
    make: () =>
      run(
        sql`insert into repair (id, kind, asked_by, asked_at, reason) values (${newId()}, 'given-codes', 'x', ${yesterday()}, 'x')`,
      ),
    shown: async () => (await get('repairs')).open.length,
  },
  bankLinesToAllocate: {
    make: async () => {
      const imported = newId()
      await run(sql`insert into bank_import (id, layout, file_name, sha256, lines, new_lines, imported_by, imported_at)
        values (${imported}, 'barclays', 'lines.csv', ${'0'.repeat(64)}, 1, 1, 'x', ${now()})`)
      await run(sql`insert into bank_line (id, import_id, fingerprint, account, layout, booked_on, currency, amount, text, state, updated_at)
        values (${newId()}, ${imported}, 'one', '20000012345678', 'barclays', ${yesterday()}, 'GBX', -500, 'FEE', 'outgoing', ${yesterday()})`)
    },
    shown: () => length('bank/lines'),
  },
  payoutsToFile: {
    make: async () => {
      const { id } = await payout()
      const listed: { id: string; payment: { version: string } }[] = await get('payouts')
      const seen = listed.find((one) => one.id === id)!.payment.version
      await post(`payouts/${id}/release`, { seen }, 'owner')
    },
    shown: () => length('payouts', ({ state, fileId }) => state === 'released' && fileId === null),
  },
  statementsToFile: {
    make: () => merchantStatement('MST-000001', 100, false),
    shown: () => length('merchant-statements', ({ state }) => state === 'drawn'),
  },
  statementsNotMailed: {
    make: () => merchantStatement('MST-000002', 0, true),
    shown: () => length('merchant-statements', ({ mailRefused }) => mailRefused),
  },
  settlementLines: {
    make: async () => {
      const file = newId()
      await run(sql`insert into rail_file (id, rail, name, digest, day, lines, amount_pence, repeated, taken_in_at, taken_in_by)
        values (${file}, 'energy', 'energy.csv', ${sealed}, ${yesterday()}, 1, 100, 0, ${yesterday()}, 'x')`)
      await run(sql`insert into rail_entry (rail, entry, file_id, line, reference, event, amount_pence, day)
        values ('energy', 'one', ${file}, 1, 'none of ours', 'cashed', 100, ${yesterday()})`)
    },
    shown: async () =>
      sum(
        (await get('rails')).rails.map((rail: { unmatched: number; untold: number }) => rail.unmatched + rail.untold),
      ),
  },
  overdueCodes: {
    make: async () => {
      const who = { team: demo.teams.acme, user: demo.users.acmeAdmin, otherUser: demo.users.acmeSubteam }
      const { award } = await createAwards(app, { ...who, wallet: demo.wallets.acmeMain })
      await run(sql`insert into rail_order (reference, award_id, team_id, issue, rail, product, amount_pence, currency, state, tries, next_try_at, created_at, updated_at)
        values ('owed', ${award}, ${demo.teams.acme}, 1, 'cash-out', 'cash-out', 100, 'GBX', 'asking', 6, '2040-01-01', ${yesterday()}, ${yesterday()})`)
    },
    shown: async () => (await get('rails')).overdue.length,
  },
  customersLeaving: {
    make: () =>
      app.request('POST', `/v3/teams/${demo.teams.globex}/leaving`, {
        as: 'admin@globex.test',
        body: { payee: 'Globex', sortCode: '20-00-00', accountNumber: '12345678' },
      }),
    shown: () => length('leaving-customers'),
  },
  planRequests: {
    make: () =>
      run(sql`insert into plan_request (id, team_id, plan_id, user_id, created_at)
        values (${newId()}, ${demo.teams.globex}, ${demo.plans.plus}, ${demo.users.globexAdmin}, ${yesterday()})`),
    shown: async () => ((await get(`customers/${demo.teams.globex}`)).planRequest ? 1 : 0),
  },
  overdueInvoices: {
    make: () => app.advance('P3D'),
    shown: async () =>
      (
        await app.request('GET', `/api/v2/teams/${demo.teams.acme}/invoices?overdue=true&per_page=100`, {
          as: 'admin@acme.test',
        })
      ).body.data.length,
  },
  openDisputes: {
    make: async () => {
      const { id } = (await chargeCard(app, { amount: 2_500 })).body.data
      for (const status of ['open', 'won'])
        await run(sql`insert into card_dispute (id, charge_id, team_id, amount, status, created_at, updated_at)
          values (${status}, ${id}, ${demo.teams.acme}, 2500, ${status}, ${yesterday()}, ${yesterday()})`)
    },
    shown: () => length('charges?disputed=open'),
  },
  erasures: {
    make: () =>
      run(sql`insert into person_erasure (id, state, live_gifts, sealed, keys, look_after, asked_at, problem)
        values (${newId()}, 'blocked', 'wait', ${sealed}, '{}', ${yesterday()}, ${yesterday()}, 'an order waits')`),
    shown: async () =>
      (await get('people/requests')).erasures.filter(({ endedAt }: { endedAt: string | null }) => endedAt === null)
        .length,
  },
  refusedCodes: {
    make: () =>
      run(
        sql`insert into code_refusal (id, huggg_id, team_id, said, at) values (${newId()}, ${gift}, ${demo.teams.acme}, 'used', ${yesterday()})`,
      ),
    shown: async () => (await get('code-refusals')).waiting.length,
  },
  awaitedCodes: {
    make: async () => {
      await run(sql`insert into awaited_code (huggg_id, team_id, since, next_try_at)
        values (${gift}, ${demo.teams.acme}, ${yesterday()}, ${yesterday()})`)
      await run(sql`insert into voucher_attempt (huggg_id, team_id, issuer, product_reference, face_value_pence, currency, client_request_id, state, created_at, updated_at)
        values (${gift}, ${demo.teams.acme}, 'tillo', 'x', 100, 'GBX', 'x', 'refused', ${yesterday()}, ${yesterday()})`)
    },
    shown: async () => {
      const { pools, issuers }: { pools: { awaited: number }[]; issuers: { awaited: number }[] } = await get('stock')
      return sum([...pools, ...issuers].map(({ awaited }) => awaited))
    },
  },
  lowStock: {
    make: async () => {
      await run(
        sql`insert into code_pool (product_id, created_at, low_below) values (${demo.products.daisyFlatWhite}, ${yesterday()}, 5)`,
      )
      await run(sql`insert into issuer_float (issuer, currency, balance, told_at, low_below) values ('tillo', 'GBX', 5, ${yesterday()}, 10)
        on conflict (issuer, currency) do update set balance = 5, told_at = excluded.told_at, low_below = 10`)
    },
    shown: async () => {
      const { pools, issuers } = await get('stock')
      const floats = issuers.flatMap((issuer: { floats: object[] }) => issuer.floats)
      return (
        pools.filter(({ free, lowBelow }: { free: number; lowBelow: number }) => free < lowBelow).length +
        floats.filter(
          (float: { balancePence: number; lowBelowPence: number }) => float.balancePence < float.lowBelowPence,
        ).length
      )
    },
  },
  productsNotConnected: {
    make: () =>
      run(sql`update product set issuer_connected = false where id = ${demo.products.daisyGiftCard10} and offered`),
    shown: async () => sum((await get('stock')).issuers.map(({ withheld }: { withheld: number }) => withheld)),
  },
  tillIdTries: {
    make: () =>
      run(
        sql`insert into till_id_try (client_id, huggg_id, tries, last_at) values ('demo-till', ${gift}, 1, ${yesterday()})`,
      ),
    shown: async () => (await get('tills')).tries.length,
  },
  bookFindings: {
    make: () =>
      run(sql`insert into reconcile_run (id, asked_by, reason, checks, started_at, ended_at, findings, unanswered)
        values (${newId()}, 'x', 'x', 60, now(), now(), 1, 1)`),
    shown: async () => {
      const [latest] = await get('reconciliation')
      return (latest?.findings ?? 0) + (latest?.unanswered ?? 0)
    },
  },
  failedJobs: {
    make: () =>
      run(sql`insert into queue.job (name, data, source_name, source_retry_count, source_output)
        values ('failed-jobs', '{"refundId": "none"}', 'payments.send-refund', 4, '{"message": "the provider is away"}')`),
    shown: async () => (await get('work')).failed.length,
  },
  heldWork: {
    make: () =>
      run(
        sql`insert into due_hold (id, source, held_at, size, usual) values (${newId()}, 'expiry', ${yesterday()}, 900, 3)`,
      ),
    shown: async () => (await get('work')).holds.length,
  },
  unsentMessages: {
    make: async () => {
      await buyGifts(app, { receivers: [{ email: 'c@c.test' }] })
      app.wall.advanceSeconds(90)
    },
    shown: () => length('messages?state=waiting&to=c@c.test'),
  },
  failedMessages: {
    make: () =>
      run(sql`update outgoing_message set status = 'bounce', failed_at = ${new Date(app.wall.nowMs())}
        where id = (select id from outgoing_message where status = 'sent' order by id desc limit 1)`),
    shown: () => length('messages?state=still-failed'),
  },
}

test.each(waitingOrder)('the desk counts what waits of %s as the page does that it leads to', async (kind) => {
  const { make, shown } = kinds[kind]
  const before = await onDesk(kind)
  expect(before.count).toBe(await shown())
  await make()
  const { count, oldestSeconds } = await onDesk(kind)
  expect(count).toBeGreaterThan(before.count)
  expect(count).toBe(await shown())
  const isAgeless = ['lowStock', 'productsNotConnected', 'settlementLines'].includes(kind)
  // A line of yesterday that came with a file of now has not waited yet.
  const age = kind === 'bankLinesToAllocate' ? 0 : expect.any(Number)
  expect(oldestSeconds).toEqual(isAgeless ? null : age)
})

test('a gift’s message that did not arrive is counted no more once its address was corrected, and leads to its gift', async () => {
  const { hugggs } = await buyGifts(app, { receivers: [{ email: 'wrong@d.test' }] })
  await app.settle()
  const { id } = hugggs[0]!
  await run(
    sql`update outgoing_message set status = 'bounce', failed_at = ${new Date(app.wall.nowMs())} where huggg_id = ${id}`,
  )
  const failed = async (state: string) =>
    (await get(`messages?state=${state}`)).filter(({ giftId }: { giftId: string }) => giftId === id).length
  const { count } = await onDesk('failedMessages')
  expect([await failed('failed'), await failed('still-failed')]).toEqual([1, 1])
  const receiver = { email: 'right@d.test' }
  const corrected = await app.request('PATCH', `/api/v2/hugggs/${id}`, { as: 'admin@acme.test', body: { receiver } })
  expect(corrected.status, JSON.stringify(corrected.body)).toBe(200)
  await app.settle()
  expect([await failed('failed'), await failed('still-failed')]).toEqual([1, 0])
  expect((await onDesk('failedMessages')).count).toBe(count - 1)
})

test('what the console lists is read to its end, page by page', async () => {
  const { transactionId, hugggs } = await buyGifts(app, { receivers: [{ email: 'd@d.test' }, { email: 'e@e.test' }] })
  for (const { shortcode } of hugggs) await app.request('POST', `/public/gifts/${shortcode}/open`)
  const file = newId()
  await run(sql`insert into rail_file (id, rail, name, digest, day, lines, amount_pence, repeated, taken_in_at, taken_in_by)
    values (${file}, 'pin', 'pin.csv', ${Buffer.from('pin')}, ${yesterday()}, 2, 200, 0, ${yesterday()}, 'x')`)
  for (const [at, { id }] of hugggs.entries()) {
    await run(sql`insert into announcement (id, text, level, from_at, until_at, created_at)
      values (${newId()}, 'x', 'info', ${yesterday()}, ${yesterday()}, ${yesterday()})`)
    await run(sql`insert into person_export (id, state, sealed, keys, asked_at, expires_at)
      values (${newId()}, 'queued', ${sealed}, '{}', ${yesterday()}, ${yesterday()})`)
    await run(sql`insert into person_erasure (id, state, live_gifts, keys, look_after, asked_at, ended_at)
      values (${newId()}, 'withdrawn', 'wait', '{}', ${yesterday()}, ${yesterday()}, ${yesterday()})`)
    await run(sql`insert into merchant_payment_file (id, number, format, currency, payments, total, pay_on, sha256, sealed, built_by, built_at, discarded_by, discarded_at)
      values (${newId()}, ${`MPF-00001${at}`}, 'csv', 'GBX', 1, 100, ${yesterday()}, ${'0'.repeat(64)}, ${sealed}, 'x', ${new Date()}, 'x', ${new Date()})`)
    await run(sql`insert into rail_entry (rail, entry, file_id, line, reference, event, amount_pence, day)
      values ('pin', ${`page-${at}`}, ${file}, ${at + 1}, 'none of ours', 'cashed', 100, ${yesterday()})`)
    await run(
      sql`insert into code_refusal (id, huggg_id, team_id, said, at) values (${newId()}, ${id}, ${demo.teams.acme}, 'used', ${yesterday()})`,
    )
    await run(sql`insert into code_refusal (id, huggg_id, team_id, said, at, settled_at, settled_as, settled_by, note)
      values (${newId()}, ${id}, ${demo.teams.acme}, 'used', ${yesterday()}, ${yesterday()}, 'issuer', 'x', 'x')`)
    await kinds.failedJobs.make()
  }
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers as a caller would, by name
  type Read = (body: any) => [items: Record<string, unknown>[], lastPage: number]
  const lists: [path: string, read: Read][] = [
    ['announcements?page=', ({ data }) => [data.announcements, data.pages.lastPage]],
    ['people/requests?exportsPage=', ({ data }) => [data.exports, data.pages.exports.lastPage]],
    ['people/requests?erasuresPage=', ({ data }) => [data.erasures, data.pages.erasures.lastPage]],
    ['merchant-files?page=', ({ data, last_page }) => [data, last_page]],
    ['rails?page=', ({ data }) => [data.files, data.pages.lastPage]],
    [`rails/files/${file}?page=`, ({ data }) => [data.entries, data.pages.lastPage]],
    ['code-refusals?waitingPage=', ({ data }) => [data.waiting, data.pages.waiting.lastPage]],
    ['code-refusals?settledPage=', ({ data }) => [data.settled, data.pages.settled.lastPage]],
    ['work?page=', ({ data }) => [data.failed, data.pages.lastPage]],
    [`purchases/${transactionId}?page=`, ({ data }) => [data.gifts, data.giftPages.lastPage]],
  ]
  for (const [path, read] of lists) {
    const page = async (number: number) =>
      read(
        (await app.request('GET', `/v3/operator/${path}${number}&per_page=1`, { as: 'operator:owner@posy.test' })).body,
      )
    const [, lastPage] = await page(1)
    expect(lastPage, path).toBeGreaterThan(1)
    const seen = new Set<unknown>()
    for (let number = 1; number <= lastPage; number++)
      for (const item of (await page(number))[0]) seen.add(item.id ?? item.entry)
    expect([seen.size, (await page(lastPage + 1))[0]], path).toEqual([lastPage, []])
  }
  // Those that wait for an operator come first, however old they are.
  expect((await get('merchant-files?per_page=1'))[0].state).toBe('built')
  expect((await get('people/requests?per_page=1')).erasures[0].endedAt).toBeNull()
})

test('the desk says how long the oldest waits, and whose it is where no page lists it', async () => {
  const seconds = async (kind: WaitingKind) => (await onDesk(kind)).oldestSeconds!
  const before = await seconds('payoutsToRelease')
  await app.advance('P2D')
  expect((await seconds('payoutsToRelease')) - before).toBe(2 * 86_400)
  expect(await seconds('erasures')).toBeGreaterThanOrEqual(3 * 86_400)
  expect(await onDesk('planRequests')).toMatchObject({ customers: [{ id: demo.teams.globex, name: 'Globex' }] })
  expect(await onDesk('overdueInvoices')).toMatchObject({ customers: [{ id: demo.teams.acme, name: 'Acme' }] })
})

test('each role is told of what it may see, and of nothing else', async () => {
  for (const role of ['support', 'finance', 'owner'] as const)
    expect((await desk(role)).map(({ kind }) => kind)).toEqual(
      waitingOrder.filter((kind) => operatorMay(role, waitingKinds[kind])),
    )
  expect(JSON.stringify(await desk('support'))).not.toMatch(/payouts|erasures|bankLines/)
  expect(JSON.stringify(await desk('finance'))).not.toContain('erasures')
})
