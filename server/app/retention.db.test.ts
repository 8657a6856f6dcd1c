import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { startHousekeeping } from '#server/platform/housekeeping.ts'
import { beginRetention, runRetention } from '#server/platform/retention.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { reconcile } from './reconcile.ts'
import { printSizes } from './sizes.ts'

let app: TestApp
const DAY_S = 86_400

beforeAll(async () => {
  app = await startTestApp({ env: { RETENTION_MOST_A_NIGHT: '1200' } })
})
afterAll(() => app.close())

const daysAgo = (days: number) => new Date(app.wall.nowMs() - days * DAY_S * 1000)
const forgotten = async () =>
  Object.fromEntries(
    (
      await sql<{ rule: string; count: number }>`select rule, forgotten_in_all as count from retention_run`.execute(
        app.posy.db,
      )
    ).rows.map(({ rule, count }) => [rule, count]),
  )
const count = async (query: ReturnType<typeof sql<{ count: number }>>) =>
  (await query.execute(app.posy.db)).rows[0]!.count

/** Sessions of so many days ago, each with a token that ran out then. */
async function addSessions(number: number, days: number): Promise<void> {
  const at = daysAgo(days)
  await sql`
    with made as (
      insert into session (id, user_id, created_at, last_used_at, method)
      select gen_random_uuid(), ${demo.users.acmeAdmin}, ${at}, ${at}, 'password' from generate_series(1, ${number}::int) returning id)
    insert into refresh_token (token_hash, session_id, issued_at, expires_at) select id::text, id, ${at}, ${at} from made`.execute(
    app.posy.db,
  )
}
/** Before everything else in the trail: ids rise with time. */
const addAudit = (action: string, days: number) =>
  sql`insert into audit_event (id, at, actor_kind, action, subject_kind, subject_id) overriding system value
    values (${-days}, now() - ${days}::int * interval '1 day', 'system', ${action}, 'test', 'test')`.execute(
    app.posy.db,
  )

async function buy(email: string): Promise<{ id: string }> {
  const { body } = await app.request('POST', '/api/v2/transactions', {
    as: 'admin@acme.test',
    body: {
      purchase: {
        ...{ type: 'huggg', reference: demo.products.daisyFlatWhite, deliveryMethod: 'email' },
        receivers: [{ email, notes: 'from the interview' }],
      },
      payment: { method: 'walletCommitment', reference: demo.wallets.acmeMain },
    },
  })
  await app.settle()
  const gift = await app.posy.db
    .selectFrom('huggg')
    .select('id')
    .where('transaction_id', '=', body.data.id)
    .executeTakeFirstOrThrow()
  return gift
}

test('a retention rule forgets only what is due, no more in a night than asked, and nothing more when it runs again', async () => {
  await addSessions(3, 91)
  await addSessions(2, 89)
  const kept = await count(sql`select count(*)::int as count from session where last_used_at >= ${daysAgo(90)}`)
  await runRetention(app.posy)
  expect((await forgotten()).sessions).toBe(3)
  expect(await count(sql`select count(*)::int as count from session`)).toBe(kept)
  await runRetention(app.posy)
  expect((await forgotten()).sessions).toBe(3)

  app.wall.advanceSeconds(DAY_S)
  await addSessions(1500, 400)
  await runRetention(app.posy)
  expect((await forgotten()).sessions).toBe(1203)
  await runRetention(app.posy)
  expect((await forgotten()).sessions).toBe(1203)
  app.wall.advanceSeconds(DAY_S)
  await runRetention(app.posy)
  // And one of the 89 days' was 91 days old by then.
  expect((await forgotten()).sessions).toBe(1505)
})

test('a retention rule that was stopped between two batches continues where it was; another rule is not held up', async () => {
  app.wall.advanceSeconds(DAY_S)
  await addSessions(1100, 400)
  await addAudit('demo.old', 3000)
  const before = await forgotten()
  const rule = app.posy.retention.find(({ name }) => name === 'sessions')!
  const { forget } = rule
  let batches = 0
  rule.forget = (...of) => {
    batches += 1
    // As if the process had died in the middle of the second batch: its transaction is undone.
    if (batches === 2) return forget(...of).then(() => Promise.reject(new Error('killed')))
    return forget(...of)
  }
  await expect(runRetention(app.posy)).rejects.toThrow('killed')
  expect((await forgotten()).sessions! - before.sessions!).toBe(500)
  expect((await forgotten())['audit-event']! - before['audit-event']!).toBe(1)
  rule.forget = forget
  // Two workers at once share what is left.
  await Promise.all([runRetention(app.posy), runRetention(app.posy)])
  expect((await forgotten()).sessions! - before.sessions!).toBe(1100)
})

test('a gift’s recipient is erased two years after the gift ended, and not while another one runs; the books stay as they are', async () => {
  const ended = await buy('ended@recipients.test')
  const live = await buy('live@recipients.test')
  await app.request('POST', `/api/v2/hugggs/${ended.id}/cancel`, { as: 'admin@acme.test', body: {} })
  await sql`update huggg set updated_at = ${daysAgo(731)} where id in (${ended.id}, ${live.id})`.execute(app.posy.db)
  await sql`update recipient set created_at = ${daysAgo(800)} where email like '%@recipients.test'`.execute(app.posy.db)
  const left = async () =>
    (
      await app.posy.db
        .selectFrom('recipient')
        .select('email')
        .where('email', 'like', '%@recipients.test')
        .orderBy('email')
        .execute()
    ).map(({ email }) => email)
  app.wall.advanceSeconds(DAY_S)
  const findings = await reconcile(app.posy)
  await runRetention(app.posy)
  expect(await left()).toEqual(['live@recipients.test'])
  expect(await reconcile(app.posy)).toEqual(findings)
})

