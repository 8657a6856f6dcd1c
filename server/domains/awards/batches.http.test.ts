import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { reconcile } from '#server/app/reconcile.ts'
import { transact } from '#server/platform/posy.ts'
import type { Principal } from '#server/platform/principal.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { acmeAdminPrincipal } from '#server/testing/hugggs.ts'
import { createGrant } from './create-grant.ts'
import { countCheck } from './duplicates.ts'
import { fundGrant } from './fund-grant.ts'
import { checkBatch, makeBatch } from './make-batch.ts'
import { chooseRail, recordCode } from './rail-reports.ts'

const as = 'admin@acme.test'
const approver = 'viewer@acme.test'
let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  const body = { roleGroupId: 'team-admin' }
  await ok('PUT', `/v3/teams/${demo.teams.acme}/users/${demo.users.acmeViewer}`, body)
})
afterAll(async () => {
  expect(await reconcile(app.posy)).toEqual([])
  await app.close()
})

const call = (method: string, path: string, body?: unknown, who = as, headers: Record<string, string> = {}) =>
  app.request(method, path, { as: who, body, headers })
async function ok(...wanted: Parameters<typeof call>) {
  const { status, body } = await call(...wanted)
  expect(status, `${wanted[0]} ${wanted[1]} ${JSON.stringify(body)}`).toBeLessThan(300)
  return body.data
}

async function openGrant(pence: number, more: object = {}): Promise<string> {
  const wanted = { name: 'Winter fund', fromDay: '2026-01-01', untilDay: '2028-12-31', rails: ['cash-out', 'energy'] }
  const { id } = await ok('POST', '/v3/grants', { ...wanted, ...more })
  await ok('POST', `/v3/grants/${id}/fundings`, { walletId: demo.wallets.acmeMain, amount: pence })
  return id
}
let people = 0
const someone = (more: object = {}) => {
  const number = ++people
  const phoneNumber = `+4477009001${String(number).padStart(2, '0')}`
  return { caseReference: `B-${number}`, person: { name: `Person ${number}`, phoneNumber }, ...more }
}
const list = (grantId: string, rows: object[], more: object = {}) => ({
  ...{
    grantId,
    name: 'Food, November',
    reason: 'Food',
    amount: 1_000,
    rails: ['cash-out'],
    deliverBy: 'sms',
    rows,
    ...more,
  },
})
const figures = (grantId: string) => ok('GET', `/v3/grants/${grantId}`)
const awardsIn = async (batchId: string) => (await call('GET', `/v3/awards?batchId=${batchId}&limit=100`)).body.data

test('a batch costs what its dry run said, which made nothing, and its awards are listed by their rows with their links sent', async () => {
  const id = await openGrant(9_000)
  const rows = [someone(), someone({ amount: 2_500 }), someone({ deliverBy: 'hand', rails: ['energy'] })]
  const dry = await ok('POST', '/v3/award-batches/check', list(id, rows))
  expect(dry).toEqual({
    ...{ isReady: true, awards: 3, amount: 4_500, fee: 0, feeVat: 0, available: 9_000, problems: [], repeats: [] },
    ...{ known: [], ways: [], helped: [] },
  })
  expect(await figures(id)).toMatchObject({ available: 9_000 })
  const batch = await ok('POST', '/v3/award-batches', list(id, rows))
  expect(batch).toMatchObject({ status: 'issued', awards: 3, amount: 4_500, helped: null })
  expect(batch.states).toEqual([{ status: 'issued', awards: 3, amount: 4_500, paid: 0 }])
  expect(await figures(id)).toMatchObject({ available: 4_500, committed: 4_500 })
  const awards = await awardsIn(batch.id)
  expect(awards.map(({ batchRow, amount }: Record<string, number>) => [batchRow, amount])).toEqual([
    ...[
      [3, 1_000],
      [2, 2_500],
      [1, 1_000],
    ],
  ])
  expect((await call('GET', `/v3/awards?grantId=${id}&inBatch=false`)).body.data).toEqual([])
  const queued = await sql<{ channel: string }>`
    select channel from outgoing_message where award_id = any(${awards.map((one: { id: string }) => one.id)}::uuid[])`.execute(
    app.posy.db,
  )
  expect(queued.rows).toEqual([{ channel: 'sms' }, { channel: 'sms' }])
  const { body } = await call('GET', `/v3/award-batches?grantId=${id}`)
  expect(body.data).toMatchObject([{ id: batch.id, status: 'issued' }])
})

