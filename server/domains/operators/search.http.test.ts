import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OperatorRole, operatorMay } from '#contract/core/operators.ts'
import { type HitKind, hitKinds, type OperatorHit } from '#contract/operator/search.ts'
import { newId } from '#kit/ids.ts'
import { council, loadDemoCouncil } from '#server/app/demo/council.ts'
import { demo } from '#server/app/demo/ids.ts'
import { codeFingerprint } from '#server/domains/hugggs/vouchers/voucher.ts'
import { transact } from '#server/platform/posy.ts'
import { systemActor } from '#server/platform/principal.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { decideOnApproval, GIFT_PENCE, heldOrder, withLimits } from '#server/testing/approvals.ts'
import { createAwards } from '#server/testing/awards.ts'
import { buyGifts } from '#server/testing/gifts.ts'
import { questions } from './hits.ts'
import { seek } from './sought.ts'

let app: TestApp
let payout: string
let receipt: string
let batch: string

beforeAll(async () => {
  app = await startTestApp()
  const { transactionId } = await buyGifts(app, {
    title: 'Winter homes 2026',
    purchaseOrderNumber: 'ORD-778',
    receivers: [{ email: 'george.green@friends.test', name: 'George Green' }],
  })
  await buyGifts(app, { deliveryMethod: 'sms', receivers: [{ phone_number: '+447700900123', name: 'Mo' }] })
  await app.advance('PT1M')
  await app.settle()
  receipt = (
    await app.posy.db
      .selectFrom('document')
      .select('number')
      .where('transaction_id', '=', transactionId)
      .executeTakeFirstOrThrow()
  ).number
  const asked = await app.request('POST', '/v3/operator/payouts', {
    as: 'operator:finance@posy.test',
    body: {
      ...{ walletReference: 'HGDEMO0401', amountPence: 100, payee: 'Acme Ltd', sortCode: '200000' },
      ...{ accountNumber: '12345678', reason: 'asked for' },
    },
  })
  payout = asked.body.data.reference
  const at = new Date(app.posy.clock.now().epochMilliseconds)
  const imported = newId()
  for (const rows of [
    sql`insert into merchant_statement (id, number, brand_id, currency, until, lines, total, drawn_by, drawn_at)
      values (${newId()}, 'MST-000001', ${demo.brands.daisyCoffee}, 'GBX', ${at}, 1, 100, 'x', ${at})`,
    sql`insert into merchant_payment_file (id, number, format, currency, payments, total, pay_on, sha256, sealed, built_by, built_at)
      values (${newId()}, 'MPF-000001', 'csv', 'GBX', 1, 100, ${at}, ${'0'.repeat(64)}, ${Buffer.from('x')}, 'x', ${at})`,
    sql`insert into bank_import (id, layout, file_name, sha256, lines, new_lines, imported_by, imported_at)
      values (${imported}, 'barclays', 'march-statement.csv', ${'0'.repeat(64)}, 1, 1, 'x', ${at})`,
    sql`insert into bank_line (id, import_id, fingerprint, account, layout, booked_on, currency, amount, text, state, updated_at)
      values (${newId()}, ${imported}, 'one', '20000012345678', 'barclays', ${at}, 'GBX', -500, 'RENT OF OFFICE ZEBRA', 'outgoing', ${at})`,
    sql`insert into team_invite (id, team_id, type, email, role_group_id, token_hash, expires_at, created_at, updated_at)
      values (${newId()}, ${demo.teams.acme}, 'participant', 'new.person@invited.test', 'team-viewer', 'x', ${at}, ${at}, ${at})`,
    sql`update team set business_trading_name = 'Anvils United', business_address = '{"line1": "7 Rocket Road", "city": "Tucson"}'
      where id = ${demo.teams.acme}`,
  ])
    await rows.execute(app.posy.db)
  await sql`insert into payout_file (id, payouts, total, currency, sha256, sealed, made_by, made_at)
    values (${newId()}, 1, 100, 'GBX', ${'0'.repeat(64)}, ${Buffer.from('x')}, 'x', ${at})`.execute(app.posy.db)
  const { acmeAdmin: user, acmeViewer: otherUser } = demo.users
  ;({ batch } = await createAwards(app, { team: demo.teams.acme, user, otherUser, wallet: demo.wallets.acmeMain }))
  await withLimits(app, { perOrder: 2 * GIFT_PENCE })
  await heldOrder(app, 3, { purchase: { title: 'Spring lamb party' } })
  await sql`update basket_letter set content = content || '{"receivers": [{"email": "Guest@party.test"}]}'
    where basket_id in (select order_id from approval)`.execute(app.posy.db)
  await withLimits(app, null)
})
afterAll(() => app.close())

