import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toDate } from '#kit/time.ts'
import { demo } from '#server/app/demo/ids.ts'
import { reconcile } from '#server/app/reconcile.ts'
import { grantChecks } from '#server/app/reconcile-grants.ts'
import { transact, type Work } from '#server/platform/posy.ts'
import type { Principal } from '#server/platform/principal.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { rejectionReason } from '#server/testing/books.ts'
import { acmeAdminPrincipal } from '#server/testing/hugggs.ts'
import type { AwardRecord, RailKey } from './award.ts'
import { createGrant, type NewGrant } from './create-grant.ts'
import { approveAward, declineAward } from './decide-award.ts'
import { approveBatch, cancelBatch, declineBatch } from './decide-batch.ts'
import { cancelAward, expireDueAwards } from './end-award.ts'
import { fundGrant } from './fund-grant.ts'
import { readGrantReport } from './grant-report.ts'
import { showLink } from './hand-over.ts'
import { awardsPage, readGrant } from './list-awards.ts'
import { makeAward, type NewAward } from './make-award.ts'
import { makeBatch } from './make-batch.ts'
import { awardsPersonalData } from './personal-data.ts'
import { grantFigures } from './queries.ts'
import { chooseRail, endCode, recordCashed, recordCode } from './rail-reports.ts'
import { reissueAward } from './reissue-award.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  // A fee of an odd sum, so that its VAT is rounded.
  await app.posy.db.updateTable('rail').set({ fee_pence: 37 }).where('key', '=', 'cash-out').execute()
})
afterAll(async () => {
  expect(await reconcile(app.posy)).toEqual([])
  await app.close()
})

const worker: Principal = { ...acmeAdminPrincipal, sessionId: '00000000-0000-4000-8000-00000000aaaa' }
const approver: Principal = { ...worker, userId: demo.users.acmeViewer }
const stranger: Principal = { ...worker, teamId: demo.teams.globex, teamIds: [demo.teams.globex] }

const run = <T>(command: (work: Work) => Promise<T>, as: Principal = worker): Promise<T> =>
  transact(app.posy, { actor: as.actor }, command)

const wallet = demo.wallets.acmeMain
const fund = (grantId: string, amountPence: number) =>
  run((work) => fundGrant(work, worker, { grantId, walletId: wallet, amountPence }))

async function openGrant(pence: number, more: Partial<NewGrant> = {}): Promise<string> {
  const rails: RailKey[] = ['cash-out', 'post-office', 'voucher']
  const { id } = await run((work) =>
    createGrant(work, worker, {
      ...{ teamId: demo.teams.acme, name: 'Winter fund', fromDay: '2026-01-01', untilDay: '2028-12-31' },
      ...{ rails, awardDays: 28, ...more },
    }),
  )
  if (pence) await fund(id, pence)
  return id
}

let cases = 0
const award = (grantId: string, more: Partial<NewAward> = {}, as = worker): Promise<AwardRecord> =>
  run(
    (work) =>
      makeAward(work, as, {
        ...{ grantId, person: { name: 'Ann Example', postcode: 'LS1 4AP' }, reason: 'food' },
        caseReference: `case ${++cases}`,
        ...{ amountPence: 5_000, rails: ['cash-out'] as const, ...more },
      }),
    as,
  )

const figures = async (grantId: string) => (await grantFigures(app.posy.db, [grantId]))[0]!
const statuses = async (awardId: string) =>
  (
    await app.posy.db
      .selectFrom('award_event')
      .select('to_status')
      .where('award_id', '=', awardId)
      .orderBy('id')
      .execute()
  ).map(({ to_status }) => to_status)
const makeCode = (id: string, rail: RailKey) =>
  run(async (work) => {
    await chooseRail(work, id, rail)
    return recordCode(work, id, new Date(work.at.getTime() + 30 * 86_400_000))
  })
/** What a command was refused with. */
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'accepted',
    (error: unknown) => (error instanceof Problem ? error.code : error),
  )

