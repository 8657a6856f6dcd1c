import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#kit/ids.ts'
import { demo } from '#server/app/demo/ids.ts'
import { RequestLog } from '#server/domains/identity/programs/index.ts'
import { hashSecret } from '#server/domains/identity/secrets/index.ts'
import { runRetention } from '#server/platform/retention.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { sameAnswer } from '#server/testing/refusals.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const { acme, acmeNorth, globex } = demo.teams
const MISSING = '00000000-0000-4000-8000-00000000dead'
const list = (team: string, as: string) => app.request('GET', `/v3/teams/${team}/api-keys`, { as })
const issue = (team: string, as: string, body: object) =>
  app.request('POST', `/v3/teams/${team}/api-keys`, { as, body })
const withdraw = (team: string, keyId: string, as: string) =>
  app.request('DELETE', `/v3/teams/${team}/api-keys/${keyId}`, { as })
const me = (key: string) => app.request('GET', '/api/v2/auth/me', { headers: { 'x-huggg-api-key': key } })

describe('an API key', () => {
  test('is shown once, works as a service user of the team, and stops at once when withdrawn', async () => {
    const issued = await issue(acme, 'admin@acme.test', { name: 'Payroll' })
    expect(issued.status).toBe(201)
    const { key, ...shown } = issued.body.data
    expect(key).toMatch(/^posy_[\w-]{43}$/)
    expect(shown).toMatchObject({
      name: 'Payroll',
      teamId: acme,
      roleGroupId: 'team-admin',
      hint: key.slice(0, 10),
      scopes: ['read', 'send', 'manage'],
      dateExpires: null,
      createdBy: demo.users.acmeAdmin,
      dateLastUsed: null,
    })

    const { body } = await me(key)
    expect(body.data).toMatchObject({
      user: { id: shown.userId, firstName: 'Payroll' },
      teamId: acme,
      permissions: { roleGroupId: 'team-admin' },
    })
    const listed = (await list(acme, 'admin@acme.test')).body.data
    expect(listed).toContainEqual({ ...shown, dateLastUsed: '2026-03-02T10:00:00.000Z' })
    expect(JSON.stringify(listed)).not.toContain(key)
    expect(JSON.stringify(await app.posy.db.selectFrom('api_key').selectAll().execute())).not.toContain(key)

    expect((await withdraw(acme, shown.id, 'admin@acme.test')).body).toEqual({ data: { success: true } })
    const refused = await me(key)
    expect(refused.status).toBe(401)
    expect((await me('posy_made_up')).body).toEqual(sameAnswer(refused.body))
    expect((await list(acme, 'admin@acme.test')).body.data.map((one: { id: string }) => one.id)).not.toContain(shown.id)
    expect((await withdraw(acme, shown.id, 'admin@acme.test')).status).toBe(404)
  })

  test('has the rights of the role group chosen', async () => {
    const { key } = (await issue(acmeNorth, 'admin@acme.test', { name: 'Dashboard', roleGroupId: 'team-viewer' })).body
      .data
    expect((await me(key)).body.data).toMatchObject({ teamId: acmeNorth, permissions: { roleGroupId: 'team-viewer' } })
    const headers = { 'x-huggg-api-key': key }
    expect((await app.request('PUT', `/api/v2/teams/${acmeNorth}`, { headers, body: { name: 'Mine' } })).status).toBe(
      403,
    )
    expect((await app.request('GET', `/api/v2/teams/${acme}`, { headers })).status).toBe(404)
    expect((await issue(acme, 'admin@acme.test', { name: 'X', roleGroupId: 'owner' })).status).toBe(422)
  })

  test('can be replaced by another of the same name, that acts as the same user', async () => {
    const [one, two] = [
      await issue(acme, 'admin@acme.test', { name: 'CRM' }),
      await issue(acme, 'admin@acme.test', { name: 'CRM' }),
    ]
    expect(two.body.data.userId).toBe(one.body.data.userId)
    const other = await issue(acme, 'admin@acme.test', { name: 'CRM', roleGroupId: 'team-viewer' })
    expect(other.body.data.userId).not.toBe(one.body.data.userId)
    await withdraw(acme, one.body.data.id, 'admin@acme.test')
    expect((await me(two.body.data.key)).status).toBe(200)
  })

  test('records its use to the minute', async () => {
    const { id, key } = (await issue(acme, 'admin@acme.test', { name: 'Till roll' })).body.data
    const lastUsed = async () =>
      (await list(acme, 'admin@acme.test')).body.data.find((one: { id: string }) => one.id === id).dateLastUsed
    await me(key)
    const first = await lastUsed()
    app.wall.advanceSeconds(59)
    await me(key)
    expect(await lastUsed()).toBe(first)
    app.wall.advanceSeconds(2)
    await me(key)
    expect(Date.parse(await lastUsed()) - Date.parse(first)).toBe(61_000)
  })

  test('may do what its scopes say, of what its role may do', async () => {
    const holding = async (scopes: string[], roleGroupId = 'team-admin') => {
      const { key } = (
        await issue(acme, 'admin@acme.test', { name: `Only ${scopes} as ${roleGroupId}`, scopes, roleGroupId })
      ).body.data
      return async (method: string, path: string, body?: object) => {
        const answer = await app.request(method, path, { as: `key:${key}`, body })
        return [answer.status, answer.body.code]
      }
    }
    const gift = {
      purchase: { type: 'huggg', reference: demo.products.daisyFlatWhite },
      payment: { method: 'walletCommitment', reference: demo.wallets.acmeMain },
    }
    const topUp = { ...gift, purchase: { type: 'walletTopUp', reference: demo.wallets.acmeMain, amount: 500 } }
    const calls = async (call: Awaited<ReturnType<typeof holding>>) => [
      await call('GET', `/api/v2/teams/${acme}/wallets`),
      await call('POST', '/v3/searches/hugggs', {}),
      await call('POST', '/api/v2/transactions', gift),
      await call('POST', '/api/v2/transactions', topUp),
      await call('PUT', `/api/v2/teams/${acme}`, { name: 'Acme' }),
    ]
    const ok = [200, undefined]
    const refused = [403, 'scope_missing']
    // A wallet is topped up from a charge only: the wrong field is the next thing to be found.
    const [bought, wrongPayment] = [
      [201, undefined],
      [422, 'invalid_fields'],
    ]
    expect(await calls(await holding(['read']))).toEqual([ok, ok, refused, refused, refused])
    expect(await calls(await holding(['send']))).toEqual([refused, refused, bought, refused, refused])
    expect(await calls(await holding(['manage']))).toEqual([refused, refused, refused, wrongPayment, ok])
    const viewer = await holding(['send', 'read', 'read'], 'team-viewer')
    expect(await viewer('POST', '/api/v2/transactions', gift)).toEqual([403, 'forbidden'])
    const listed = (await list(acme, 'admin@acme.test')).body.data[0]
    expect(listed.scopes).toEqual(['read', 'send'])
  })

  test('without the scope to send sees gifts, but no link of theirs', async () => {
    const bought = await app.request('POST', '/api/v2/transactions?embed[]=hugggs', {
      as: 'admin@acme.test',
      body: {
        purchase: { type: 'huggg', reference: demo.products.daisyFlatWhite },
        payment: { method: 'walletCommitment', reference: demo.wallets.acmeMain },
      },
    })
    const [gift] = bought.body.data.embedded.hugggs
    expect(gift.launch_url).toContain('/g/')
    const linkSeenWith = async (scopes: string[]) => {
      const { key } = (await issue(acme, 'admin@acme.test', { name: 'Links', scopes })).body.data
      return (await app.request('GET', `/api/v2/hugggs/${gift.id}`, { as: `key:${key}` })).body.data.launch_url
    }
    expect(await linkSeenWith(['read', 'send'])).toBe(gift.launch_url)
    expect(await linkSeenWith(['read', 'manage'])).toBeNull()
  })

  test('stops automatically when it expires, and says so to the one who has it', async () => {
    const inAnHour = new Date(app.wall.nowMs() + 3_600_000).toISOString()
    const { id, key, dateExpires } = (
      await issue(acme, 'admin@acme.test', { name: 'For a trial', dateExpires: inAnHour })
    ).body.data
    expect(dateExpires).toBe(inAnHour)
    app.wall.advanceSeconds(3599)
    expect((await me(key)).status).toBe(200)
    app.wall.advanceSeconds(1)
    const late = await me(key)
    expect([late.status, late.body.code]).toEqual([401, 'api_key_expired'])
    expect(late.body.message).toContain(inAnHour)
    const listed = (await list(acme, 'admin@acme.test')).body.data.find((one: { id: string }) => one.id === id)
    expect(listed.dateLastUsed).toBe(new Date(Date.parse(inAnHour) - 1000).toISOString())
    await withdraw(acme, id, 'admin@acme.test')
    expect((await me(key)).body.code).toBe('unauthenticated')
  })

  test('that was issued before there were scopes has all of them, and no end', async () => {
    await app.posy.db
      .insertInto('api_key')
      .values({
        id: newId(),
        team_id: acme,
        user_id: demo.users.acmeService,
        name: 'From before',
        hint: 'posy_from_',
        key_hash: hashSecret('posy_from_before'),
        created_at: new Date(app.wall.nowMs()),
      })
      .execute()
    const listed = (await list(acme, 'admin@acme.test')).body.data
    expect(listed.find((one: { name: string }) => one.name === 'From before')).toMatchObject({
      scopes: ['read', 'send', 'manage'],
      dateExpires: null,
    })
    expect((await me('posy_from_before')).status).toBe(200)
  })

  test('cannot issue others, nor can a client: only a person', async () => {
    expect((await issue(acme, 'key:demo-customer', { name: 'Successor' })).status).toBe(403)
    expect((await issue(acme, 'client:demo-customer', { name: 'Successor' })).status).toBe(403)
    expect((await list(acme, 'key:demo-customer')).status).toBe(200)
  })
})