async function find(q: string, role: OperatorRole = 'owner'): Promise<OperatorHit[]> {
  const { status, body } = await app.request('GET', `/v3/operator/search?q=${encodeURIComponent(q)}`, {
    as: `operator:${role}@posy.test`,
  })
  expect(status, `${q} ${JSON.stringify(body)}`).toBe(200)
  return body.data
}
const titles = (hits: readonly OperatorHit[], kind: HitKind) =>
  hits.filter((hit) => hit.kind === kind).map(({ title }) => title)

test('operators find people, recipients, teams and what they bought by any word of it and by parts of addresses', async () => {
  const gift = 'George Green'
  for (const [q, kind, title] of [
    ['George', 'gift', gift],
    ['green george', 'gift', gift],
    ['friends.test', 'gift', gift],
    ['george.gr', 'gift', gift],
    ['07700 900', 'gift', 'Mo'],
    ['+44 7700 900123', 'gift', 'Mo'],
    ['900123', 'gift', 'Mo'],
    ['90 01 23', 'gift', 'Mo'],
    ['cme', 'customer', 'Acme'],
    ['rocket road', 'customer', 'Acme'],
    ['nvils', 'customer', 'Acme'],
    ['admin@acme', 'person', 'Alice Archer'],
    ['acme.test', 'person', 'Alice Archer'],
    ['rche', 'person', 'Alice Archer'],
    ['invited.test', 'invite', 'new.person@invited.test'],
    ['homes', 'purchase', 'Winter homes 2026'],
    ['ord 778', 'purchase', 'Winter homes 2026'],
    ['acme main', 'wallet', 'Acme main'],
  ] as const)
    expect(titles(await find(q), kind), q).toContain(title)
})

test('an operator’s search says roles and the last day of an invoice in words', async () => {
  expect((await find('admin@acme'))[0]!.detail).toBe('admin@acme.test · Team admin')
  expect((await find('invited.test'))[0]!.detail).toBe('Viewer')
  const { body } = await app.request('POST', '/api/v2/transactions', {
    as: 'admin@acme.test',
    body: {
      purchase: { type: 'bulkHugggs', reference: demo.products.daisyFlatWhite, receivers: [{ email: 'i@i.test' }] },
      payment: { method: 'invoice' },
    },
  })
  await app.advance('PT1M')
  await app.settle()
  const read = async () =>
    (await app.request('GET', `/v3/operator/purchases/${body.data.id}`, { as: 'operator:support@posy.test' })).body.data
  const { number, dueOn } = (await read()).documents[0]
  expect(dueOn).toMatch(/^2026-\d\d-\d\d$/)
  const day = new Date(dueOn).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })
  expect((await find(number))[0]).toMatchObject({ title: number, detail: `invoice · due ${day}` })
})

test('operators find references, numbers, merchants, products, bank lines and files however they are spelt', async () => {
  for (const [q, kind, title] of [
    ['hg demo 0401', 'wallet', 'Acme main'],
    ['hgdemo04', 'wallet', 'Acme main'],
    [receipt.replace('-', ' ').toLowerCase(), 'document', receipt],
    [`${receipt.slice(0, 3)} ${Number(receipt.slice(4))}`, 'document', receipt],
    [payout.toLowerCase(), 'payout', payout],
    [`${payout.slice(0, 2)} ${payout.slice(2, 6)}-${payout.slice(6)}`, 'payout', payout],
    ['mst 1', 'merchant-statement', 'MST-000001'],
    ['PAYMENT MPF000001', 'merchant-file', 'MPF-000001'],
    ['daisy', 'merchant', 'Daisy Coffee'],
    ['daisy', 'merchant-statement', 'MST-000001'],
    ['flat wh', 'product', 'Flat white'],
    ['zebra', 'bank-line', 'RENT OF OFFICE ZEBRA'],
    ['officezeb', 'bank-line', 'RENT OF OFFICE ZEBRA'],
    ['£5', 'bank-line', 'RENT OF OFFICE ZEBRA'],
    ['5.00', 'bank-line', 'RENT OF OFFICE ZEBRA'],
    ['march', 'bank-file', 'march-statement.csv'],
  ] as const)
    expect(titles(await find(q), kind), q).toContain(title)
})