describe('the money of a grant', () => {
  test('is committed with the fee when an award is made, goes to the rail as it is cashed, and what is left comes back', async () => {
    const grant = await openGrant(20_000)
    const one = await award(grant)
    expect(await figures(grant)).toMatchObject({ available: 14_956, committed: 5_000, fees: 37, vat: 7 })
    await makeCode(one.id, 'cash-out')
    await run((work) => recordCashed(work, one.id, 2_000))
    // The same word again moves nothing.
    await run((work) => recordCashed(work, one.id, 2_000))
    expect(await figures(grant)).toMatchObject({ committed: 3_000, paid: 2_000 })
    await run((work) => endCode(work, one.id, 'expired'))
    // A part was cashed: the fee stays ours.
    expect(await figures(grant)).toMatchObject({ available: 17_956, committed: 0, paid: 2_000, fees: 37, vat: 7 })
    expect(await statuses(one.id)).toEqual(['issued', 'rail-chosen', 'code-generated', 'part-cashed', 'expired'])
  })

  test('comes back whole, the fee too, when an award ends unused; what is cashed after that is taken again, and shown', async () => {
    const grant = await openGrant(6_000)
    const one = await award(grant)
    await makeCode(one.id, 'cash-out')
    await run((work) => endCode(work, one.id, 'expired'))
    expect(await figures(grant)).toMatchObject({ available: 6_000, fees: 0, vat: 0, paid: 0 })
    await run((work) => recordCashed(work, one.id, 1_500))
    expect(await figures(grant)).toMatchObject({ available: 4_456, fees: 37, vat: 7, paid: 1_500, late: 1_500 })
    await fund(grant, -4_456)
    expect(await refusal(run((work) => recordCashed(work, one.id, 5_000)))).toBe('insufficient_funds')
  })

  test('is paid at once for a code that is bought with its making, which our calendar never ends', async () => {
    const grant = await openGrant(6_000)
    const one = await award(grant, { rails: ['voucher'] })
    await makeCode(one.id, 'voucher')
    expect(await figures(grant)).toMatchObject({ available: 1_000, committed: 0, paid: 5_000 })
    expect(await refusal(run((work) => endCode(work, one.id, 'expired')))).toBe('wrong_state')
    expect(await refusal(run((work) => cancelAward(work, worker, one.id, 'a mistake')))).toBe('wrong_state')
  })

  test('is taken out only as far as no award holds it, and never spent beyond what is there', async () => {
    const grant = await openGrant(6_000)
    await award(grant)
    expect(await refusal(award(grant, { caseReference: 'C-2' }))).toBe('insufficient_funds')
    expect(await refusal(fund(grant, -957))).toBe('insufficient_funds')
    await fund(grant, -956)
    expect(await figures(grant)).toMatchObject({ funded: 5_044, available: 0 })
  })

  test('comes back by the calendar when an award was not used, nor a request decided', async () => {
    const grant = await openGrant(20_000, { approvalAbovePence: 6_000 })
    const [unused, request] = [
      await award(grant, { caseReference: 'C-1' }),
      await award(grant, { caseReference: 'C-1', amountPence: 4_000 }),
    ]
    expect([unused.status, request.status]).toEqual(['issued', 'referred'])
    expect(await figures(grant)).toMatchObject({ committed: 5_000, locked: 4_044 })
    await app.advance('P14D')
    await app.advance('PT24H')
    expect(await figures(grant)).toMatchObject({ committed: 5_000, locked: 0 })
    const week = await readGrant(app.posy.db, worker, grant, toDate(app.posy.clock.now()))
    expect(week.endedLately.undecided).toEqual({ awards: 1, amount: 4_000 })
    await app.advance('P15D')
    expect(await figures(grant)).toMatchObject({ available: 20_000, committed: 0 })
    expect([await statuses(unused.id), await statuses(request.id)]).toEqual([
      ['issued', 'expired'],
      ['referred', 'expired'],
    ])
    const told = await app.posy.db
      .selectFrom('outgoing_message')
      .select('user_id')
      .where('template', '=', 'award-decided')
      .where('dedupe_key', '=', `award-decided/${request.id}/expired`)
      .execute()
    expect(told).toEqual([{ user_id: demo.users.acmeAdmin }])
    const ended = await readGrant(app.posy.db, worker, grant, toDate(app.posy.clock.now()))
    expect(ended.endedLately).toEqual({ undecided: { awards: 0, amount: 0 }, unused: { awards: 1, amount: 5_000 } })
    const listed = await awardsPage(app.posy.db, worker, { grantId: grant, undecided: 'true', limit: 10 })
    expect(listed.map(({ id, isUndecided }) => [id, isUndecided])).toEqual([[request.id, true]])
    // It never had a link that could be made new.
    await expect(run((work) => reissueAward(work, worker, request.id, 'again'))).rejects.toThrow(/decided.*in time/)
  })
})

