import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#kit/ids.ts'
import { demo } from '#server/app/demo/ids.ts'
import { DEMO_API_KEY } from '#server/app/demo/teams.ts'
import { setupCommands } from '#server/app/setup/commands.ts'
import { blockAddress } from '#server/domains/delivery/messages/contact-address.ts'
import { transact } from '#server/platform/posy.ts'
import { systemActor } from '#server/platform/principal.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { appCode } from '#server/testing/totp.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const PASSWORD = 'a fine harbour 2026'

async function posy(command: string, words: string[], values: Record<string, string> = {}) {
  const lines: string[] = []
  const code = await setupCommands[command]!(app.posy, { words, values, print: (line) => lines.push(line) })
  return { code, output: lines.join('\n') }
}
const linkIn = (output: string) => new URL(output.match(/http\S+/)![0]).searchParams.get('token')!

const choose = (token: string, password = PASSWORD) =>
  app.request('POST', '/v3/operator/password', { body: { token, password } })
const begin = (email: string, password = PASSWORD) =>
  app.request('POST', '/v3/operator/sign-in', { body: { email, password } })
const confirm = (challenge: string, code: string) =>
  app.request('POST', '/v3/operator/sign-in/code', { body: { challenge, code } })
const me = (as: string) => app.request('GET', '/v3/operator/me', { as })
const currentCode = (secret: string) => appCode(secret, app.wall.nowMs())
const nextCode = () => app.wall.advanceSeconds(30)

/** Someone whom the command line has let in, with their app's secret and a session. */
async function join(email: string, role: string) {
  await choose(linkIn((await posy('operator add', [email], { role })).output))
  const { challenge, enrolment } = (await begin(email)).body.data
  const token = (await confirm(challenge, currentCode(enrolment.secret))).body.data.token as string
  return { secret: enrolment.secret as string, token }
}

test('an operator is added by a command, chooses a password by a link once, enrols an app and signs in', async () => {
  const added = await posy('operator add', ['Rita@Posy.test'], { role: 'finance', name: 'Rita Reed' })
  expect(added.output).toContain('rita@posy.test is an operator with the role finance')
  const token = linkIn(added.output)
  expect((await posy('operator add', ['rita@posy.test'], { role: 'owner' })).code).toBe(1)
  expect((await begin('rita@posy.test')).status).toBe(401)
  expect((await choose(token, 'short')).body.details[0].path).toBe('password')
  expect((await choose(token)).status).toBe(200)
  expect((await choose(token)).body.details[0]).toMatchObject({ path: 'token', code: 'invalid_token' })

  const first = (await begin('RITA@posy.test')).body.data
  const other = (await begin('rita@posy.test')).body.data
  expect(other.enrolment.secret).not.toBe(first.enrolment.secret)
  expect((await me(first.challenge)).status).toBe(401)
  expect((await confirm(first.challenge, '000000')).body.details[0].path).toBe('code')
  // What another sign-in was shown does not count.
  expect((await confirm(first.challenge, currentCode(other.enrolment.secret))).status).toBe(422)
  const session = (await confirm(first.challenge, currentCode(first.enrolment.secret))).body.data.token
  expect((await me(session)).body.data).toMatchObject({ email: 'rita@posy.test', name: 'Rita Reed', role: 'finance' })
  // A challenge once; and an offer made before another was taken is void.
  nextCode()
  expect((await confirm(first.challenge, currentCode(first.enrolment.secret))).body.code).toBe('invalid_grant')
  expect((await confirm(other.challenge, currentCode(other.enrolment.secret))).status).toBe(422)
})

