import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { reconcile } from '#server/app/reconcile.ts'
import { grantChecks } from '#server/app/reconcile-grants.ts'
import { MIGRATIONS_FOLDER } from '#server/platform/database/migrate.ts'
import { transact, type Work } from '#server/platform/posy.ts'
import type { Principal } from '#server/platform/principal.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { acmeAdminPrincipal } from '#server/testing/hugggs.ts'
import { changePerson } from './change-person.ts'
import { createGrant } from './create-grant.ts'
import { approveAward } from './decide-award.ts'
import { fundGrant } from './fund-grant.ts'
import { readGrantReport } from './grant-report.ts'
import { makeAward, type NewAward } from './make-award.ts'
import { makeBatch } from './make-batch.ts'
import { awardsPersonalData } from './personal-data.ts'
import { chooseRail, endCode, recordCashed, recordCode } from './rail-reports.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(async () => {
  expect(await reconcile(app.posy)).toEqual([])
  await app.close()
})

const worker: Principal = { ...acmeAdminPrincipal, sessionId: '00000000-0000-4000-8000-00000000aaaa' }
const approver: Principal = { ...worker, userId: demo.users.acmeViewer }
const run = <T>(command: (work: Work) => Promise<T>): Promise<T> => transact(app.posy, { actor: worker.actor }, command)
const later = (period: string) =>
  app.request('POST', '/sandbox/clock', { as: 'admin@acme.test', body: { advance: period } })

async function openGrant(approvalAbovePence: number | null = null): Promise<string> {
  const { id } = await run((work) =>
    createGrant(work, worker, {
      ...{ teamId: demo.teams.acme, name: 'Winter fund', fromDay: '2026-01-01', untilDay: '2028-12-31' },
      ...{ rails: ['cash-out'], awardDays: 28, approvalAbovePence },
    }),
  )
  await run((work) => fundGrant(work, worker, { grantId: id, walletId: demo.wallets.acmeMain, amountPence: 60_000 }))
  return id
}

let cases = 0
const award = (grantId: string, more: Partial<NewAward> = {}) =>
  run((work) =>
    makeAward(work, worker, {
      ...{ grantId, person: { name: 'Ann Example' }, reason: 'Food', caseReference: `case ${++cases}` },
      ...{ amountPence: 1_000, rails: ['cash-out'] as const, ...more },
    }),
  )