describe('an award', () => {
  test('above the limit waits for a second person, holding its money: neither who asked nor a program decides', async () => {
    const grant = await openGrant(20_000, { approvalAbovePence: 0 })
    const one = await award(grant, { caseReference: 'C-3' })
    expect(await refusal(run((work) => approveAward(work, worker, one.id)))).toBe('forbidden')
    const program = { ...approver, sessionId: null }
    expect(await refusal(run((work) => approveAward(work, program, one.id)))).toBe('forbidden')
    expect((await run((work) => approveAward(work, approver, one.id))).status).toBe('issued')
    expect(await statuses(one.id)).toEqual(['referred', 'approved', 'issued'])
    expect(await refusal(run((work) => declineAward(work, approver, one.id, 'twice')))).toBe('wrong_state')
    const two = await award(grant, { caseReference: 'C-3' })
    await run((work) => declineAward(work, approver, two.id, 'helped last week'))
    expect(await figures(grant)).toMatchObject({ available: 14_956, locked: 0, committed: 5_000 })
  })

  test('counts with what the person or the case got in 28 days, and twins see each other', async () => {
    const grant = await openGrant(40_000, { approvalAbovePence: 9_000 })
    const twins = await Promise.all([1, 2, 3].map(() => award(grant, { caseReference: 'C-4' })))
    expect(twins.map(({ status }) => status).sort()).toEqual(['issued', 'referred', 'referred'])
    const [first] = twins
    const again = await award(grant, { person: { id: first!.person_id }, caseReference: 'C-5' })
    expect(again.status).toBe('referred')
  })

  test('is refused beyond what the grant gives one person, to twins too', async () => {
    const grant = await openGrant(40_000, { maxAwardsPerPerson: 2 })
    const { person_id: id } = await award(grant, { caseReference: 'C-6' })
    const twins = await Promise.all(
      [7, 8, 9].map((each) => refusal(award(grant, { person: { id }, caseReference: `C-${each}` }))),
    )
    expect(twins.sort()).toEqual(['accepted', 'restricted', 'restricted'])
  })

  test('is given a new link before a code was made, and after that only once it has expired unused', async () => {
    const grant = await openGrant(6_000)
    const one = await award(grant, { rails: ['post-office'] })
    const moved = await run((work) => reissueAward(work, worker, one.id, 'the letter went to an old address'))
    expect(moved.link_code).not.toBe(one.link_code)
    const again = await run((work) => reissueAward(work, worker, one.id, 'lost'))
    await makeCode(one.id, 'post-office')
    expect(await refusal(run((work) => reissueAward(work, worker, one.id, 'lost')))).toBe('wrong_state')
    expect(await figures(grant)).toMatchObject({ available: 1_000, committed: 5_000 })
    await run((work) => endCode(work, one.id, 'expired'))
    await run((work) => reissueAward(work, worker, one.id, 'was in hospital'))
    expect(await figures(grant)).toMatchObject({ available: 1_000, committed: 5_000 })
    const retired = await app.posy.db
      .selectFrom('retired_award_link')
      .select('link_code')
      .where('award_id', '=', one.id)
      .execute()
    expect(retired.map(({ link_code }) => link_code).sort()).toEqual(
      [one.link_code, moved.link_code, again.link_code].sort(),
    )
  })

  test('says no more in which case and why it was made once its person is forgotten', async () => {
    const grant = await openGrant(6_000)
    const email = 'ann.forgotten@example.test'
    const one = await award(grant, {
      person: { name: 'Ann', email },
      caseReference: 'Ann, C-7',
      reason: 'Ann fled home',
    })
    await run((work) => reissueAward(work, worker, one.id, 'Ann has moved in with her sister'))
    await run((work) => showLink(work, worker, one.id))
    await run((work) => awardsPersonalData.erase(work, { userId: null, emails: [email], phones: [], names: [] }))
    const events = app.posy.db.selectFrom('award_event').select(['to_status', 'reason']).where('award_id', '=', one.id)
    expect(await events.orderBy('id').execute()).toEqual([
      { to_status: 'issued', reason: null },
      { to_status: 'reissued', reason: 'erased' },
      { to_status: 'reissued', reason: 'link shown' },
    ])
    for (const change of [{ reason: 'Another one' }, { reason: 'erased', paid_pence: 1 }])
      expect(
        await refusal(app.posy.db.updateTable('award_event').set(change).where('award_id', '=', one.id).execute()),
      ).toMatchObject({
        code: '23001',
      })
    const read = app.posy.db.selectFrom('award').select(['case_reference', 'reason', 'amount_pence'])
    expect(await read.where('id', '=', one.id).executeTakeFirst()).toEqual({
      ...{ case_reference: 'erased', reason: 'erased', amount_pence: 5_000 },
    })
  })

  test('of another team, its grant and its people are not there', async () => {
    const grant = await openGrant(6_000)
    const one = await award(grant)
    const tries = [
      () => run((work) => cancelAward(work, stranger, one.id, 'mine')),
      () => run((work) => approveAward(work, stranger, one.id)),
      () => run((work) => reissueAward(work, stranger, one.id, 'mine')),
      () =>
        run((work) =>
          fundGrant(work, stranger, { grantId: grant, walletId: demo.wallets.globexMain, amountPence: -1 }),
        ),
      () => award(grant, {}, stranger),
    ]
    for (const each of tries) expect(await refusal(each())).toBe('not_found')
    const theirs = await app.posy.db
      .insertInto('person')
      .values({
        id: demo.teams.globex,
        team_id: demo.teams.globex,
        name: 'Bob',
        created_at: new Date(),
        updated_at: new Date(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    expect(await refusal(award(grant, { person: { id: theirs.id } }))).toBe('not_found')
  })
})

describe('the database', () => {
  test('refuses every change of an award that its table does not allow, whichever program asks', async () => {
    const grant = await openGrant(12_000)
    const one = await award(grant, { rails: ['post-office'] })
    const set = (change: string) =>
      rejectionReason(sql`update award set ${sql.raw(change)} where id = ${one.id}`.execute(app.posy.db))
    expect(await set("status = 'cashed', paid_pence = amount_pence, rail = 'post-office'")).toBe('award_transition')
    expect(await set('paid_pence = 1')).toBe('award_cashed')
    expect(await set("rail = 'cash-out'")).toBe('award_rail_allowed')
    expect(await set('approved_by = created_by')).toBe('award_approver')
    expect(await set('amount_pence = 1')).toBe('award_permanent')
    await makeCode(one.id, 'post-office')
    // The Post Office calls no code back.
    expect(await set("status = 'cancelled'")).toBe('award_transition')
    await run((work) => recordCashed(work, one.id, 300))
    expect(await set('paid_pence = 200')).toBe('award_paid_stays')
  })
})

test('what reports of grants read follows the ledger, and is filled with what was posted before', async () => {
  const { db } = app.posy
  const grant = await openGrant(6_000)
  await award(grant)
  const coded = await award(grant, { amountPence: 900, rails: ['voucher'] })
  await makeCode(coded.id, 'voucher')
  const wrong = async () => {
    const checks = (['grant-report-money', 'grant-rail-money', 'award-first-paid'] as const).map(
      (name) => grantChecks[name],
    )
    return (await Promise.all(checks.map((check) => check.execute(db)))).flatMap(({ rows }) => rows).length
  }
  await sql`update grant_money set in_pence = in_pence + 1 where grant_id = ${grant}`.execute(db)
  await sql`update grant_rail_money set paid_pence = paid_pence - 1 where grant_id = ${grant}`.execute(db)
  await sql`update award_first_paid set paid_at = paid_at + interval '1 day' where grant_id = ${grant}`.execute(db)
  expect(await wrong()).toBe(3)
  await sql`delete from grant_money where grant_id = ${grant}`.execute(db)
  await sql`delete from grant_rail_money where grant_id = ${grant}`.execute(db)
  await sql`delete from award_first_paid where grant_id = ${grant}`.execute(db)
  expect(await wrong()).toBe(3)
  for (const fill of ['add_grant_money', 'add_grant_rail_money'])
    await sql`select ${sql.ref(fill)}(array(select distinct transfer_id from ledger_entry join ledger_account on ledger_account.id = account_id
      where wallet_id = ${grant}))`.execute(db)
  await sql`select add_award_first_paid(array[${coded.id}::uuid])`.execute(db)
  expect(await wrong()).toBe(0)
})

type Step =
  | { kind: 'award'; amount: number; rail: RailKey }
  | {
      kind: 'decide' | 'decline' | 'code' | 'cash' | 'end' | 'callBack' | 'cancel' | 'reissue'
      pick: number
      share: number
    }
  | { kind: 'batch'; amounts: number[] }
  | { kind: 'batchDecided' | 'batchDeclined' | 'batchCancelled'; pick: number }
  | { kind: 'fund'; amount: number }
  | { kind: 'days'; days: number }
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('award' as const),
      amount: fc.integer({ min: 100, max: 10_000 }),
      rail: fc.constantFrom('cash-out' as const, 'post-office' as const, 'voucher' as const),
    }),
  },
  {
    weight: 12,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        ...(['decide', 'decline', 'code', 'cash', 'end', 'callBack', 'cancel', 'reissue'] as const),
      ),
      ...{ pick: fc.nat(1_000), share: fc.integer({ min: 1, max: 100 }) },
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('batch' as const),
      amounts: fc.array(fc.integer({ min: 100, max: 3_000 }), { minLength: 1, maxLength: 4 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom('batchDecided' as const, 'batchDeclined' as const, 'batchCancelled' as const),
      pick: fc.nat(1_000),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('fund' as const), amount: fc.integer({ min: -5_000, max: 9_000 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('days' as const), days: fc.constantFrom(3, 15, 29) }) },
)

