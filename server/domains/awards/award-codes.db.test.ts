import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { awardRails } from '#contract/core/rails.ts'
import { demo } from '#server/app/demo/ids.ts'
import { reconcile } from '#server/app/reconcile.ts'
import { takeSettlementFile } from '#server/domains/rails/take-settlement-file.ts'
import { transact, type Work } from '#server/platform/posy.ts'
import { type Principal, recipientActor } from '#server/platform/principal.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import { writeSignedCsv } from '#server/platform/sheets/signed-csv.ts'
import { settlementColumns } from '#server/providers/file-exchange/types.ts'
import type { RailsSandbox } from '#server/providers/rails/sandbox/index.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { acmeAdminPrincipal } from '#server/testing/hugggs.ts'
import type { AwardRecord, RailKey } from './award.ts'
import { createGrant } from './create-grant.ts'
import { cancelAward } from './end-award.ts'
import { fundGrant } from './fund-grant.ts'
import { readGrantReport } from './grant-report.ts'
import { makeAward } from './make-award.ts'
import { makeCode } from './make-code.ts'
import { grantFigures } from './queries.ts'
import { reissueAward } from './reissue-award.ts'
import { stopCode } from './stop-code.ts'

let app: TestApp
let rails: RailsSandbox
beforeAll(async () => {
  app = await startTestApp()
  rails = app.providers.sandboxes.rails!
})
afterAll(async () => {
  expect(await reconcile(app.posy)).toEqual([])
  await app.close()
})

const worker: Principal = { ...acmeAdminPrincipal, sessionId: '00000000-0000-4000-8000-00000000aaaa' }
const run = <T>(command: (work: Work) => Promise<T>): Promise<T> => transact(app.posy, { actor: worker.actor }, command)
const fund = (grantId: string, amountPence: number) =>
  run((work) => fundGrant(work, worker, { grantId, walletId: demo.wallets.acmeMain, amountPence }))
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'accepted',
    (error: unknown) => (error instanceof Problem ? error.code : error),
  )

let cases = 0
async function issue(...ways: RailKey[]): Promise<AwardRecord> {
  const { id: grantId } = await run((work) =>
    createGrant(work, worker, {
      ...{ teamId: demo.teams.acme, name: 'Warm homes', fromDay: '2026-01-01', untilDay: '2028-12-31' },
      ...{ rails: ['cash-out', 'post-office', 'energy', 'pin', 'voucher'] as const, awardDays: 28 },
    }),
  )
  await fund(grantId, 9_000)
  return run((work) =>
    makeAward(work, worker, {
      ...{ grantId, person: { name: 'Ann Example' }, caseReference: `codes ${++cases}`, reason: 'food' },
      ...{ amountPence: 3_000, rails: ways },
    }),
  )
}
const code = ({ id }: AwardRecord, rail: RailKey, shop?: string) =>
  makeCode(app.posy, id, { rail, shop }, recipientActor)
const figures = async ({ grant_id }: AwardRecord) => (await grantFigures(app.posy.db, [grant_id]))[0]!
const read = ({ id }: AwardRecord) =>
  app.posy.db.selectFrom('award').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const orders = ({ id }: AwardRecord) =>
  app.posy.db.selectFrom('rail_order').selectAll().where('award_id', '=', id).orderBy('reference').execute()
const atRail = async ({ id }: AwardRecord) =>
  (await app.posy.db.selectFrom('sandbox_rail_code').select('reference').orderBy('ordinal').execute())
    .map(({ reference }) => reference)
    .filter((reference) => reference.startsWith(id))
const cancel = async ({ id }: AwardRecord) => {
  await stopCode(app.posy, worker, id)
  return run((work) => cancelAward(work, worker, id, 'no longer needed'))
}
const reissue = ({ id }: AwardRecord) => run((work) => reissueAward(work, worker, id, 'lost'))

