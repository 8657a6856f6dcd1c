import { request } from 'node:http'
import { networkInterfaces } from 'node:os'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEMO_PASSWORD, demo } from '#server/app/demo/ids.ts'
import { collectFailures, sendRaw } from '#server/testing/raw-requests.ts'
import { recipientRoutes } from '#web/recipient/routes.tsx'
import routes from '#web/routes.ts'
import { eventually } from './support/eventually.ts'
import { type Posy, startPosy } from './support/posy.ts'

/** What pages must never do, on every page there is. */
let posy: Posy
let log = ''
let cookies: string
/** Tokens of the session: secrets wherever they show up. */
let tokens: string[]
const person = { email: 'wilhelmina.unmistakable@friends.test', note: 'Dear unmistakable Wilhelmina' }
let gift: { id: string; shortcode: string }

const setCookies = (headers: Headers) => headers.getSetCookie().map((line) => line.split(';')[0]!)
const giftLinkMail = () =>
  eventually(async () => {
    const { body } = await posy.call('GET', `/sandbox/messages?to=${person.email}`)
    return body.data[0]
  })

beforeAll(async () => {
  posy = await startPosy('postgres', { LOG_LEVEL: 'debug' })
  for (const stream of [posy.process.stdout!, posy.process.stderr!])
    stream.on('data', (chunk: Buffer) => {
      log += chunk.toString()
    })
  const form = { username: 'admin@acme.test', password: DEMO_PASSWORD, next: '/home' }
  const signedIn = await posy.call('POST', '/sign-in', { form })
  cookies = setCookies(signedIn.headers).join('; ')
  tokens = setCookies(signedIn.headers)
    .filter((line) => /token=/.test(line))
    .map((line) => decodeURIComponent(line.slice(line.indexOf('=') + 1)))
  const token = await posy.signIn('admin@acme.test')
  tokens.push(token)
  const bought = await posy.call('POST', '/api/v2/transactions?embed[]=hugggs', {
    token,
    body: {
      purchase: {
        type: 'huggg',
        reference: demo.products.daisyGiftCard10,
        message: 'An unmistakable message',
        receivers: [{ email: person.email, notes: person.note }],
      },
      payment: { method: 'walletCommitment', reference: demo.wallets.acmeMain },
    },
  })
  gift = bought.body.data.embedded.hugggs[0]
  await giftLinkMail()
})
afterAll(() => posy?.stop())

interface Entry {
  path?: string | undefined
  index?: boolean | undefined
  children?: Entry[] | undefined
}

/** The addresses of all pages, with something that exists (or not) for each parameter. */
function addresses(entries: readonly Entry[], parent = ''): string[] {
  return entries.flatMap(({ path, index, children }) => {
    const here = path ? `${parent}/${path}` : parent
    return [...(path || index ? [here || '/'] : []), ...addresses(children ?? [], here)]
  })
}
const pages = [...new Set([...addresses(routes as Entry[]), ...Object.keys(recipientRoutes)])].map((path) =>
  path
    .replace('/g/:shortcode', '/g/{gift}')
    .replace('/activity/gifts/:id', '/activity/gifts/{id}')
    .replace('/products/:id', `/products/${demo.products.choiceOfGift10}`)
    .replace('/wallets/:id', `/wallets/${demo.wallets.acmeMain}`)
    .replace(':category', 'food')
    .replaceAll(/:\w+/g, '00000000-0000-4000-8000-00000000ffff'),
)
/** Styled by attributes, in a frame of its own. */
const EMAIL_PREVIEW = '/brand-preview/email'
const at = (page: string) => page.replace('{gift}', gift.shortcode).replace('{id}', gift.id)
const get = (page: string) => posy.call('GET', at(page), { headers: { cookie: cookies } })

describe.each(pages)('%s', (page) => {
  test('takes no form from another site', async () => {
    const foreign: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
      { 'sec-fetch-site': 'same-site', origin: posy.url },
      { origin: 'https://evil.example' },
    ]
    for (const headers of foreign) {
      const answer = await posy.call('POST', at(page), {
        form: { next: '/' },
        headers: { cookie: cookies, ...headers },
      })
      expect(answer.status).toBe(403)
    }
  })

  test('runs no script and no style but its own, and holds no token', async () => {
    const { headers, text, status } = await get(page)
    expect(status).toBeLessThan(500)
    for (const token of tokens) expect(text).not.toContain(token)
    // No one is told of bugs here, so nothing is loaded for it.
    expect(text).not.toContain('posy-monitoring')
    expect(headers.get('location') ?? '').not.toMatch(/token|evil/)
    expect(headers.get('cache-control')).toContain('no-store')
    if (!headers.get('content-type')?.startsWith('text/html')) return
    const policy = headers.get('content-security-policy')!
    expect(policy).not.toMatch(page === EMAIL_PREVIEW ? /script-src[^;]*unsafe/ : /unsafe/)
    const findNonce = (kind: string) => policy.match(new RegExp(`${kind}-src [^;]*'nonce-([\\w-]+)'`))?.[1]
    const html = text.replaceAll(/<template[\s\S]*?<\/template>/g, '')
    for (const [tag, kind] of html.matchAll(/<(script|style)\b[^>]*>/g))
      expect(tag).toContain(`nonce="${findNonce(kind!)}"`)
    const markup = html.replaceAll(/<script[\s\S]*?<\/script>/g, '')
    expect(markup).not.toMatch(/<[a-z][^>]*\s(?:on\w+|srcdoc)=|javascript:/i)
    if (page !== EMAIL_PREVIEW) expect(markup).not.toMatch(/<[a-z][^>]*\sstyle=/i)
    expect((await get(page)).headers.get('content-security-policy')).not.toBe(policy)
  })
})

