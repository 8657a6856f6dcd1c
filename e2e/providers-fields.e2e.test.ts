import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { Checkout } from 'checkout-sdk-node'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  accessibilityProblems,
  launchBrowser,
  leaveBrowser,
  sidewaysOverflow,
  signIn,
  visit,
} from './support/browser.ts'
import { CARD, typeCard } from './support/cards.ts'
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

const CDN = 'https://checkout-web-components.checkout.com'
const KEYS = {
  CHECKOUT_SECRET_KEY: 'sk_sbox_posysandboxposysandboxposya',
  CHECKOUT_PUBLIC_KEY: 'pk_sbox_posysandboxposysandboxposya',
  CHECKOUT_WEBHOOK_SECRET: 'posy-sandbox-webhooks',
}

beforeAll(async () => {
  recaptcha = await startRecaptcha()
  provider = await startPosy('postgres')
  shop = await startPosy('postgres', {
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
  await leaveBrowser(browser)
  await shop?.stop()
  await provider?.stop()
  await recaptcha?.close()
})

/** In a browser whose way to the card provider leads to the other installation; no script may fail, nor the policy refuse. */
async function inShop(journey: (page: Page, context: BrowserContext) => Promise<void>): Promise<void> {
  const { page, context, problems } = await visit(browser, shop)
  page.setDefaultTimeout(20_000)
  await context.route(`${CDN}/**`, async (route) => {
    const { pathname } = new URL(route.request().url())
    await route.fulfill({ response: await route.fetch({ url: `${provider.url}/sandbox/checkout${pathname}` }) })
  })
  try {
    await journey(page, context)
    expect(problems).toEqual([])
  } finally {
    // A frame may still be loading.
    await context.unrouteAll({ behavior: 'ignoreErrors' })
    await context.close()
  }
}
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

test('a sandbox that was asked for by name says on each page that it is one', async () => {
  const notice = 'Test site: no real money, cards or gifts.'
  for (const path of ['/', '/sign-in', '/g/AAAAAAAA']) {
    expect((await shop.call('GET', path)).text).toContain(notice)
    expect((await provider.call('GET', path)).text).not.toContain(notice)
  }
})

describe('a new card', () => {
  test('is typed into the provider’s frames, and stored by one button; its number goes to no one else', () =>
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
      await typeCard(page, CARD.approved)
      await press(page, 'Store this card')
      await page.getByText('Your card is stored. Nothing was charged.').waitFor()
      await page.getByRole('row').filter({ hasText: 'ending 4242' }).first().waitFor()
      await expect
        .poll(() => page.frameLocator('iframe[title="Card number"]').getByLabel('Card number').inputValue())
        .toBe('')
      expect(elsewhere.length).toBeGreaterThan(1)
      expect(elsewhere.filter((said) => said.includes(CARD.approved))).toEqual([])
      expect(await page.content()).not.toContain(CARD.approved)
    }))

  test('that is wrong has an error beside its fields, keeps what was typed, and can be corrected', () =>
    inShop(async (page) => {
      await signIn(page, 'admin@acme.test')
      await page.goto('/cards')
      await typeCard(page, '', { expiry: '', code: '' })
      await press(page, 'Store this card')
      await page.getByRole('alert').getByText('Check your card details').waitFor()
      await page.getByText('Enter your card number').waitFor()
      await typeCard(page, '4242 4242 4242 4241', { expiry: '13/35', code: '1' })
      await press(page, 'Store this card')
      await page.getByText('This is not a card number').waitFor()
      await page.getByText('Enter the expiry date as month and year').waitFor()
      await page.getByText('Your card’s security code is incomplete').waitFor()
      expect(await accessibilityProblems(page)).toEqual([])
      await typeCard(page, '4111 1111 1111 1111', { expiry: '12/20' })
      await press(page, 'Store this card')
      await page.getByRole('alert').getByText('The card provider did not accept this card').waitFor()
      await page.getByText('This is not one of the test cards').waitFor()
      const number = page.frameLocator('iframe[title="Card number"]').getByLabel('Card number')
      expect(await number.inputValue()).toBe('4111 1111 1111 1111')
      const expiry = page.frameLocator('iframe[title="Expiry date"]').getByLabel('Expiry date')
      await expiry.fill('')
      await expiry.pressSequentially('1228')
      expect(await expiry.inputValue()).toBe('12/28')
      await press(page, 'Clear the card fields')
      await expect.poll(() => number.inputValue()).toBe('')
      await typeCard(page, CARD.declines)
      await press(page, 'Store this card')
      await page.getByRole('alert').getByText('Nothing was charged and the card was not stored.').waitFor()
      expect(await number.inputValue()).toBe(CARD.declines)
      // Only what was wrong is typed again; twice pressed is once stored.
      await number.fill(CARD.approved)
      await page.getByRole('button', { name: 'Store this card', exact: true }).dblclick()
      await page.getByText('Your card is stored. Nothing was charged.').waitFor()
    }))

  test('waits for a provider that cannot be reached, and continues once it can be', () =>
    inShop(async (page) => {
      await signIn(page, 'admin@acme.test')
      const script = `${CDN}/index.js`
      await page.route(script, (route) => route.abort())
      await page.goto('/cards')
      await page.getByRole('alert').getByText('The card provider cannot be reached').waitFor()
      await page.unroute(script)
      await page.route('**/cards/session', (route) => route.fulfill({ status: 503 }))
      await press(page, 'Try again')
      await page.getByRole('alert').getByText('The card provider cannot be reached').waitFor()
      await page.unroute('**/cards/session')
      await press(page, 'Try again')
      await typeCard(page, CARD.approved)
      await press(page, 'Store this card')
      await page.getByText('Your card is stored. Nothing was charged.').waitFor()
    }))

  test('the provider’s own loader and its own SDK find in the sandbox what they find at the provider', () =>
    inShop(async (page, context) => {
      const cko = new Checkout(KEYS.CHECKOUT_SECRET_KEY, { host: `${provider.url}/sandbox/checkout` })
      // biome-ignore lint/suspicious/noExplicitAny: the SDK declares its answers as Object
      type Answer = any
      const paymentSession: Answer = await cko.paymentSessions.request({
        amount: 1_000,
        currency: 'GBP',
        reference: 'loader',
        billing: { address: { country: 'GB' } },
        success_url: 'https://merchant.example/ok',
        failure_url: 'https://merchant.example/no',
      })
      const loader = fileURLToPath(import.meta.resolve('@checkout.com/checkout-web-components'))
      const module = await readFile(loader.replace(/index\.js$/, 'index.module.js'), 'utf8')
      const markup = `<div id="card"></div><script type="module">
        import { loadCheckoutWebComponents } from '/loader.js'; window.load = loadCheckoutWebComponents</script>`
      await context.route('https://merchant.example/**', (route) =>
        route.request().url().endsWith('/loader.js')
          ? route.fulfill({ contentType: 'text/javascript', body: module })
          : route.fulfill({ contentType: 'text/html', body: markup }),
      )
      await page.goto('https://merchant.example/')
      await page.waitForFunction(() => 'load' in window)
      await page.evaluate(
        async ({ publicKey, paymentSession }) => {
          type Flow = typeof import('@checkout.com/checkout-web-components')
          const { load } = window as unknown as { load: Flow['loadCheckoutWebComponents'] }
          const checkout = await load({ publicKey, paymentSession, environment: 'sandbox' })
          const card = checkout.create('card', { showPayButton: false })
          if (await card.isAvailable()) card.mount('#card')
          Object.assign(window, { card })
        },
        { publicKey: KEYS.CHECKOUT_PUBLIC_KEY, paymentSession },
      )
      await typeCard(page, CARD.approved)
      const taken = await page.evaluate(() => {
        const { card } = window as unknown as { card: import('@checkout.com/checkout-web-components').Component }
        return card.tokenize()
      })
      expect(taken).toMatchObject({ type: 'card', data: { token: expect.stringMatching(/^tok_/), bin: '424242' } })
      const source = { type: 'token', token: taken!.data.token }
      const payment: Answer = await cko.payments.request({ source, amount: 1_000, currency: 'GBP', capture: false })
      expect(payment).toMatchObject({ status: 'Authorized', source: { last4: '4242' } })
    }))
})

describe('signing up where there is a captcha', () => {
  /** The box as it stands after so many resets: each time it is another. */
  const robot = (page: Page, time: number) =>
    page.frameLocator(`iframe[title="reCAPTCHA ${time}"]`).getByLabel('I’m not a robot')

  test('asks for it, once for each try, also on a small phone', () =>
    inShop(async (page) => {
      // As high as the page: a browser lets frames rest that no one sees.
      await page.setViewportSize({ width: 390, height: 2000 })
      await page.goto('/sign-in')
      await page.getByRole('link', { name: 'Sign up' }).click()
      await page.getByLabel('First name').fill('Nora')
      await page.getByLabel('Surname').fill('Newcomer')
      await page.getByLabel('Work email').fill('nora@friends')
      await page.getByLabel('Team or company').fill('Friends')
      await page.getByLabel('I agree to the terms').check()
      await robot(page, 1).check()
      expect(await sidewaysOverflow(page)).toBeLessThanOrEqual(0)
      await press(page, 'Open the account')
      await page.getByRole('alert').getByText('Please check the marked fields').waitFor()
      // The answer went with that try.
      await robot(page, 2).waitFor()
      await page.getByLabel('Work email').fill('nora@friends.test')
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