async function play(grant: string, each: Step): Promise<void> {
  if (each.kind === 'award') {
    await award(grant, { amountPence: each.amount, rails: [each.rail], caseReference: `${grant} ${each.amount % 3}` })
  } else if (each.kind === 'batch') {
    const rows = each.amounts.map((amount, row) => ({
      ...{ amount, caseReference: `${grant} ${amount % 3} ${row}`, person: { name: 'Bob Example' } },
    }))
    const list = {
      grantId: grant,
      name: 'A list',
      reason: 'food',
      rails: ['cash-out'] as const,
      duplicateReason: 'again',
      rows,
    }
    await run((work) => makeBatch(work, worker, list))
  } else if ('pick' in each && !('share' in each)) {
    await changeBatch(grant, each)
  } else if (each.kind === 'fund') {
    if (each.amount) await fund(grant, each.amount)
  } else if (each.kind === 'days') {
    const now = new Date(app.posy.clock.now().epochMilliseconds + each.days * 86_400_000)
    await expireDueAwards(app.posy, now)
  } else {
    const awards = await app.posy.db
      .selectFrom('award')
      .selectAll()
      .where('grant_id', '=', grant)
      .orderBy('id')
      .execute()
    const one = awards[each.pick % Math.max(1, awards.length)]
    if (one) await change(one, each.kind, Math.ceil((one.amount_pence * each.share) / 100))
  }
}

