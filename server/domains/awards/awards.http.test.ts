import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { reconcile } from '#server/app/reconcile.ts'
import { createGrant } from '#server/domains/awards/create-grant.ts'
import { countCheck, makeCheckedAward } from '#server/domains/awards/duplicates.ts'
import { fundGrant } from '#server/domains/awards/fund-grant.ts'
import { transact } from '#server/platform/posy.ts'
import type { Principal } from '#server/platform/principal.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { acmeAdminPrincipal } from '#server/testing/hugggs.ts'

const as = 'admin@acme.test'
let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(async () => {
  expect(await reconcile(app.posy)).toEqual([])
  await app.close()
})

const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}, who = as) =>
  app.request(method, path, { as: who, body, headers })
const ok = async (...wanted: Parameters<typeof call>) => {
  const { status, body } = await call(...wanted)
  expect(status, `${wanted[0]} ${wanted[1]} ${JSON.stringify(body)}`).toBeLessThan(300)
  return body.data
}

async function openGrant(pence: number, more: object = {}): Promise<string> {
  const wanted = { name: 'Winter fund', fromDay: '2026-01-01', untilDay: '2026-12-31', rails: ['cash-out', 'energy'] }
  const { id } = await ok('POST', '/v3/grants', { ...wanted, ...more })
  if (pence) await ok('POST', `/v3/grants/${id}/fundings`, { walletId: demo.wallets.acmeMain, amount: pence })
  return id
}
const ann = { name: 'Ann Example', phoneNumber: '+447700900123', postcode: 'LS1 4AP', dateOfBirth: '1984-02-29' }
const wanted = (grantId: string, more: object = {}) => ({
  ...{ grantId, person: ann, caseReference: 'C-1', reason: 'Food', amount: 2_000, rails: ['cash-out'] },
  ...{ duplicateReason: 'Agreed with the case’s team', ...more },
})

describe('a grant', () => {
  test('is made, funded and emptied by people who may, and its figures add up', async () => {
    const id = await openGrant(5_000)
    await ok('POST', '/v3/awards', wanted(id))
    const back = await ok('POST', `/v3/grants/${id}/fundings`, { walletId: demo.wallets.acmeMain, amount: -1_000 })
    expect(back).toMatchObject({ funded: 4_000, available: 2_000, committed: 2_000, locked: 0, paid: 0 })
    expect(await ok('GET', `/v3/grants/${id}`)).toEqual(back)
    const { body: page } = await call('GET', '/v3/grants?limit=1')
    expect(page).toMatchObject({ data: [{ id }], hasPrevious: false })
    const { body } = await call('GET', `/v3/wallets/${demo.wallets.acmeMain}/statement?limit=1`)
    expect(body.data[0]).toMatchObject({
      ...{ kind: 'grant-funding', effect: { available: 1_000 } },
      counterpart: { kind: 'grant', id, label: 'Winter fund' },
    })
    const beyond = await call('POST', `/v3/grants/${id}/fundings`, { walletId: demo.wallets.acmeMain, amount: -2_001 })
    expect([beyond.status, beyond.body.code]).toEqual([402, 'insufficient_funds'])
    const before = await call('POST', '/v3/grants', {
      ...{ name: 'Backwards', fromDay: '2026-02-02', untilDay: '2026-02-01', rails: ['pin'] },
    })
    expect([before.status, before.body.details[0].path]).toEqual([422, 'untilDay'])
  })

  test('lets a second person approve above a lower sum from then on, and never above a higher one', async () => {
    const id = await openGrant(5_000, { approvalAbove: 3_000 })
    const limit = (approvalAbove: number) => call('PATCH', `/v3/grants/${id}`, { approvalAbove })
    const higher = await limit(3_001)
    expect([higher.status, higher.body.code]).toEqual([403, 'restricted'])
    expect((await limit(1_000)).body.data.approvalAbove).toBe(1_000)
    expect((await ok('POST', '/v3/awards', wanted(id, { caseReference: 'L-1' }))).status).toBe('referred')
    expect((await limit(3_000)).status).toBe(403)
  })

  test('once closed pays no more awards, keeps those that were made, and gives back what is left', async () => {
    const id = await openGrant(5_000, { approvalAbove: 3_000 })
    const award = await ok('POST', '/v3/awards', wanted(id, { caseReference: 'Z-1' }))
    const asked = await ok('POST', '/v3/awards', wanted(id, { caseReference: 'Z-1' }))
    const early = await call('POST', `/v3/grants/${id}/close`)
    expect([asked.status, early.status, early.body.code]).toEqual(['referred', 409, 'wrong_state'])
    await ok('POST', `/v3/awards/${asked.id}/cancel`, { reason: 'Asked twice' })
    expect((await ok('POST', `/v3/grants/${id}/close`)).dateClosed).not.toBeNull()
    expect((await call('POST', `/v3/grants/${id}/close`)).status).toBe(409)
    expect((await call('POST', '/v3/awards', wanted(id))).body.message).toBe('The grant Winter fund is closed.')
    const fund = (amount: number) =>
      call('POST', `/v3/grants/${id}/fundings`, { walletId: demo.wallets.acmeMain, amount })
    expect((await fund(100)).status).toBe(409)
    await ok('POST', `/v3/awards/${award.id}/cancel`, { reason: 'Moved away' })
    expect((await fund(-5_000)).body.data).toMatchObject({ available: 0, funded: 0 })
  })

  test('and its awards are closed to who has no permission of theirs: viewers, subteam admins, participants', async () => {
    const id = await openGrant(5_000)
    const award = await ok('POST', '/v3/awards', wanted(id))
    for (const who of ['viewer@acme.test', 'subteam@acme.test', 'participant@acme.test']) {
      const answers = await Promise.all([
        call('GET', `/v3/grants/${id}`, undefined, {}, who),
        call('GET', `/v3/awards/${award.id}`, undefined, {}, who),
        call('POST', '/v3/awards', wanted(id), {}, who),
        call('POST', `/v3/awards/${award.id}/approve`, undefined, {}, who),
      ])
      expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403])
    }
  })
})