test('the audit trail is deleted after seven years, except what the ledger refers to; the database refuses to delete sooner', async () => {
  await addAudit('demo.old', 2600)
  await addAudit('wallet.transferred', 2601)
  await addAudit('demo.seven', 2500)
  await addAudit('demo.young', 2000)
  app.wall.advanceSeconds(DAY_S)
  // The rows above are as old by the database’s clock; the rule asks the wall clock that a test moves.
  app.wall.advanceSeconds(Math.max(0, (Date.now() - app.wall.nowMs()) / 1000))
  await runRetention(app.posy)
  const left = await app.posy.db
    .selectFrom('audit_event')
    .select('action')
    .where('subject_id', '=', 'test')
    .orderBy('id')
    .execute()
  expect(left.map(({ action }) => action)).toEqual(['wallet.transferred', 'demo.seven', 'demo.young'])
  for (const action of ['demo.young', 'wallet.transferred']) {
    await expect(sql`delete from audit_event where action = ${action}`.execute(app.posy.db)).rejects.toThrow(
      'append-only',
    )
  }
  await expect(sql`update audit_event set at = at`.execute(app.posy.db)).rejects.toThrow('append-only')
})

test('an installation whose rules never ran says how long, so that its alert can fire', async () => {
  const { rows } = await sql<{ finished_at: Date | null }>`
    select finished_at from retention_run where rule = 'sessions'`.execute(app.posy.db)
  const age = async () =>
    Number((await app.metrics.registry.metrics()).match(/^posy_retention_age_seconds\{rule="sessions"\} (\S+)$/m)?.[1])
  await sql`update retention_run set finished_at = null where rule = 'sessions'`.execute(app.posy.db)
  await sql`update schema_migration set ran_at = ${new Date(app.wall.nowMs() - 3 * DAY_S * 1000)}`.execute(app.posy.db)
  expect(await age()).toBeGreaterThanOrEqual(3 * DAY_S)
  await sql`update retention_run set finished_at = ${rows[0]?.finished_at ?? null} where rule = 'sessions'`.execute(
    app.posy.db,
  )
})

test('the chores are done five minutes after a start and each hour, until they are stopped', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  try {
    let times = 0
    const stop = startHousekeeping(app.posy, [async () => void times++])
    vi.advanceTimersByTime(299_000)
    expect(times).toBe(0)
    vi.advanceTimersByTime(1000)
    expect(times).toBe(1)
    vi.advanceTimersByTime(3_600_000)
    expect(times).toBe(2)
    stop()
    vi.advanceTimersByTime(7_200_000)
    expect(times).toBe(2)
  } finally {
    vi.useRealTimers()
  }
})

test('a worker applies the retention rules once a night, metrics say what it did, and posy doctor counts what is overdue', async () => {
  const waiting = () =>
    count(sql`select count(*)::int as count from queue.job where name = 'platform.retention' and state < 'active'`)
  await beginRetention(app.posy)
  expect(await waiting()).toBe(0)
  app.wall.advanceSeconds(DAY_S)
  await beginRetention(app.posy)
  await beginRetention(app.posy)
  expect(await waiting()).toBe(1)
  await app.settle()
  expect(await waiting()).toBe(0)
  const figures = await app.metrics.registry.metrics()
  expect(figures).toMatch(/^posy_retention_forgotten\{rule="sessions"\} \d{4}$/m)
  expect(figures).toMatch(/^posy_retention_age_seconds\{rule="recipients"\} \d+/m)

  const lines: string[] = []
  expect(await printSizes(app.posy, (line) => void lines.push(line))).toBe(0)
  expect(lines.join('\n')).toMatch(/public\.session +\d+ +\d+\.\d MB/)
  expect(lines.join('\n')).toMatch(
    /recipients +kept 730 days after its end · oldest \d{4}-\d\d-\d\d · 1 forgotten · last /,
  )
  app.wall.advanceSeconds(3 * DAY_S)
  expect(await printSizes(app.posy, (line) => void lines.push(line))).toBe(1)
})

test('a code that was given out ends when its shop no longer takes it, or after 24 months, and not on our date', async () => {
  const fetched = async (email: string, { fetchedAt, until }: { fetchedAt: Date; until: Date | null }) => {
    const { id } = await buy(email)
    await sql`update huggg set status_id = 9, updated_at = ${daysAgo(2000)}, expiry_date = ${daysAgo(1900)} where id = ${id}`.execute(
      app.posy.db,
    )
    await sql`insert into fetched_voucher (huggg_id, team_id, source, sealed, expires_at, transfer_id, fetched_at, client_request_id)
      select ${id}, ${demo.teams.acme}, 'tillo', '', ${until}, (select id from ledger_transfer limit 1 offset ${used++}::int), ${fetchedAt}, ${email}`.execute(
      app.posy.db,
    )
  }
  let used = 0
  await fetched('over@codes.test', { fetchedAt: daysAgo(1400), until: daysAgo(740) })
  await fetched('good@codes.test', { fetchedAt: daysAgo(1400), until: daysAgo(700) })
  await fetched('undated@codes.test', { fetchedAt: daysAgo(1480), until: null })
  await fetched('young@codes.test', { fetchedAt: daysAgo(1400), until: null })
  await sql`update recipient set created_at = ${daysAgo(1500)} where email like '%@codes.test'`.execute(app.posy.db)
  app.wall.advanceSeconds(DAY_S)
  await runRetention(app.posy)
  const { rows } = await sql<{ email: string }>`
    select email from recipient where email like '%@codes.test' order by email`.execute(app.posy.db)
  expect(rows.map(({ email }) => email)).toEqual(['good@codes.test', 'young@codes.test'])
})