const livingAt = (postcode: string | null, more: Partial<NewAward> = {}) => ({
  person: { name: 'Ann Example', postcode },
  ...more,
})
/** People of LS1 whom the report’s quick count takes for one. */
async function peopleAlike(count: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    insert into person (id, team_id, name, postcode, created_at, updated_at)
    select id, ${demo.teams.acme}, 'Ann Example', 'LS1 4AP', now(), now()
    from (select gen_random_uuid() as id from generate_series(1, 5000)) as made where uuid_hash(id) & 63 = 7 limit ${count}
    returning id`.execute(app.posy.db)
  return rows.map(({ id }) => id)
}
const report = (grantId: string, span = {}) => readGrantReport(app.posy.db, worker, grantId, span)
const byHousehold = async (grantId: string) =>
  (await report(grantId)).households.map(({ householdType, awards, amount }) => [householdType, awards, amount])
const erase = (email: string) =>
  run((work) => awardsPersonalData.erase(work, { userId: null, emails: [email], phones: [], names: [] }))
const takeCode = (id: string) =>
  run(async (work) => {
    await chooseRail(work, id, 'cash-out')
    await recordCode(work, id, new Date(work.at.getTime() + 30 * 86_400_000))
  })

describe('the awards of a grant’s report', () => {
  test('are divided by reason, one however its letters are written; what was never issued and what was erased is of no reason', async () => {
    const grant = await openGrant(2_000)
    await award(grant, { reason: 'Food' })
    await award(grant, { reason: 'Food' })
    await award(grant, { reason: 'food ' })
    await award(grant, { reason: 'Heating', amountPence: 2_000 })
    await award(grant, { reason: 'Rent', amountPence: 9_000 })
    const known = { name: 'Bob Example', email: 'bob@erased.test' }
    await award(grant, { reason: 'Bob’s cooker', amountPence: 2_000, person: known })
    await erase(known.email)
    expect((await report(grant)).reasons).toEqual([
      { reason: 'Food', awards: 3, amount: 3_000, paid: 0 },
      { reason: 'Heating', awards: 1, amount: 2_000, paid: 0 },
      { reason: null, awards: 1, amount: 2_000, paid: 0 },
    ])
    expect((await report(grant, { from: '2031-01-01' })).reasons).toEqual([])
  })

  test('are divided by the type of their household, of lists too, until their person is erased', async () => {
    const grant = await openGrant()
    await award(grant, { householdType: 'other' })
    await award(grant, { householdType: 'family', amountPence: 3_000 })
    await award(grant)
    const row = { caseReference: 'listed', person: { name: 'Bob Example', email: 'bob@listed.test' } }
    const list = { grantId: grant, name: 'List', reason: 'Food', amount: 1_000, rails: ['cash-out'] as const }
    await run((work) => makeBatch(work, worker, { ...list, rows: [{ ...row, householdType: 'family' }] }))
    const [other, family] = [
      ['other', 1, 1_000],
      ['family', 2, 4_000],
    ]
    expect(await byHousehold(grant)).toEqual([family, other, [null, 1, 1_000]])
    await erase('bob@listed.test')
    expect(await byHousehold(grant)).toEqual([['family', 1, 3_000], other, [null, 2, 2_000]])
  })

  test('have the 40 reasons with the most money named, and the others in one line', async () => {
    const grant = await openGrant()
    for (let one = 0; one < 42; one++) await award(grant, { reason: `Reason ${one}`, amountPence: 1_100 - one * 10 })
    const { reasons } = await report(grant)
    expect(reasons).toHaveLength(41)
    expect(reasons[0]).toEqual({ reason: 'Reason 0', awards: 1, amount: 1_100, paid: 0 })
    expect(reasons.at(-1)).toEqual({ reason: null, awards: 2, amount: 1_390, paid: 0 })
  })

  test('are divided by postcode district, which is named where five people or more were helped', async () => {
    const grant = await openGrant()
    for (const postcode of ['LS1 4AP', 'ls14ap', 'LS1  4AQ', 'LS1', 'ls1-5aa']) await award(grant, livingAt(postcode))
    // Five awards, and one person: not named.
    const { person_id: personId } = await award(grant, livingAt('SW1A 1AA'))
    for (let more = 0; more < 4; more++) await award(grant, { person: { id: personId } })
    await award(grant, livingAt('LS14 6PQ', { amountPence: 500 }))
    for (const postcode of [null, 'unknown', '75008']) await award(grant, livingAt(postcode))
    expect((await report(grant)).districts).toEqual([
      { kind: 'district', district: 'LS1', awards: 5, amount: 5_000, paid: 0 },
      { kind: 'others', district: null, awards: 6, amount: 5_500, paid: 0 },
      { kind: 'no-postcode', district: null, awards: 3, amount: 3_000, paid: 0 },
    ])
  })

  test('count the people of a district whichever they are, many awards to four people as well', async () => {
    const grant = await openGrant()
    const alike = await peopleAlike(9)
    for (const id of alike.slice(0, 5)) await award(grant, { person: { id } })
    await sql`update person set postcode = 'LS2 1AA' where id = any(${alike.slice(5)}::uuid[])`.execute(app.posy.db)
    for (const id of alike.slice(5)) for (let more = 0; more < 3; more++) await award(grant, { person: { id } })
    expect((await report(grant)).districts).toEqual([
      { kind: 'district', district: 'LS1', awards: 5, amount: 5_000, paid: 0 },
      { kind: 'others', district: null, awards: 12, amount: 12_000, paid: 0 },
    ])
  })

  test('are of the district that their person has now, and of none once the person is erased', async () => {
    const grant = await openGrant()
    const people: string[] = []
    for (let one = 0; one < 5; one++) {
      const person = { name: 'Ann Example', email: `moved.${one}@erased.test`, postcode: 'LS1 4AP' }
      people.push((await award(grant, { person })).person_id)
    }
    await award(grant, { person: { id: people[0]! } })
    for (const id of people) await run((work) => changePerson(work, worker, id, { postcode: 'BD3 7AA' }))
    expect((await report(grant)).districts).toEqual([
      { kind: 'district', district: 'BD3', awards: 6, amount: 6_000, paid: 0 },
    ])
    await erase('moved.0@erased.test')
    expect((await report(grant)).districts).toEqual([
      { kind: 'others', district: null, awards: 4, amount: 4_000, paid: 0 },
      { kind: 'no-postcode', district: null, awards: 2, amount: 2_000, paid: 0 },
    ])
  })

  test('that were there before their districts were kept are filled in, and what is wrong is found', async () => {
    const grant = await openGrant()
    for (let one = 0; one < 5; one++) await award(grant, livingAt('HX2 0AA'))
    const wrong = async () => (await grantChecks['award-district'].execute(app.posy.db)).rows.length
    await sql`update award set district = 'LS9' where grant_id = ${grant}`.execute(app.posy.db)
    expect(await wrong()).toBe(5)
    await sql`update award set district = null`.execute(app.posy.db)
    await sql.raw(readFileSync(join(MIGRATIONS_FOLDER, '0075-2-districts-of-awards.sql'), 'utf8')).execute(app.posy.db)
    expect(await wrong()).toBe(0)
    expect((await report(grant)).districts).toMatchObject([{ district: 'HX2', awards: 5 }])
  })

  test('tell the days from their issue, not from when they were asked for, until anything of them was cashed, once each', async () => {
    const grant = await openGrant(2_000)
    expect((await report(grant)).toCash).toEqual({ awards: 0, averageDays: null })
    const [quick, slow] = [await award(grant), await award(grant, { amountPence: 3_000 })]
    await award(grant)
    await takeCode(quick.id)
    await later('P1D')
    await run((work) => recordCashed(work, quick.id, 1_000))
    await run((work) => approveAward(work, approver, slow.id))
    await takeCode(slow.id)
    await later('P2DT12H')
    await run((work) => recordCashed(work, slow.id, 1_000))
    await later('P1D')
    await run((work) => recordCashed(work, slow.id, 2_000))
    await run((work) => endCode(work, slow.id, 'expired'))
    // One day and two and a half.
    expect((await report(grant)).toCash).toEqual({ awards: 2, averageDays: 1.8 })
    expect((await report(grant, { from: '2031-01-01' })).toCash).toEqual({ awards: 0, averageDays: null })
  })
})