let entries = 0
/** A signed file of a rail, taken in and booked. */
async function tell(rail: 'cash-out' | 'post-office', reference: string, event: string, amountPence: number) {
  const key = rail === 'cash-out' ? rails.settings.paypoint.filesKey : rails.settings.postOffice.key
  const text = writeSignedCsv(key, {
    about: ['settlement', rail, '2026-03-02'],
    columns: settlementColumns,
    rows: [{ entry: `award-${++entries}`, reference, event, amountPence: String(amountPence), day: '2026-03-02' }],
    sum: 'amountPence',
  })
  const file = { rail, name: 'told.csv', bytes: new TextEncoder().encode(text), operator: 'finance@posy.test' }
  const taken = await run((work) => takeSettlementFile(work, file))
  await app.settle()
  return taken
}

describe('the code of an award', () => {
  test('is made once, however often it is asked for at once, and its money stays committed until it is cashed', async () => {
    const award = await issue('cash-out', 'pin')
    const states = await Promise.all([1, 2, 3, 4].map(() => code(award, 'cash-out')))
    expect(states.filter((state) => state === 'made').length).toBeGreaterThan(0)
    expect(await code(award, 'pin')).toBe('made')
    expect(await atRail(award)).toEqual([`${award.id}-1-1`])
    expect(await read(award)).toMatchObject({ status: 'code-generated', rail: 'cash-out', paid_pence: 0 })
    expect(await figures(award)).toMatchObject({ available: 6_000, committed: 3_000, paid: 0 })
  })

  test('that its rail made and did not tell is asked for again under its reference; until then it neither ends nor is issued again', async () => {
    const award = await issue('cash-out')
    rails.failures.next('cash-out', 'drop-after')
    expect(await code(award, 'cash-out')).toBe('waiting')
    expect(await refusal(cancel(award))).toBe('wrong_state')
    expect(await refusal(reissue(award))).toBe('wrong_state')
    await app.advance('PT2M')
    expect(await read(award)).toMatchObject({ status: 'code-generated' })
    expect(await atRail(award)).toEqual([`${award.id}-1-1`])
    expect((await orders(award)).map(({ state, tries }) => [state, tries])).toEqual([['made', 2]])
  })

  test('that its rail refuses leaves the award to be chosen again, under another reference', async () => {
    const award = await issue('pin', 'cash-out')
    const { pin } = app.posy.providers.rails
    app.posy.providers.rails.pin = { ...pin!, issue: async () => ({ outcome: 'refused', reason: 'float' }) }
    expect(await code(award, 'pin')).toBe('refused')
    app.posy.providers.rails.pin = pin!
    expect(await read(award)).toMatchObject({ status: 'opened', rail: null })
    expect(await code(award, 'cash-out')).toBe('made')
    expect(await atRail(award)).toEqual([`${award.id}-1-2`])
  })

  test('is never asked of a rail that is not connected: the award is to be chosen again at once', async () => {
    const award = await issue('pin', 'cash-out')
    const { pin, ...others } = app.posy.providers.rails
    app.posy.providers.rails = others
    expect(await code(award, 'pin')).toBe('refused')
    app.posy.providers.rails = { ...others, pin: pin! }
    expect(await read(award)).toMatchObject({ status: 'opened', rail: null })
    expect(await code(award, 'cash-out')).toBe('made')
  })

  test('that its rail owes waits for an operator after an hour, who ends it once: a code that comes all the same is stopped, and no one’s', async () => {
    const [award, patient] = [await issue('cash-out'), await issue('cash-out')]
    const connected = app.posy.providers.rails['cash-out']!
    const issued: (() => void)[] = []
    const silent = { ...connected, issue: async () => ({ outcome: 'unknown' as const, reason: 'no answer' }) }
    app.posy.providers.rails['cash-out'] = silent
    for (const one of [award, patient]) expect(await code(one, 'cash-out')).toBe('waiting')
    const end = () =>
      app.request('POST', '/v3/operator/rails/overdue', {
        as: 'operator:finance@posy.test',
        body: { codeReference: `${award.id}-1-1`, reason: 'PayPoint is not connected' },
      })
    expect((await end()).status).toBe(409)
    await app.advance('PT2H')
    const shown = async () =>
      (await app.request('GET', '/v3/operator/rails', { as: 'operator:finance@posy.test' })).body.data.overdue
    expect((await shown()).map(({ reference }: { reference: string }) => reference).toSorted()).toEqual(
      [`${award.id}-1-1`, `${patient.id}-1-1`].toSorted(),
    )
    expect(await refusal(cancel(award))).toBe('wrong_state')
    // Its rail takes longer than the lease over the next try, and makes the code after all.
    app.wall.advanceSeconds(60)
    const held = new Promise<void>((go) => issued.push(go))
    app.posy.providers.rails['cash-out'] = { ...connected, issue: (asked) => held.then(() => connected.issue(asked)) }
    const late = code(award, 'cash-out')
    await expect.poll(async () => (await orders(award))[0]!.leased_until).not.toBeNull()
    expect((await end()).status).toBe(409)
    app.wall.advanceSeconds(60)
    expect((await Promise.all([end(), end()])).map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await figures(award)).toMatchObject({ available: 9_000, committed: 0, paid: 0 })
    issued[0]!()
    expect(await late).toBe('refused')
    app.posy.providers.rails['cash-out'] = connected
    expect(await read(award)).toMatchObject({ status: 'cancelled', paid_pence: 0 })
    expect((await orders(award)).map(({ state, stopped_at }) => [state, stopped_at !== null])).toEqual([
      ['refused', true],
    ])
    await app.advance('PT7H')
    expect(await read(patient)).toMatchObject({ status: 'code-generated' })
    expect(await tell('cash-out', `${award.id}-1-1`, 'cashed', 3_000)).toMatchObject({ unmatched: 1 })
    expect(await figures(award)).toMatchObject({ available: 9_000, committed: 0, paid: 0 })
  })

  test('that was asked for and not answered is stopped by its reference, where its rail does that, and the award cancelled', async () => {
    const award = await issue('pin')
    rails.failures.next('pin', 'drop-after')
    expect(await code(award, 'pin')).toBe('waiting')
    expect(await cancel(award)).toMatchObject({ status: 'cancelled' })
    expect((await orders(award))[0]).toMatchObject({ state: 'refused', stopped_at: expect.any(Date) })
    expect(await figures(award)).toMatchObject({ available: 9_000, committed: 0 })
    await app.advance('PT2H')
    expect((await orders(award))[0]).toMatchObject({ state: 'refused', tries: 1 })
  })

  test('of a shop is bought from its issuer at the award’s own amount, and paid at once', async () => {
    const [shop] = await app.posy.db
      .updateTable('product')
      .set({ voucher_type: 'tillo', issuer_reference: 'daisy-gb' })
      .where('id', '=', demo.products.daisyGiftCard10)
      .returning('taxonomy_ids')
      .execute()
    await app.posy.db.updateTable('taxonomy').set({ slug: 'food' }).where('id', '=', shop!.taxonomy_ids[0]!).execute()
    const award = await issue('voucher')
    expect(await refusal(code(award, 'voucher', 'no-such-shop'))).toBe('restricted')
    expect(await code(award, 'voucher', 'daisy-gb')).toBe('made')
    expect(await figures(award)).toMatchObject({ available: 6_000, committed: 0, paid: 3_000 })
    expect(await refusal(cancel(award))).toBe('wrong_state')
  })
})

