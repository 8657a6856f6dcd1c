import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { firstPurchase } from '#contract/reference/examples.ts'
import { demo } from '#server/app/demo/ids.ts'
import { moving } from '#web/site/developers/moving.ts'
import { accessibilityProblems, enter, isAlive, screenProblems, visit } from './support/browser.ts'
import { freshWorld, taken } from './support/world.ts'

/** Looking for a gift, and the sandbox's own pages, in a real browser. */
const world = freshWorld()
/** A whole sandbox is made, or its clock moved by a month. */
const A_LONG_WAIT = { timeout: 240_000 }

async function at(path: string, journey: (page: Page) => Promise<void>, options = {}) {
  const { page, context, problems } = await visit(world.browser, world.posy, options)
  try {
    await page.goto(path, { waitUntil: 'networkidle' })
    await journey(page)
    expect(problems).toEqual([])
  } finally {
    await context.close()
  }
}

const found = async (page: Page) =>
  Number((await page.getByRole('status').first().textContent())!.match(/^[\d,]+/)![0].replace(',', ''))

test.each([true, false])(
  'filters show as many gifts as they count, and stay in the address (scripts: %s)',
  (javaScriptEnabled) =>
    at(
      '/browse',
      async (page) => {
        const all = await found(page)
        await page.getByText('Filters').click()
        const option = page.getByRole('group', { name: 'Kind or occasion' }).locator('label').first()
        const count = Number((await option.locator('span').last().textContent())!.replace(',', ''))
        await option.getByRole('checkbox').check()
        if (!javaScriptEnabled) await page.getByRole('button', { name: 'Show' }).click()
        await page.waitForURL(/tag=/)
        await page.getByText('Filters (1 chosen)').waitFor()
        await expect.poll(() => found(page)).toBe(count)
        expect(count).toBeLessThan(all)
        await page.reload()
        await expect.poll(() => page.getByRole('checkbox', { checked: true }).count()).toBe(1)
        await page.getByRole('link', { name: 'Clear filters' }).click()
        await page.waitForURL((url) => url.search === '')
        await expect.poll(() => found(page)).toBe(all)
      },
      { javaScriptEnabled },
    ),
)

test.each(['featured', 'christmas', 'employee-appreciation', 'easter', 'food', 'choice-of-gift-eu'])(
  'the shelf %s has a page of its own',
  (slug) =>
    at(`/browse/${slug}`, async (page) => {
      await expect.poll(() => found(page)).toBeGreaterThan(0)
      const shelf = await page.getByRole('heading', { level: 1 }).innerText()
      const link = page.getByRole('link', { name: shelf, exact: true })
      await expect.poll(() => link.getAttribute('aria-current')).toBe('page')
    }),
)

test('an unknown shelf is not found', async () => {
  expect(await world.status('/browse/no-such-shelf')).toBe(404)
})

test('a search offers words while typing', () =>
  at('/browse', async (page) => {
    const search = page.getByRole('combobox', { name: 'Search' })
    await taken(search)
    await search.pressSequentially('choc')
    await page.waitForFunction(() => document.querySelectorAll('datalist option').length > 0)
    await page.getByRole('button', { name: 'Show' }).click()
    await page.getByRole('status').filter({ hasText: 'for “choc”' }).waitFor()
  }))

test('what there is to give begins with gifts: a choice of many amounts is one card, which leads to them', () =>
  at('/browse', async (page) => {
    const choices = page.getByRole('main').getByRole('link', { name: /^Choice of gift.*[£€]/ })
    expect(await choices.allInnerTexts()).toEqual([
      expect.stringMatching(/£5 to £100/),
      expect.stringMatching(/€10 to €50/),
    ])
    await choices.first().click()
    await page.waitForURL('**/browse/choice-of-gift')
    await page.getByRole('link', { name: /^Choice of gift, £25/ }).waitFor()
  }))

