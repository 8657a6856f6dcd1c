import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessibilityProblems, launchBrowser, sidewaysOverflow, signIn, visit } from './support/browser.ts'
import { CARD, enterCard, typeCard } from './support/cards.ts'
import { type Posy, startPosy } from './support/posy.ts'
import { type RecaptchaServer, startRecaptcha } from './support/recaptcha.ts'

/**
 * What others draw into our pages, as it is with keys of real providers: one installation is the shop, another one's
 * sandbox stands at the card provider's addresses.
 */
let provider: Posy
let shop: Posy
let recaptcha: RecaptchaServer
let browser: Awaited<ReturnType<typeof launchBrowser>>

const CDN = 'https://cdn.checkout.com'
const KEYS = {
  CHECKOUT_SECRET_KEY: 'sk_sbox_posysandboxposysandboxposya',
  CHECKOUT_PUBLIC_KEY: 'pk_sbox_posysandboxposysandboxposya',
  CHECKOUT_WEBHOOK_SECRET: 'posy-sandbox-webhooks',
}

beforeAll(async () => {
  recaptcha = await startRecaptcha()
  provider = await startPosy('pglite')
  shop = await startPosy('pglite', {
    ...KEYS,
    SANDBOX: 'true',
    CHECKOUT_BASE_URL: `${provider.url}/sandbox/checkout`,
    RECAPTCHA_SITE_KEY: recaptcha.siteKey,
    RECAPTCHA_SECRET_KEY: recaptcha.secretKey,
    RECAPTCHA_URL: recaptcha.baseUrl,
  })
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await shop?.stop()
  await provider?.stop()
  await recaptcha?.close()
})

/** In a browser whose way to the card provider leads to the other installation; no script may fail, nor the policy refuse. */
async function inShop(journey: (page: Page) => Promise<void>): Promise<void> {
  const { page, context, problems } = await visit(browser, shop)
  page.setDefaultTimeout(20_000)
  await context.route(`${CDN}/**`, async (route) => {
    const { pathname } = new URL(route.request().url())
    await route.fulfill({ response: await route.fetch({ url: `${provider.url}/sandbox/checkout${pathname}` }) })
  })
  try {
    await journey(page)
    expect(problems).toEqual([])
  } finally {
    // A frame may still be loading.
    await context.unrouteAll({ behavior: 'ignoreErrors' })
    await context.close()
  }
}
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

test('a sandbox that was asked for by name says on each page what it is', async () => {
  const notice = 'Test site: no real money, cards or gifts.'
  for (const path of ['/', '/sign-in', '/g/AAAAAAAA']) {
    expect((await shop.call('GET', path)).text).toContain(notice)
    expect((await provider.call('GET', path)).text).not.toContain(notice)
  }
})