test('one of two operators’ sign-ins at once with one code succeeds', async () => {
  const { secret } = await join('twin@posy.test', 'support')
  nextCode()
  const [a, b] = await Promise.all([begin('twin@posy.test'), begin('twin@posy.test')])
  expect(a.body.data.enrolment).toBeNull()
  const code = currentCode(secret)
  const answers = await Promise.all([a, b].map(({ body }) => confirm(body.data.challenge, code)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
})

test('an operator’s session ends when it is idle, after a working day, on signing out, reset and deactivation', async () => {
  const { token, secret } = await join('idle@posy.test', 'owner')
  const again = async () => {
    nextCode()
    const { challenge } = (await begin('idle@posy.test')).body.data
    return (await confirm(challenge, currentCode(secret))).body.data.token as string
  }
  for (let hour = 0; hour < 3; hour++) {
    app.wall.advanceSeconds(29 * 60)
    expect((await me(token)).status).toBe(200)
  }
  app.wall.advanceSeconds(31 * 60)
  expect((await me(token)).status).toBe(401)

  const busy = await again()
  for (let half = 0; half < 26; half++) {
    app.wall.advanceSeconds(28 * 60)
    await me(busy)
  }
  expect((await me(busy)).status).toBe(401)

  const left = await again()
  expect((await app.request('POST', '/v3/operator/sign-out', { as: left })).status).toBe(200)
  expect((await me(left)).status).toBe(401)

  const waiting = (await begin('idle@posy.test')).body.data.challenge
  app.wall.advanceSeconds(11 * 60)
  expect((await confirm(waiting, currentCode(secret))).body.code).toBe('invalid_grant')

  const [one, two] = [await again(), await again()]
  const reset = await posy('operator reset', ['idle@posy.test'], { reason: 'lost the phone' })
  expect((await me(one)).status).toBe(401)
  expect((await begin('idle@posy.test')).status).toBe(401)
  await choose(linkIn(reset.output))
  const { challenge, enrolment } = (await begin('idle@posy.test')).body.data
  const fresh = (await confirm(challenge, currentCode(enrolment.secret))).body.data.token
  expect([(await me(two)).status, (await me(fresh)).status]).toEqual([401, 200])
  await posy('operator deactivate', ['idle@posy.test'], { reason: 'left us' })
  expect([(await me(fresh)).status, (await begin('idle@posy.test')).status]).toEqual([401, 401])
})

test('guessing an operator’s password or code is throttled, by account', async () => {
  const { secret } = await join('guess@posy.test', 'support')
  nextCode()
  const { challenge } = (await begin('guess@posy.test')).body.data
  const guesses = []
  for (let guess = 0; guess < 11; guess++) guesses.push((await confirm(challenge, '000000')).status)
  expect(guesses.at(-1)).toBe(429)
  expect((await confirm(challenge, currentCode(secret))).status).toBe(429)
  for (let guess = 0; guess < 10; guess++) await begin('guess@posy.test', 'wrong')
  expect((await begin('guess@posy.test')).status).toBe(429)
})

const asks = (path: string, as: string, body: object = {}) =>
  app.request('POST', `/v3/operator/${path}`, {
    as: `operator:${as}@posy.test`,
    body: { reason: 'agreed by telephone', ...body },
  })
const waiting = async (as = 'finance') =>
  (await app.request('GET', '/v3/operator/waiting-acts', { as: `operator:${as}@posy.test` })).body.data
const look = (path: string) => app.request('GET', `/v3/operator/${path}`, { as: 'operator:finance@posy.test' })
const confirmOnly = async (as = 'finance') => {
  const [act] = await waiting()
  return asks(`waiting-acts/${act.id}/confirm`, as, { seen: act.version })
}
const mailsTo = async (to: string): Promise<{ subject: string; text: string }[]> => {
  await app.settle()
  return (await app.request('GET', `/sandbox/messages?to=${encodeURIComponent(to)}`)).body.data
}

test('an operator is added, reset and ended in the console by two, and no one but them sees the link', async () => {
  const nora = { email: 'Nora@Posy.test', name: 'Nora North', role: 'finance' }
  for (const as of ['support', 'finance']) expect((await asks('operators', as, nora)).status).toBe(403)
  const twins = await Promise.all([1, 2].map(() => asks('operators', 'owner', nora)))
  expect(twins.map(({ status }) => status).sort()).toEqual([200, 409])
  expect((await asks('operators', 'owner', { ...nora, email: 'finance@posy.test' })).body.code).toBe('conflict')
  expect(await waiting()).toMatchObject([
    {
      kind: 'operator-new',
      amountPence: 0,
      says: 'Make Nora North (nora@posy.test) an operator with the role Finance',
    },
  ])
  expect((await begin('nora@posy.test')).status).toBe(401)
  expect((await confirmOnly('owner')).status).toBe(403)
  const [act] = await waiting()
  const both = await Promise.all(
    [1, 2].map(() => asks(`waiting-acts/${act.id}/confirm`, 'finance', { seen: act.version })),
  )
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(JSON.stringify(both.map(({ body }) => body))).not.toContain('token')

  const [mail, ...more] = await mailsTo('nora@posy.test')
  expect(more).toEqual([])
  await choose(linkIn(mail!.text))
  const { challenge, enrolment } = (await begin('nora@posy.test')).body.data
  const session = (await confirm(challenge, currentCode(enrolment.secret))).body.data.token
  const { id } = (await me(session)).body.data

  expect((await asks(`operators/${id}/reset`, 'owner', { role: 'owner' })).status).toBe(200)
  expect((await me(session)).body.data.role).toBe('finance')
  expect((await confirmOnly()).status).toBe(200)
  expect([(await me(session)).status, (await begin('nora@posy.test')).status]).toEqual([401, 401])
  await choose(linkIn((await mailsTo('nora@posy.test')).find(({ text }) => text !== mail!.text)!.text))
  expect((await begin('nora@posy.test')).status).toBe(200)

  expect((await asks(`operators/${id}/end`, 'owner')).status).toBe(200)
  expect((await confirmOnly()).status).toBe(200)
  expect((await begin('nora@posy.test')).status).toBe(401)
  expect((await asks(`operators/${id}/end`, 'owner')).body.code).toBe('wrong_state')
  expect(await waiting()).toEqual([])
})

test('an operator changes who is a member of a team with another, by the rules of its admins; the team reads it', async () => {
  const members = `customers/${demo.teams.acme}/members`
  const viewer = `${members}/${demo.users.acmeViewer}`
  const role = async () =>
    (await app.request('GET', `/api/v2/teams/${demo.teams.acme}/users`, { as: 'admin@acme.test' })).body.data.find(
      ({ id }: { id: string }) => id === demo.users.acmeViewer,
    )?.roleGroupId
  expect((await asks(`${viewer}/role`, 'support', { roleGroupId: 'participant' })).status).toBe(403)
  expect((await asks(`${viewer}/role`, 'finance', { roleGroupId: 'subteam-admin' })).status).toBe(422)
  expect((await asks(`${members}/${demo.users.globexAdmin}/end`, 'finance')).status).toBe(404)
  const sole = `customers/${demo.teams.globex}/members/${demo.users.globexAdmin}`
  expect((await asks(`${sole}/end`, 'finance')).body.code).toBe('wrong_state')

  expect((await asks(`${viewer}/role`, 'owner', { roleGroupId: 'participant' })).status).toBe(200)
  expect(await role()).toBe('team-viewer')
  expect((await confirmOnly()).status).toBe(200)
  expect(await role()).toBe('participant')
  await asks(`${viewer}/end`, 'owner')
  expect((await confirmOnly()).status).toBe(200)
  expect(await role()).toBeUndefined()

  const added = { email: 'New.Admin@acme.test', roleGroupId: 'team-admin' }
  await asks(members, 'owner', added)
  expect(await mailsTo('new.admin@acme.test')).toEqual([])
  expect((await confirmOnly()).status).toBe(200)
  expect(await mailsTo('new.admin@acme.test')).toHaveLength(1)
  expect((await asks(members, 'owner', added)).body.code).toBe('wrong_state')
  const log = (
    await app.request('GET', `/v3/teams/${demo.teams.acme}/audit?area=people&limit=3`, { as: 'admin@acme.test' })
  ).body
  expect(
    log.data.map(({ action, actor }: { action: string; actor: { kind: string } }) => [action, actor.kind]),
  ).toEqual(['team.member-added', 'team.member-removed', 'team.role-changed'].map((action) => [action, 'operator']))
})

test('a program is made in the console by two: the one who confirms is shown its secret once, and no record holds it', async () => {
  const wanted = { clientId: 'acme-hr', name: 'Acme HR', roleGroupId: 'participant' }
  const programs = `customers/${demo.teams.acme}/programs`
  expect((await asks(programs, 'support', wanted)).status).toBe(403)
  expect((await asks(programs, 'finance', { ...wanted, clientId: 'Not an id' })).status).toBe(422)
  expect((await asks(programs, 'finance', { ...wanted, clientId: 'demo-customer' })).body.code).toBe('conflict')
  expect((await asks(programs, 'owner', wanted)).status).toBe(200)
  expect((await confirmOnly('owner')).status).toBe(403)
  const { program } = (await confirmOnly()).body.data
  expect(program.id).toBe('acme-hr')
  const acts = await app.posy.db.selectFrom('operator_act').select('details').execute()
  expect(JSON.stringify(acts)).not.toContain(program.secret)
  const grant = { grant_type: 'client_credentials', client_id: program.id, client_secret: program.secret }
  const { access_token } = (await app.request('POST', '/oauth/token', { body: grant })).body
  expect((await app.request('GET', `/api/v2/teams/${demo.teams.acme}`, { as: access_token })).status).toBe(200)
  expect((await app.request('GET', `/api/v2/teams/${demo.teams.globex}`, { as: access_token })).status).toBe(404)

  const till = `merchants/${demo.brands.daisyCoffee}/programs`
  expect((await asks(till, 'owner', { clientId: 'daisy-2', name: 'Daisy' })).status).toBe(200)
  const made = (await confirmOnly()).body.data.program
  const tillGrant = { ...grant, client_id: made.id, client_secret: made.secret }
  expect((await app.request('POST', '/oauth/token', { body: tillGrant })).status).toBe(200)
})

test('a program is stopped by one operator at once, and started or given a new secret by two', async () => {
  const wanted = { clientId: 'acme-lost', name: 'Acme lost', roleGroupId: 'team-viewer' }
  const made = async () => (await confirmOnly()).body.data.program
  expect((await asks(`customers/${demo.teams.acme}/programs`, 'owner', wanted)).status).toBe(200)
  const { id, secret } = await made()
  const token = async (client_secret: string) =>
    (
      await app.request('POST', '/oauth/token', {
        body: { grant_type: 'client_credentials', client_id: id, client_secret },
      })
    ).status
  const shown = async () => {
    const { body } = await app.request('GET', `/v3/operator/customers/${demo.teams.acme}`, {
      as: 'operator:support@posy.test',
    })
    return body.data.programs.find((program: { id: string }) => program.id === id)
  }
  const program = `programs/${id}`
  const is = { id, name: 'Acme lost', roleGroupId: 'team-viewer', isActive: true, hint: null }
  expect(await shown()).toEqual({ ...is, lastAskedAt: null })
  expect(await token(secret)).toBe(200)
  expect((await asks(`${program}/start`, 'owner', {})).body.code).toBe('wrong_state')
  expect((await asks(`${program}/stop`, 'support', {})).status).toBe(403)
  expect((await asks(`${program}/stop`, 'finance', {})).status).toBe(200)
  expect(await token(secret)).toBe(401)
  expect((await asks(`${program}/stop`, 'finance', {})).body.code).toBe('wrong_state')
  expect((await asks(`${program}/start`, 'owner', {})).status).toBe(200)
  expect(await token(secret)).toBe(401)
  expect((await confirmOnly('owner')).status).toBe(403)
  expect((await confirmOnly()).body.data.program).toBeNull()
  expect(await token(secret)).toBe(200)
  expect((await asks(`${program}/secret`, 'owner', {})).status).toBe(200)
  expect(await token(secret)).toBe(200)
  const renewed = await made()
  expect(renewed.id).toBe(id)
  expect([await token(secret), await token(renewed.secret)]).toEqual([401, 200])
  const acts = await app.posy.db.selectFrom('operator_act').select('details').execute()
  expect(JSON.stringify(acts)).not.toContain(renewed.secret)
  // Our own pages come in by such a client too: no one on the console stops it.
  for (const act of ['stop', 'start', 'secret'])
    expect((await asks(`programs/demo-web/${act}`, 'owner', {})).status).toBe(404)
})

test('support reads what a program and an API key asked lately: endpoint, answer and when, and nothing of anyone’s page', async () => {
  const asked = async (id: string, query = '') =>
    (await app.request('GET', `/v3/operator/programs/${id}/requests${query}`, { as: 'operator:support@posy.test' }))
      .body
  const { body } = await app.request('POST', '/oauth/token', {
    body: { grant_type: 'client_credentials', client_id: 'demo-customer', client_secret: 'demo-customer-secret' },
  })
  const headers = { authorization: `Bearer ${body.access_token}` }
  await app.request('GET', '/v3/features', { headers })
  await app.request('POST', '/api/v2/transactions', { headers, body: { purchase: { type: 'none' } } })
  const notThere = newId()
  await app.request('GET', `/api/v2/transactions/${notThere}`, { headers })
  await app.request('GET', '/v3/features', { as: `key:${DEMO_API_KEY}` })
  await app.request('GET', '/v3/features', { as: 'admin@acme.test' })
  await app.requestLog.flush()
  const program = await asked('demo-customer')
  const missing = { path: '/api/v2/transactions/{id}', asked: `/api/v2/transactions/${notThere}`, status: 404 }
  expect((await asked('demo-customer', '?status=404')).data).toMatchObject([missing])
  expect((await asked('demo-customer', '?status=409')).data).toEqual([])
  expect(program.data).toMatchObject([
    missing,
    { method: 'POST', path: '/api/v2/transactions', status: 422, code: 'invalid_fields', body: null },
    { method: 'GET', path: '/v3/features', status: 200, code: null },
  ])
  expect(program.program).toMatchObject({
    ...{ id: 'demo-customer', hint: null, lastAskedAt: program.data[0].at, isActive: true },
    customer: { id: demo.teams.acme, name: 'Acme' },
  })
  const { programs } = (
    await app.request('GET', `/v3/operator/customers/${demo.teams.acme}`, { as: 'operator:support@posy.test' })
  ).body.data
  const key = programs.find(({ hint }: { hint: string | null }) => hint !== null)
  expect((await asked(key.id)).data).toMatchObject([{ method: 'GET', path: '/v3/features', status: 200 }])
  for (const none of ['demo-web', 'no-such-program', demo.users.acmeAdmin])
    expect((await asked(none)).code, none).toBe('not_found')
})

test('a member’s second step is switched off by two operators', async () => {
  const off = `customers/${demo.teams.acme}/members/${demo.users.acmeAdmin}/second-step-off`
  expect((await asks(off, 'finance', {})).body.code).toBe('wrong_state')
  const at = new Date(app.posy.clock.now().epochMilliseconds)
  await app.posy.db
    .insertInto('second_factor')
    .values({
      user_id: demo.users.acmeAdmin,
      sealed_secret: Buffer.from('x'),
      begun_by_session: newId(),
      begun_at: at,
      confirmed_at: at,
    })
    .execute()
  expect((await asks(off, 'support', {})).status).toBe(403)
  expect((await asks(off.replace(demo.teams.acme, demo.teams.globex), 'owner', {})).status).toBe(404)
  expect((await asks(off, 'owner', {})).status).toBe(200)
  const isOn = async () =>
    (
      await app.posy.db
        .selectFrom('second_factor')
        .select('user_id')
        .where('user_id', '=', demo.users.acmeAdmin)
        .execute()
    ).length === 1
  expect(await isOn()).toBe(true)
  expect((await confirmOnly()).status).toBe(200)
  expect(await isOn()).toBe(false)
  // Both trails say what it was and whose.
  const whose = { kind: 'user', id: demo.users.acmeAdmin }
  const path = `customers/${demo.teams.acme}`
  const [entry] = (await look(`${path}/events?action=money.confirmed`)).body.data
  expect(entry).toMatchObject({ waitingAct: 'second-step-off', subject: { ...whose, name: 'admin@acme.test' } })
  const acts = (await look(`${path}/acts?limit=2`)).body.data
  expect(acts).toMatchObject([
    { act: 'confirmWaitingAct', waitingAct: 'second-step-off', subject: { ...whose, name: 'admin@acme.test' } },
    { act: 'askForSecondStepOff', subject: { ...whose, name: 'admin@acme.test' } },
  ])
  const { data: theirs } = (await app.request('GET', `/v3/teams/${demo.teams.acme}/audit`, { as: 'admin@acme.test' }))
    .body
  expect(theirs.find(({ action }: { action: string }) => action === 'money.confirmed')).toMatchObject({
    ...{ waitingAct: 'second-step-off', subject: { ...whose, name: 'Alice Archer' } },
  })
})

test('an address that came back gets messages again by an operator; who stopped them themselves does not', async () => {
  const allow = (address: string) => asks('addresses/allow', 'support', { address })
  expect((await allow('back@friends.test')).body.code).toBe('not_found')
  await transact(app.posy, { actor: systemActor }, async (work) => {
    await blockAddress(work, 'email', 'back@friends.test', 'bounce')
    await blockAddress(work, 'email', 'stop@friends.test', 'opted-out')
  })
  expect((await allow('Back@friends.test')).body.data).toEqual({ was: 'bounce' })
  expect((await allow('back@friends.test')).body.code).toBe('not_found')
  expect((await allow('stop@friends.test')).body.code).toBe('wrong_state')
})

test('a number that came back gets texts again however an operator types it, and a landline is said to be one', async () => {
  const allow = (address: string) => asks('addresses/allow', 'support', { address })
  for (const typed of ['07700 900123', '+447700900123', '0044 (7700) 900-123', '+44 (0)7700 900123']) {
    await transact(app.posy, { actor: systemActor }, (work) => blockAddress(work, 'sms', '+447700900123', 'bounce'))
    expect((await allow(typed)).body.data, typed).toEqual({ was: 'bounce' })
    expect((await allow(typed)).body.code, typed).toBe('not_found')
  }
  const landline = await allow('020 7123 4567')
  expect([landline.status, landline.body.code]).toEqual([422, 'invalid_fields'])
  expect(landline.body.message).toContain('landline')
})

test('the record of operators’ acts cannot be changed', async () => {
  const acts = await app.posy.db.selectFrom('operator_act').select(['act', 'reason']).execute()
  expect(acts).toContainEqual({ act: 'resetOperator', reason: 'lost the phone' })
  expect(acts).toContainEqual({ act: 'confirmOperatorSignIn', reason: null })
  await expect(app.posy.db.updateTable('operator_act').set({ reason: 'x' }).execute()).rejects.toThrow('append-only')
  await expect(app.posy.db.deleteFrom('operator_act').execute()).rejects.toThrow('append-only')
})

test('the console’s overview names what is missing as posy doctor does, and what waits', async () => {
  const { checks, waiting } = (await app.request('GET', '/v3/operator/overview', { as: 'operator:support@posy.test' }))
    .body.data
  const states = Object.fromEntries(checks.map(({ name, state }: { name: string; state: string }) => [name, state]))
  expect(states).toMatchObject({ Database: 'ok', Mail: 'sandbox', Plans: 'ok', Operators: 'ok' })
  expect(waiting.filter(({ count }: { count: number }) => count > 0)).toEqual([])
})