describe('what a rail’s files tell of an award', () => {
  test('is booked once: a part that was cashed is paid, and what is left goes back to the grant when the code ends', async () => {
    const award = await issue('cash-out')
    await code(award, 'cash-out')
    expect(await tell('cash-out', `${award.id}-1-1`, 'cashed', 1_000)).toMatchObject({ unmatched: 0 })
    expect(await figures(award)).toMatchObject({ available: 6_000, committed: 2_000, paid: 1_000 })
    await tell('cash-out', `${award.id}-1-1`, 'expired', 2_000)
    expect(await figures(award)).toMatchObject({ available: 8_000, committed: 0, paid: 1_000 })
    expect((await read(award)).status).toBe('expired')
  })

  test('of a code from before it was issued again is told apart from the new one: the grant pays it, and waits for money', async () => {
    const award = await issue('post-office', 'cash-out')
    await code(award, 'post-office')
    await tell('post-office', `${award.id}-1-1`, 'expired', 3_000)
    await reissue(award)
    await code(award, 'cash-out')
    expect(await atRail(award)).toEqual([`${award.id}-1-1`, `${award.id}-2-1`])
    await fund(award.grant_id, -6_000)
    await tell('post-office', `${award.id}-1-1`, 'cashed', 500)
    expect(await figures(award)).toMatchObject({ available: 0, committed: 3_000, paid: 0 })
    expect((await orders(award))[0]).toMatchObject({ cashed_pence: 0, not_booked: 'insufficient_funds' })
    await fund(award.grant_id, 800)
    await app.settle()
    expect(await figures(award)).toMatchObject({ available: 300, committed: 3_000, paid: 500, late: 500 })
    await tell('cash-out', `${award.id}-2-1`, 'cashed', 3_000)
    expect(await figures(award)).toMatchObject({ available: 300, committed: 0, paid: 3_500, late: 500 })
    // Each way has what went by it, whichever the award has now.
    const report = await readGrantReport(app.posy.db, worker, award.grant_id, {})
    expect(report.paidBy).toEqual([
      { rail: 'cash-out', paid: 3_000 },
      { rail: 'post-office', paid: 500 },
    ])
    expect(await read(award)).toMatchObject({ status: 'cashed', paid_pence: 3_000, earlier_pence: 500 })
  })
})