describe('the report of a grant', () => {
  test('equals the ledger: opening and flows make closing in each month, and its sums are the grant’s', async () => {
    const id = await openGrant(9_000)
    const award = (caseReference: string, more = {}) => ok('POST', '/v3/awards', wanted(id, { caseReference, ...more }))
    expect(await award('R-1', { householdType: 'family' })).toMatchObject({ householdType: 'family' })
    const cancelled = await award('R-2')
    await app.request('POST', '/sandbox/clock', { as, body: { advance: 'P10D' } })
    await ok('POST', `/v3/awards/${cancelled.id}/cancel`, { reason: 'Moved away' })
    await ok('POST', `/v3/grants/${id}/fundings`, { walletId: demo.wallets.acmeMain, amount: -1_500 })
    const grant = await ok('GET', `/v3/grants/${id}`)
    const report = await ok('GET', `/v3/grants/${id}/report`)
    expect(report.opening).toBe(0)
    expect(report.closing).toBe(grant.available + grant.locked + grant.committed)
    let before = 0
    for (const month of report.months) {
      const { fundedIn, takenOut, paid, fees, vat } = month
      expect([month.opening, month.closing]).toEqual([before, before + fundedIn - takenOut - paid - fees - vat])
      expect(month.closingInAwards).toBe(month.openingInAwards + month.awarded - month.returned - paid + month.paidLate)
      before = month.closing
    }
    const sum = (key: string) =>
      report.months.reduce((all: number, month: Record<string, number>) => all + month[key]!, 0)
    expect(sum('fundedIn') - sum('takenOut')).toBe(grant.funded)
    expect([sum('paid'), sum('fees'), sum('vat')]).toEqual([grant.paid, grant.fees, grant.vat])
    expect([sum('awarded'), sum('returned')]).toEqual([4_000, 2_000])
    expect(report.paidBy).toEqual([])
    expect(report.rails).toEqual([{ rail: null, awards: 2, amount: 4_000, paid: 0 }])
    expect(report.neverIssued).toEqual([])
    expect(report.reasons).toEqual([{ reason: 'Food', awards: 2, amount: 4_000, paid: 0 }])
    expect(report.households).toEqual([
      { householdType: 'family', awards: 1, amount: 2_000, paid: 0 },
      { householdType: null, awards: 1, amount: 2_000, paid: 0 },
    ])
    expect(report.districts).toEqual([{ kind: 'others', district: null, awards: 2, amount: 4_000, paid: 0 }])
    expect(report.toCash).toEqual({ awards: 0, averageDays: null })
    expect(report.states.map(({ status, awards }: { status: string; awards: number }) => [status, awards])).toEqual([
      ['cancelled', 1],
      ['issued', 1],
    ])
    const today = report.months.at(-1).month
    const later = await ok('GET', `/v3/grants/${id}/report?from=2031-01-01`)
    expect(later).toMatchObject({ opening: report.closing, closing: report.closing, months: [], rails: [] })
    expect((await ok('GET', `/v3/grants/${id}/report?until=${today}-28`)).opening).toBe(0)
    expect((await call('GET', `/v3/grants/${id}/report`, undefined, {}, 'viewer@acme.test')).status).toBe(403)
  })
})

