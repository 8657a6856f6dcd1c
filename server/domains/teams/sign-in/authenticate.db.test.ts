import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#kit/ids.ts'
import { demo } from '#server/app/demo/ids.ts'
import { createUser } from '#server/domains/identity/users/index.ts'
import { transact } from '#server/platform/posy.ts'
import { operatorActor } from '#server/platform/principal.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { createTeam } from '../manage/index.ts'
import { addMember } from '../members/index.ts'
import { authenticate } from './authenticate.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const { acme, acmeNorth, acmeSouth, globex } = demo.teams
const signInPrincipal = async (username: string, teamId?: string) => {
  const { body } = await app.request('POST', '/oauth/token', {
    body: {
      grant_type: 'password',
      client_id: 'demo-web',
      client_secret: 'demo-web-secret',
      username,
      password: 'posy-demo-2026',
      ...(teamId ? { team_id: teamId } : {}),
    },
  })
  return authenticate(app.posy, new Headers({ authorization: `Bearer ${body.access_token}` }))
}

test('a team sees itself and its subteams; a subteam only itself; a participant only their team', async () => {
  expect((await signInPrincipal('admin@acme.test')).teamIds).toEqual([acme, acmeNorth, acmeSouth])
  expect((await signInPrincipal('viewer@acme.test')).teamIds).toEqual([acme, acmeNorth, acmeSouth])
  expect((await signInPrincipal('subteam@acme.test')).teamIds).toEqual([acmeNorth])
  expect(await signInPrincipal('participant@acme.test')).toMatchObject({ teamIds: [acme], ownOnly: true })
  expect((await signInPrincipal('admin@globex.test')).teamIds).toEqual([globex])
})

test('the parent’s team admin acts in a subteam as team admin of that subteam, under its plan', async () => {
  await app.posy.db.updateTable('team').set({ plan_id: demo.plans.plus }).where('id', '=', acmeNorth).execute()
  const inNorth = await signInPrincipal('admin@acme.test', acmeNorth)
  expect(inNorth).toMatchObject({ teamId: acmeNorth, planId: demo.plans.plus, teamIds: [acmeNorth] })
  expect(inNorth.permissions['team-admin']).toBe(true)
  expect(inNorth.permissions['refund-huggg-expirations']).toBeUndefined()
  expect((await signInPrincipal('admin@acme.test', acme)).permissions['refund-huggg-expirations']).toBe(true)
})

test('an API key and a customer’s client act as the service user; a till as no one', async () => {
  const byKey = await authenticate(app.posy, new Headers({ 'x-huggg-api-key': 'posy_demo_customer_key_0001' }))
  expect(byKey).toMatchObject({
    kind: 'user',
    userId: demo.users.acmeService,
    actor: { kind: 'user', id: demo.users.acmeService },
    teamId: acme,
    sessionId: null,
    clientId: null,
    apiKey: { scopes: ['read', 'send', 'manage'] },
  })
  const getClientToken = async (name: string) =>
    (
      await app.request('POST', '/oauth/token', {
        body: { grant_type: 'client_credentials', client_id: name, client_secret: `${name}-secret` },
      })
    ).body.access_token
  const principal = async (name: string) =>
    authenticate(app.posy, new Headers({ authorization: `Bearer ${await getClientToken(name)}` }))
  expect(await principal('demo-customer')).toMatchObject({
    kind: 'client',
    userId: demo.users.acmeService,
    actor: { kind: 'client', id: 'demo-customer' },
    teamId: acme,
    clientId: 'demo-customer',
    brandId: null,
    apiKey: null,
  })
  expect(await principal('demo-till')).toMatchObject({
    kind: 'client',
    userId: null,
    teamId: null,
    teamIds: [],
    permissions: {},
    brandId: demo.brands.daisyCoffee,
  })
})

test('a key comes before the token of a client that acts for no one, and after that of a person, a till or a team’s client', async () => {
  const key = { 'x-huggg-api-key': 'posy_demo_customer_key_0001' }
  const clientToken = async (name: string) =>
    (
      await app.request('POST', '/oauth/token', {
        body: { grant_type: 'client_credentials', client_id: name, client_secret: `${name}-secret` },
      })
    ).body.access_token
  const beside = async (token: string) =>
    authenticate(app.posy, new Headers({ authorization: `Bearer ${token}`, ...key }))
  const web = await clientToken('demo-web')
  expect(await beside(web)).toMatchObject({ userId: demo.users.acmeService, teamId: acme, apiKey: expect.anything() })
  const authorization = `Bearer ${web}`
  await expect(
    authenticate(app.posy, new Headers({ authorization, 'x-huggg-api-key': 'wrong' })),
  ).rejects.toMatchObject({ code: 'unauthenticated' })
  const signIn = { grant_type: 'password', username: 'admin@acme.test', password: 'posy-demo-2026' }
  const person = await app.request('POST', '/oauth/token', { body: signIn, headers: { authorization, ...key } })
  expect(await beside(person.body.access_token)).toMatchObject({ userId: demo.users.acmeAdmin, apiKey: null })
  expect(await beside(await clientToken('demo-till'))).toMatchObject({ clientId: 'demo-till', apiKey: null })
  expect(await beside(await clientToken('demo-customer'))).toMatchObject({ clientId: 'demo-customer', apiKey: null })
})

test('an automation participant may do what the delivery methods of their budget’s team allow', async () => {
  const userId = newId()
  await transact(app.posy, { actor: operatorActor }, async (work) => {
    const passwordHash = (
      await work.tx
        .selectFrom('app_user')
        .select('password_hash')
        .where('id', '=', demo.users.acmeAdmin)
        .executeTakeFirstOrThrow()
    ).password_hash
    const team = await createTeam(work, {
      name: 'Budget of Bea',
      planId: demo.plans.enterprise,
      parentTeamId: acme,
      automationId: newId(),
      preferences: { deliveryMethods: ['email', 'sms'] },
    })
    await createUser(work, { id: userId, email: 'bea@acme.test', passwordHash })
    await addMember(work, { teamId: team.id, userId, roleGroupId: 'automation-participant' })
  })
  const { permissions, ownOnly } = await signInPrincipal('bea@acme.test')
  expect(ownOnly).toBe(true)
  expect(permissions).toMatchObject({ 'send-sms': true, 'purchase-hugggs': true })
  expect(permissions['use-superhuggg']).toBeUndefined()
})

test('a request is authenticated with one statement', async () => {
  const { body } = await app.request('POST', '/oauth/token', {
    body: { grant_type: 'client_credentials', client_id: 'demo-customer', client_secret: 'demo-customer-secret' },
  })
  const headers = new Headers({ authorization: `Bearer ${body.access_token}` })
  let statements = 0
  const watched = app.posy.db.withPlugin({
    transformQuery: ({ node }) => {
      statements++
      return node
    },
    transformResult: async ({ result }) => result,
  })
  await authenticate({ ...app.posy, db: watched }, headers)
  expect(statements).toBe(1)
})