test('one wrong row refuses the whole batch, and a dry run tells each by its number', async () => {
  const id = await openGrant(9_000)
  const rows = [someone(), someone({ amount: 1 }), someone({ person: { name: 'No Number' } })]
  const both = await ok(
    'POST',
    '/v3/award-batches/check',
    list(id, [someone({ amount: 5_000 })], { rails: ['cash-out', 'energy'] }),
  )
  expect([both.isReady, both.ways]).toEqual([true, [{ row: 1, rails: ['cash-out'] }]])
  const dry = await ok('POST', '/v3/award-batches/check', list(id, rows))
  expect(dry).toMatchObject({ isReady: false, awards: 1 })
  expect(dry.problems.map(({ row, field }: { row: number; field: string }) => [row, field])).toEqual([
    ...[
      [2, 'amount'],
      [3, 'deliverBy'],
    ],
  ])
  const made = await call('POST', '/v3/award-batches', list(id, rows))
  expect([made.status, made.body.details.map(({ path }: { path: string }) => path)]).toEqual([
    ...[422, ['rows.1.amount', 'rows.2.deliverBy']],
  ])
  const dear = await call('POST', '/v3/award-batches', list(id, [someone({ amount: 9_001 })]))
  expect([dear.status, dear.body.code]).toEqual([402, 'insufficient_funds'])
  expect(await figures(id)).toMatchObject({ available: 9_000 })
  expect((await call('GET', `/v3/awards?grantId=${id}`)).body.data).toEqual([])
})

test('a row that names someone whom the team has helped, with nothing that differs, is one more award of theirs; who may be another is someone new, and the dry run tells both', async () => {
  const id = await openGrant(9_000)
  const born = { dateOfBirth: '1961-04-05' }
  const ivy = { ...someone().person, ...born, name: 'Ivy Stone', postcode: 'LS9 8AA' }
  const twin = { ...someone().person, ...born, name: 'Asa Stone', postcode: 'LS9 8AA' }
  const first = await ok('POST', '/v3/award-batches', list(id, [someone({ person: ivy }), someone({ person: twin })]))
  const theirs = Object.fromEntries(
    (await awardsIn(first.id)).map(({ person }: { person: { id: string; name: string } }) => [person.name, person.id]),
  )
  const again = { duplicateReason: 'Agreed' }
  const rows = [
    someone({ person: { ...ivy, name: 'IVY Stone', postcode: 'ls98aa', phoneNumber: null }, deliverBy: 'hand' }),
    someone({ person: { ...twin, phoneNumber: someone().person.phoneNumber } }),
    someone({ person: { name: 'Ivy Stone', ...born }, deliverBy: 'hand' }),
    someone({ person: { ...ivy, dateOfBirth: '1961-04-06', phoneNumber: someone().person.phoneNumber } }),
  ]
  const known = [
    { row: 1, personId: theirs['Ivy Stone'], lastAward: { amount: 1_000, currency: 'GBX' } },
    { row: 2, personId: null, lastAward: null },
    { row: 3, personId: null, lastAward: null },
  ]
  expect((await ok('POST', '/v3/award-batches/check', list(id, rows))).known).toMatchObject(known)
  const batch = await ok('POST', '/v3/award-batches', list(id, rows, again))
  await ok('POST', `/v3/award-batches/${batch.id}/approve`, {}, approver)
  const { body } = await call('GET', `/v3/awards?personId=${theirs['Ivy Stone']}`)
  expect(body.data).toHaveLength(2)
  expect(new Set((await awardsIn(batch.id)).map(({ person }: { person: { id: string } }) => person.id)).size).toBe(4)
})

