import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { reconcile } from '#server/app/reconcile.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { REASON } from '#server/testing/operator-samples.ts'
import { unzip } from '#server/testing/unzip.ts'
import { carryOutErasure } from './erase-person.ts'
import { storedList } from './erased-list.ts'
import { reapplyErasures } from './reapply.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp({ env: { RETAIN_RECIPIENTS_DAYS: '0' } })
})
afterAll(() => app.close())

const OWNER = 'operator:owner@posy.test'
/** The outside world’s own records, simulated: not ours to erase. */
const OUTSIDE = 'sandbox_'

/** Where any of these words is, in every text and JSON column of every table, the queue’s included. */
async function placesWith(...words: string[]): Promise<string[]> {
  const { rows: columns } = await sql<{ table: string; column: string }>`
    select format('%I.%I', c.table_schema, c.table_name) as "table", c.column_name as "column"
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema in ('public', 'queue') and t.table_type = 'BASE TABLE' and c.table_name not like ${`${OUTSIDE}%`}
      and (c.data_type in ('text', 'json', 'jsonb', 'ARRAY', 'USER-DEFINED', 'character varying', 'tsvector', 'bytea'))`.execute(
    app.posy.db,
  )
  expect(columns.length).toBeGreaterThan(300)
  const found = new Set<string>()
  const any = words.map((word) => word.toLowerCase().replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')
  for (const { table, column } of columns) {
    const text = sql`lower(coalesce(${sql.ref(column)}::text, '') )`
    const hex = words.map((word) => Buffer.from(word).toString('hex')).join('|')
    const { rows } = await sql`
      select from ${sql.raw(table)} where ${text} ~ ${`${any}|${hex}`} limit 1`.execute(app.posy.db)
    if (rows.length) found.add(`${table}.${column}`)
  }
  return [...found].sort()
}

/** The files of the installation that hold any of these words. */
const filesWith = (...words: string[]): string[] =>
  readdirSync(join(app.posy.config.dataDir, 'files'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => words.some((word) => readFileSync(path, 'latin1').includes(word)))

async function buy(receiver: object, { message = 'Well done', deliveryMethod = 'email' } = {}) {
  const { body, status } = await app.request('POST', '/api/v2/transactions', {
    as: 'admin@acme.test',
    body: {
      purchase: {
        type: 'huggg',
        reference: demo.products.daisyFlatWhite,
        deliveryMethod,
        message,
        receivers: [receiver],
      },
      payment: { method: 'walletCommitment', reference: demo.wallets.acmeMain },
    },
  })
  expect([status, body.details]).toEqual([201, undefined])
  await app.settle()
  const gift = await app.posy.db
    .selectFrom('huggg')
    .select(['id', 'shortcode', 'team_id'])
    .where('transaction_id', '=', body.data.id)
    .executeTakeFirstOrThrow()
  return { ...gift, transactionId: body.data.id as string }
}

const cancel = (id: string) => app.request('POST', `/api/v2/hugggs/${id}/cancel`, { as: 'admin@acme.test', body: {} })
const ask = (person: string, liveGifts = 'wait') =>
  app.request('POST', '/v3/operator/people/erasures', { as: OWNER, body: { person, liveGifts, reason: REASON } })
const find = (person: string) =>
  app.request('GET', `/v3/operator/people?person=${encodeURIComponent(person)}`, { as: OWNER })
const loadErasureState = async (id: string) =>
  (await app.posy.db.selectFrom('person_erasure').select('state').where('id', '=', id).executeTakeFirst())?.state
const isBooksClean = async () => expect((await reconcile(app.posy)).map(({ check }) => check)).toEqual([])

test('every column with addresses is known to the list of erasures that is applied again after a restore', async () => {
  const { rows } = await sql<{ place: string }>`
    select c.table_name || '.' || c.column_name as place
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.table_name not like ${`${OUTSIDE}%`}
      and c.data_type = 'text' and c.column_name ~ '(^|_)(email|phone|phone_number|mobile)$'
      -- Operators are no customer’s people.
      and c.table_name <> 'operator'
    order by 1`.execute(app.posy.db)
  const known = app.posy.hooks.personalData.flatMap(({ addresses }) =>
    addresses.map(({ table, column }) => `${table}.${column}`),
  )
  expect(known.sort()).toEqual(rows.map(({ place }) => place).sort())
})

test('all that is held about a person is exported as JSON in a ZIP, private, for a week', async () => {
  await buy({ email: 'ada.lovelace@recipients.test', name: 'Ada Lovelace', notes: 'first programmer' })
  const found = await find(' Ada.Lovelace@recipients.test ')
  expect(found.body.data).toMatchObject({ emails: ['ada.lovelace@recipients.test'], accountId: null, blocks: [] })
  expect(found.body.data.liveGifts).toHaveLength(1)
  const asked = await app.request('POST', '/v3/operator/people/exports', {
    as: OWNER,
    body: { person: 'ada.lovelace@recipients.test', reason: REASON },
  })
  await app.settle()
  const at = `/v3/operator/people/exports/${asked.body.data.id}`
  const { state, url } = (await app.request('GET', at, { as: OWNER })).body.data
  expect(state).toBe('ready')
  expect((await app.request('GET', at, { as: 'operator:finance@posy.test' })).status).toBe(403)
  const download = await app.api.request(new URL(url).pathname + new URL(url).search)
  const files = unzip(Buffer.from(await download.arrayBuffer()))
  expect([...files.keys()]).toEqual(
    expect.arrayContaining(['README.txt', 'person.json', 'giftsTo.json', 'messages.json']),
  )
  expect(JSON.parse(files.get('giftsTo.json')!)[0]).toMatchObject({
    name: 'Ada Lovelace',
    notes: 'first programmer',
    message: 'Well done',
  })
  await app.advance('P8D')
  expect((await app.request('GET', at, { as: OWNER })).body.data).toMatchObject({ state: 'gone', url: null })
})

test('erasing someone never waits for a code that was given out, whose page keeps it', async () => {
  const issuer = (type: string, reference: string | null) =>
    sql`update product set voucher_type = ${type}, issuer_reference = ${reference} where id = ${demo.products.daisyFlatWhite}`.execute(
      app.posy.db,
    )
  await issuer('tillo', 'daisy-gb')
  const gift = await buy({ email: 'joan@recipients.test', name: 'Joan Clarke' })
  for (const step of ['open', 'claim', 'reveal']) await app.request('POST', `/public/gifts/${gift.shortcode}/${step}`)
  await issuer('own', null)
  expect((await find('joan@recipients.test')).body.data.liveGifts).toEqual([])
  expect((await ask('joan@recipients.test')).body.data).toMatchObject({ waitsFor: 0 })
  await app.settle()
  expect((await find('joan@recipients.test')).status).toBe(404)
  const page = await app.request('GET', `/public/gifts/${gift.shortcode}`)
  expect(page.body.data).toMatchObject({ state: 'revealed', voucher: { code: expect.any(String) } })
})

test('an erased recipient is nowhere in the database by address, number or name; opt-outs live on as hashes; the books are clean', async () => {
  const words = ['grace.hopper@recipients.test', '+447700900777', '07700900777', '07700 900 777', 'Grace Hopper']
  const byEmail = await buy(
    { email: 'grace.hopper@recipients.test', name: 'Grace Hopper', notes: 'Grace Hopper met us in York' },
    { message: 'Dear Grace Hopper, thank you' },
  )
  await app.request('PUT', '/v3/saved-views', {
    as: 'admin@acme.test',
    body: { place: 'gifts', name: 'Grace', query: 'q=grace.hopper%40recipients.test' },
  })
  await app.request('POST', '/api/v2/orders', {
    as: 'admin@acme.test',
    body: {
      type: 'huggg',
      name: 'For Grace Hopper',
      receivers: [{ email: 'grace.hopper@recipients.test', name: 'Grace Hopper' }],
    },
  })
  const typed = [
    { address: 'Grace.Hopper@recipients.test', name: '', notes: '' },
    { address: '07700 900 777', name: 'G', notes: '' },
    { address: 'kept@recipients.test', name: 'Kept', notes: 'Sits beside Grace Hopper' },
    { address: 'not yet right', name: 'Kept too', notes: '' },
  ]
  const draft = await app.request('POST', '/api/v2/orders', { as: 'admin@acme.test', body: { type: 'huggg' } })
  const list = `/v3/orders/${draft.body.data.id}/recipient-list`
  await app.request('PUT', list, { as: 'admin@acme.test', body: { version: 1, deliveryMethod: 'email', rows: typed } })
  const budget = await app.request('POST', '/v3/automated-budgets', {
    as: 'admin@acme.test',
    body: { name: 'Thanks', budgetAmount: 500, frequency: 'month' },
  })
  const people = `/v3/automated-budgets/${budget.body.data.id}/participant`
  await app.request('POST', `${people}s`, {
    as: 'admin@acme.test',
    body: { participants: [{ email: 'grace.hopper@recipients.test', name: 'Grace Hopper' }] },
  })
  const rows = typed.map(({ address, name }) => ({ email: address, name, amount: '' }))
  await app.request('PUT', `${people}-list`, {
    as: 'admin@acme.test',
    body: { known: ['grace.hopper@recipients.test'], rows },
  })
  await sql`
    insert into linked_account (id, team_id, category, integration_slug, integration_name, created_by, created_at, updated_at, status)
    select ${'0199aaaa-0000-7000-8000-00000000aaaa'}::uuid, id, 'hris', 'test', 'Test HR', ${demo.users.acmeAdmin}::uuid, now(), now(), 'pending' from team where id = ${byEmail.team_id}`.execute(
    app.posy.db,
  )
  await sql`
    insert into linked_employee (linked_account_id, id, first_name, surname, work_email, status)
    values (${'0199aaaa-0000-7000-8000-00000000aaaa'}, 'e1', 'Grace', 'Hopper', 'grace.hopper@recipients.test', 'active')`.execute(
    app.posy.db,
  )
  await sql`
    insert into join_request (id, team_id, email, created_at) values (gen_random_uuid(), ${byEmail.team_id}, 'grace.hopper@recipients.test', now())`.execute(
    app.posy.db,
  )
  await sql`update recipient set phone_number = '+447700900777' where email = 'grace.hopper@recipients.test'`.execute(
    app.posy.db,
  )
  const asked = await app.request('POST', '/v3/hugggs/exports', { as: 'admin@acme.test', body: {} })
  expect(asked.status).toBe(201)
  await app.settle()
  await cancel(byEmail.id)
  await app.settle()
  expect(await placesWith(...words)).toEqual(
    expect.arrayContaining([
      'public.recipient.email',
      'public.linked_employee.work_email',
      'public.join_request.email',
    ]),
  )

  expect(filesWith(...words)).toHaveLength(1)

  const optOuts = (await app.posy.db.selectFrom('contact_address').select('address_hash').execute()).length
  const erasure = await ask('grace.hopper@recipients.test')
  expect(erasure.body.data).toMatchObject({ state: 'pending', waitsFor: 0 })
  await ask('+447700900777')
  await app.settle()
  expect(await loadErasureState(erasure.body.data.id)).toBe('erased')
  expect(await placesWith(...words)).toEqual([])
  expect((await app.request('GET', list, { as: 'admin@acme.test' })).body.data.rows).toMatchObject([
    { address: 'kept@recipients.test' },
    { address: 'not yet right' },
  ])
  expect(filesWith(...words)).toEqual([])
  expect((await app.posy.db.selectFrom('contact_address').select('address_hash').execute()).length).toBe(optOuts)
  expect((await find('grace.hopper@recipients.test')).status).toBe(404)
  const open = await app.posy.db
    .selectFrom('export_request')
    .select('id')
    .where('emptied_at', 'is', null)
    .where('team_id', '=', byEmail.team_id)
    .execute()
  expect(open).toEqual([])
  await isBooksClean()
  const acts = await app.posy.db
    .selectFrom('operator_act')
    .select(['act', 'reason'])
    .where('act', '=', 'erasePerson')
    .execute()
  expect(acts).toContainEqual({ act: 'erasePerson', reason: REASON })
})

test('an erasure waits for a gift that runs, with reminders stopped at once, or cancels it, as the operator chooses', async () => {
  const waiting = await buy({ email: 'waits@recipients.test', name: 'Wait Er' })
  const first = (await ask('waits@recipients.test')).body.data
  expect(first).toMatchObject({ state: 'pending', waitsFor: 1 })
  expect((await ask('waits@recipients.test')).status).toBe(409)
  const reminder = await app.posy.db
    .selectFrom('gift_reminder')
    .select('stopped')
    .where('huggg_id', '=', waiting.id)
    .executeTakeFirst()
  expect(reminder?.stopped ?? true).toBe(true)
  await app.settle()
  expect(await placesWith('waits@recipients.test')).toEqual(['public.recipient.email', 'public.recipient.search'])
  await cancel(waiting.id)
  await app.advance('PT1M')
  expect(await loadErasureState(first.id)).toBe('erased')
  expect(await placesWith('waits@recipients.test')).toEqual([])

  const cancelled = await buy({ email: 'cancels@recipients.test' })
  const second = (await ask('cancels@recipients.test', 'cancel')).body.data
  await app.settle()
  expect(await loadErasureState(second.id)).toBe('erased')
  const gift = await app.posy.db
    .selectFrom('huggg')
    .select(['status_id', 'refunded_pence'])
    .where('id', '=', cancelled.id)
    .executeTakeFirstOrThrow()
  expect(gift.status_id).toBe(6)
  expect(gift.refunded_pence).toBeGreaterThan(0)

  await buy({ email: 'changes@recipients.test' })
  const third = (await ask('changes@recipients.test')).body.data
  const withdraw = () =>
    app.request('POST', `/v3/operator/people/erasures/${third.id}/withdraw`, { as: OWNER, body: { reason: REASON } })
  expect((await withdraw()).body.data.state).toBe('withdrawn')
  expect((await withdraw()).status).toBe(409)
  await carryOutErasure(app.posy, third.id)
  expect(await placesWith('changes@recipients.test')).not.toEqual([])
  await isBooksClean()
})

test('an erasure closes the account and ends its sessions and keys; a team’s last admin is not erased, and the team is named', async () => {
  const { email, first_name, surname } = await app.posy.db
    .selectFrom('app_user')
    .select(['email', 'first_name', 'surname'])
    .where('email', '=', 'participant@acme.test')
    .executeTakeFirstOrThrow()
  expect((await app.request('GET', '/v3/allowances', { as: email })).status).toBe(200)
  const asked = (await ask(email)).body.data
  await app.settle()
  expect(await loadErasureState(asked.id)).toBe('erased')
  expect(await placesWith(email, `${first_name} ${surname}`)).toEqual([])
  expect((await app.request('GET', '/v3/allowances', { as: email }).catch(() => ({ status: 401 }))).status).toBe(401)
  await isBooksClean()

  const lone = await sql<{ email: string; name: string }>`
    select min(lower(u.email)) as email, team.name from team_member m join app_user u on u.id = m.user_id join team on team.id = m.team_id
    where m.role_group_id = 'team-admin' and not u.is_service and team.parent_team_id is null and team.closed_at is null
    group by team.id, team.name having count(*) = 1 limit 1`.execute(app.posy.db)
  const { email: admin, name } = lone.rows[0]!
  const refused = await ask(admin)
  expect([refused.status, refused.body.message]).toEqual([
    409,
    expect.stringContaining(`${name}: This is the team’s last admin.`),
  ])
  expect((await find(admin)).body.data.blocks).toHaveLength(1)
  expect((await app.request('GET', '/v3/allowances', { as: admin })).status).toBe(200)
})

test('everyone who was erased is erased again from a database that was restored from before, and only once', async () => {
  const gift = await buy({ email: 'restored@recipients.test', name: 'Rest Ored' })
  await cancel(gift.id)
  const { rows: before } = await sql<
    Record<string, string>
  >`select * from recipient where email = 'restored@recipients.test'`.execute(app.posy.db)
  const asked = (await ask('restored@recipients.test')).body.data
  await app.settle()
  expect(await placesWith('restored@recipients.test')).toEqual([])
  const list = await storedList(app.posy)
  expect(list.map(({ id }) => id)).toContain(asked.id)
  expect(JSON.stringify(list)).not.toContain('restored')

  // As the backup had it: the recipient is there, and nothing is known of the erasure.
  await sql`delete from person_erasure where id = ${asked.id}`.execute(app.posy.db)
  await app.posy.db
    .updateTable('recipient')
    .set({ email: before[0]!.email!, name: before[0]!.name!, erased_at: null })
    .where('id', '=', before[0]!.id!)
    .execute()
  expect(await placesWith('restored@recipients.test')).not.toEqual([])
  const done = await reapplyErasures(app.posy, list)
  expect(done).toEqual({ known: list.length - 1, erased: 1, waiting: 0, absent: 0 })
  expect(await placesWith('restored@recipients.test', 'Rest Ored')).toEqual([])
  expect(await reapplyErasures(app.posy, list)).toEqual({ known: list.length, erased: 0, waiting: 0, absent: 0 })
  await isBooksClean()
})