describe('an award with a code', () => {
  test('is cancelled once its rail has stopped the code, and not where it was used or cannot be stopped', async () => {
    const award = await issue('cash-out')
    await code(award, 'cash-out')
    expect(await refusal(reissue(award))).toBe('wrong_state')
    expect(await cancel(award)).toMatchObject({ status: 'cancelled' })
    expect(await figures(award)).toMatchObject({ available: 9_000, committed: 0, paid: 0 })
    const used = await issue('cash-out')
    await code(used, 'cash-out')
    const spent = { rail: 'cash-out', reference: `${used.id}-1-1`, event: 'cashed' }
    await app.request('POST', '/sandbox/rails/codes', { body: spent })
    const fixed = await issue('post-office')
    await code(fixed, 'post-office')
    for (const one of [used, fixed]) {
      expect(await refusal(cancel(one))).toBe('wrong_state')
      expect(await refusal(reissue(one))).toBe('wrong_state')
      expect((await read(one)).status).toBe('code-generated')
    }
  })

  test('is never cancelled for a code that was made while its rail was not asked to stop one', async () => {
    const award = await issue('cash-out')
    await stopCode(app.posy, worker, award.id)
    await code(award, 'cash-out')
    expect(await refusal(run((work) => cancelAward(work, worker, award.id, 'no need')))).toBe('wrong_state')
  })
})

test('the database lets the codes of those rails be called back that can', async () => {
  const rows = await app.posy.db.selectFrom('rail').select(['key', 'cancels_codes']).orderBy('key').execute()
  const said = Object.entries(awardRails).map(([key, { isCancellable }]) => ({ key, cancels_codes: isCancellable }))
  expect(rows).toEqual(said.toSorted((a, b) => (a.key < b.key ? -1 : 1)))
})

test('the database keeps, for the release before, what that one reads of rails: when they are owed, and their amounts', async () => {
  const columns = ['key', 'settlement', 'min_pence', 'max_pence'] as const
  const rows = await app.posy.db.selectFrom('rail').select(columns).orderBy('key').execute()
  const said = Object.entries(awardRails).map(([key, { settlement, leastPence, mostPence }]) => ({
    ...{ key, settlement: settlement === 'onCash' ? 'on-cash' : 'on-fetch' },
    ...{ min_pence: leastPence, max_pence: mostPence },
  }))
  expect(rows).toEqual(said.toSorted((a, b) => (a.key < b.key ? -1 : 1)))
})