test('the shop is laid out by its shelves: a card of many amounts stands once, and its page has them all', () =>
  at('/browse', async (page) => {
    await page.getByRole('link', { name: 'Shop', exact: true }).click()
    await page.waitForURL('**/browse/shop')
    await page.getByRole('heading', { level: 2, name: 'Featured' }).waitFor()
    expect(await screenProblems(page, '/browse/shop')).toEqual([])
    const occasions = page.getByRole('region', { name: 'Occasions' })
    await occasions.getByRole('link', { name: 'Birthday' }).click()
    await page.waitForURL('**/browse/birthday')
    await page.goto('/browse/gift-cards')
    await page
      .getByRole('link', { name: /^Daisy Coffee gift card.*£5 to £50/ })
      .first()
      .click()
    await page.getByRole('link', { name: '£25', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Daisy Coffee gift card, £25' }).waitFor()
  }))

test('a gift of the list opens without loading the whole page again', () =>
  at('/browse', async (page) => {
    await page.evaluate(() => document.body.setAttribute('data-still-here', ''))
    await page.getByRole('link', { name: /Flat white/ }).click()
    await page.getByRole('heading', { level: 1, name: 'Flat white' }).waitFor()
    await expect.poll(() => page.locator('[data-still-here]').count()).toBe(1)
  }))

test('a segment opens over the page, by keyboard, and shows what is in it', () =>
  at('/sign-in', async (page) => {
    await page.getByLabel('Email address').fill('admin@acme.test')
    await page.getByLabel('Password', { exact: true }).fill('posy-demo-2026')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL('**/home')
    await page.goto(`/products/${demo.products.choiceOfGift10}`, { waitUntil: 'networkidle' })
    const [segment] = await page.getByRole('list').locator('button[popovertarget^=segment]').all()
    await segment!.focus()
    await page.keyboard.press('Enter')
    const sheet = page.getByRole('dialog')
    await expect.poll(() => sheet.getByRole('link').count()).toBeGreaterThan(1)
    expect(await accessibilityProblems(page)).toEqual([])
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'hidden' })
  }))

test('the sandbox’s card provider is set to fail and to recover, and the clock’s page says what ran', () =>
  at('/sandbox-ui', async (page) => {
    await page.getByRole('link', { name: 'Cards' }).click()
    await page.getByLabel('How').selectOption('error')
    await page.getByRole('button', { name: 'Plan it' }).click()
    await page.getByText('The next request for a payment: error').waitFor()
    await page.getByRole('button', { name: 'Make all well again' }).click()
    await page.getByText('All is well').waitFor()
    await page.getByRole('link', { name: 'Clock' }).click()
    await page.getByRole('button', { name: 'A day' }).click()
    await page.getByRole('heading', { name: 'What ran on the way' }).waitFor()
  }))

test('on a phone filters are folded, stay so after choosing a price band, and active ones are never hidden', () =>
  at(
    '/browse',
    async (page) => {
      const brand = page.getByLabel('Brand')
      await expect.poll(() => brand.isVisible()).toBe(false)
      await page.getByRole('link', { name: /^£5 to £10/ }).click()
      await page.locator('a[aria-current]', { hasText: '£5 to £10' }).waitFor()
      await expect.poll(() => brand.isVisible()).toBe(false)
      await page.getByText('Filter and sort').click()
      await brand.selectOption('Daisy Coffee')
      await page.getByRole('button', { name: 'Show' }).click()
      await page.waitForURL(/brand=/)
      await expect.poll(() => brand.isVisible()).toBe(true)
      await expect.poll(() => brand.locator('option:checked').textContent()).toBe('Daisy Coffee')
    },
    { viewport: { width: 390, height: 844 } },
  ))

test.each([
  '/sandbox-ui',
  '/sandbox-ui/cards',
  '/sandbox-ui/phone',
  '/sandbox-ui/issuer',
  '/sandbox-ui/rails',
  '/sandbox-ui/hr',
  '/sandbox-ui/clock',
  '/sandbox-ui/own',
  '/prices',
  '/help',
  '/privacy',
  '/terms',
  '/browse?q=choc',
  '/browse?sort=name',
])('%s is accessible, on a phone and in the dark theme', (path) =>
  at(path, async (page) => expect(await screenProblems(page, path)).toEqual([]), {
    colorScheme: 'dark',
    viewport: { width: 390, height: 844 },
  }),
)

