import { RouterContextProvider } from 'react-router'
import { expect, test, vi } from 'vitest'
import { permissions } from '#contract/core/permissions.ts'
import { webContext } from '#web/context.ts'
import { readSetCookies } from '#web/http/cookies.ts'
import { invokeOver, pageContext } from '#web/testing/pages.ts'
import { getSession, getStartUp, openSession, requireUser, requireUserEverywhere } from './middleware.ts'
import type { Session } from './session.ts'

const user = {
  id: '00000000-0000-4000-8000-000000000301',
  firstName: 'Alice',
  surname: 'Archer',
  sendAsName: null,
  email: 'alice@acme.test',
  marketing: false,
  mobile: null,
  tags: [],
  type: 4,
  teamId: 'acme',
  verifiedEmail: true,
  verifiedPhoneNumber: false,
  googleId: null,
  microsoftId: null,
  zone: 'Europe/London',
  state: null,
}
const flags = Object.fromEntries(permissions.map((permission) => [permission, permission === 'wallet']))
const me = {
  data: {
    user,
    teamId: 'acme',
    clientId: null,
    permissions: { roleGroupId: 'team-viewer', roleIds: [], permissions: flags, impersonate: false },
    impersonation: null,
    secondStepRequired: false,
  },
  user: { id: user.id, name: 'Alice Archer', email: user.email, team_id: 'acme' },
}
const problem = (status: number) => Response.json({ code: 'x', message: 'No.', help: '', details: [] }, { status })

/** An API with one good access token, and refresh tokens that each work once. */
function buildApi({ valid = 'good', me: answerMe = () => Response.json(me) }: { valid?: string; me?: () => Response }) {
  const calls: string[] = []
  const unused = new Set(['refresh-1', 'refresh-2', 'refresh-4'])
  const apiFetch = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url)
    calls.push(pathname)
    if (pathname === '/oauth/token') {
      const body = (await request.json()) as { grant_type: string; refresh_token?: string; client_secret: string }
      if (body.client_secret !== 'secret' || !unused.delete(body.refresh_token ?? '')) return problem(401)
      valid = 'renewed'
      return Response.json({
        access_token: valid,
        expires_in: 3600,
        token_type: 'Bearer',
        refresh_token: `${body.refresh_token}-next`,
      })
    }
    if (request.headers.get('authorization') !== `Bearer ${valid}`) return problem(401)
    return pathname === '/api/v2/auth/me' ? answerMe() : problem(404)
  }
  return { calls, apiFetch }
}

async function visit(
  apiFetch: (request: Request) => Promise<Response>,
  cookie: string,
  { authenticationEverywhere = false, during = async (_: Session): Promise<unknown> => undefined } = {},
) {
  const context = new RouterContextProvider()
  const session = {
    clientId: 'web',
    clientSecret: 'secret',
    secureCookies: true,
    cookieSuffix: '',
    authenticationEverywhere,
  }
  context.set(
    webContext,
    pageContext({ nonce: '', sandbox: false, session, invoke: invokeOver(apiFetch), reportError: () => {} }),
  )
  const request = new Request('https://posy.example/wallets?page=2', {
    headers: cookie ? { cookie: cookie.replaceAll(/(^|; )/g, '$1__Host-') } : {},
  })
  const args = { request, context, params: {}, url: new URL(request.url), pattern: '/wallets' }
  const response = (await openSession(args as never, async () => {
    await during(getSession(context))
    return new Response('page')
  })) as Response
  return {
    ...getStartUp(context),
    session: getSession(context),
    context,
    args,
    cookies: new Map(
      [...readSetCookies(response.headers)].map(([name, value]) => [name.replace('__Host-', ''), value]),
    ),
  }
}

test('a session without a token signs no one in, and no one is asked', async () => {
  const { calls, apiFetch } = buildApi({})
  expect(await visit(apiFetch, '')).toMatchObject({ initialUser: null, initialTeam: null })
  expect(calls).toEqual([])
})

test('a session with a token looks the user up; the team stays empty', async () => {
  const visited = await visit(buildApi({}).apiFetch, 'user_access_token=good')
  expect(visited).toMatchObject({ initialUser: user, initialTeam: null })
  expect(visited.session.can('wallet')).toBe(true)
  expect(visited.session.can('team-admin')).toBe(false)
})

test('an expired access token is renewed, and the new one is read from the response', async () => {
  const { calls, apiFetch } = buildApi({ valid: 'none' })
  const visited = await visit(apiFetch, 'user_access_token=old; refresh_token=refresh-1')
  expect(visited.initialUser).toEqual(user)
  expect(visited.session.token()).toBe('renewed')
  expect(visited.cookies.get('refresh_token')).toBe('refresh-1-next')
  expect(calls.filter((path) => path === '/oauth/token')).toHaveLength(1)
})

