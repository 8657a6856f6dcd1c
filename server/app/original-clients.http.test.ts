import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { authCases } from '#server/testing/original-clients/auth.ts'
import { budgetsCases } from '#server/testing/original-clients/budgets.ts'
import { hugggsCases, ordersCases } from '#server/testing/original-clients/gifts.ts'
import { moneyCases } from '#server/testing/original-clients/money.ts'
import { printablesCases, searchesCases } from '#server/testing/original-clients/printables.ts'
import { purchasesCases, transactionsCases } from '#server/testing/original-clients/purchases.ts'
import { queriesCases } from '#server/testing/original-clients/queries.ts'
import { integrationsCases, teamsCases, themesCases, usersCases } from '#server/testing/original-clients/teams.ts'
import {
  ADMIN,
  type Case,
  fromMain,
  links,
  NEW_PASSWORD,
  originalWorld,
  T,
  type World,
  webClient,
} from '#server/testing/original-clients/world.ts'

/** What programs written for the original send, by its specification, its public documentation and what they are seen to send. */
const groups: Record<string, (world: World) => Case[]> = {
  'signing in and up': authCases,
  budgets: budgetsCases,
  money: moneyCases,
  purchases: purchasesCases,
  'changes of purchases': transactionsCases,
  gifts: hugggsCases,
  'draft orders': ordersCases,
  printables: printablesCases,
  searches: searchesCases,
  teams: teamsCases,
  users: usersCases,
  themes: themesCases,
  integrations: integrationsCases,
  'forms of reads': queriesCases,
}

let app: TestApp
let world: World
beforeAll(async () => {
  app = await startTestApp({ env: { REQUESTS_PER_MINUTE: '100000' } })
  world = originalWorld(app)
})
afterAll(() => app.close())

/** Cases are made from the world when they run; their names are known before. */
const named = (cases: (world: World) => Case[]): string[] => cases(originalWorld(null as never)).map(([name]) => name)

describe.each(Object.entries(groups))(
  'the API accepts from a program written for the original, about %s:',
  (_, cases) => {
    test.each(named(cases))('%s', async (name) => {
      const send = cases(world).find(([each]) => each === name)![1]
      const { method, path, or = [], check, ...request } = await send()
      const answer = await app.request(method, path, request)
      const isRight = (answer.status >= 200 && answer.status < 300) || or.includes(answer.status)
      expect(isRight, `${answer.status} ${JSON.stringify(answer.body)}`).toBe(true)
      expect(check?.(answer) ?? '').toBe('')
      // The checker of the developers' pages reads it by the same code.
      if (answer.status < 300 && !(request.body instanceof FormData))
        expect(await checked(method, path, request), name).toMatchObject({ isAccepted: true, details: [] })
    })
  },
)

/** What the checker says of a request, pasted as lines of HTTP. */
async function checked(method: string, path: string, { body, headers = {} }: { body?: unknown; headers?: object }) {
  const sent = typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body)
  const all = { Host: 'api.huggg.me', ...(sent && { 'content-type': 'application/json' }), ...headers }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  const text = `${[`${method} ${path} HTTP/1.1`, ...lines].join('\n')}\n\n${sent}`
  return (await app.request('POST', '/v3/request-checks', { body: { request: text } })).body.data
}

test('the checker tells which names of a request are read otherwise than they are written, and what is read of each', async () => {
  const names = async (...request: Parameters<typeof checked>) =>
    (await checked(...request)).names.map(({ sent, read }: { sent: string; read: string }) => [sent, read])
  expect(await names('GET', '/api/v2/brands?limit=10&offset=20&platform=app&id[]=1', {})).toEqual([
    ['limit=10', 'per_page=10'],
    ['offset=20', 'page=3'],
    ['platform=app', 'nothing: it changes nothing here'],
  ])
  expect(await names('GET', '/v3/products?pagination[limit]=5&page=3', {})).toEqual([
    ['pagination[limit]=5', 'limit=5'],
    ['page=3', '10 rows are passed over'],
  ])
  const team = '/v3/teams/00000000-0000-4000-8000-000000000201'
  expect(await names('GET', `${team}/vat-summary?from=2026-01-01&to=2026-03-31`, {})).toEqual([
    ['to=2026-03-31', 'until=2026-03-31'],
  ])
  const body = { name: 'Acme', id: 'x', dateCreated: '2026-03-02T10:00:00Z' }
  expect(await names('PUT', team.replace('/v3', '/api/v2'), { body })).toEqual([
    ['id', 'whose or which record it is: another one than it has is refused'],
    ['dateCreated', 'nothing: Posy works it out'],
  ])
})

const paths = (details: { path: string }[]): string[] => details.map(({ path }) => path)

describe('the API refuses from such a program, with the field that is missing or too much:', () => {
  /** The checker refuses it too, by the same fields, unless only the command itself can know. */
  const wrong = async (
    path: string,
    body: object,
    as?: string,
    knownTo: 'checker' | 'command' = 'checker',
  ): Promise<string[]> => {
    const answer = await app.request('POST', path, { body, ...(as ? { as } : {}) })
    expect([answer.status, answer.body.code]).toEqual([422, 'invalid_fields'])
    const { isAccepted, status, details } = await checked('POST', path, { body })
    const said = [isAccepted, status, paths(details)]
    if (knownTo === 'checker') expect(said).toEqual([false, 422, paths(answer.body.details)])
    else expect(isAccepted).toBe(true)
    return answer.body.details.map((each: { path: string }) => each.path)
  }

  test('an identity verified away from the browser that started it', async () => {
    const path = '/v3/oauth/verify-identity/00000000-0000-4000-8000-00000000ffff'
    expect(await wrong(path, { password: 'x' })).toEqual(['state'])
  })
  test('a sign-in by a provider away from the browser that started it', async () => {
    const redirectUri = `${app.posy.config.publicUrl}/sso/google`
    const body = { grant_type: 'sso', ...webClient, identityProvider: 'google', code: 'abc', redirectUri }
    expect(await wrong('/oauth/token', { ...body, planId: demo.plans.free })).toEqual(['state'])
  })
  test('an account made for an invite without the token of its email', async () => {
    const [{ id }] = await world.invite('i7@acme.test')
    const newUser = { firstName: 'A', surname: 'B', password: NEW_PASSWORD }
    expect(await wrong(`/v3/team-invites/${id}/accept`, { newUser }, undefined, 'command')).toEqual(['token'])
  })
  test('a password at sign-up, which is chosen when the address is confirmed', async () => {
    const body = { email: 'pw@newco.test', firstName: 'Bo', surname: 'Ss', teamName: 'Newco', planId: demo.plans.free }
    const more = { paymentMethod: 'invoice', dateOfBirth: '01-02-1980', termsAccepted: true, password: NEW_PASSWORD }
    expect(await wrong('/api/v2/users/b2b', { ...body, ...more })).toEqual(['password'])
  })
  test('a misspelt name', async () => {
    const body = { purchase: links({ expirey: '2030-01-01' }), payment: fromMain }
    expect(await wrong(T, body, ADMIN)).toEqual(['purchase.expirey'])
  })
  test('a limit that contradicts the quantity', async () => {
    const body = { purchase: links({ quantity: 5, limit: 1 }), payment: fromMain }
    expect(await wrong(T, body, ADMIN)).toEqual(['purchase.limit'])
  })
})
