import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { enter, launchBrowser, leaveBrowser, type Visitor, visit } from './browser.ts'
import { type Posy, startPosy } from './posy.ts'

type Journey = (page: Page, visitor: Visitor) => Promise<void>
type VisitOptions = Parameters<typeof visit>[2]

interface BoughtGift {
  id: string
  shortcode: string
  launch_url: string
}

/** The whole product on a database of its own, a browser, and Acme's admin beside it over HTTP. */
export interface World {
  posy: Posy
  browser: Browser
  /** Signed in, in a browser of their own, which has no page open yet; no script may fail. */
  as(who: string, journey: Journey, options?: VisitOptions): Promise<void>
  /** Someone without an account, in a browser of their own; no script may fail. */
  visitor(journey: Journey, options?: VisitOptions): Promise<void>
  // biome-ignore lint/suspicious/noExplicitAny: a journey reads answers as a caller would, by name
  get(path: string): Promise<any>
  /** Of a GET, whatever it answers. */
  status(path: string): Promise<number>
  /** @returns the answer's data; fails where it is refused */
  // biome-ignore lint/suspicious/noExplicitAny: a journey reads answers as a caller would, by name
  post(path: string, body?: object): Promise<any>
  mailTo(address: string): Promise<{ subject: string; text: string; links: string[]; sentAt: string }[]>
  /** What Acme's first wallet has to spend, in pence. */
  available(): Promise<number>
  /** Buys from Acme's first wallet; a £10 gift card at Daisy unless told. */
  buy(purchase: object): Promise<{ id: string; hugggs: BoughtGift[] }>
  /** Moves the business clock by an ISO 8601 duration. */
  advance(duration: string): Promise<void>
  close(): Promise<void>
}

const ADMIN = 'admin@acme.test'

/**
 * The world of a file whose tests do not build on one another: a test that is tried again gets a fresh one, for what the
 * failed try has changed would stand in its way (decision 380). Where they do build on one another, `chained`, only the first
 * can have that.
 * @param prepare what all tests of the file begin with
 */
export function freshWorld(prepare: (world: World) => Promise<void> = async () => {}, { chained = false } = {}): World {
  let opened: World | undefined
  const tried = new Set<string>()
  const open = async () => {
    await opened?.close()
    opened = await openWorld()
    await prepare(opened)
  }
  beforeAll(open)
  beforeEach(async ({ task }) => {
    if (tried.has(task.id) && (!chained || tried.size === 1)) await open()
    tried.add(task.id)
  })
  afterAll(() => opened?.close())
  return new Proxy({} as World, { get: (_, part) => opened![part as keyof World] })
}

export async function openWorld(): Promise<World> {
  const posy = await startPosy('postgres')
  const browser = await launchBrowser()
  let token = await posy.signIn(ADMIN)
  const get: World['get'] = async (path) => (await posy.call('GET', path, { token })).body.data
  const inBrowser = async (journey: Journey, options: VisitOptions = {}) => {
    const visitor = await visit(browser, posy, options)
    try {
      await journey(visitor.page, visitor)
      expect(visitor.problems).toEqual([])
    } catch (error) {
      throw await withWhatWasShown(error, visitor.page)
    } finally {
      await visitor.context.close()
    }
  }
  const post: World['post'] = async (path, body = {}) => {
    const answer = await posy.call('POST', path, { token, body })
    expect(answer.status, answer.text).toBeLessThan(300)
    return answer.body.data
  }
  return {
    posy,
    browser,
    get,
    status: async (path) => (await posy.call('GET', path, { token })).status,
    post,
    as: (who, journey, options) =>
      inBrowser(async (page, visitor) => {
        await enter(page, posy, who)
        await journey(page, visitor)
      }, options),
    visitor: inBrowser,
    mailTo: (address) => get(`/sandbox/messages?to=${encodeURIComponent(address)}`),
    available: async () => {
      const wallets = await get(`/api/v2/teams/${demo.teams.acme}/wallets`)
      return wallets.find(({ id }: { id: string }) => id === demo.wallets.acmeMain).available
    },
    buy: async (purchase) => {
      const answer = await posy.call('POST', '/api/v2/transactions?embed[]=hugggs', {
        token,
        headers: { 'idempotency-key': crypto.randomUUID() },
        body: {
          purchase: { type: 'bulkHugggs', reference: demo.products.daisyGiftCard10, ...purchase },
          payment: { method: 'walletCommitment', reference: demo.wallets.acmeMain },
        },
      })
      expect(answer.status, answer.text).toBe(201)
      return { id: answer.body.data.id, hugggs: answer.body.data.embedded.hugggs }
    },
    advance: async (duration) => {
      await post('/sandbox/clock', { advance: duration })
      // The token's own time may be over.
      token = await posy.signIn(ADMIN)
    },
    close: async () => {
      await leaveBrowser(browser)
      await posy.stop()
    },
  }
}

/** A failed journey is told by its screen: which page, what had the focus, and what it said. */
async function withWhatWasShown(error: unknown, page: Page): Promise<unknown> {
  if (!(error instanceof Error) || page.isClosed()) return error
  const shown = await page
    .evaluate(() => `${document.activeElement?.outerHTML.slice(0, 300)}\n${document.body.innerText.slice(0, 3000)}`)
    .catch(String)
  error.message += `\n\nAt ${page.url()}, the focus on ${shown}`
  return error
}

export const press = (page: Page, name: string | RegExp): Promise<void> => page.getByRole('button', { name }).click()

/** Once React has taken an element over. */
export const taken = (element: Locator): Promise<void> =>
  expect
    .poll(() => element.evaluate((node) => Object.keys(node).some((key) => key.startsWith('__reactProps'))))
    .toBe(true)