test('operators find orders that wait, programs, API keys, awards by their case and payment files by name', async () => {
  for (const [q, kind, title] of [
    ['lamb par', 'approval', 'Spring lamb party'],
    ['demo-customer', 'program', 'Acme integration'],
    ['acme integr', 'program', 'Acme integration'],
    ['demo-till', 'program', 'Daisy Coffee tills'],
    ['c-2026-113', 'award', 'C-2026-113'],
    ['c 2026 113', 'award', 'C-2026-113'],
    ['c2026113', 'award', 'C-2026-113'],
    ['2026113', 'award', 'C-2026-113'],
    ['guest@party.test', 'approval', 'Spring lamb party'],
    ['admin@acme.test', 'approval', 'Spring lamb party'],
    ['posy-payouts-0001.csv', 'payout-file', 'posy-payouts-0001.csv'],
    ['payout file 1', 'payout-file', 'posy-payouts-0001.csv'],
  ] as const)
    expect(titles(await find(q), kind), q).toContain(title)
  expect(titles(await find(batch), 'award')).toEqual(['C-2026-117'])
  const [award] = (await find('c-2026-113')).filter(({ kind }) => kind === 'award')
  const shown = (await app.request('GET', `/v3/operator/awards/${award!.id}`, { as: 'operator:support@posy.test' }))
    .body.data
  expect(shown).toMatchObject({ caseReference: 'C-2026-113', customer: { id: demo.teams.acme }, amount: 100 })
  expect([shown.timeline.length > 0, Object.keys(shown).filter((name) => /person|reason|link/i.test(name))]).toEqual([
    true,
    [],
  ])
  const [waiting] = (await find('lamb')).filter(({ kind }) => kind === 'approval')
  expect(waiting).toMatchObject({ customer: { id: demo.teams.acme }, detail: expect.stringContaining('waits until') })
  const list = await app.request('GET', `/v3/operator/customers/${demo.teams.acme}/approvals`, {
    as: 'operator:support@posy.test',
  })
  expect(list.body.data).toMatchObject([
    {
      ...{ orderId: waiting!.id, title: 'Spring lamb party', status: 'pending', quantity: 3, purchaseId: null },
      ...{ limitPence: 2 * GIFT_PENCE, totalPence: 3 * GIFT_PENCE, buyer: 'admin@acme.test', decidedBy: null },
    },
  ])
  expect(list.body.data[0].approvers.length).toBeGreaterThan(0)
  expect((await decideOnApproval(app, waiting!.id, { act: 'decline' })).status).toBe(200)
  const after = await app.request('GET', `/v3/operator/customers/${demo.teams.acme}/approvals`, {
    as: 'operator:support@posy.test',
  })
  expect(after.body.data).toMatchObject([{ status: 'declined', note: 'Not this month' }])
})

test('an operator finds what a program asked by the id it was answered with or the one it sent, and reads that alone', async () => {
  const grant = { grant_type: 'client_credentials', client_id: 'demo-customer', client_secret: 'demo-customer-secret' }
  const { access_token } = (await app.request('POST', '/oauth/token', { body: grant })).body
  const ask = (sent: string) =>
    app.request('POST', '/api/v2/transactions', {
      headers: { authorization: `Bearer ${access_token}`, 'x-request-id': sent },
      body: { purchase: { type: 'none' } },
    })
  const refused = await ask('Nightly_run-7')
  await ask('Nightly_run-7')
  await ask('another-run')
  await app.requestLog.flush()
  const { requestId } = refused.body
  expect(refused.headers.get('x-request-id')).toBe(requestId)
  const read = async (id: string) =>
    (
      await app.request('GET', `/v3/operator/programs/demo-customer/requests?requestId=${id}`, {
        as: 'operator:support@posy.test',
      })
    ).body.data
  for (const [typed, title, count] of [
    [requestId, requestId, 1],
    [requestId.toUpperCase(), requestId, 1],
    [requestId.replaceAll('-', ' - '), requestId, 1],
    [`Request id: ${requestId}`, requestId, 1],
    ['Nightly_run-7', 'Nightly_run-7', 2],
  ]) {
    const hits = (await find(typed, 'support')).filter(({ kind }) => kind === 'request')
    expect(hits, typed).toMatchObject([{ id: 'demo-customer', title, customer: { id: demo.teams.acme } }])
    expect(hits[0]!.detail).toContain('POST /api/v2/transactions · 422 · invalid_fields')
    expect((await read(title)).length, typed).toBe(count)
  }
  expect((await read(requestId))[0]).toMatchObject({ requestId, callerRequestId: 'Nightly_run-7', status: 422 })
  expect(await find('no-such-run')).toEqual([])
})

test('an operator finds a gift by the code that its recipient shows at a till, whole and in any spelling, and is told no code', async () => {
  const { hugggs } = await buyGifts(app, { receivers: [{ email: 'till@friends.test', name: 'Tilly' }] })
  const { redeem_code: code } = await app.posy.db
    .selectFrom('huggg')
    .select('redeem_code')
    .where('id', '=', hugggs[0]!.id)
    .executeTakeFirstOrThrow()
  for (const typed of [code, code.toLowerCase(), `${code.slice(0, 4)} ${code.slice(4)}`]) {
    const hits = await find(typed, 'support')
    expect(titles(hits, 'gift'), typed).toEqual(['Tilly'])
    expect(JSON.stringify(hits)).not.toContain(code)
  }
  expect(titles(await find(code.slice(0, -1), 'support'), 'gift')).toEqual([])
  // A merchant's own code, which rests sealed.
  const product = demo.products.daisyFlatWhite
  const supplied = 'AB-77 x19'
  await app.posy.db.insertInto('code_pool').values({ product_id: product, created_at: new Date() }).execute()
  await app.posy.db
    .insertInto('supplied_code')
    .values({
      ...{ id: newId(), product_id: product, sealed: Buffer.from('x'), created_at: new Date(), taken_at: new Date() },
      ...{ huggg_id: hugggs[0]!.id, fingerprint: codeFingerprint(app.posy.secret, demo.brands.daisyCoffee, supplied) },
    })
    .execute()
  expect(titles(await find(` ${supplied} `, 'support'), 'gift')).toEqual(['Tilly'])
})