describe('a new card', () => {
  test('is typed into the provider’s frames, and stored; its number goes to the provider and to no one else', () =>
    inShop(async (page) => {
      await signIn(page, 'admin@acme.test')
      const elsewhere: string[] = []
      page.on('request', (request) => {
        if (!request.url().startsWith(CDN)) elsewhere.push(`${request.url()} ${request.postData() ?? ''}`)
      })
      await page.goto('/cards')
      const origins = () =>
        page
          .locator('iframe')
          .evaluateAll((frames) => frames.map((frame) => new URL((frame as HTMLIFrameElement).src).origin))
      await expect.poll(origins).toEqual([CDN, CDN, CDN])
      await enterCard(page, CARD.approved)
      await page.getByText('Visa ending 4242 is ready. It has not been charged yet.').waitFor()
      await press(page, 'Store this card')
      await page.getByText('Your card is stored. Nothing was charged.').waitFor()
      await page.getByRole('row').filter({ hasText: 'ending 4242' }).waitFor()
      expect(elsewhere.length).toBeGreaterThan(1)
      expect(elsewhere.filter((said) => said.includes(CARD.approved))).toEqual([])
      expect(await page.content()).not.toContain(CARD.approved)
    }))

  test('that is wrong is told so beside its fields and in the provider’s words, and may be put right', () =>
    inShop(async (page) => {
      await signIn(page, 'admin@acme.test')
      await page.goto('/cards')
      await typeCard(page, '', { expiry: '', code: '' })
      await page.getByRole('alert').getByText('Look at the card number').waitFor()
      await typeCard(page, '4242 4242 4242 4241', { expiry: '13/35', code: '1' })
      await page.getByText('This is not a whole card number.').waitFor()
      await page.getByText('Type the month and the year').waitFor()
      await page.getByText('Type the three or four digits').waitFor()
      expect(await accessibilityProblems(page)).toEqual([])
      await typeCard(page, '4111 1111 1111 1111', { expiry: '12/20' })
      await page.getByRole('alert').getByText('This is not one of the test cards. This card has expired.').waitFor()
      await expect.poll(() => page.getByText('This is not a whole card number.').count()).toBe(0)
      await enterCard(page, CARD.approved)
      await press(page, 'Use another card')
      await expect
        .poll(() => page.frameLocator('iframe[title="Card number"]').getByLabel('Card number').inputValue())
        .toBe('')
      await press(page, 'Store this card')
      await page.getByRole('alert').getByText('Enter your card first').waitFor()
      await enterCard(page, CARD.approved)
    }))

  test('waits for a provider that cannot be reached, and goes on where it is again', () =>
    inShop(async (page) => {
      await signIn(page, 'admin@acme.test')
      const script = `${CDN}/js/framesv2.min.js`
      await page.route(script, (route) => route.abort())
      await page.goto('/cards')
      await page.getByRole('alert').getByText('The card provider cannot be reached').waitFor()
      await page.unroute(script)
      await press(page, 'Try again')
      await enterCard(page, CARD.approved)
    }))
})

describe('signing up where there is a captcha', () => {
  /** The box as it stands after so many resets: each time it is another. */
  const robot = (page: Page, time: number) =>
    page.frameLocator(`iframe[title="reCAPTCHA ${time}"]`).getByLabel('I’m not a robot')

  test('asks for it, once for each try, also on a small phone', () =>
    inShop(async (page) => {
      // As high as the page: a browser lets frames rest that nobody sees.
      await page.setViewportSize({ width: 390, height: 2000 })
      await page.goto('/sign-in')
      await page.getByRole('link', { name: 'Sign up' }).click()
      await page.getByLabel('First name').fill('Nora')
      await page.getByLabel('Surname').fill('Newcomer')
      await page.getByLabel('Work email').fill('nora@friends.test')
      await page.getByLabel('Date of birth (optional)').fill('31-02-1990')
      await page.getByLabel('Team or company').fill('Friends')
      await robot(page, 1).check()
      expect(await sidewaysOverflow(page)).toBeLessThanOrEqual(0)
      await press(page, 'Open the account')
      await page.getByRole('alert').getByText('Please look at the marked fields').waitFor()
      // The answer went with that try.
      await robot(page, 2).waitFor()
      await page.getByLabel('Date of birth').fill('28-02-1990')
      await press(page, 'Open the account')
      await page.getByRole('alert').getByText('Show us once more that you are a person').waitFor()
      await page.getByRole('alert').getByRole('button', { name: 'That you are a person' }).click()
      await robot(page, 3).check()
      await press(page, 'Open the account')
      await page.getByText('nora@friends.test').waitFor()
    }))

  test('says so where the captcha cannot be reached', () =>
    inShop(async (page) => {
      const script = `${recaptcha.baseUrl}/api.js*`
      await page.route(script, (route) => route.abort())
      await page.goto('/sign-up')
      await page.getByRole('alert').getByText('We cannot ask just now whether you are a person').waitFor()
      await page.unroute(script)
      await press(page, 'Try again')
      await robot(page, 1).waitFor()
    }))
})
