import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { DEMO_AUTHENTICATOR_KEY, DEMO_PASSWORD, DEMO_TILL_CODE, demo } from '#server/app/demo/ids.ts'
import { type Server, serve } from '#server/app/serve.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { makeFormWorld, openFormWeb } from '#server/testing/forms/form-world.ts'
import { OWNER } from '#server/testing/operators.ts'
import { ACME } from '#server/testing/tenant.ts'
import { appCode } from '#server/testing/totp.ts'
import { freePort } from '#tools/postgres.mjs'
import {
  accessibilityProblems,
  enter,
  launchBrowser,
  leaveBrowser,
  linksOfOneName,
  sidewaysOverflow,
  visit,
} from './support/browser.ts'
import { allPages, notWalked, pageAddresses, type VisitorOfPage } from './support/pages.ts'

/** Every page there is, opened once by who it is for, in one Posy that runs in this process and has something of each kind. */
let app: TestApp
let server: Server
let url: string
let address: (pattern: string) => string
beforeAll(async () => {
  const port = await freePort()
  url = `http://localhost:${port}`
  app = await startTestApp({ env: { PORT: String(port), PUBLIC_URL: url } })
  const own = await makeFormWorld(app, await openFormWeb(app))
  address = pageAddresses(own, await linkOfText())
  vi.stubEnv('NODE_ENV', 'production')
  server = await serve(app, app.posy.config)
  vi.unstubAllEnvs()
})
afterAll(async () => {
  await leaveBrowser(await launchBrowser())
  await server?.close()
  await app?.close()
})

/** Where a text leads people who want no more of them. */
async function linkOfText(): Promise<string> {
  const [to, reference] = ['+447700900311', demo.products.daisyFlatWhite]
  const purchase = { type: 'bulkHugggs', reference, deliveryMethod: 'sms', receivers: [{ phone_number: to }] }
  const payment = { method: 'walletCommitment', reference: ACME.wallet }
  const bought = await app.request('POST', '/api/v2/transactions', { as: ACME.as, body: { purchase, payment } })
  expect(bought.status, JSON.stringify(bought.body)).toBe(201)
  await app.settle()
  const { body } = await app.request('GET', `/sandbox/messages?to=${encodeURIComponent(to)}`)
  return new URL(body.data[0].links[1]).pathname
}

const signIn: Record<VisitorOfPage, (page: Page) => Promise<unknown>> = {
  visitor: async () => {},
  admin: (page) => enter(page, { url }, ACME.as),
  till: (page) =>
    page.request.post(`${url}/till/sign-in`, { form: { code: DEMO_TILL_CODE }, headers: { origin: url } }),
  operator: async (page) => {
    await page.goto('/operator')
    await page.getByLabel('Email address').fill(OWNER)
    await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
    await page.getByRole('button', { name: 'Continue' }).click()
    // A code is good for half a minute: it is looked up once it is asked for.
    await page.getByLabel('Six-digit code').waitFor()
    await page.getByLabel('Six-digit code').fill(appCode(DEMO_AUTHENTICATOR_KEY, app.wall.nowMs()))
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL('**/operator/overview')
  },
}

async function wrongWith(page: Page, path: string): Promise<string[]> {
  const answer = await page.goto(path)
  const { pathname } = new URL(page.url())
  if (answer?.status() !== 200) return [`answers ${answer?.status()}`]
  if (pathname !== path.split('?')[0]) return [`leads to ${pathname}`]
  const overflow = await sidewaysOverflow(page)
  return [
    ...(overflow > 0 ? [`is ${overflow} px too wide`] : []),
    ...(await accessibilityProblems(page)),
    ...(await linksOfOneName(page)),
  ]
}

/** The width at which a page at four times its size is read on a desk, and the smallest phone. */
const NARROW = { width: 320, height: 700 }

test('where no card provider is set, no page offers a card: what leads to one leads to the bank', async () => {
  const browser = await (await openFormWeb(app, { takesCards: false })).signIn(ACME.as)
  const wallet = `/wallets/${ACME.wallet}`
  const answer = await browser.get(`${wallet}/card?amount=25`)
  expect(answer.headers.get('location')).toBe(`${wallet}/top-up?amount=25`)
  for (const path of [`${wallet}/top-up?amount=25`, '/wallets'])
    expect([path, (await browser.get(path)).text.match(/by card|>Cards<|card:new/gi)]).toEqual([path, null])
})