test('an operator finds papers and waiting orders by an amount as a whole, and a key by its first ten letters, never by fewer', async () => {
  const { total, number } = await app.posy.db
    .selectFrom('document')
    .select(['total', 'number'])
    .where('number', '=', receipt)
    .executeTakeFirstOrThrow()
  const pounds = (total / 100).toFixed(2)
  for (const typed of [pounds, `£${pounds}`])
    expect(titles(await find(typed, 'support'), 'document'), typed).toContain(number)
  expect(titles(await find((total / 100 + 0.01).toFixed(2), 'support'), 'document')).not.toContain(number)
  const key = await app.posy.db.selectFrom('api_key').select(['hint', 'name']).executeTakeFirstOrThrow()
  expect(titles(await find(key.hint, 'support'), 'program')).toEqual([key.name])
  expect(titles(await find(`${key.hint}aBcDeF`, 'support'), 'program')).toEqual([key.name])
  for (const few of ['posy', 'posy_', key.hint.slice(0, 9)])
    expect(titles(await find(few, 'support'), 'program'), few).toEqual([])
})

test('an operator’s search shows what their role may see and nothing else', async () => {
  const kinds = Object.keys(hitKinds) as HitKind[]
  for (const role of ['support', 'finance'] as const) {
    const hidden = kinds.filter((kind) => !operatorMay(role, hitKinds[kind]))
    for (const q of ['mst 1', 'mpf 1', payout, 'zebra', 'march', 'daisy', 'acme', 'hgdemo0401']) {
      const found = await find(q, role)
      expect(
        found.filter(({ kind }) => hidden.includes(kind)),
        `${role} ${q}`,
      ).toEqual([])
    }
  }
  for (const q of [payout, 'zebra', 'march']) {
    expect(await find(q, 'support')).toEqual([])
    expect(await find(q, 'finance')).not.toEqual([])
  }
  const asCustomer = await app.request('GET', '/v3/operator/search?q=acme', { as: 'admin@acme.test' })
  expect(asCustomer.status).toBe(401)
})

test('an operator’s search takes any text, and a search for nothing that is there finds nothing', async () => {
  for (const q of [
    '%',
    "'; drop table team",
    '\\',
    '__',
    "zq' | 'a",
    'zq:*',
    'zq & !a',
    '🎁',
    '@',
    '-',
    'q z'.repeat(60),
  ])
    expect(await find(q), q).toEqual([])
  expect(await find('a')).toEqual([])
  expect((await find('')).map(({ kind }) => kind)).toEqual(['customer', 'customer'])
})

test('what there are many of is looked up in an index of its words, for every customer at once', async () => {
  const plans = await app.posy.db.transaction().execute(async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx)
    const said: string[] = []
    for (const { rows } of questions(seek('zebra'), ['zebra'])) {
      const { rows: lines } = await sql<{ 'QUERY PLAN': string }>`explain ${rows} limit 10`.execute(tx)
      said.push(...lines.map((line) => line['QUERY PLAN']))
    }
    return said.join('\n')
  })
  const ofWords = ['recipient_words', 'transaction_words', 'bank_line_words', 'app_user_search']
  for (const index of [...ofWords, 'api_request_answered', 'api_request_sent']) expect(plans).toContain(index)
})

test('people of a team that helps people in need are found and listed under the roles of their own screens', async () => {
  await transact(app.posy, { actor: systemActor }, loadDemoCouncil)
  for (const [email, role] of [
    ['manager@council.test', 'Grant manager and approver'],
    ['case1@council.test', 'Case worker'],
    ['auditor@council.test', 'Auditor'],
    ['subteam@acme.test', 'Subteam admin'],
  ])
    expect((await find(email!, 'support'))[0]!.detail).toBe(`${email} · ${role}`)
  const isSupport = async (id: string) =>
    (await app.request('GET', `/v3/operator/customers/${id}`, { as: 'operator:support@posy.test' })).body.data.isSupport
  expect([await isSupport(council.team), await isSupport(demo.teams.acme)]).toEqual([true, false])
})