async function changeBatch(grant: string, { kind, pick }: { kind: string; pick: number }): Promise<void> {
  const { db } = app.posy
  const all = await db.selectFrom('award_batch').select('id').where('grant_id', '=', grant).orderBy('id').execute()
  const one = all[pick % Math.max(1, all.length)]
  if (!one) return
  if (kind === 'batchDecided') await run((work) => approveBatch(work, approver, one.id, 'their heating failed'))
  if (kind === 'batchDeclined') await run((work) => declineBatch(work, approver, one.id, 'no'))
  if (kind === 'batchCancelled') await run((work) => cancelBatch(work, worker, one.id, 'no need'))
}

async function change(one: AwardRecord, kind: string, total: number): Promise<void> {
  if (kind === 'decide') await run((work) => approveAward(work, approver, one.id))
  if (kind === 'decline') await run((work) => declineAward(work, approver, one.id, 'no'))
  if (kind === 'code') {
    const [rail] = await app.posy.db.selectFrom('award_rail').select('rail').where('award_id', '=', one.id).execute()
    await makeCode(one.id, rail!.rail as RailKey)
  }
  if (kind === 'cash') await run((work) => recordCashed(work, one.id, total))
  if (kind === 'end') await run((work) => endCode(work, one.id, 'expired'))
  if (kind === 'callBack') await run((work) => endCode(work, one.id, 'cancelled'))
  if (kind === 'cancel') await run((work) => cancelAward(work, worker, one.id, 'no need'))
  if (kind === 'reissue') await run((work) => reissueAward(work, worker, one.id, 'lost'))
}

