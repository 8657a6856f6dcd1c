import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { reconcile } from '#server/app/reconcile.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { mailbox } from '#server/testing/gifts.ts'

let app: TestApp
let grantId: string
beforeAll(async () => {
  app = await startTestApp()
  const rails = ['cash-out', 'post-office', 'pin']
  const wanted = { name: 'Winter fund', fromDay: '2026-01-01', untilDay: '2027-12-31', rails }
  grantId = (await ok('POST', '/v3/grants', wanted)).id
  await ok('POST', `/v3/grants/${grantId}/fundings`, { walletId: demo.wallets.acmeMain, amount: 40_000 })
})
afterAll(async () => {
  expect(await reconcile(app.posy)).toEqual([])
  await app.close()
})

const as = 'admin@acme.test'
const ok = async (method: string, path: string, body?: unknown) => {
  const answer = await app.request(method, path, { as, body })
  expect(answer.status, `${method} ${path} ${JSON.stringify(answer.body)}`).toBeLessThan(300)
  return answer.body.data
}
let people = 0
const award = (deliverBy: string, person: object = {}) => {
  people += 1
  const known = { name: 'Ann Example', phoneNumber: `+4477009010${10 + people}`, email: `ann${people}@example.test` }
  return ok('POST', '/v3/awards', {
    ...{ grantId, person: { ...known, ...person }, caseReference: `P-${people}`, reason: 'Food', amount: 2_000 },
    ...{ rails: ['cash-out', 'post-office'], deliverBy },
  })
}
const loadLinkCode = async (id: string): Promise<string> =>
  (await ok('POST', `/v3/awards/${id}/link`)).url.replace(/^.*\/a\//, '')
const visit = async (code: string, step = '', body: object = {}) => {
  const { status, body: answer } = await app.request('POST', `/public/awards/${code}${step}`, { body })
  return { status, code: answer.code, details: answer.details, ...answer.data }
}
const open = async (code: string, dateOfBirth?: string): Promise<string> =>
  (await visit(code, '/open', { dateOfBirth })).proof
const settle = async () => {
  await app.settle()
  await app.providers.sandboxes.twilio!.callbacks.idle()
  await app.settle()
}
const timeline = async (id: string): Promise<string[]> =>
  (await ok('GET', `/v3/awards/${id}`)).timeline.map(({ to, reason }: Record<string, string>) => `${to}: ${reason}`)

describe('the link of an award', () => {
  test('leaves once by text, in plain words; a new one leaves with each issue, and the old one is dead', async () => {
    const { id, person } = await award('sms')
    await settle()
    await settle()
    const { person: kept } = await award('sms', { language: 'pl' })
    await settle()
    expect((await mailbox(app, kept.phoneNumber))[0]!.text).toContain('Acme ma dla Ciebie pomoc.')
    const first = await mailbox(app, person.phoneNumber)
    expect(first.length).toBe(1)
    const code = await loadLinkCode(id)
    expect(first[0]!.text).toContain(
      `Acme has help for you. Open this page to get it: http://posy.localhost:3000/a/${code}\n`,
    )
    expect(first[0]!.text).not.toMatch(/gift|huggg|£|Ann/i)
    expect(await timeline(id)).toEqual(['issued: null', 'delivered: by text', 'delivered: link shown'])
    const proof = await open(code)
    await ok('POST', `/v3/awards/${id}/reissue`, { reason: 'The number was wrong' })
    await settle()
    expect((await mailbox(app, person.phoneNumber)).length).toBe(2)
    expect(await visit(code)).toMatchObject({ state: 'replaced', amountPence: null })
    expect(await visit(code, '/open')).toMatchObject({ state: 'replaced', proof: null })
    expect((await visit(code, '/take', { proof, rail: 'cash-out' })).status).toBe(403)
    const fresh = await loadLinkCode(id)
    expect((await visit(fresh, '/take', { proof, rail: 'cash-out' })).status).toBe(403)
  })

  test('that an address turns away is seen in the timeline, and a way that does not reach the person is refused', async () => {
    const { id } = await award('email', { email: 'bounce@people.test' })
    await settle()
    expect((await timeline(id)).at(-1)).toMatch(/^(issued|delivered): not delivered by email: bounce$/)
    const lost = async () => {
      const { body } = await app.request('GET', `/v3/awards?grantId=${grantId}&undelivered=true`, { as })
      return body.data.map((one: { id: string }) => one.id)
    }
    expect(await lost()).toEqual([id])
    const forSupport = async () =>
      (await app.request('GET', `/v3/operator/awards/${id}`, { as: 'operator:support@posy.test' })).body.data
    const seen = await forSupport()
    expect(seen).toMatchObject({ notDelivered: 'not delivered by email: bounce', cannotUse: null })
    expect(seen.timeline.at(-1)).toMatchObject({ message: 'not delivered by email: bounce', by: 'system' })
    const { body: messages } = await app.request('GET', '/v3/operator/messages?state=still-failed', {
      as: 'operator:support@posy.test',
    })
    const { caseReference } = await ok('GET', `/v3/awards/${id}`)
    expect(messages.data).toMatchObject([{ to: null, award: { id, caseReference } }])
    expect(JSON.stringify([seen, messages])).not.toMatch(/people\.test|Ann/)
    await ok('PATCH', `/v3/people/${(await ok('GET', `/v3/awards/${id}`)).person.id}`, { email: 'mended@people.test' })
    await ok('POST', `/v3/awards/${id}/reissue`, { reason: 'The address was wrong' })
    expect([await lost(), (await forSupport()).notDelivered]).toEqual([[], null])
    await settle()
    expect(await mailbox(app, 'mended@people.test')).toHaveLength(1)
    expect(await lost()).toEqual([])
    const by = {
      grantId,
      caseReference: 'P-0',
      reason: 'Food',
      amount: 2_000,
      rails: ['cash-out'],
      deliverBy: 'letter',
    }
    const refused = await app.request('POST', '/v3/awards', { as, body: { ...by, person: { name: 'Bob' } } })
    expect([refused.status, refused.body.details[0].path]).toEqual([422, 'deliverBy'])
  })

  test('waits until a second person has approved the award', async () => {
    const rails = ['cash-out']
    const wanted = { name: 'Approved', fromDay: '2026-01-01', untilDay: '2027-12-31', rails, approvalAbove: 0 }
    const { id: grant } = await ok('POST', '/v3/grants', wanted)
    await ok('POST', `/v3/grants/${grant}/fundings`, { walletId: demo.wallets.acmeMain, amount: 3_000 })
    const person = { name: 'Ann', phoneNumber: '+447700901099' }
    const asked = { grantId: grant, person, caseReference: 'P-99', reason: 'Food', amount: 2_000, rails }
    const { id, status } = await ok('POST', '/v3/awards', { ...asked, deliverBy: 'sms' })
    await settle()
    expect([status, (await mailbox(app, person.phoneNumber)).length]).toEqual(['referred', 0])
    expect((await app.request('POST', `/v3/awards/${id}/link`, { as })).status).toBe(409)
    const { link_code } = await app.posy.db
      .selectFrom('award')
      .select('link_code')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect((await visit(link_code)).status).toBe(404)
  })
})

describe('the letters of awards', () => {
  const letters = async () => ok('GET', '/v3/award-letters')
  const print = (...awardIds: string[]) => app.request('POST', '/v3/award-letters', { as, body: { awardIds } })
  const pages = async (run: string): Promise<string[]> => {
    const { base64 } = await ok('GET', `/v3/award-letters/${run}/pdf`)
    return (await extractText(await getDocumentProxy(new Uint8Array(Buffer.from(base64, 'base64'))))).text
  }
  const home = { postalAddress: ['12 Long Street', 'Leeds'], postcode: 'LS1 4AP' }

  test('are printed once, by whom and when; one to a wrong address is issued again with a new letter, and refused once there is a code', async () => {
    const [wrong, right] = [await award('letter', { ...home, language: 'pl' }), await award('letter', home)]
    const { due } = await letters()
    expect(due.map(({ awardId, language }: Record<string, string>) => [awardId, language])).toEqual([
      [wrong.id, 'pl'],
      [right.id, 'en'],
    ])
    const twins = await Promise.all([print(wrong.id, right.id), print(wrong.id, right.id)])
    expect(twins.map(({ status }) => status).toSorted()).toEqual([201, 409])
    const run = twins.find(({ status }) => status === 201)!.body.data
    expect(run).toMatchObject({ letters: 2, live: 2, madeBy: expect.stringMatching(/\w/) })
    expect((await timeline(wrong.id)).at(-1)).toBe('issued: letter printed')
    const [first, second] = await pages(run.id)
    const typed = async (id: string) => (await ok('POST', `/v3/awards/${id}/link`)).typed
    expect(first).toContain('12 Long Street')
    expect(first).toContain(wrong.caseReference)
    expect(first).toContain(`/a/${await typed(wrong.id)}`)
    expect(first).toContain('ma dla Ciebie pomoc')
    expect(second).toContain('has help for you')
    expect(first).not.toMatch(/20\.00|gift/i)

    const old = await loadLinkCode(wrong.id)
    await ok('POST', `/v3/awards/${wrong.id}/reissue`, { reason: 'They have moved' })
    expect(await visit(old)).toMatchObject({ state: 'replaced' })
    expect((await letters()).due.map(({ awardId }: { awardId: string }) => awardId)).toEqual([wrong.id])
    expect((await letters()).runs[0]).toMatchObject({ id: run.id, letters: 2, live: 1 })
    expect((await pages(run.id)).length).toBe(1)
    const again = (await print(wrong.id)).body.data
    expect((await pages(again.id))[0]).toContain(`/a/${await typed(wrong.id)}`)
    const older = await ok('GET', '/v3/award-letters?page=2&per_page=1')
    expect(older).toMatchObject({ runs: [{ id: run.id }], pages: { page: 2, lastPage: 2 } })

    const code = await loadLinkCode(wrong.id)
    await visit(code, '/take', { proof: await open(code), rail: 'post-office' })
    const refused = await app.request('POST', `/v3/awards/${wrong.id}/reissue`, { as, body: { reason: 'Lost' } })
    expect([refused.status, refused.body.code]).toEqual([409, 'wrong_state'])
    expect((await print(wrong.id)).status).toBe(409)
    await ok('POST', `/v3/awards/${right.id}/cancel`, { reason: 'Not needed' })
    expect((await app.request('GET', `/v3/award-letters/${run.id}/pdf`, { as })).status).toBe(409)
  })
})

describe('the page of an award', () => {
  test('tells nothing before it is opened; then its person takes the code, once, and it can be issued again no more', async () => {
    const { id } = await award('hand')
    const code = await loadLinkCode(id)
    expect(await visit(code)).toMatchObject({ state: 'closed', amountPence: null, ways: [], code: null })
    expect((await timeline(id)).at(-1)).toBe('issued: link shown')
    const proof = await open(code)
    expect(await visit(code, '', { proof })).toMatchObject({ state: 'choose', amountPence: 2_000 })
    const twins = await Promise.all([1, 2, 3].map(() => visit(code, '/take', { proof, rail: 'post-office' })))
    const made = await visit(code, '', { proof })
    expect(twins.every(({ state }) => state === 'code' || state === 'waiting')).toBe(true)
    expect(made).toMatchObject({
      ...{ state: 'code', amountPence: 2_000 },
      code: { rail: 'post-office', code: expect.stringMatching(/^\d{16}$/), leftPence: 2_000, isOver: false },
    })
    const again = await app.request('POST', `/v3/awards/${id}/reissue`, { as, body: { reason: 'Lost' } })
    expect([again.status, again.body.code]).toEqual([409, 'wrong_state'])
    const cancelled = await app.request('POST', `/v3/awards/${id}/cancel`, { as, body: { reason: 'Lost' } })
    expect([cancelled.status, cancelled.body.code]).toEqual([409, 'wrong_state'])
  })

  test('leads from a text to cash: chosen as CashOut, cashed at the counter, and booked by the rail’s own file', async () => {
    const { id } = await award('sms')
    await settle()
    const code = await loadLinkCode(id)
    const proof = await open(code)
    const made = await visit(code, '/take', { proof, rail: 'cash-out' })
    expect(made).toMatchObject({ state: 'code', code: { rail: 'cash-out', code: expect.stringMatching(/^\d{10}$/) } })
    const spent = { rail: 'cash-out', reference: `${id}-1-1`, event: 'cashed' }
    expect((await app.request('POST', '/sandbox/rails/codes', { body: spent })).status).toBe(200)
    const { name, text } = (await app.request('GET', '/sandbox/rails/cash-out/settlement')).body.data
    const taken = await app.request('POST', '/v3/operator/rails/cash-out/files', {
      as: 'operator:finance@posy.test',
      body: { reason: 'The file of the day', file: new File([text], name) },
    })
    expect(taken.body.data).toMatchObject({ lines: 1, unmatched: 0 })
    await settle()
    expect(await visit(code)).toMatchObject({ state: 'cashed', code: null })
    expect(await ok('GET', `/v3/awards/${id}`)).toMatchObject({ status: 'cashed', paid: 2_000 })
    expect((await timeline(id)).map((one) => one.split(':')[0])).toEqual([
      ...['issued', 'delivered', 'delivered', 'opened', 'rail-chosen', 'code-generated', 'cashed'],
    ])
  })

  test('asks for the date of birth: of guesses at once three learn anything, over every link, and a case worker unlocks it', async () => {
    const born = { dateOfBirth: '1984-02-29' }
    const { id, caseReference } = await award('hand', born)
    const code = await loadLinkCode(id)
    expect((await visit(code)).asksBirthDate).toBe(true)
    for (const none of [{}, {}, {}]) {
      const missing = await visit(code, '/open', none)
      expect([missing.status, missing.details[0].code]).toEqual([422, 'required'])
    }
    const wrong = await visit(code, '/open', { dateOfBirth: '1984-02-28' })
    expect((await visit(code)).triesLeft).toBe(2)
    expect([wrong.status, wrong.details[0].path]).toEqual([422, 'dateOfBirth'])
    await ok('POST', `/v3/awards/${id}/reissue`, { reason: 'Lost' })
    const fresh = await loadLinkCode(id)
    const guesses = [1, 2, 3, 4, 5, 6].map((day) => visit(fresh, '/open', { dateOfBirth: `1984-03-0${day}` }))
    const answers = (await Promise.all(guesses)).map(({ status, state }) => `${status} ${state}`)
    expect(answers.toSorted()).toEqual([...Array(5).fill('200 locked'), '422 undefined'])
    expect(await visit(fresh, '/open', born)).toMatchObject({ state: 'locked', proof: null })
    expect(await ok('GET', `/v3/awards/${id}`)).toMatchObject({ isLocked: true })
    expect((await timeline(id)).at(-1)).toBe('reissued: locked: three wrong dates of birth')
    const locked = async () =>
      (await app.request('GET', '/v3/awards?locked=true', { as })).body.data.map((one: { id: string }) => one.id)
    expect(await locked()).toContain(id)
    await settle()
    const told = (await mailbox(app, as)).filter(({ subject }) => subject?.endsWith(`locked: case ${caseReference}`))
    expect(told.length).toBe(1)
    expect(told[0]!.text).not.toMatch(/Ann Example|1984|£/)
    expect(told[0]!.text).toMatch(/Until then a new link is locked too/)
    await ok('POST', `/v3/awards/${id}/unlock`, { reason: 'Showed a passport' })
    expect(await locked()).not.toContain(id)
    const notes = (await ok('GET', `/v3/awards/${id}`)).timeline.map(({ note }: { note: string | null }) => note)
    expect(notes.slice(-2)).toEqual(['locked', 'unlocked'])
    expect((await visit(fresh, '/open', born)).state).toBe('choose')
  })

  test('is opened for half an hour and for this award alone; made-up links are refused alike, and soon slowed', async () => {
    const [one, two] = [await award('hand'), await award('hand')]
    const [code, other] = [await loadLinkCode(one.id), await loadLinkCode(two.id)]
    const proof = await open(code)
    expect((await visit(other, '/take', { proof, rail: 'cash-out' })).status).toBe(403)
    expect((await visit(other, '', { proof })).state).toBe('closed')
    for (const forged of ['', 'x.y', `zzzzzz.${proof.split('.')[1]}`])
      expect((await visit(code, '/take', { proof: forged || 'none', rail: 'cash-out' })).status).toBe(403)
    app.wall.advanceSeconds(31 * 60)
    expect((await visit(code, '/take', { proof, rail: 'cash-out' })).status).toBe(403)
    const misses: number[] = []
    for (let count = 0; count < 40; count++) misses.push((await visit(`madeup${count}code`)).status)
    expect(new Set(misses)).toEqual(new Set([404, 429]))
    app.wall.advanceSeconds(61)
  })

  test('takes it from its person that they cannot use it: who made it is told once, and it is marked until it is issued again, settled or ended', async () => {
    const made = await award('hand')
    const { id } = made
    const mails = async () =>
      (await mailbox(app, as)).filter(({ subject }) => subject?.includes(`case ${made.caseReference}`))
    const marked = async () => (await ok('GET', '/v3/awards?cannotUse=true')).map((one: { id: string }) => one.id)
    const code = await loadLinkCode(id)
    const proof = await open(code)
    for (const reason of ['too-far', 'too-far', 'no-id'])
      expect((await visit(code, '/cannot-use', { proof, reason })).isRefused).toBe(true)
    await settle()
    const said = (await ok('GET', `/v3/awards/${id}`)).timeline.map((one: { cannotUse: string }) => one.cannotUse)
    expect(said.filter(Boolean)).toEqual(['too-far', 'no-id'])
    expect((await timeline(id)).at(-1)).toBe('opened: cannot use it: no-id')
    const [mail, ...more] = await mails()
    expect(more).toEqual([])
    expect(mail!.text).toContain('It is too far away')
    expect(mail!.text).toContain(`/support/awards/${id}`)
    expect(mail!.text).not.toMatch(/too-far|Ann Example|£|gift/i)
    expect([(await ok('GET', `/v3/awards/${id}`)).cannotUse, await marked()]).toEqual(['too-far', [id]])
    const { body: forSupport } = await app.request('GET', `/v3/operator/awards/${id}`, {
      as: 'operator:support@posy.test',
    })
    expect([forSupport.data.cannotUse, forSupport.data.timeline.at(-1).cannotUse]).toEqual(['too-far', 'no-id'])
    expect((await ok('GET', '/v3/awards?cannotUse=false')).map((one: { id: string }) => one.id)).not.toContain(id)

    const settled = await ok('POST', `/v3/awards/${id}/cannot-use/settle`, { reason: 'A neighbour goes' })
    expect([settled.cannotUse, settled.timeline.at(-1).reason]).toEqual([null, 'settled: A neighbour goes'])
    expect((await visit(code, '', { proof })).isRefused).toBe(false)
    await visit(code, '/cannot-use', { proof, reason: 'too-far' })
    expect((await timeline(id)).at(-1)).toBe('opened: cannot use it: too-far')
    await settle()
    expect((await mails()).length).toBe(2)

    const otherwise = { reason: 'Too far', rails: ['pin'], deliverBy: 'email' }
    const again = await ok('POST', `/v3/awards/${id}/reissue`, otherwise)
    expect(again).toMatchObject({ rails: ['pin'], deliverBy: 'email', cannotUse: null, status: 'reissued' })
    expect(await marked()).toEqual([])
    const fresh = await loadLinkCode(id)
    const newProof = await open(fresh)
    expect(await visit(fresh, '', { proof: newProof })).toMatchObject({ isRefused: false, ways: [{ rail: 'pin' }] })
    await visit(fresh, '/take', { proof: newProof, rail: 'pin' })
    await visit(fresh, '/cannot-use', { proof: newProof, reason: 'not-accepted' })
    expect(await marked()).toEqual([id])
    expect((await app.request('POST', `/v3/awards/${id}/reissue`, { as, body: otherwise })).status).toBe(409)
    await ok('POST', `/v3/awards/${id}/cancel`, { reason: 'Helped another way' })
    expect([await marked(), (await ok('GET', `/v3/awards/${id}`)).cannotUse]).toEqual([[], null])
    expect((await visit(fresh)).state).toBe('cancelled')
  })

  test('is sent another way within its grant and to a known address alone', async () => {
    const { id } = await award('hand', { phoneNumber: null })
    const refused = async (body: object) => {
      const answer = await app.request('POST', `/v3/awards/${id}/reissue`, { as, body: { reason: 'Far', ...body } })
      return [answer.status, answer.body.details?.[0]?.path]
    }
    expect(await refused({ rails: ['voucher'] })).toEqual([422, 'rails'])
    expect(await refused({ rails: [] })).toEqual([422, 'rails'])
    expect(await refused({ deliverBy: 'sms' })).toEqual([422, 'deliverBy'])
    expect(await ok('GET', `/v3/awards/${id}`)).toMatchObject({ status: 'issued', rails: ['cash-out', 'post-office'] })
  })

  test('tells those who approve awards that one cannot be used, where who made it has left', async () => {
    const colleague = 'viewer@acme.test'
    const appoint = (roleGroupId: string) =>
      ok('PUT', `/v3/teams/${demo.teams.acme}/users/${demo.users.acmeViewer}`, { roleGroupId })
    await appoint('team-admin')
    const wanted = { grantId, person: { name: 'Bo' }, caseReference: 'P-left', reason: 'Food', amount: 2_000 }
    const body = { ...wanted, rails: ['cash-out'] }
    const made = await app.request('POST', '/v3/awards', { as: colleague, body })
    expect(made.status).toBe(201)
    await appoint('team-viewer')
    const code = await loadLinkCode(made.body.data.id)
    await visit(code, '/cannot-use', { proof: await open(code), reason: 'no-id' })
    await settle()
    const told = async (who: string) =>
      (await mailbox(app, who)).filter(({ subject }) => subject?.includes('case P-left')).length
    expect([await told(as), await told(colleague)]).toEqual([1, 0])
  })
})
