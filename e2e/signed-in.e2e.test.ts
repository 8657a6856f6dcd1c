import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { accessibilityProblems, screenProblems, signIn, tabTo } from './support/browser.ts'
import { openPalette } from './support/palette.ts'
import type { Posy } from './support/posy.ts'
import { freshWorld, press, taken } from './support/world.ts'

/** The first screens of the signed-in app, in a real browser. */
let posy: Posy
const world = freshWorld(async (opened) => {
  posy = opened.posy
})

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const main = (page: Page) => page.getByRole('main')

describe('screens', () => {
  test('money moves between wallets, and the statement and the balance’s explanation show it', () =>
    world.as('admin@acme.test', async (page) => {
      await page.goto(`/wallets/${demo.wallets.acmeMain}/transfer`)
      await page.getByLabel('Amount').fill('1e9')
      await page.getByRole('button', { name: 'Move it' }).click()
      await page.getByText('This is not an amount: type one such as 250 or 250.50').waitFor()
      await page.getByLabel('Amount').fill('9,999,999')
      await page.getByRole('button', { name: 'Move it' }).click()
      await page.getByText('This is not an amount').first().waitFor({ state: 'detached' })
      await page.getByRole('alert').waitFor()
      await page.getByLabel('Amount').fill('12.34')
      await page.getByLabel('To', { exact: true }).selectOption({ label: 'Acme events (£250.00)' })
      await page.getByRole('button', { name: 'Move it' }).click()
      await page.getByText('£12.34 moved to Acme events.').waitFor()
      const first = page
        .getByRole('table', { name: /^Movements of/ })
        .getByRole('row')
        .nth(1)
      await expect.poll(() => first.innerText()).toMatch(/Moved between wallets[\s\S]*−£12\.34[\s\S]*£4,987\.66/)
      await page.getByRole('link', { name: 'Explain this balance' }).click()
      await expect.poll(() => page.getByRole('row', { name: /^Total/ }).innerText()).toContain('£4,987.66')
      // What was said once is not said again.
      await expect.poll(() => page.getByText('£12.34 moved to Acme events.').count()).toBe(0)
      await page.getByRole('link', { name: 'Top up by bank' }).click()
      await page.getByLabel('Amount').fill('250')
      await page.getByRole('button', { name: 'Email me these details' }).click()
      await page.getByText('HGDEMO0401').waitFor()
      await page.getByText('No money has moved yet.', { exact: false }).waitFor()
      // Printed, the details stand there without what is pressed.
      await page.emulateMedia({ media: 'print' })
      expect(await page.getByText('HGDEMO0401').isVisible()).toBe(true)
      expect(await page.getByRole('navigation').or(page.getByRole('button')).count()).toBe(0)
    }))

  test('an API key is shown once, works, and stops when it is revoked', () =>
    world.as('admin@acme.test', async (page) => {
      await page.goto('/team/api-keys')
      await page.getByLabel('What is it for?').fill('A journey')
      await page.getByLabel('Last day').fill('2020-01-01')
      await page.getByLabel(/^Buy and send/).uncheck()
      await press(page, 'Make a key')
      await page.getByText('Must be in the future').waitFor()
      await page.getByLabel('Last day').fill('2199-12-30')
      await press(page, 'Make a key')
      const apiKey = await page.locator('code').innerText()
      await page.getByRole('cell', { name: '30 December 2199' }).waitFor()
      const asked = `/api/v2/orders/${crypto.randomUUID()}`
      expect((await posy.call('DELETE', asked, { apiKey })).body.code).toBe('scope_missing')
      expect((await posy.call('GET', '/api/v2/auth/me', { apiKey })).status).toBe(200)
      await page.reload()
      expect(await page.content()).not.toContain(apiKey)
      await page.getByRole('link', { name: 'A journey', exact: true }).click()
      await page.getByRole('heading', { name: 'Requests', exact: true }).waitFor()
      // Requests are written together, a moment later.
      await expect
        .poll(async () => {
          await page.reload()
          return page.getByRole('cell', { name: `DELETE ${asked}` }).count()
        })
        .toBe(1)
      await page.getByRole('cell', { name: 'GET /api/v2/auth/me' }).waitFor()
      await page.getByRole('link', { name: 'Refused' }).click()
      await expect.poll(() => page.getByRole('cell', { name: 'GET /api/v2/auth/me' }).count()).toBe(0)
      await page.getByRole('cell', { name: '403' }).waitFor()
      expect(await screenProblems(page, new URL(page.url()).pathname)).toEqual([])
      await page.getByRole('main').getByRole('link', { name: 'API keys' }).last().click()
      await page.getByRole('link', { name: 'Revoke A journey' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Revoke the key' }).click()
      await page.getByText('The key has stopped working.').waitFor()
      expect((await posy.call('GET', '/api/v2/auth/me', { apiKey })).status).toBe(401)
    }))

  test('the palette opens any page, by keyboard alone', () =>
    world.as('admin@acme.test', async (page) => {
      await page.goto('/home')
      await (await openPalette(page)).fill('truffles')
      await page.getByRole('option', { name: /Six truffles/ }).waitFor()
      await page.keyboard.press('Enter')
      await heading(page, 'Six truffles').waitFor()
    }))

  test('the palette keeps the focus while it is open, and gives it back to what opened it', () =>
    world.as('admin@acme.test', async (page) => {
      await page.goto('/home', { waitUntil: 'networkidle' })
      await tabTo(page, /^Search/)
      await page.keyboard.press('Enter')
      const sheet = page.getByRole('dialog', { name: 'Search' })
      await sheet.waitFor()
      expect(await accessibilityProblems(page)).toEqual([])
      await tabTo(page, /^Search for anything/)
      await page.keyboard.press('Escape')
      await sheet.waitFor({ state: 'detached' })
      await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toMatch(/^Search/)
      expect(new URL(page.url()).pathname).toBe('/home')
    }))

  test('by keyboard a password is shown, a box is ticked, a switch is turned and a text makes its field higher', () =>
    world.as('admin@acme.test', async (page) => {
      await page.goto('/ui-gallery', { waitUntil: 'networkidle' })
      const password = page.getByLabel('Password', { exact: true })
      const isOn = (role: 'checkbox' | 'switch', name: string) => page.getByRole(role, { name }).isChecked()
      await password.focus()
      await page.keyboard.type('three unrelated words')
      await tabTo(page, /^Show what is typed/)
      await page.keyboard.press('Enter')
      await expect
        .poll(() => password.evaluate(({ type, value }: HTMLInputElement) => [type, value]))
        .toEqual(['text', 'three unrelated words'])
      await tabTo(page, /^Message/)
      const height = () => page.getByLabel('Message').evaluate(({ clientHeight }) => clientHeight)
      const before = await height()
      await page.keyboard.type('one\ntwo\nthree\nfour\nfive\nsix')
      await expect.poll(height).toBeGreaterThan(1.5 * before)
      await tabTo(page, /^Tell me when it is done/)
      await page.keyboard.press('Space')
      await expect.poll(() => isOn('checkbox', 'Tell me when it is done')).toBe(false)
      await tabTo(page, /^A summary once a day/)
      await page.keyboard.press('Space')
      await expect.poll(() => isOn('switch', 'A summary once a day')).toBe(false)
    }))

  test('the palette finds people, gifts by shortcode or link, purchases, receipts, participants, settings and acts', () =>
    world.as('admin@acme.test', async (page) => {
      const token = await posy.signIn('admin@acme.test')
      const buy = (purchase: object) =>
        posy.call('POST', '/api/v2/transactions?embed[]=hugggs', {
          token,
          body: {
            purchase: { type: 'bulkHugggs', reference: demo.products.daisyFlatWhite, ...purchase },
            payment: { method: 'walletCommitment', reference: demo.wallets.acmeMain },
          },
        })
      const bought = await buy({ type: 'huggg', deliveryMethod: 'links', title: 'Palette party' })
      const { id, shortcode } = bought.body.data.embedded.hugggs[0]
      const find = async (query: string) =>
        (await (await page.request.get(`/search/suggestions.data?q=${encodeURIComponent(query)}`)).text()) ?? ''
      expect(await find(shortcode)).toContain(`/activity/gifts/${id}`)
      expect(await find(`https://posy.example/g/${shortcode}`)).toContain(`/activity/gifts/${id}`)
      expect(await find('palette party')).toContain(`/activity/${bought.body.data.id}`)
      // However they were given.
      for (const [title, purchase] of [
        ['Palette mailed', { receivers: [{ email: 'palette@people.test' }] }],
        ['Palette texted', { receivers: [{ phone_number: '+447700900171' }] }],
        ['Palette shared', { type: 'superhuggg', limit: 2 }],
        ['Palette printed', { deliveryMethod: 'printable' }],
        ['Palette coded', { deliveryMethod: 'inline-redeem' }],
      ] as const) {
        const { data } = (await buy({ title, ...purchase })).body
        expect(await find(title)).toContain(`/activity/${data.id}`)
      }
      // What someone got comes before the more that they sent since.
      const got = await buy({ receivers: [{ email: 'robin@people.test', name: 'Robin Palette' }] })
      await buy({ deliveryMethod: 'links', quantity: 5, fromName: 'Robin Palette' })
      expect(await find('Robin Palette')).toContain(`/activity/gifts/${got.body.data.embedded.hugggs[0].id}`)
      expect(await find('viewer@acme')).toContain('/team/members')
      const { body: receipt } = await posy.call('GET', `/api/v2/transactions/${bought.body.data.id}/receipt`, { token })
      const number = receipt.data.files[0].fileName.match(/^RCT-\d+/)[0]
      expect(await find(number)).toContain(`/activity/${bought.body.data.id}/papers`)
      const wish = { name: 'Found', budgetAmount: 500, frequency: 'month', walletId: demo.wallets.acmeMain }
      const { id: budget } = (await posy.call('POST', '/v3/automated-budgets', { token, body: wish })).body.data
      const body = { participants: ['hannah@budget.test'] }
      await posy.call('POST', `/v3/automated-budgets/${budget}/participants`, { token, body })
      expect(await find('hannah')).toContain(`/budgets/${budget}/participants/`)
      await page.goto('/home')
      const field = await openPalette(page)
      for (const [words, place] of [
        ['top up', 'Top up a wallet'],
        ['notifications', 'Email preferences'],
        ['tax', 'VAT'],
      ] as const) {
        await field.fill(words)
        await page.getByRole('option', { name: place }).waitFor()
      }
    }))

  test('gifts are found by word and price, which stay in the address', () =>
    world.as('admin@acme.test', async (page) => {
      await page.goto('/home')
      await page.getByRole('link', { name: 'Browse gifts' }).click()
      await page.getByRole('combobox', { name: 'Search' }).fill('coffee')
      await page.getByLabel('Up to').fill('5')
      await main(page).getByRole('button', { name: 'Show' }).click()
      await page.waitForURL(/q=coffee/)
      await page.getByRole('status').filter({ hasText: 'for “coffee”' }).waitFor()
      await expect
        .poll(() =>
          main(page)
            .getByRole('link', { name: /Flat white/ })
            .count(),
        )
        .toBe(1)
      await page.reload()
      await expect.poll(() => page.getByLabel('Up to').inputValue()).toBe('5')
      await expect
        .poll(() =>
          main(page)
            .getByRole('link', { name: /Coffee and cake/ })
            .count(),
        )
        .toBe(0)
    }))

  test('everything essential works before scripts are loaded', () =>
    world.as(
      'admin@acme.test',
      async (page) => {
        await page.goto('/browse?q=flowers')
        await page.getByRole('combobox', { name: 'Search' }).fill('bouquet')
        await main(page).getByRole('button', { name: 'Show' }).click()
        await main(page)
          .getByRole('link', { name: /Letterbox bouquet/ })
          .click()
        await heading(page, 'Letterbox bouquet').waitFor()
        await page.goto('/team/members')
        await page.getByRole('link', { name: 'Remove Peter Price' }).click()
        await page.getByRole('link', { name: 'Go back' }).click()
        await page.goto('/profile')
        await page.getByLabel('Surname').fill('Archer-Long')
        await page.getByRole('button', { name: 'Save' }).first().click()
        await page.getByText('Your profile is saved.').waitFor()
        await page.getByRole('button', { name: /^Alice Archer-Long.*Your menu/ }).click()
        await page.getByRole('button', { name: 'Sign out', exact: true }).click()
        await page.waitForURL('**/sign-in')
      },
      { javaScriptEnabled: false },
    ))

  test('what is typed before scripts are loaded stays', () =>
    world.as('admin@acme.test', async (page) => {
      let { promise: hasTyped, resolve: letScriptsCome } = Promise.withResolvers<void>()
      await page.route('**/assets/*.js', async (route) => {
        await hasTyped
        await route.continue()
      })
      await page.goto('/team/invites?email=ada@friends.test', { waitUntil: 'commit' })
      const addresses = page.getByLabel('Email addresses')
      await addresses.fill('ben at friends')
      letScriptsCome()
      await taken(addresses)
      await expect.poll(() => addresses.inputValue()).toBe('ben at friends')
      await page.getByRole('button', { name: 'Send the invites' }).click()
      await page.getByText('ben at friends: is not an email address').waitFor()

      // Several lines that were sent and refused before any script ran come back, and are typed over in the same way.
      ;({ promise: hasTyped, resolve: letScriptsCome } = Promise.withResolvers<void>())
      await page.goto('/team/invites', { waitUntil: 'commit' })
      await addresses.fill('ben at friends\ncy at friends')
      await page.getByRole('button', { name: 'Send the invites' }).click({ noWaitAfter: true })
      await page.getByText('cy at friends: is not an email address').waitFor()
      await addresses.fill('dee at friends\neve at friends')
      letScriptsCome()
      await taken(addresses)
      await expect.poll(() => addresses.inputValue()).toBe('dee at friends\neve at friends')
    }))

  test('the dark theme is remembered, from the first byte of a page on', () =>
    world.as('admin@acme.test', async (page) => {
      await page.goto('/home', { waitUntil: 'networkidle' })
      await page.getByRole('button', { name: /Your menu/ }).click()
      const saved = page.waitForResponse((response) => response.request().method() === 'POST')
      await page.getByRole('button', { name: 'Dark' }).click()
      await expect
        .poll(() => page.evaluate(() => getComputedStyle(document.body).backgroundColor))
        .toBe('rgb(23, 18, 29)')
      // The screen changes at once; the next page knows when the choice has been kept.
      await saved
      expect(await (await page.request.get('/home')).text()).toContain('data-colour-scheme="dark"')
      expect(await (await page.request.get('/g/nothing')).text()).not.toContain('<html lang="en-GB" data-colour-scheme')
    }))
})

describe('webhooks', () => {
  test('an admin adds one, sees what was sent and what came back, sends it again, and switches it off', async () => {
    const got: { type: string; id: string }[] = []
    const receiver = createServer((request, response) => {
      let body = ''
      request.on('data', (chunk) => {
        body += chunk
      })
      request.on('end', () => {
        got.push({ type: JSON.parse(body).type, id: String(request.headers['webhook-id']) })
        response.end('noted')
      })
    })
    await new Promise<void>((listening) => receiver.listen(0, '127.0.0.1', listening))
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/posy`
    try {
      // What was bought before is told before: none of it comes here late.
      await world.advance('PT0S')
      await world.as('admin@acme.test', async (page) => {
        await page.goto('/team/webhooks', { waitUntil: 'networkidle' })
        await page.getByLabel('Address').fill('nonsense://x')
        await press(page, 'Add webhook')
        await expect.poll(() => page.getByText('Please check the marked fields').count()).toBe(1)
        await page.getByLabel('Address').fill(url)
        await press(page, 'Add webhook')
        await page.getByText(/^whsec_/).waitFor()
        await page.getByRole('link', { name: url }).click()
        await press(page, 'Send a test event')
        await expect.poll(() => got.map(({ type }) => type)).toEqual(['test.ping'])
        await world.buy({ receivers: undefined, deliveryMethod: 'links', quantity: 1 })
        await expect.poll(() => got.map(({ type }) => type)).toContain('huggg.created')
        // The receiver has it a moment before its answer is written down.
        const delivery = page.locator('details', { hasText: 'huggg.created' })
        await expect
          .poll(async () => {
            await page.reload({ waitUntil: 'networkidle' })
            return delivery.textContent()
          })
          .toContain('noted')
        await delivery.locator('summary').click()
        await delivery.getByText('noted').waitFor()
        await page.getByRole('button', { name: 'Send again: huggg.created' }).click()
        await expect.poll(() => got.filter(({ type }) => type === 'huggg.created').length).toBe(2)
        expect(new Set(got.filter(({ type }) => type === 'huggg.created').map(({ id }) => id)).size).toBe(1)
        expect(await screenProblems(page, new URL(page.url()).pathname)).toEqual([])
        await press(page, 'Switch off')
        await page.getByText('Switched off', { exact: true }).waitFor()
        await page.getByRole('link', { name: 'Delete' }).click()
        await press(page, 'Delete webhook')
        await page.getByText('No webhooks').waitFor()
      })
    } finally {
      receiver.close()
    }
  })
})

describe('every screen', () => {
  const screens = [
    '/home',
    '/browse',
    '/browse?q=zzzz',
    `/products/${demo.products.choiceOfGift10}`,
    `/brands/${demo.brands.daisyCoffee}`,
    '/wallets',
    `/wallets/${demo.wallets.acmeMain}/statement`,
    `/wallets/${demo.wallets.acmeMain}/balance`,
    `/wallets/${demo.wallets.acmeMain}/top-up`,
    `/wallets/${demo.wallets.acmeMain}/transfer`,
    '/team/details',
    '/team/members',
    `/team/members?remove=${demo.users.acmeViewer}`,
    '/team/api-keys',
    '/team/webhooks',
    '/reactions',
    '/profile',
    '/profile/email',
    '/ui-gallery',
    `/wallets/${demo.wallets.globexMain}/statement`,
  ]
  const entrance = ['/sign-in', '/forgot-password', '/reset-password']

  test('is accessible in both themes, and fits a small phone', () =>
    world.visitor(async (page) => {
      const found: string[] = []
      for (const path of entrance) found.push(...(await screenProblems(page, path, [1280])))
      await signIn(page, 'admin@acme.test')
      for (const path of screens) found.push(...(await screenProblems(page, path, [1280])))
      expect(found).toEqual([])
    }))

  test('the first page after signing in needs at most 150 KB of script, packed', () =>
    world.as('admin@acme.test', async (page) => {
      const scripts: Promise<number>[] = []
      page.on('response', (answer) => {
        if (answer.request().resourceType() === 'script')
          scripts.push(answer.body().then((body) => gzipSync(body).byteLength))
      })
      await page.goto('/home', { waitUntil: 'networkidle' })
      const bytes = (await Promise.all(scripts)).reduce((sum, size) => sum + size, 0)
      expect(bytes).toBeGreaterThan(50_000)
      expect(bytes).toBeLessThan(150_000)
    }))
})