interface Sums {
  awards: number
  amount: number
  paid?: number
}
const total = (rows: readonly Sums[]) => {
  const of = (name: keyof Sums) => rows.reduce((sum, row) => sum + (row[name] ?? 0), 0)
  return { awards: of('awards'), amount: of('amount'), paid: of('paid') }
}
const sumPaid = (rows: readonly { paid: number }[]) => rows.reduce((sum, { paid }) => sum + paid, 0)

test('whatever happens to awards, alone and in batches, each grant adds up to the penny and equals the ledger after every step', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 40 }), async (steps) => {
      const grant = await openGrant(30_000, { approvalAbovePence: 25_000 })
      const rails = ['cash-out', 'post-office', 'voucher'] as const
      for (const rail of rails) await play(grant, { kind: 'award', amount: 4_000, rail })
      for (const each of steps) {
        const refused = await play(grant, each).then(
          () => null,
          (error: unknown) => error,
        )
        // Refused by a rule or by the database's own; never a failure of ours.
        if (refused && !(refused instanceof Problem)) expect(refused).toMatchObject({ constraint: 'award_transition' })
        const { funded, available, locked, committed, paid, fees, vat } = await figures(grant)
        expect(available + locked + committed + paid + fees + vat).toBe(funded)
      }
      const report = await readGrantReport(app.posy.db, worker, grant, {})
      const { months, paidBy, states, neverIssued, reasons, households, districts } = report
      expect(sumPaid(paidBy)).toBe(sumPaid(months))
      const [made, requests] = [total(states), total(neverIssued)]
      const issued = { awards: made.awards - requests.awards, amount: made.amount - requests.amount, paid: made.paid }
      for (const divided of [reasons, households, districts]) expect(total(divided)).toEqual(issued)
      const last = months.at(-1)!
      const { committed, locked, available } = await figures(grant)
      const left = last.closing - last.closingInAwards - last.closingHeld
      expect([last.closingInAwards, last.closingHeld, left]).toEqual([committed, locked, available])
      for (const [check, query] of Object.entries(grantChecks))
        expect([check, (await query.execute(app.posy.db)).rows]).toEqual([check, []])
    }),
    { numRuns: 6 },
  )
})