describe('an award', () => {
  test('sent twice at once under one key is made once', async () => {
    const id = await openGrant(5_000)
    const send = () => call('POST', '/v3/awards', wanted(id), { 'idempotency-key': `award-${id}` })
    const answers = await Promise.all([send(), send(), send()])
    const made = answers.filter(({ status }) => status === 201)
    expect(new Set(made.map(({ body }) => body.data.id)).size).toBe(1)
    expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true)
    expect(await ok('GET', `/v3/grants/${id}`)).toMatchObject({ available: 3_000, committed: 2_000 })
    const other = await call('POST', '/v3/awards', wanted(id, { amount: 1 }), { 'idempotency-key': `award-${id}` })
    expect([other.status, other.body.code]).toEqual([409, 'idempotency_key_reused'])
  })

  test('never takes a grant below nothing, however many are made at once', async () => {
    const id = await openGrant(5_000)
    const answers = await Promise.all(
      [1, 2, 3, 4, 5].map((each) => call('POST', '/v3/awards', wanted(id, { caseReference: `C-${each}` }))),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 402, 402, 402])
    expect(await ok('GET', `/v3/grants/${id}`)).toMatchObject({ available: 1_000, committed: 4_000 })
  })

  test('tells every wrong field, and who is helped is told once', async () => {
    const id = await openGrant(5_000)
    const wrong = await call('POST', '/v3/awards', wanted(id, { amount: 4_901, rails: ['energy', 'pin'] }))
    expect([wrong.status, wrong.body.details.map(({ path }: { path: string }) => path)]).toEqual([
      422,
      ['amount', 'rails'],
    ])
    const neither = await call('POST', '/v3/awards', wanted(id, { person: undefined }))
    expect([neither.status, neither.body.details[0].path]).toEqual([422, 'person'])
    const { person } = await ok('POST', '/v3/awards', wanted(id))
    const both = await call('POST', '/v3/awards', wanted(id, { personId: person.id }))
    expect([both.status, both.body.details[0].path]).toEqual([422, 'person'])
  })

  test('is cancelled and issued again with a reason, and its timeline says by whom', async () => {
    const id = await openGrant(5_000)
    const award = await ok('POST', '/v3/awards', wanted(id))
    expect(award).toMatchObject({ status: 'issued', person: ann, amount: 2_000, rails: ['cash-out'], rail: null })
    await ok('POST', `/v3/awards/${award.id}/reissue`, { reason: 'The letter went to an old address' })
    const ended = await ok('POST', `/v3/awards/${award.id}/cancel`, { reason: 'Moved away' })
    expect(ended.timeline.map(({ to, reason }: Record<string, string>) => [to, reason])).toEqual([
      ['issued', 'Agreed with the case’s team'],
      ['reissued', 'The letter went to an old address'],
      ['cancelled', 'Moved away'],
    ])
    expect(ended.timeline[0].by).toEqual({ kind: 'user', name: ended.createdBy.name })
    const again = await call('POST', `/v3/awards/${award.id}/reissue`, { reason: 'Came back' })
    expect([again.status, again.body.message]).toEqual([409, 'This award was cancelled.'])
    expect(await ok('GET', `/v3/grants/${id}`)).toMatchObject({ available: 5_000, committed: 0 })
  })

  test('above the limit holds its money, and neither its maker nor a key approves it', async () => {
    const id = await openGrant(5_000, { approvalAbove: 1_000 })
    const award = await ok('POST', '/v3/awards', wanted(id, { caseReference: 'C-9' }))
    expect(award).toMatchObject({
      status: 'referred',
      waiting: { approvalAbove: 1_000, recent: 0, duplicateReason: 'Agreed with the case’s team' },
    })
    for (const who of [as, 'key:posy_demo_customer_key_0001']) {
      const { status } = await call('POST', `/v3/awards/${award.id}/approve`, undefined, {}, who)
      expect([401, 403]).toContain(status)
    }
    expect(await ok('GET', `/v3/grants/${id}`)).toMatchObject({ available: 3_000, locked: 2_000 })
  })

  test('is listed by grant, case, person and state, a page at a time', async () => {
    const id = await openGrant(9_000)
    const first = await ok('POST', '/v3/awards', wanted(id, { caseReference: 'C-77' }))
    app.wall.advanceSeconds(1)
    const second = await ok(
      'POST',
      '/v3/awards',
      wanted(id, { caseReference: 'C-78', person: undefined, personId: first.person.id }),
    )
    const ids = async (query: string) =>
      (await call('GET', `/v3/awards?${query}`)).body.data.map((award: { id: string }) => award.id)
    expect(await ids(`grantId=${id}`)).toEqual([second.id, first.id])
    expect(await ids(`personId=${first.person.id}`)).toEqual([second.id, first.id])
    expect(await ids('caseReference=C-77')).toEqual([first.id])
    expect(await ids(`grantId=${id}&status=cancelled`)).toEqual([])
    const { body } = await call('GET', `/v3/awards?grantId=${id}&limit=1`)
    expect(await ids(`grantId=${id}&limit=1&next=${body.next}`)).toEqual([first.id])
  })

  test('is found by its case, and by its person’s name, number, postcode and date of birth, however they are typed, and by the code of its letters, in one’s own teams alone', async () => {
    const id = await openGrant(9_000)
    const person = { ...ann, name: 'Żaneta Quill', phoneNumber: '+447700900777', postcode: 'YO1 9ZZ' }
    const found = await ok('POST', '/v3/awards', wanted(id, { person, caseReference: 'HSF-4711/b' }))
    const ids = async (search: string, who = as) => {
      const { body } = await call(
        'GET',
        `/v3/awards?grantId=${id}&search=${encodeURIComponent(search)}`,
        undefined,
        {},
        who,
      )
      return body.data?.map((award: { id: string }) => award.id)
    }
    const { typed } = await ok('POST', `/v3/awards/${found.id}/link`)
    const code = typed.split('/').at(-1)
    for (const search of [
      ...['quill zaneta', 'Quil', 'yo1 9zz', 'YO19ZZ', 'quill yo19zz', 'HSF-4711', 'hsf 4711', 'HSF4711', 'hsf4711b'],
      ...['07700 900777', '+44 7700 900777', '0044 7700 900777', '+44 (0)7700 900777', '\u202a٠٧٧٠٠ ٩٠٠٧٧٧\u202c'],
      ...[
        '29/02/1984',
        '1984-02-29',
        '29 Feb 1984',
        'quill 29.2.84',
        typed,
        code,
        code.replaceAll('-', ' ').toLowerCase(),
      ],
      code.replaceAll('0', 'O').replaceAll('1', 'I'),
    ])
      expect([search, await ids(search)]).toEqual([search, [found.id]])
    const wrong = `${code.slice(0, -1)}${code.endsWith('A') ? 'B' : 'A'}`
    for (const search of ['29/02/1983', 'ann 29/02/1984', 'hsf4712', 'yo19zy', wrong])
      expect([search, await ids(search)]).toEqual([search, []])
    await ok('POST', `/v3/awards/${found.id}/reissue`, { reason: 'Lost' })
    expect(await ids(code)).toEqual([found.id])
    const arabic = await ok(
      'POST',
      '/v3/awards',
      wanted(id, { person: { name: 'أَحمد علي' }, caseReference: 'AB12CD-7' }),
    )
    for (const search of ['احمد', 'علي أحمد', 'ab12 cd7'])
      expect([search, await ids(search)]).toEqual([search, [arabic.id]])
    expect(await ids('quill ann')).toEqual([])
    expect((await call('GET', '/v3/awards?search=quill', undefined, {}, 'admin@globex.test')).status).toBe(403)
    const many = await call('GET', `/v3/awards?search=${encodeURIComponent('a b c d e f g h i j k')}`)
    expect([many.status, many.body.details[0].path]).toEqual([422, 'search'])
  })

  test('keeps its money and its history when its person is forgotten', async () => {
    const id = await openGrant(5_000)
    const award = await ok('POST', '/v3/awards', wanted(id, { person: { ...ann, email: 'ann@example.test' } }))
    await app.posy.db
      .updateTable('person')
      .set({ name: null, email: null, phone_number: null, postcode: null, date_of_birth: null, erased_at: new Date() })
      .where('id', '=', award.person.id)
      .execute()
    const { person, amount } = await ok('GET', `/v3/awards/${award.id}`)
    expect([person.name, person.email, amount]).toEqual([null, null, 2_000])
    const more = await call('POST', '/v3/awards', wanted(id, { person: undefined, personId: award.person.id }))
    expect([more.status, more.body.code]).toEqual([404, 'not_found'])
  })
})