test('a sandbox of one’s own starts at a button, has its own sign-in and clock, and ends at another', () =>
  at('/sandbox-ui/clock', async (page) => {
    const { posy } = world
    const timeAt = async (url: string) =>
      Date.parse((await (await page.request.get(`${url}/sandbox/clock`)).json()).data.now)
    await enter(page, posy, 'admin@acme.test')
    await page.getByRole('link', { name: 'a sandbox of your own' }).click()
    await page.getByRole('button', { name: 'Start a sandbox' }).click(A_LONG_WAIT)
    const link = page.getByRole('link', { name: /^http:\/\/localhost:\d+$/ })
    await link.waitFor(A_LONG_WAIT)
    expect(await screenProblems(page, '/sandbox-ui/own')).toEqual([])
    const own = (await link.getAttribute('href'))!

    await enter(page, { url: own }, 'viewer@acme.test')
    await page.goto('/home')
    expect(page.url(), 'still signed in here').toBe(`${posy.url}/home`)
    await page.goto(`${own}/home`)
    expect(page.url(), 'and there').toBe(`${own}/home`)

    await page.goto(`${own}/sandbox-ui/clock`)
    await page.getByRole('button', { name: 'A month' }).click(A_LONG_WAIT)
    await page.getByRole('heading', { name: 'What ran on the way' }).waitFor(A_LONG_WAIT)
    const days = ((await timeAt(own)) - (await timeAt(posy.url))) / 86_400_000
    expect(days).toBeGreaterThan(27)

    await page.goto('/sandbox-ui/own')
    await page.getByRole('button', { name: `Stop ${own}` }).click()
    await link.waitFor({ state: 'detached' })
    await expect(fetch(own)).rejects.toThrow()
  }))

test('a newcomer reads the prices and signs up for a plan, without scripts', () =>
  at(
    '/',
    async (page) => {
      await page.getByRole('link', { name: 'Prices' }).first().click()
      const offer = (name: string) =>
        page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) })
      expect(await offer('Plus').textContent()).toContain('£49 a month, plus VAT')
      expect(await offer('Enterprise').textContent()).toContain('10,000 gifts in one purchase, or 2,000 to a list')
      expect(await page.getByRole('listitem').filter({ hasText: 'Handling' }).first().textContent()).toMatch(/£\d/)
      await offer('Free').getByRole('link', { name: 'Sign up for Free' }).click()
      expect(await page.getByRole('radio', { name: /^Free/ }).isChecked()).toBe(true)
    },
    { javaScriptEnabled: false },
  ))

test('developers find a guide whose first request works as it stands, every error, and every endpoint', async () => {
  for (const body of [firstPurchase.body, moving.body]) {
    const bought = await fetch(`${world.posy.url}${firstPurchase.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-huggg-api-key': firstPurchase.sandboxKey },
      body: JSON.stringify(body),
    })
    expect(bought.status).toBe(201)
  }
  await at('/', async (page) => {
    await page.getByRole('link', { name: 'For developers' }).first().click()
    await page.getByText(firstPurchase.sandboxKey).waitFor()
    await page.getByRole('link', { name: 'Transactions', exact: true }).click()
    await page.getByRole('link', { name: 'POST /api/v2/transactions', exact: true }).click()
    await page.getByRole('heading', { name: 'POST /api/v2/transactions', exact: true }).waitFor()
    const pages = [
      '/developers',
      '/developers/walk-through',
      '/developers/errors',
      '/developers/webhooks',
      '/developers/versions',
      '/developers/coming-from-huggg',
    ]
    for (const path of [...pages, '/developers/reference/printables'])
      expect(await screenProblems(page, path)).toEqual([])
    expect((await page.request.get('/developers/reference/none')).status()).toBe(404)
    const size = page.viewportSize()!
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/developers/reference/sandbox')
    const title = await page.getByRole('heading', { name: 'Sandbox', level: 1 }).boundingBox()
    expect(title!.y, 'a page begins on a phone’s first screen').toBeLessThan(400)
    await page.setViewportSize(size)
    await page.goto('/developers')
    await page.getByRole('link', { name: 'coming from huggg', exact: true }).click()
    await page.getByRole('heading', { name: 'What is refused, and what to send instead' }).waitFor()
    const check = async (request: string) => {
      const field = page.getByLabel('Request', { exact: true })
      // What is typed before the page’s scripts run may be taken back by them.
      await expect.poll(() => field.evaluate(isAlive)).toBe(true)
      await field.fill(request)
      await page.getByRole('button', { name: 'Check it' }).click()
    }
    await check('hello')
    await page.getByText('This cannot be read as a request.').first().waitFor()
    await check(`POST /api/v2/transactions\n{"purchase":{"type":"huggg","quantitty":1},"payment":{"method":"invoice"}}`)
    await page.getByText('Posy answers 422, invalid_fields').waitFor()
    await page.getByText('purchase.quantitty').waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    await check("curl 'https://api.huggg.me/api/v2/brands?embed[]=stores' -H 'X-Huggg-API-Key: mine'")
    await page.getByText('Posy takes it as it is').waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
  })
})
