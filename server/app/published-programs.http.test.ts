import * as oauth from 'openid-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { firstPurchase } from '#contract/reference/examples.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { ADMIN, type Json, PASSWORD, webClient } from '#server/testing/original-clients/world.ts'
import { demo } from './demo/ids.ts'
import { type Server, serve } from './serve.ts'

/** Programs that were published for the original, call by call as they make them, over a socket. */
let app: TestApp
let server: Server
let url: string
beforeAll(async () => {
  app = await startTestApp()
  server = await serve(app, { ...app.posy.config, role: 'api', port: 0, host: 'localhost' })
  url = `http://localhost:${server.port}`
})
afterAll(async () => {
  await server?.close()
  await app?.close()
})

/** As the help page of the onboarding tool prints it. */
const onboarding = {
  purchase: {
    title: 'Welcome to the team',
    type: 'huggg',
    message: 'A coffee for your first day',
    themeId: 'default',
    quantity: 1,
    deliveryMethod: 'links',
    limit: 1,
    reference: demo.products.daisyGiftCard10,
  },
  payment: { method: 'walletCommitment', reference: demo.wallets.acmeMain },
}

/** A program's OAuth library, which knows the token endpoint and its own client, and has this way to prove it. */
function oauthConfiguration(id: string, proof: oauth.ClientAuth): oauth.Configuration {
  const config = new oauth.Configuration({ issuer: url, token_endpoint: `${url}/oauth/token` }, id, undefined, proof)
  oauth.allowInsecureRequests(config)
  return config
}
const inBody = ({ client_id, client_secret }: typeof webClient, stale?: string): oauth.ClientAuth => {
  const post = oauth.ClientSecretPost(client_secret)
  return (issuer, client, body, headers) => {
    post(issuer, client, body, headers)
    expect(body.get('client_id')).toBe(client_id)
    if (stale) headers.set('authorization', `Bearer ${stale}`)
  }
}

/** A call as the library makes it with a token, and what must come of it. */
const createCaller =
  (config: oauth.Configuration, token: string) =>
  async (method: string, path: string, body?: object, status = 200): Promise<Json> => {
    const headers = new Headers(body && { 'content-type': 'application/json' })
    const sent = body ? JSON.stringify(body) : undefined
    const answer = await oauth.fetchProtectedResource(config, token, new URL(url + path), method, sent, headers)
    const text = await answer.text()
    expect([answer.status, text], text).toEqual([status, expect.any(String)])
    return JSON.parse(text)
  }

test('a program of a team signs in by its own client, buys a gift with the published payload and reads it back', async () => {
  const [id, secret] = ['demo-customer', 'demo-customer-secret']
  for (const proof of [oauth.ClientSecretPost(secret), oauth.ClientSecretBasic(secret)]) {
    const config = oauthConfiguration(id, proof)
    const token = await oauth.clientCredentialsGrant(config)
    expect([token.token_type, token.expires_in]).toEqual(['bearer', 3600])
    const call = createCaller(config, token.access_token)

    const wallet = async () =>
      (await call('GET', `/api/v2/teams/${demo.teams.acme}/wallets`)).data.find(
        (each: Json) => each.id === demo.wallets.acmeMain,
      )
    const before = await wallet()
    const { data, embedded } = await call('POST', '/api/v2/transactions?embed[]=hugggs', onboarding, 201)
    expect(embedded.hugggs).toHaveLength(1)
    const [gift] = embedded.hugggs
    expect(gift.launch_url).toMatch(/^https?:\/\/.+\/g\/\w+$/)
    expect(data).toMatchObject({ status: 'successful', hugggs: [gift.id] })
    // What the gift costs is spoken for, to the penny; its own value leaves when it is used.
    expect(before.available - (await wallet()).available).toBe(data.sale_total)

    const bought = await call('GET', `/api/v2/transactions/${data.id}?embed[]=hugggs&embed[]=hugggs.message`)
    expect(bought.data).toMatchObject({ id: data.id, sale_total: data.sale_total })
    expect(bought.embedded.hugggs.map((each: Json) => each.launch_url)).toEqual([gift.launch_url])
    const page = await call('GET', `/api/v2/transactions/${data.id}/hugggs?embed[]=message`)
    expect(page).toMatchObject({ current_page: 1, total: 1, data: [{ id: gift.id, launch_url: gift.launch_url }] })
    expect((await call('GET', `/api/v2/hugggs/${gift.id}`)).data).toMatchObject({
      id: gift.id,
      message_id: gift.message_id,
    })
  }
})

test('a client’s wrong secret is answered in the library’s own terms, and challenged only by the scheme it used', async () => {
  const refusedBy = (proof: oauth.ClientAuth) =>
    oauth.clientCredentialsGrant(oauthConfiguration('demo-customer', proof)).catch((error) => error)
  const inBody = await refusedBy(oauth.ClientSecretPost('wrong'))
  expect(inBody).toBeInstanceOf(oauth.ResponseBodyError)
  expect([inBody.status, inBody.error]).toEqual([401, 'invalid_client'])
  expect(inBody.response.headers.get('www-authenticate')).toBeNull()

  const inHeader = await refusedBy(oauth.ClientSecretBasic('wrong'))
  expect(inHeader).toBeInstanceOf(oauth.WWWAuthenticateChallengeError)
  expect([inHeader.status, inHeader.cause]).toMatchObject([401, [{ scheme: 'basic' }]])
  expect(await inHeader.response.json()).toMatchObject({ error: 'invalid_client' })
})