test('a batch sent twice at once under one key is made once, and never takes a grant below nothing', async () => {
  const id = await openGrant(5_000)
  const body = list(id, [someone(), someone()])
  const send = () => call('POST', '/v3/award-batches', body, as, { 'idempotency-key': `batch-${id}` })
  const answers = await Promise.all([send(), send(), send()])
  const made = answers.filter(({ status }) => status === 201)
  expect(new Set(made.map((answer) => answer.body.data.id)).size).toBe(1)
  expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true)
  expect((await send()).body).toEqual(made[0]!.body)
  const more = await Promise.all([1, 2].map(() => call('POST', '/v3/award-batches', list(id, [someone(), someone()]))))
  expect(more.map(({ status }) => status).sort()).toEqual([201, 402])
  expect(await figures(id)).toMatchObject({ available: 1_000, committed: 4_000 })
})

test('a batch above the limit waits as one: neither its maker, a key nor one award at a time approves it', async () => {
  const id = await openGrant(9_000, { approvalAbove: 2_500 })
  const batch = await ok('POST', '/v3/award-batches', list(id, [someone(), someone(), someone()]))
  expect(batch).toMatchObject({ status: 'referred', approvalAbove: 2_500 })
  expect(await figures(id)).toMatchObject({ available: 6_000, locked: 3_000 })
  const [award] = await awardsIn(batch.id)
  const approve = `/v3/award-batches/${batch.id}/approve`
  for (const who of [as, 'key:posy_demo_customer_key_0001'])
    expect([401, 403]).toContain((await call('POST', approve, {}, who)).status)
  expect((await call('POST', `/v3/awards/${award.id}/approve`, undefined, approver)).status).toBe(409)
  await ok('POST', `/v3/awards/${award.id}/decline`, { reason: 'Moved away' }, approver)
  const decided = await Promise.all([1, 2].map(() => call('POST', approve, {}, approver)))
  expect(decided.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(await figures(id)).toMatchObject({ available: 7_000, locked: 0, committed: 2_000 })
  const read = await ok('GET', `/v3/award-batches/${batch.id}`)
  expect(read.states).toMatchObject([
    { status: 'declined', awards: 1 },
    { status: 'issued', awards: 2 },
  ])
  const other = await ok('POST', '/v3/award-batches', list(id, [someone({ amount: 3_000 })]))
  const declined = await ok('POST', `/v3/award-batches/${other.id}/decline`, { reason: 'Twice' }, approver)
  expect(declined).toMatchObject({ status: 'declined', reason: 'Twice' })
  expect(await figures(id)).toMatchObject({ available: 7_000, locked: 0 })
})

test('an approver gets an email when an award begins to wait, with the sum and no name, and its maker none; a pile is one email a day', async () => {
  const mailsTo = async (to: string) => {
    await app.settle()
    const { body } = await call('GET', `/sandbox/messages?to=${to}`)
    return body.data.filter(({ subject }: { subject: string }) => /approval$/.test(subject))
  }
  const [mine, theirs] = [(await mailsTo(as)).length, (await mailsTo(approver)).length]
  const id = await openGrant(9_000, { approvalAbove: 500 })
  const batch = await ok('POST', '/v3/award-batches', list(id, [someone(), someone()]))
  const first = await mailsTo(approver)
  await ok('POST', '/v3/awards', { ...someone(), grantId: id, reason: 'Food', amount: 700, rails: ['cash-out'] })
  const told = await mailsTo(approver)
  expect(told).toEqual(first)
  expect([told.length - theirs, (await mailsTo(as)).length - mine]).toEqual([1, 0])
  const mail = told.find(({ subject }: { subject: string }) => subject.includes('2 awards, £20.00 in all'))
  expect(mail.text).toContain('/support/approvals')
  expect(mail.text).not.toMatch(/Person \d|B-\d/)
  await ok('POST', `/v3/award-batches/${batch.id}/approve`, {}, approver)
  const last = await ok('POST', '/v3/awards', {
    ...someone(),
    grantId: id,
    reason: 'Food',
    amount: 800,
    rails: ['cash-out'],
  })
  const subjects = (await mailsTo(approver)).map(({ subject }: { subject: string }) => subject)
  expect(subjects).toContain('2 requests for awards, £15.00 in all, wait for your approval')
  await ok('POST', `/v3/awards/${last.id}/decline`, { reason: 'Helped by the food bank' }, approver)
  await app.settle()
  const decisions = (await call('GET', `/sandbox/messages?to=${as}`)).body.data.filter(
    ({ subject }: { subject: string }) => /^(Approved|Declined): /.test(subject),
  )
  expect(decisions.slice(0, 2).map(({ subject }: { subject: string }) => subject)).toEqual([
    `Declined: the award of case ${last.caseReference}`,
    'Approved: a list of 2 awards',
  ])
  expect(decisions[0].text).not.toMatch(/food bank|Person \d|£/)
})

test('someone whom the caller’s teams helped lately is helped again by a list with a reason alone, of the row or of the list: who decides reads it, and so does the timeline', async () => {
  const id = await openGrant(9_000)
  const known = someone()
  const award = { ...known, grantId: id, reason: 'Food', amount: 1_000, rails: ['cash-out'] }
  const first = await ok('POST', '/v3/awards', award)
  const numbered = (row: number, more: object) => ({ ...someone(), row, ...more })
  const rows = [
    numbered(2, {}),
    numbered(4, { person: known.person }),
    numbered(5, { caseReference: known.caseReference, duplicateReason: 'Her heating failed' }),
  ]
  const dry = await ok('POST', '/v3/award-batches/check', list(id, rows))
  const lastAward = { id: first.id, amount: 1_000, currency: 'GBX', caseReference: known.caseReference }
  expect([dry.isReady, dry.awards, dry.problems]).toEqual([false, 3, []])
  expect(dry.helped).toMatchObject([
    { row: 4, withinDays: 7, needsReason: true, lastAward },
    { row: 5, withinDays: 7, needsReason: false, lastAward },
  ])
  const refused = await call('POST', '/v3/award-batches', list(id, rows))
  expect([refused.status, refused.body.code, refused.body.details]).toMatchObject([
    ...[409, 'conflict'],
    [
      {
        ...{ path: 'rows.1.duplicateReason', code: 'helped_lately' },
        reason: { code: 'helped_lately', withinDays: 7, isOwnTeam: true, awardId: first.id, personId: first.person.id },
      },
    ],
  ])
  expect(await figures(id)).toMatchObject({ available: 8_000, locked: 0 })
  const batch = await ok('POST', '/v3/award-batches', list(id, rows, { duplicateReason: 'Paid monthly' }))
  expect([batch.status, batch.helped]).toEqual(['referred', null])
  const { helped } = await ok('GET', `/v3/award-batches/${batch.id}`, undefined, approver)
  expect(helped).toMatchObject({
    ...{ awards: 2, withoutReason: 0 },
    rows: [
      { row: 4, withinDays: 7, isOwnTeam: true, duplicateReason: 'Paid monthly' },
      { row: 5, duplicateReason: 'Her heating failed' },
    ],
  })
  await ok('POST', `/v3/award-batches/${batch.id}/approve`, {}, approver)
  const awards = await awardsIn(batch.id)
  const begin = async ({ id: one, batchRow }: { id: string; batchRow: number }) => [
    batchRow,
    (await ok('GET', `/v3/awards/${one}`)).timeline[0].reason,
  ]
  expect(await Promise.all(awards.map(begin))).toEqual([
    ...[
      [5, 'Her heating failed'],
      [4, 'Paid monthly'],
      [2, null],
    ],
  ])
})

test('a list with someone whom another team helped tells its approver alone: what it says for all is no reason for them, and approving it needs one', async () => {
  const inTeam = (teamId: string): Principal => ({
    ...{ ...acmeAdminPrincipal, teamId, teamIds: [teamId], userId: demo.users.acmeSubteam },
    actor: { kind: 'user', id: demo.users.acmeSubteam },
  })
  const run = <T>(command: Parameters<typeof transact<T>>[2]) =>
    transact(app.posy, { actor: acmeAdminPrincipal.actor }, command)
  const grantIn = async (teamId: string) => {
    const grant = { teamId, name: 'A fund', fromDay: '2026-01-01', untilDay: '2030-12-31', awardDays: 28 }
    const { id } = await run((work) => createGrant(work, acmeAdminPrincipal, { ...grant, rails: ['cash-out'] }))
    const funding = { grantId: id, walletId: demo.wallets.acmeMain, amountPence: 5_000 }
    await run((work) => fundGrant(work, acmeAdminPrincipal, funding))
    return id
  }
  const { acmeNorth, acmeSouth } = demo.teams
  const theirs = someone()
  const wanted = (grantId: string) => ({
    ...{ grantId, name: 'A list', reason: 'Food', amount: 1_000, rails: ['cash-out'] as const },
    rows: [{ ...theirs, caseReference: someone().caseReference }],
  })
  const north = await grantIn(acmeNorth)
  await run((work) => makeBatch(work, inTeam(acmeNorth), wanted(north)))
  const list = { ...wanted(await grantIn(acmeSouth)), duplicateReason: 'Paid monthly' }
  const dry = await run((work) => checkBatch(work, inTeam(acmeSouth), list))
  expect([dry.isReady, dry.helped]).toEqual([true, []])
  const batchId = await run((work) => makeBatch(work, inTeam(acmeSouth), list))
  const { helped } = await ok('GET', `/v3/award-batches/${batchId}`, undefined, approver)
  expect(helped).toMatchObject({
    awards: 1,
    withoutReason: 1,
    rows: [{ row: 1, withinDays: 7, duplicateReason: null }],
  })
  const approve = (body: object) => call('POST', `/v3/award-batches/${batchId}/approve`, body, approver)
  const refused = await approve({})
  expect([refused.status, refused.body.details[0].code]).toEqual([409, 'helped_lately'])
  expect((await approve({ duplicateReason: 'Their heating failed' })).status).toBe(200)
  const [award] = await awardsIn(batchId)
  const reasons = (await ok('GET', `/v3/awards/${award.id}`)).timeline.map(({ reason }: { reason: string }) => reason)
  expect(reasons).toEqual([null, 'Their heating failed', null])
})

test('rows are named by their numbers in the list that people read, and no two share one', async () => {
  const id = await openGrant(9_000)
  const at = (row: number, more: object = {}) => ({ ...someone(), row, ...more })
  const wrong = [at(2), at(5, { amount: 1 }), at(9), at(9)]
  const dry = await ok('POST', '/v3/award-batches/check', list(id, wrong))
  expect(dry.problems.map(({ row, field }: { row: number; field: string }) => [row, field])).toEqual([
    ...[
      [5, 'amount'],
      [9, 'row'],
    ],
  ])
  const refused = await call('POST', '/v3/award-batches', list(id, wrong))
  expect(refused.body.details.map(({ path }: { path: string }) => path)).toEqual(['rows.1.amount', 'rows.3.row'])
  const batch = await ok('POST', '/v3/award-batches', list(id, [at(2), at(7)]))
  expect((await awardsIn(batch.id)).map(({ batchRow }: { batchRow: number }) => batchRow)).toEqual([7, 2])
})

test('cancelling a batch takes back what has no code, and leaves the rest', async () => {
  const id = await openGrant(9_000)
  const batch = await ok('POST', '/v3/award-batches', list(id, [someone(), someone(), someone()]))
  const [fetched] = await awardsIn(batch.id)
  await transact(app.posy, { actor: acmeAdminPrincipal.actor }, async (work) => {
    await chooseRail(work, fetched.id, 'cash-out')
    await recordCode(work, fetched.id, new Date(work.at.getTime() + 30 * 86_400_000))
  })
  const cancel = () => call('POST', `/v3/award-batches/${batch.id}/cancel`, { reason: 'Sent by post instead' })
  const { body } = await cancel()
  expect(body.data).toMatchObject({
    ...{ status: 'cancelled', reason: 'Sent by post instead' },
    states: [
      { status: 'cancelled', awards: 2 },
      { status: 'code-generated', awards: 1 },
    ],
  })
  expect(await figures(id)).toMatchObject({ available: 8_000, committed: 1_000 })
  expect((await cancel()).status).toBe(409)
})

test('a batch out of another team’s grant, for its people or by a lesser role is not made', async () => {
  const id = await openGrant(5_000)
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
  const row = { caseReference: 'X-1', personId: theirs.id, deliverBy: 'hand' }
  const dry = await ok('POST', '/v3/award-batches/check', list(id, [row]))
  expect(dry.problems).toMatchObject([{ row: 1, field: 'person' }])
  for (const [who, statuses] of [
    ['admin@globex.test', [403, 404]],
    ['participant@acme.test', [403]],
  ] as const)
    for (const path of ['', '/check'])
      expect(statuses).toContain((await call('POST', `/v3/award-batches${path}`, list(id, [someone()]), who)).status)
})

test('a list of one person after another finds out no more than single awards: each counts as a question, whatever the answer', async () => {
  const id = await openGrant(5_000)
  app.wall.advanceSeconds(3_601)
  const ask = () => call('POST', '/v3/award-batches', list(id, [someone({ amount: 6_000 })]))
  for (let asked = 0; asked < 59; asked += 1) await countCheck(app.posy, acmeAdminPrincipal)
  expect((await ask()).status).toBe(402)
  const over = await ask()
  expect([over.status, over.body.code]).toEqual([429, 'too_many_requests'])
})

test('requests that ended because no one decided are told by one email to those who could have, with how many awards and nothing of whom; who asked is told by theirs', async () => {
  const id = await openGrant(9_000, { approvalAbove: 500 })
  app.wall.advanceSeconds(3_601)
  for (const { id: waiting } of (await call('GET', '/v3/awards?status=referred')).body.data)
    await ok('POST', `/v3/awards/${waiting}/cancel`, { reason: 'Of another test' })
  await ok('POST', '/v3/award-batches', list(id, [someone(), someone()]))
  await ok('POST', '/v3/awards', { ...someone(), grantId: id, reason: 'Food', amount: 700, rails: ['cash-out'] })
  await app.request('POST', '/sandbox/clock', { as, body: { advance: 'P15D' } })
  await app.settle()
  const ended = async (to: string) =>
    (await call('GET', `/sandbox/messages?to=${to}`)).body.data.filter(({ subject }: { subject: string }) =>
      /^No one decided in time/.test(subject),
    )
  const [mail, ...more] = await ended(approver)
  expect([mail.subject, more]).toEqual(['No one decided in time: 2 requests for awards have ended', []])
  expect(mail.text).toContain('Colleagues asked for 3 awards')
  expect(mail.text).toContain('/support?status=not-decided')
  expect(mail.text).not.toMatch(/Person \d|B-\d/)
  expect(await ended(as)).toEqual([])
  expect(await figures(id)).toMatchObject({ available: 9_000, locked: 0 })
})