describe('someone whom a team of the organisation helped in the last 28 days', () => {
  const who = { name: 'Mira Okafor', dateOfBirth: '1979-11-02' }
  const fresh = (id: string, more: object) => wanted(id, { duplicateReason: undefined, person: who, ...more })
  const refusal = async (body: object) => {
    const answer = await call('POST', '/v3/awards', body)
    return [answer.status, answer.body.message, answer.body.details?.map((one: { reason: object }) => one.reason)]
  }
  /** Someone who sees one subteam alone. */
  const principal = (teamId: string): Principal => ({
    ...{ ...acmeAdminPrincipal, teamId, teamIds: [teamId] },
    userId: demo.users.acmeSubteam,
    actor: { kind: 'user', id: demo.users.acmeSubteam },
  })

  test('is helped again only with a reason, known by case, number, address, or name and birth date: the timeline keeps it', async () => {
    const id = await openGrant(90_000)
    const person = { ...who, email: 'mira@example.test', phoneNumber: '+447700900555' }
    const first = await ok('POST', '/v3/awards', fresh(id, { person, caseReference: 'D-1' }))
    const own = 'Your team helped this person or case in the last 7 days.'
    const told = { awardId: first.id, personId: first.person.id }
    const reason = { code: 'helped_lately', withinDays: 7, isOwnTeam: true, ...told }
    for (const again of [
      { caseReference: 'D-2', person: { ...who, name: 'mira OKAFOR' } },
      { caseReference: 'D-2', person: { name: 'M. Okafor', email: 'Mira@Example.test' } },
      { caseReference: 'D-2', person: { name: 'M. Okafor', phoneNumber: '+447700900555' } },
      { caseReference: 'D-1', person: { name: 'Someone Else' } },
    ])
      expect(await refusal(fresh(id, again))).toEqual([409, own, [reason]])
    const same = { person: undefined, personId: first.person.id, caseReference: 'D-4' }
    expect(await refusal(fresh(id, same))).toEqual([409, own, [reason]])
    await ok('POST', '/v3/awards', fresh(id, { ...same, duplicateReason: 'Their money was stolen' }))
    const { body: history } = await call('GET', `/v3/awards?personId=${first.person.id}`)
    expect(history.data.map((award: { caseReference: string }) => award.caseReference)).toEqual(['D-4', 'D-1'])
    const different = { name: who.name, dateOfBirth: '1979-11-03' }
    await ok('POST', '/v3/awards', fresh(id, { caseReference: 'D-3', person: different }))
    const again = await ok('POST', '/v3/awards', fresh(id, { caseReference: 'D-2', duplicateReason: 'Robbed' }))
    expect(again.timeline[0]).toMatchObject({ to: 'issued', reason: 'Robbed' })
    expect((await ok('GET', `/v3/grants/${id}`)).committed).toBe(8_000)
  })

  test('is found by their own team before anything is made, with what they got; another organisation finds no one', async () => {
    const id = await openGrant(90_000)
    const person = {
      ...who,
      name: 'Nia Rhys',
      phoneNumber: '+447700900222',
      postcode: 'cf10 1ep',
      email: 'nia@example.test',
    }
    const made = await ok('POST', '/v3/awards', fresh(id, { person, caseReference: 'K-1' }))
    const find = async (sought: object) => ok('POST', '/v3/people/find', { grantId: id, ...sought })
    const knownBy = async (sought: object) =>
      (await find(sought)).map((one: { id: string; knownBy: string[] }) => [one.id === made.person.id, one.knownBy])
    expect(await knownBy({ name: 'NIA rhys', postcode: 'CF101EP' })).toEqual([[true, ['name-and-postcode']]])
    expect(await knownBy({ caseReference: 'K-1' })).toEqual([[true, ['case']]])
    expect(await knownBy({ email: 'NIA@example.test', name: 'N. Rhys' })).toEqual([[true, ['email']]])
    expect(await knownBy({ name: 'Nia Rhys', dateOfBirth: who.dateOfBirth })).toEqual([[true, ['name-and-birth-date']]])
    // By the name alone: unless something else that is told is otherwise with them.
    expect(await knownBy({ name: 'nia Rhys' })).toEqual([[true, ['name']]])
    expect(
      await knownBy({ name: 'Nia Rhys', phoneNumber: person.phoneNumber, dateOfBirth: '1950-01-01' }),
    ).not.toContainEqual([...[true, ['name']]])
    expect(await knownBy({ name: 'Nia' })).toEqual([])
    const [one] = await find({ caseReference: 'K-1' })
    expect(one).toMatchObject({
      ...{ name: 'Nia Rhys', isHelpedLately: true },
      awards: [
        { id: made.id, amount: 2_000, status: 'issued', createdBy: made.createdBy, dateCreated: made.dateCreated },
      ],
    })
    const elsewhere = await call(
      'POST',
      '/v3/people/find',
      { grantId: id, caseReference: 'K-1' },
      {},
      'admin@globex.test',
    )
    expect([403, 404]).toContain(elsewhere.status)
  })

  test('has details that their own team changes: the audit names the fields and no value, and others find no one', async () => {
    const id = await openGrant(90_000)
    const person = { ...who, name: 'Olu Ade', dateOfBirth: '1960-01-02' }
    const made = await ok('POST', '/v3/awards', fresh(id, { person, caseReference: 'M-1' }))
    const path = `/v3/people/${made.person.id}`
    const letter = fresh(id, {
      ...{ person: undefined, personId: made.person.id, caseReference: 'M-1' },
      ...{ deliverBy: 'letter', duplicateReason: 'Moved' },
    })
    expect((await call('POST', '/v3/awards', letter)).body.details[0].path).toBe('deliverBy')
    const moved = { postalAddress: ['4 Long Street', 'Leeds'], postcode: 'LS1 4AP', dateOfBirth: null }
    expect(await ok('PATCH', path, moved)).toMatchObject({ ...moved, name: 'Olu Ade' })
    expect((await ok('GET', path)).postcode).toBe('LS1 4AP')
    expect((await ok('POST', '/v3/awards', letter)).deliverBy).toBe('letter')
    const [change] = await app.posy.db
      .selectFrom('audit_event')
      .select('detail')
      .where('subject_id', '=', made.person.id)
      .execute()
    expect(change!.detail).toEqual({ fields: ['dateOfBirth', 'postalAddress', 'postcode'] })
    expect((await call('PATCH', path, { name: '' })).status).toBe(422)
    const unborn = { dateOfBirth: '2130-05-10' }
    expect((await call('PATCH', path, unborn)).body.details[0]).toMatchObject({ path: 'dateOfBirth' })
    const refused = await call('POST', '/v3/awards', fresh(id, { person: { ...who, name: 'Dan Far', ...unborn } }))
    expect(refused.body.details[0]).toMatchObject({ path: 'person.dateOfBirth', message: 'is a day to come' })
    for (const who of ['admin@globex.test', 'viewer@acme.test', 'participant@acme.test'])
      expect([403, 404]).toContain((await call('PATCH', path, moved, {}, who)).status)
  })

  test('is not, once the award ended unused or four weeks are over', async () => {
    const id = await openGrant(90_000)
    const person = { name: 'Ola Nord', dateOfBirth: '1950-01-05' }
    const first = await ok('POST', '/v3/awards', fresh(id, { person, caseReference: 'E-1' }))
    await ok('POST', `/v3/awards/${first.id}/cancel`, { reason: 'Moved away' })
    await ok('POST', '/v3/awards', fresh(id, { person, caseReference: 'E-1' }))
    await app.request('POST', '/sandbox/clock', { as, body: { advance: 'P20D' } })
    expect((await refusal(fresh(id, { person, caseReference: 'E-2' })))[2]).toMatchObject([{ withinDays: 21 }])
    await app.request('POST', '/sandbox/clock', { as, body: { advance: 'P9D' } })
    await ok('POST', '/v3/awards', fresh(id, { person, caseReference: 'E-2' }))
  })

  test('by another team of it, is told without whom and how much, and is helped again with a reason; other organisations are told of nothing', async () => {
    const person = { name: 'Tove Lind', dateOfBirth: '1988-08-08', phoneNumber: '+447700900888' }
    const north = principal(demo.teams.acmeNorth)
    const run = <T>(caller: Principal, command: Parameters<typeof transact<T>>[2]) =>
      transact(app.posy, { actor: caller.actor }, command)
    const grantIn = async (teamId: string, walletId: string, pence: number, who = acmeAdminPrincipal) => {
      const { id } = await run(who, (work) =>
        createGrant(work, who, {
          ...{ teamId, name: 'A fund', fromDay: '2026-01-01', untilDay: '2030-12-31' },
          ...{ rails: ['cash-out'] as const, awardDays: 28 },
        }),
      )
      if (pence) await run(who, (work) => fundGrant(work, who, { grantId: id, walletId, amountPence: pence }))
      return id
    }
    const help = (caller: Principal, grantId: string, caseReference: string, duplicateReason: string | null = null) =>
      run(caller, (work) =>
        makeCheckedAward(
          work,
          caller,
          {
            ...{ grantId, person, caseReference, reason: 'Food', amountPence: 1_234 },
            rails: ['cash-out'],
          },
          duplicateReason,
        ),
      ).catch((error: unknown) => error)
    const { acmeMain, globexMain } = demo.wallets
    const { acmeSouth, acmeNorth, globex } = demo.teams
    const south = await help(principal(acmeSouth), await grantIn(acmeSouth, acmeMain, 5_000), 'S-1')
    expect(south).toMatchObject({ status: 'issued' })
    // Where no money is, nothing is told: an award that is refused for another reason is no question.
    const emptyHanded = await help(north, await grantIn(acmeNorth, acmeMain, 0), 'N-1')
    expect(emptyHanded).toMatchObject({ code: 'insufficient_funds' })
    const northern = await grantIn(acmeNorth, acmeMain, 5_000)
    const refused = await help(north, northern, 'N-1')
    expect(refused).toMatchObject({
      code: 'conflict',
      message: 'Another team of your organisation helped this person or case in the last 7 days.',
      details: [{ reason: { code: 'helped_lately', withinDays: 7, isOwnTeam: false } }],
    })
    expect(JSON.stringify(refused)).not.toMatch(/Tove|S-1|1.?234|South/)
    const again = (await help(north, northern, 'N-1', 'Their heating failed')) as { id: string }
    const [first] = (await ok('GET', `/v3/awards/${again.id}`)).timeline
    expect(first).toMatchObject({ to: 'issued', reason: expect.stringContaining('Their heating failed') })
    const outside: Principal = { ...acmeAdminPrincipal, teamId: globex, teamIds: [globex] }
    const elsewhere = await grantIn(globex, globexMain, 5_000, outside)
    expect(await help(outside, elsewhere, 'S-1')).toMatchObject({ status: 'issued' })
  })

  test('at the same moment, is helped once', async () => {
    const [one, other] = [await openGrant(9_000), await openGrant(9_000)]
    const person = { name: 'Twin Pressed', phoneNumber: '+447700900999' }
    const answers = await Promise.all(
      [one, other, one, other].map((id, each) =>
        call('POST', '/v3/awards', fresh(id, { person, caseReference: `T-${each}` })),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
  })

  test('is not found out by asking on and on: a worker asks sixty times an hour, whatever the answer', async () => {
    const id = await openGrant(9_000)
    const ask = () => call('POST', '/v3/awards', fresh(id, { caseReference: 'D-1', amount: 1_999_999 }))
    app.wall.advanceSeconds(3_601)
    for (let asked = 0; asked < 59; asked += 1) await countCheck(app.posy, acmeAdminPrincipal)
    expect((await ask()).status).toBe(422)
    const over = await ask()
    expect([over.status, over.body.code]).toEqual([429, 'too_many_requests'])
    app.wall.advanceSeconds(3_601)
    expect((await ask()).status).toBe(422)
  })
})