test('every link on home leads each role below an admin’s to a page that it may see', async () => {
  const web = await openFormWeb(app)
  for (const email of ['viewer@acme.test', 'participant@acme.test', 'subteam@acme.test']) {
    const browser = await web.signIn(email)
    const { text } = await browser.get('/home')
    const links = new Set(
      [...text.matchAll(/<a [^>]*href="(\/[^"#]*)"/g)].map(([, path]) => path!.replaceAll('&amp;', '&')),
    )
    const refused: string[] = []
    for (const path of links) {
      const { status } = await browser.get(path)
      if (status >= 400) refused.push(`${path} ${status}`)
    }
    expect([email, links.size > 5, refused]).toEqual([email, true, []])
  }
})

test('what an email leads to opens in the team that it is of, to its members alone', async () => {
  const { acme, globex } = demo.teams
  const invited = await app.request('POST', `/v3/teams/${globex}/users/invites`, {
    ...{ as: 'admin@globex.test' },
    body: { type: 'participant', invites: [{ emailAddress: ACME.as, roleGroupId: 'participant' }] },
  })
  const accept = { as: ACME.as, body: { existingUser: true } }
  await app.request('POST', `/v3/team-invites/${invited.body.data[0].id}/accept`, accept)
  const browser = await (await openFormWeb(app)).signIn(ACME.as)
  await browser.post('/switch-team', new URLSearchParams({ teamId: globex, next: '/home' }))
  const mailed = `${address('/activity/:id')}?team=${acme}`
  // A link that a colleague passed on says no team: each of the reader’s others is offered, whatever is there.
  const passedOn = (await browser.get(address('/activity/:id'))).headers.get('location')!
  expect(passedOn).toBe(`/other-team?${new URLSearchParams({ next: address('/activity/:id') })}`)
  expect((await browser.get(passedOn)).text).toMatch(/Not found in Globex[\s\S]*Open it in <!-- -->Acme/)
  const offered = (await browser.get(mailed)).headers.get('location')!
  expect(offered).toBe(`/other-team?${new URLSearchParams({ team: acme, next: mailed })}`)
  expect((await browser.get(offered)).text).toContain('Open it in <!-- -->Acme')
  await browser.post('/switch-team', new URLSearchParams({ teamId: acme, next: mailed }))
  expect((await browser.get(mailed)).status).toBe(200)
  const stranger = await (await openFormWeb(app)).signIn('admin@globex.test')
  for (const path of [mailed, address('/activity/:id')]) expect((await stranger.get(path)).status).toBe(404)
  expect((await stranger.get(offered)).headers.get('location')).toBe(mailed)
})

test('a press on the list of members that says nothing known removes no one', async () => {
  const browser = await (await openFormWeb(app)).signIn(ACME.as)
  const userId = demo.users.acmeViewer
  for (const said of ['', '&intent=promote', '&roleGroupId=owner'])
    await browser.post('/team/members', new URLSearchParams(`userId=${userId}${said}`))
  const { body } = await app.request('GET', `/api/v2/teams/${demo.teams.acme}/users`, { as: ACME.as })
  expect(body.data).toContainEqual(expect.objectContaining({ id: userId, roleGroupId: 'team-viewer' }))
})

test('every page has a place in the walk below, or it is said why not', () => {
  const patterns = allPages.map(({ pattern }) => pattern)
  expect(patterns.filter((pattern) => !notWalked[pattern] && /[:?*]/.test(address(pattern).split('?')[0]!))).toEqual([])
  expect(Object.keys(notWalked).filter((pattern) => !patterns.includes(pattern))).toEqual([])
})

test.each(['visitor', 'admin', 'operator', 'till'] as const)(
  'every page for a %s fits at 320 px, has nothing that axe finds, and no two links of one name that lead apart',
  async (who) => {
    const { page, context, problems } = await visit(await launchBrowser(), { url }, { viewport: NARROW })
    await signIn[who](page)
    const found: string[] = []
    for (const { pattern } of allPages.filter((each) => each.who === who && !notWalked[each.pattern]))
      for (const wrong of await wrongWith(page, address(pattern))) found.push(`${pattern} ${wrong}`)
    await context.close()
    expect([...found, ...problems]).toEqual([])
  },
  // An admin has a hundred pages.
  1_800_000,
)