test('API keys are for team admins, in teams of theirs', async () => {
  for (const as of ['viewer@acme.test', 'participant@acme.test', 'subteam@acme.test']) {
    expect((await list(acme, as)).status).toBe(403)
    expect((await issue(acme, as, { name: 'Mine' })).status).toBe(403)
    expect((await withdraw(acme, MISSING, as)).status).toBe(403)
  }
  const foreignKey = (await issue(globex, 'admin@globex.test', { name: 'Theirs' })).body.data
  const attempts = [
    [list(globex, 'admin@acme.test'), list(MISSING, 'admin@acme.test')],
    [issue(globex, 'admin@acme.test', { name: 'Mine' }), issue(MISSING, 'admin@acme.test', { name: 'Mine' })],
    [withdraw(acme, foreignKey.id, 'admin@acme.test'), withdraw(acme, MISSING, 'admin@acme.test')],
    [withdraw(globex, foreignKey.id, 'admin@acme.test'), withdraw(MISSING, foreignKey.id, 'admin@acme.test')],
  ]
  for (const attempt of attempts) {
    const [foreign, missing] = await Promise.all(attempt)
    expect([foreign!.status, missing!.status]).toEqual([404, 404])
    expect(foreign!.body).toEqual(sameAnswer(missing!.body))
  }
  expect((await me(foreignKey.key)).status).toBe(200)
})