test('pages asked for at the same moment share one renewal', async () => {
  const { calls, apiFetch } = buildApi({ valid: 'none' })
  const visits = await Promise.all([1, 2, 3].map(() => visit(apiFetch, 'refresh_token=refresh-2')))
  expect(visits.map(({ initialUser }) => initialUser?.id)).toEqual([user.id, user.id, user.id])
  expect(new Set(visits.map(({ cookies }) => cookies.get('refresh_token')))).toEqual(new Set(['refresh-2-next']))
  expect(calls.filter((path) => path === '/oauth/token')).toHaveLength(1)
})

test('a refused refresh token signs the page out, and deletes every cookie', async () => {
  const visited = await visit(
    buildApi({ valid: 'none' }).apiFetch,
    'user_access_token=old; refresh_token=stolen; user_id=1',
  )
  expect(visited.initialUser).toBeNull()
  expect(['refresh_token', 'user_access_token', 'user_id'].map((name) => visited.cookies.get(name))).toEqual([
    '',
    '',
    '',
  ])
})

test('an outage shows this page signed out, and keeps the session', async () => {
  const visited = await visit(async () => problem(503), 'refresh_token=refresh-3')
  expect(visited.initialUser).toBeNull()
  expect(visited.cookies.size).toBe(0)
})

test('an exception is logged to the console and shows the page signed out', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  const visited = await visit(async () => Promise.reject(new Error('down')), 'user_access_token=good')
  expect(visited.initialUser).toBeNull()
  expect(log).toHaveBeenCalledWith(expect.objectContaining({ message: 'down' }))
})

test('no script may read a cookie, over plain HTTP none travels, and none is taken from a neighbouring host', async () => {
  const { session } = await visit(buildApi({ valid: 'none' }).apiFetch, '')
  session.keep({ access_token: 'a', expires_in: 3600, token_type: 'Bearer', refresh_token: 'r' })
  const headers = new Headers()
  session.applyTo(headers)
  for (const line of headers.getSetCookie()) {
    expect(line).toMatch(/^__Host-/)
    expect(line.split('; ')).toEqual(expect.arrayContaining(['HttpOnly', 'SameSite=Lax', 'Secure']))
  }
})

test('a page for people sends everyone else to sign in, and back', async () => {
  const { args } = await visit(buildApi({}).apiFetch, '')
  const answer = await Promise.resolve(requireUser(args as never, async () => new Response())).catch((thrown) => thrown)
  expect(answer.headers.get('location')).toBe('/sign-in?next=%2Fwallets%3Fpage%3D2')
})

test('a page for people waits for the API rather than asking someone who is signed in to sign in again', async () => {
  for (const [apiFetch, cookie] of [
    [async () => problem(503), 'refresh_token=refresh-3'],
    [async () => problem(500), 'user_access_token=good'],
  ] as const) {
    const { args, cookies } = await visit(apiFetch, cookie)
    await expect(requireUser(args as never, async () => new Response())).rejects.toMatchObject({ status: 503 })
    expect(cookies.size).toBe(0)
  }
  const refused = await visit(async () => problem(401), 'user_access_token=old')
  await expect(requireUser(refused.args as never, async () => new Response())).rejects.toMatchObject({ status: 303 })
})

test('pages for everyone are for people only, where authentication is required everywhere', async () => {
  const visitor = await visit(buildApi({}).apiFetch, '')
  expect(await requireUserEverywhere(visitor.args as never, async () => new Response())).toBeUndefined()
  const { args } = await visit(buildApi({}).apiFetch, '', { authenticationEverywhere: true })
  await expect(requireUserEverywhere(args as never, async () => new Response())).rejects.toMatchObject({ status: 303 })
})

test('a call that finds the access token expired is made again with a new one, however many do at once', async () => {
  const { calls, apiFetch } = buildApi({})
  // The API forgets the token between the start and the loaders.
  let isExpired = false
  const expiring = async (request: Request) =>
    isExpired && request.headers.get('authorization') === 'Bearer good' ? problem(401) : apiFetch(request)
  await visit(expiring, 'user_access_token=good; refresh_token=refresh-4', {
    during: async ({ api }) => {
      isExpired = true
      const answers = await Promise.all([api.getMe(), api.getMe(), api.getMe()])
      expect(answers.map((answer) => answer.ok && answer.value.data.user?.id)).toEqual([user.id, user.id, user.id])
    },
  })
  expect(calls.filter((path) => path === '/oauth/token')).toHaveLength(1)
})
