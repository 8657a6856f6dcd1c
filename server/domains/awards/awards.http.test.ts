import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { reconcile } from '#server/app/reconcile.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'

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
  ...{ grantId, person: ann, caseReference: 'C-1', reason: 'Food', amount: 2_000, rails: ['cash-out'], ...more },
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
      ['issued', null],
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
    expect(award.status).toBe('referred')
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