test('all wrong fields of a new API key are listed', async () => {
  const wrong = async (body: object) => {
    const answer = await issue(acme, 'admin@acme.test', body)
    expect(answer.status).toBe(422)
    return answer.body.details.map(({ path }: { path: string }) => path)
  }
  expect(await wrong({ name: ' ', roleGroupId: 7, scopes: [], dateExpires: 'soon' })).toEqual([
    'name',
    'roleGroupId',
    'scopes',
    'dateExpires',
  ])
  expect(await wrong({ name: 'A', scopes: ['own'] })).toEqual(['scopes.0'])
  const now = new Date(app.wall.nowMs()).toISOString()
  expect(await wrong({ name: 'A', dateExpires: now })).toEqual(['dateExpires'])
})

describe('the log of a key', () => {
  const log = (team: string, keyId: string, as: string, query = '') =>
    app.request('GET', `/v3/teams/${team}/api-keys/${keyId}/requests${query}`, { as })
  const newKey = async (team: string, as: string): Promise<{ id: string; key: string }> =>
    (await issue(team, as, { name: 'Logged', scopes: ['read'] })).body.data
  const use = (key: string, method: string, path: string, headers: Record<string, string> = {}) =>
    app.request(method, path, { as: `key:${key}`, headers, ...(method === 'GET' ? {} : { body: {} }) })

  test('has each request by its path in the contract, with the ids that were asked for beside it, under an id of ours, newest first', async () => {
    const { id, key } = await newKey(acme, 'admin@acme.test')
    await use(key, 'GET', `/api/v2/teams/${acme}`, { 'x-request-id': 'of-my-own-making' })
    app.wall.advanceSeconds(5)
    await use(key, 'GET', `/api/v2/teams/${MISSING}`)
    await use(key, 'PUT', `/api/v2/teams/${acme}`)
    await app.request('GET', '/api/v2/auth/me', { as: 'admin@acme.test' })
    await app.requestLog.flush()
    const { status, body } = await log(acme, id, 'admin@acme.test')
    expect(status).toBe(200)
    const now = app.wall.nowMs()
    expect(body.data).toMatchObject([
      { method: 'PUT', path: '/api/v2/teams/{id}', status: 403, at: new Date(now).toISOString() },
      { method: 'GET', path: '/api/v2/teams/{id}', asked: `/api/v2/teams/${MISSING}`, status: 404 },
      { method: 'GET', path: '/api/v2/teams/{id}', status: 200, at: new Date(now - 5000).toISOString() },
    ])
    expect(body.data[2]).toMatchObject({ callerRequestId: 'of-my-own-making', code: null, fields: [], body: null })
    expect(body.data[2].requestId).toMatch(/^[\da-f-]{36}$/)
    expect(body.data[2].durationMs).toBeGreaterThanOrEqual(0)
  })

  test('says why a request was refused, which fields were wrong and what was sent, without anything of a person', async () => {
    const { id, key } = (await issue(acme, 'admin@acme.test', { name: 'Logged', scopes: ['send'] })).body.data
    const [reference, wallet] = [demo.products.daisyGiftCard10, demo.wallets.acmeMain]
    const buy = (receivers: object[], more: object = {}) =>
      app.request('POST', '/api/v2/transactions', {
        as: `key:${key}`,
        body: {
          purchase: { type: 'bulkHugggs', reference, deliveryMethod: 'email', message: 'Dear Zoe', receivers },
          payment: { method: 'walletCommitment', reference: wallet },
          ...more,
        },
      })
    const refused = await buy([{ email: 'zoe.lovelace' }])
    expect(refused.status, JSON.stringify(refused.body)).toBe(422)
    expect((await buy([{ email: 'zoe@friends.test' }], { quotedTotal: 1 })).body.code).toBe('price_changed')
    await app.requestLog.flush()
    const { body } = await log(acme, id, 'admin@acme.test')
    expect(body.data).toMatchObject([
      { code: 'price_changed', fields: [{ path: 'quotedTotal', code: 'price_changed' }], body: { quotedTotal: 1 } },
      {
        code: 'invalid_fields',
        fields: [{ path: 'purchase.receivers.0.email' }],
        body: {
          purchase: { reference, deliveryMethod: 'email', message: '(8 characters)' },
          payment: { reference: wallet },
        },
        requestId: refused.headers.get('x-request-id'),
      },
    ])
    // Words that no id in hexadecimal holds by chance.
    for (const personal of ['zoe', 'Zoe', 'lovelace']) expect(JSON.stringify(body)).not.toContain(personal)
  })

  test('is read page by page, to and fro, and by outcome', async () => {
    const { id, key } = await newKey(acme, 'admin@acme.test')
    for (const path of ['/api/v2/auth/me', `/api/v2/teams/${MISSING}`, '/v3/features', '/v3/configuration'])
      await use(key, 'GET', path)
    await app.requestLog.flush()
    const paths = ({ body }: Awaited<ReturnType<typeof log>>) => body.data.map(({ path }: { path: string }) => path)
    const first = await log(acme, id, 'admin@acme.test', '?limit=2')
    expect(paths(first)).toEqual(['/v3/configuration', '/v3/features'])
    expect([first.body.hasNext, first.body.hasPrevious]).toEqual([true, false])
    const second = await log(acme, id, 'admin@acme.test', `?limit=2&next=${first.body.next}`)
    expect(paths(second)).toEqual(['/api/v2/teams/{id}', '/api/v2/auth/me'])
    expect(second.body.hasNext).toBe(false)
    const back = await log(acme, id, 'admin@acme.test', `?limit=2&previous=${second.body.previous}`)
    expect(paths(back)).toEqual(paths(first))
    expect(paths(await log(acme, id, 'admin@acme.test', '?status=4xx'))).toEqual(['/api/v2/teams/{id}'])
    expect(paths(await log(acme, id, 'admin@acme.test', '?status=2xx'))).toHaveLength(3)
    expect(paths(await log(acme, id, 'admin@acme.test', '?status=5xx'))).toEqual([])
    for (const [query, field] of [
      ['?next=made-up', 'next'],
      ['?status=200', 'status'],
    ]) {
      const wrong = await log(acme, id, 'admin@acme.test', query)
      expect([wrong.status, wrong.body.details[0].path]).toEqual([422, field])
    }
  })

  test('is for admins of the key’s team alone, and stays when the key is revoked', async () => {
    const { id, key } = await newKey(acme, 'admin@acme.test')
    const theirs = await newKey(globex, 'admin@globex.test')
    await use(key, 'GET', '/api/v2/auth/me')
    await use(theirs.key, 'GET', '/api/v2/auth/me')
    await app.requestLog.flush()
    const foreign = [
      await log(globex, theirs.id, 'admin@acme.test'),
      await log(acme, theirs.id, 'admin@acme.test'),
      await log(acmeNorth, id, 'admin@acme.test'),
    ]
    const missing = await log(acme, MISSING, 'admin@acme.test')
    expect(foreign.map(({ status }) => status)).toEqual([404, 404, 404])
    expect(foreign[1]!.body).toEqual(sameAnswer(missing.body))
    for (const as of ['viewer@acme.test', 'participant@acme.test']) expect((await log(acme, id, as)).status).toBe(403)
    await withdraw(acme, id, 'admin@acme.test')
    await use(key, 'GET', '/api/v2/auth/me')
    await app.requestLog.flush()
    expect((await log(acme, id, 'admin@acme.test')).body.data).toHaveLength(1)
  })

  test('is written many rows at a time', async () => {
    const { id } = await newKey(acme, 'admin@acme.test')
    let statements = 0
    const db = app.posy.db.withPlugin({
      transformQuery: ({ node }) => {
        statements++
        return node
      },
      transformResult: async ({ result }) => result,
    })
    const many = new RequestLog({ db, log: app.posy.log })
    const request = {
      clientId: null,
      apiKeyId: id,
      method: 'GET',
      path: '/v3/features',
      asked: null,
      status: 200,
      durationMs: 3,
      callerRequestId: null,
    }
    const rest = { code: null, fields: [], body: null }
    for (let count = 0; count < 300; count++)
      many.add({ ...request, ...rest, at: new Date(app.wall.nowMs()), requestId: `request-${count}` })
    await Promise.all([many.flush(), many.flush()])
    expect(statements).toBe(1)
    expect((await log(acme, id, 'admin@acme.test', '?limit=1000')).body.data).toHaveLength(300)
  })

  test('is kept for 30 days', async () => {
    const { id, key } = await newKey(acme, 'admin@acme.test')
    await use(key, 'GET', '/v3/features')
    app.wall.advanceSeconds(86_400)
    await use(key, 'GET', '/v3/configuration')
    await app.requestLog.flush()
    const logged = async () =>
      (await log(acme, id, 'admin@acme.test')).body.data.map(({ path }: { path: string }) => path)
    app.wall.advanceSeconds(29 * 86_400)
    await runRetention(app.posy)
    expect(await logged()).toEqual(['/v3/configuration', '/v3/features'])
    app.wall.advanceSeconds(86_400)
    await runRetention(app.posy)
    expect(await logged()).toEqual(['/v3/configuration'])
  })
})