describe('the published integration module', () => {
  test('signs its client and then a person in, looks around, buys, searches, and renews a stale token', async () => {
    const own = oauthConfiguration(webClient.client_id, inBody(webClient))
    const client = await oauth.clientCredentialsGrant(own, { audience: 'null' })
    // As documented: the client's token stands where its id and secret would.
    const byToken = oauthConfiguration(webClient.client_id, (_, __, ___, headers) => {
      headers.set('authorization', `Bearer ${client.access_token}`)
    })
    const signIn = { username: ADMIN, password: PASSWORD }
    const person = await oauth.genericGrantRequest(byToken, 'password', signIn)
    const call = createCaller(byToken, person.access_token)

    const { user } = await call('GET', '/api/v2/auth/me')
    expect(user).toMatchObject({ id: demo.users.acmeAdmin, name: expect.any(String), team_id: demo.teams.acme })
    expect((await call('GET', `/api/v2/teams/${user.team_id}`)).data.name).toBe('Acme')
    const wallets = (await call('GET', `/api/v2/teams/${user.team_id}/wallets`)).data
    expect(wallets.map((each: Json) => each.id)).toContain(demo.wallets.acmeMain)
    await call('GET', '/api/v2/cards')
    const [, , product] = (await call('GET', '/api/v2/products')).data
    const purchase = { type: 'huggg', reference: product.id, message: 'Thank you', quantity: 1 }
    const { data } = await call('POST', '/api/v2/transactions', { payment: onboarding.payment, purchase }, 201)
    expect((await call('GET', '/api/v2/transactions')).data[0].id).toBe(data.id)
    const [gift] = (await call('GET', `/api/v2/transactions/${data.id}/hugggs`)).data
    expect((await call('GET', '/api/v2/hugggs/sent')).data.map((each: Json) => each.id)).toContain(gift.id)
    for (const status of ['redeemed', 'sent', 'expired']) {
      const query = { bool: { must: [{ match: { status: { query: status, operator: 'or' } } }] } }
      const search = { from: 0, size: 300, query, sort: [{ 'huggg.updated_at': { order: 'desc' } }] }
      expect(await call('POST', '/api/v2/search', search)).toHaveProperty('data')
    }

    const staleCaller = createCaller(own, 'stale')
    await expect(staleCaller('GET', '/api/v2/auth/me')).rejects.toMatchObject({ status: 401 })
    // The module leaves the stale token on the request that renews it.
    const renewing = oauthConfiguration(webClient.client_id, inBody(webClient, 'stale'))
    const renewed = await oauth.refreshTokenGrant(renewing, person.refresh_token!)
    expect((await createCaller(own, renewed.access_token)('GET', '/api/v2/auth/me')).user.id).toBe(user.id)
  })
})

describe('the onboarding tool', () => {
  test('buys with a key and its payload as printed, with a slash at the end too, and shows the link', async () => {
    const launched = new Set<string>()
    for (const path of ['/api/v2/transactions?embed[]=hugggs', '/api/v2/transactions/?embed[]=hugggs']) {
      const headers = { 'x-huggg-api-key': firstPurchase.sandboxKey, 'content-type': 'application/json' }
      const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(onboarding) })
      const { data, embedded } = (await answer.json()) as Json
      expect([answer.status, embedded.hugggs.length]).toEqual([201, 1])
      expect(data).toMatchObject({ status: 'successful' })
      launched.add(embedded.hugggs[0].launch_url)
    }
    expect(launched.size).toBe(2)
  })
})

test('a program gets the code of a gift that its buyer uses, the same each time, and never a recipient’s code', async () => {
  const as = ADMIN
  const buy = async (deliveryMethod: string) => {
    const purchase = { type: 'huggg', reference: demo.products.daisyFlatWhite, deliveryMethod }
    const payment = { method: 'walletCommitment', reference: demo.wallets.acmeMain }
    const bought = await app.request('POST', '/api/v2/transactions', { as, body: { purchase, payment } })
    return bought.body.data.hugggs[0] as string
  }
  const [own, theirs] = [await buy('inline-redeem'), await buy('links')]
  const codes: string[] = []
  for (const path of ['voucher', 'voucher', 'voucher/claimed']) {
    const { status, body } = await app.request('POST', `/api/v2/hugggs/${own}/${path}`, {
      as,
      body: { embed: ['voucher.segment'] },
    })
    expect([status, body.data.id]).toEqual([200, own])
    codes.push(body.embedded.vouchers[0].code)
  }
  expect(codes[0]).toMatch(/\S+/)
  expect(new Set(codes).size).toBe(1)
  for (const path of ['voucher', 'voucher/claimed'])
    expect((await app.request('POST', `/api/v2/hugggs/${theirs}/${path}`, { as, body: {} })).status).toBe(403)
  expect(
    (await app.request('POST', `/api/v2/hugggs/${own}/voucher`, { as: 'admin@globex.test', body: {} })).status,
  ).toBe(404)
})
