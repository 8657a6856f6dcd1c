import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstPurchase } from '#contract/reference/examples.ts'
import { demo } from '#server/app/demo/ids.ts'
import { enter, launchBrowser, leaveBrowser, visit } from './support/browser.ts'
import { type Posy, startPosy } from './support/posy.ts'

/**
 * A program in a page of another origin, which knows only what its browser lets it read. It is of the same site, another port
 * of this machine: there a browser sends cookies along where it is asked to.
 */
let posy: Posy
let browser: Browser
let pages: Server
let origin: string
let cookies = ''
beforeAll(async () => {
  posy = await startPosy('postgres')
  browser = await launchBrowser()
  pages = createServer((request, response) => {
    cookies = request.headers.cookie ?? ''
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>A map of ours</title>')
  })
  await new Promise<void>((resolve) => pages.listen(0, 'localhost', resolve))
  origin = `http://localhost:${(pages.address() as AddressInfo).port}`
})
afterAll(async () => {
  await leaveBrowser(browser)
  pages?.close()
  await posy?.stop()
})

/** What a page read, or null where its browser kept the answer from it. */
interface Read {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: a program reads answers by name
  body: any
  headers: Record<string, string>
}
const asked = (page: Page, method: string, path: string, init: { body?: unknown } & Omit<RequestInit, 'body'> = {}) =>
  page.evaluate(
    async ([address, how, { body, ...more }]) => {
      try {
        const json = body === undefined ? {} : { body: JSON.stringify(body) }
        const answer = await fetch(address, { method: how, ...more, ...json })
        const text = await answer.text()
        return {
          status: answer.status,
          body: text ? JSON.parse(text) : null,
          headers: Object.fromEntries(answer.headers),
        }
      } catch (error) {
        if (error instanceof TypeError) return null
        throw error
      }
    },
    [`${posy.url}${path}`, method, init] as const,
  ) as Promise<Read | null>

async function onAnotherOrigin(journey: (page: Page) => Promise<void>, signedInAs?: string) {
  const { page, context } = await visit(browser, posy)
  try {
    if (signedInAs) await enter(page, posy, signedInAs)
    await page.goto(origin)
    await journey(page)
  } finally {
    await context.close()
  }
}
const asJson = { 'content-type': 'application/json' }

test('a page of another origin takes a token, and draws a map of each brand’s shops', () =>
  onAnotherOrigin(async (page) => {
    const client = { client_id: 'demo-customer', client_secret: 'demo-customer-secret' }
    const grant = { grant_type: 'client_credentials', ...client }
    const token = await asked(page, 'POST', '/oauth/token', { headers: asJson, body: grant })
    expect(token).toMatchObject({ status: 200, body: { token_type: 'Bearer' } })
    const headers = { authorization: `Bearer ${token!.body.access_token}`, 'x-requested-with': 'XMLHttpRequest' }

    const brands = await asked(page, 'GET', '/api/v2/brands?page=1&embed[]=stores&platform=app', { headers })
    const daisy = brands!.body.data.find(({ id }: { id: string }) => id === demo.brands.daisyCoffee)
    const tiles = await asked(page, 'GET', '/api/v2/tiles/59,-11:49,2?platform=app', { headers })
    const pins = new Map(tiles!.body.data[0].pins.map((pin: { id: string }) => [pin.id, pin]))
    expect(daisy.stores).toContain(demo.stores.daisyCoffeeLeeds)
    for (const id of daisy.stores)
      expect(pins.get(id)).toMatchObject({
        latitiude: expect.stringMatching(/^\d/),
        longitude: expect.stringMatching(/\d/),
      })
    expect(brands!.body.embedded.stores.map(({ id }: { id: string }) => id)).toEqual(
      expect.arrayContaining(daisy.stores),
    )
    const nowhere = await asked(page, 'GET', '/api/v2/tiles/1,0:0,1', { headers })
    expect(nowhere!.body.data).toEqual([{ pins: [] }])
  }))

test('a page of another origin buys by key, calls each version by token, and may read rate limits and refusals', () =>
  onAnotherOrigin(async (page) => {
    const headers = { ...asJson, 'x-huggg-api-key': firstPurchase.sandboxKey, 'idempotency-key': 'page-1' }
    const bought = await asked(page, 'POST', firstPurchase.path, { headers, body: firstPurchase.body })
    expect(bought!.status).toBe(201)
    expect(bought!.headers).toMatchObject({ ratelimit: expect.any(String), 'x-request-id': expect.any(String) })
    const id = bought!.body.data.id
    const changed = await asked(page, 'PATCH', `/api/v2/transactions/${id}`, {
      headers,
      body: { notes: 'From a page' },
    })
    expect(changed!.status).toBe(200)

    const authorization = `Bearer ${await posy.signIn('admin@acme.test')}`
    const products = await asked(page, 'GET', '/v3/products', { headers: { authorization } })
    expect(products!.body.data.length).toBeGreaterThan(0)
    const refused = await asked(page, 'POST', firstPurchase.path, { headers: { ...asJson, authorization }, body: {} })
    expect(refused).toMatchObject({ status: 422, body: { code: 'invalid_fields' } })
    const none = await asked(page, 'GET', '/api/v2/nothing', { headers: { authorization } })
    expect(none).toMatchObject({ status: 404, body: { code: 'not_found' } })
  }))

test('the console and the pages are closed to another origin', () =>
  onAnotherOrigin(async (page) => {
    const body = { email: 'owner@posy.test', password: 'posy-demo-2026' }
    expect(await asked(page, 'POST', '/v3/operator/sign-in', { headers: asJson, body })).toBeNull()
    const authorization = `Bearer ${await posy.signIn('admin@acme.test')}`
    expect(await asked(page, 'GET', '/v3/operator/customers', { headers: { authorization } })).toBeNull()
    expect(await asked(page, 'GET', '/v3/operator/customers')).toBeNull()
    expect(await asked(page, 'GET', '/home')).toBeNull()
  }))

test('a person’s cookies are of no use to another origin: the browser keeps the answer back, and the API reads none', () =>
  onAnotherOrigin(async (page) => {
    // Cookies know no ports: the person's, signed in in this very browser, come with the page itself.
    expect(cookies).toMatch(/./)
    expect(await asked(page, 'GET', '/api/v2/auth/me')).toMatchObject({ status: 401 })
    expect(await asked(page, 'GET', '/api/v2/auth/me', { credentials: 'include' })).toBeNull()
    // The same cookies, asked for by something that may read any answer.
    expect((await page.request.get(`${posy.url}/api/v2/auth/me`)).status()).toBe(401)
  }, 'admin@acme.test'))