test.each([
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  '/.//evil.example',
  'javascript:alert(1)',
  '/\tevil',
])('sign-in continues to its own pages only, not to %j', async (next) => {
  const form = { username: 'admin@acme.test', password: DEMO_PASSWORD, next }
  for (const [path, fields] of [
    ['/sign-in', form],
    ['/appearance', { appearance: 'dark', next }],
    ['/switch-team', { teamId: demo.teams.acme, next }],
  ] as const) {
    const { headers, status } = await posy.call('POST', path, {
      form: fields,
      headers: path === '/sign-in' ? {} : { cookie: cookies },
    })
    expect(status).toBe(303)
    const { origin } = new URL(headers.get('location')!, posy.url)
    expect(origin).toBe(posy.url)
  }
})

test('cookies are only the session’s and the browser’s mark, out of reach of scripts and of other sites', async () => {
  const form = { username: 'admin@acme.test', password: DEMO_PASSWORD, next: '/home' }
  const lines = (await posy.call('POST', '/sign-in', { form })).headers.getSetCookie()
  const home = await posy.call('GET', '/home', {
    headers: { cookie: lines.map((line) => line.split(';')[0]).join('; ') },
  })
  const all = [...lines, ...home.headers.getSetCookie()]
  for (const line of all) expect(line).toMatch(/; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/)
  expect([...new Set(all.map((line) => line.split('=')[0]))].sort()).toEqual([
    'device',
    'refresh_token',
    'team_id',
    'user_access_token',
    'user_id',
  ])
})

test('a gift’s page shows neither its sender’s nor its recipient’s address; the log names no person, token or gift', async () => {
  for (const step of ['open', 'claim', 'reveal']) await posy.call('POST', `/g/${gift.shortcode}`, { form: { step } })
  const words = { step: 'react', emoji: '', message: 'Unmistakable thanks', name: 'Wilhelmina' }
  expect((await posy.call('POST', `/g/${gift.shortcode}`, { form: words })).status).toBe(303)
  const { text } = await posy.call('GET', `/g/${gift.shortcode}`)
  const { voucher } = (await posy.call('GET', `/public/gifts/${gift.shortcode}`)).body.data
  expect(text).toContain(voucher.code)
  for (const secret of [person.email, 'admin@acme.test', demo.users.acmeAdmin, demo.wallets.acmeMain])
    expect(text).not.toContain(secret)
  await posy.call('POST', '/sign-in', { form: { username: person.email, password: 'wrong-and-secret', next: '/' } })
  await posy.call('POST', '/forgot-password', { form: { username: 'admin@acme.test' } })
  await get('/home')
  // What is written is read a moment later.
  await expect.poll(() => log).toContain('"endpoint":"reactToGift"')
  const named = ['unmistakable', 'Wilhelmina', 'admin@acme.test', DEMO_PASSWORD, 'wrong-and-secret']
  const keys = [gift.shortcode, voucher.code, posy.apiKey, ...tokens]
  for (const secret of [...named, ...keys]) expect(log.toLowerCase().includes(secret.toLowerCase()), secret).toBe(false)
})

test('a sandbox that was not asked for answers this machine alone: no other name, nothing through a proxy', async () => {
  const { port } = new URL(posy.url)
  const requestStatus = (headers: Record<string, string>, host = '127.0.0.1', path = '/sandbox/messages') =>
    new Promise<number | string>((resolve) => {
      request({ host, port, path, headers, agent: false }, (answer) => {
        answer.resume()
        resolve(answer.statusCode!)
      })
        .on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
        .end()
    })
  for (const [host, name] of [
    ['127.0.0.1', '127.0.0.1'],
    ['127.0.0.1', 'localhost'],
    ['::1', '[::1]'],
    ['localhost', 'localhost'],
  ] as const)
    expect([host, await requestStatus({ host: `${name}:${port}` }, host)]).toEqual([host, 200])
  for (const path of ['/', '/sandbox/messages', '/sign-in', '/health', '/metrics']) {
    expect([path, await requestStatus({ host: 'gifts.example.com' }, '127.0.0.1', path)]).toEqual([path, 421])
    expect([path, await requestStatus({ 'x-forwarded-for': '192.0.2.1' }, '127.0.0.1', path)]).toEqual([path, 403])
  }
  expect(await requestStatus({ via: '1.1 front' })).toBe(403)
  const others = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal, family }) => !internal && family === 'IPv4')
  for (const { address } of others)
    expect([address, await requestStatus({ host: `localhost:${port}` }, address)]).toEqual([address, 'ECONNREFUSED'])
})

test('without a project to report to, the first page after signing in loads nothing that would', async () => {
  const { text } = await get('/home')
  expect(text).toMatch(/\/assets\/entry\.client-/)
  expect(text).not.toMatch(/\/assets\/(sentry|recording)-/)
})

test('nothing written to a socket gets a 5xx from a page, or ends the process', async () => {
  const port = Number(new URL(posy.url).port)
  const alive = () => sendRaw(port, 'GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
  expect(await sendRaw(port, 'GET // HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')).toBe(400)
  expect(await alive()).toBe(200)
  expect(await collectFailures(port)).toEqual([])
  expect(await alive()).toBe(200)
  expect(posy.process.exitCode).toBeNull()
})
