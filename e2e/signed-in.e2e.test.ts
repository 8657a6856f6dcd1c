import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEMO_PASSWORD, demo } from '#server/app/demo/ids.ts'
import { accessibilityProblems, sidewaysOverflow, signIn } from './support/browser.ts'
import { eventually } from './support/eventually.ts'
import type { Posy } from './support/posy.ts'
import { openWorld, taken, type World } from './support/world.ts'

/** The signed-in app's frame and first screens, in a real browser. */
let world: World
let posy: Posy
beforeAll(async () => {
  world = await openWorld()
  posy = world.posy
})
afterAll(() => world?.close())

const cookiesOf = async (context: BrowserContext) =>
  new Map((await context.cookies()).map((cookie) => [cookie.name, cookie]))
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const main = (page: Page) => page.getByRole('main')

describe('the session', () => {
  test('signs in, keeps every token out of reach of scripts and pages, and signs out', () =>
    world.visitor(async (page, { context }) => {
      await page.goto('/wallets')
      expect(new URL(page.url()).pathname).toBe('/sign-in')
      await page.getByLabel('Email address').fill('admin@acme.test')
      await page.getByLabel('Password', { exact: true }).fill('not this one')
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.getByRole('alert').getByText('The email address or the password is not right.').waitFor()
      await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
      await page.getByRole('button', { name: 'Sign in' }).click()
      // Back to where the visitor wanted to go.
      await page.waitForURL('**/wallets')
      await heading(page, 'Wallets').waitFor()

      const cookies = await cookiesOf(context)
      expect([...cookies.keys()].sort()).toEqual(['refresh_token', 'team_id', 'user_access_token', 'user_id'])
      for (const { httpOnly, sameSite } of cookies.values())
        expect({ httpOnly, sameSite }).toEqual({ httpOnly: true, sameSite: 'Lax' })
      expect(cookies.get('team_id')!.value).toBe(demo.teams.acme)
      expect(cookies.get('user_id')!.value).toBe(demo.users.acmeAdmin)
      expect(await page.evaluate(() => document.cookie)).toBe('')
      const seen = [
        await page.content(),
        await (await page.request.get('/home')).text(),
        await (await page.request.get('/home.data')).text(),
      ]
      for (const name of ['refresh_token', 'user_access_token'])
        for (const text of seen) expect(text).not.toContain(cookies.get(name)!.value)

      const { value: accessToken } = cookies.get('user_access_token')!
      await page.getByRole('button', { name: /Your menu/ }).click()
      await page.getByRole('button', { name: 'Sign out' }).click()
      await page.waitForURL('**/sign-in')
      expect([...(await cookiesOf(context)).keys()]).toEqual([])
      expect((await posy.call('GET', '/api/v2/auth/me', { token: accessToken })).status).toBe(401)
      await page.goto('/home')
      expect(new URL(page.url()).pathname).toBe('/sign-in')
    }))

  test('goes on unnoticed when the access token has expired, in several tabs at once', () =>
    world.as('admin@acme.test', async (page, { context }) => {
      const before = await cookiesOf(context)
      await context.clearCookies({ name: 'user_access_token' })
      const tabs = await Promise.all([context.newPage(), context.newPage()])
      await Promise.all([
        page.getByRole('link', { name: 'Wallets' }).first().click(),
        ...tabs.map((tab) => tab.goto('/team/members')),
      ])
      await heading(page, 'Wallets').waitFor()
      for (const tab of tabs) await heading(tab, 'Acme').waitFor()
      const after = await cookiesOf(context)
      expect(after.get('refresh_token')!.value).not.toBe(before.get('refresh_token')!.value)
      // A refused token is renewed as well as a missing one.
      await context.addCookies([{ ...after.get('user_access_token')!, value: 'no-longer-good' }])
      await page.getByRole('link', { name: 'Team', exact: true }).click()
      await heading(page, 'Acme').waitFor()
      expect((await cookiesOf(context)).get('user_access_token')!.value).not.toBe('no-longer-good')
    }))

  test('is over for good where the refresh token is no good: to sign in, and back', () =>
    world.as('admin@acme.test', async (page, { context }) => {
      const { refresh_token } = Object.fromEntries(await cookiesOf(context))
      await context.clearCookies({ name: 'user_access_token' })
      await context.addCookies([{ ...refresh_token!, value: 'stolen' }])
      await page.getByRole('link', { name: 'Browse gifts' }).click()
      await heading(page, 'Browse gifts').waitFor()
      await page.goto('/wallets?x=1')
      await page.waitForURL(/\/sign-in\?next=%2Fwallets%3Fx%3D1/)
    }))

  test('lets a visitor look at gifts, as our own client, and asks them to sign in to send one', () =>
    world.visitor(async (page, { context }) => {
      await page.goto('/')
      await page.getByRole('link', { name: 'Sign in' }).click()
      await page.waitForURL('**/sign-in?next=%2Fhome')
      await page.goto(`/products/${demo.products.daisyFlatWhite}`)
      expect([...(await cookiesOf(context)).keys()]).toEqual(['client_access_token'])
      expect((await cookiesOf(context)).get('client_access_token')!.httpOnly).toBe(true)
      await expect.poll(() => page.getByRole('link', { name: 'Wallets' }).count()).toBe(0)
      await main(page)
        .getByRole('link', { name: /Sign in/ })
        .click()
      await page.waitForURL(/sign-in\?next=%2F/)
    }))

  test('does not go to another site after signing in', () =>
    world.visitor(async (page) => {
      await page.goto('/sign-in?next=//evil.example/home')
      await page.getByLabel('Email address').fill('viewer@acme.test')
      await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await heading(page, 'Hello, Victor').waitFor()
      expect(new URL(page.url()).origin).toBe(posy.url)
    }))

  test('refuses a form that another site sends', async () => {
    const token = await posy.signIn('admin@acme.test')
    const answer = await posy.call('POST', '/sign-out', {
      form: {},
      headers: { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site', cookie: `user_access_token=${token}` },
    })
    expect(answer.status).toBe(403)
    expect((await posy.call('GET', '/api/v2/auth/me', { token })).status).toBe(200)
  })

  test('switches team, and everything follows', () =>
    world.as('admin@acme.test', async (page, { context }) => {
      await page.getByRole('button', { name: 'Switch team; now Acme' }).click()
      await page.getByRole('button', { name: /North/ }).click()
      await page.getByRole('button', { name: 'Switch team; now North' }).waitFor()
      expect((await cookiesOf(context)).get('team_id')!.value).toBe(demo.teams.acmeNorth)
      await page.goto('/wallets')
      await main(page).getByRole('link', { name: 'North', exact: true }).waitFor()
      await expect.poll(() => main(page).getByRole('link', { name: 'Acme main' }).count()).toBe(0)
      // The next sign-in is to the team acted in last.
      await page.getByRole('button', { name: 'Switch team; now North' }).click()
      await page.getByRole('button', { name: /^Acme/ }).click()
      await page.getByRole('button', { name: 'Switch team; now Acme' }).waitFor()
    }))

  test('lets somebody who forgot their password choose another by the mailed link', () =>
    world.visitor(async (page) => {
      await page.goto('/forgot-password')
      await page.getByLabel('Email address').fill('admin@globex.test')
      await page.getByRole('button', { name: 'Send the link' }).click()
      await page.getByText('Look at your inbox').waitFor()
      const link = await eventually(async () => {
        const { body } = await posy.call('GET', '/sandbox/messages?to=admin%40globex.test')
        return body.data[0]?.links.find((each: string) => each.includes('/reset-password?'))
      })
      await page.goto(link)
      expect(page.url()).toBe(`${posy.url}/reset-password`)
      expect(await page.content()).not.toContain(new URL(link).searchParams.get('token'))
      await page.getByLabel('New password').fill('short')
      await page.locator('form').evaluate((form: HTMLFormElement) => form.setAttribute('novalidate', ''))
      await page.getByRole('button', { name: 'Change my password' }).click()
      await page.getByText(/Must have at least 12 characters/).waitFor()
      await page.getByLabel('New password').fill('three unusual words')
      await page.getByRole('button', { name: 'Change my password' }).click()
      await page.getByText('Your password is changed.').waitFor()
      await signIn(page, 'admin@globex.test', 'three unusual words')
    }))
})

describe('rights', () => {
  test('a viewer sees, and is offered nothing that they may not do', () =>
    world.as('viewer@acme.test', async (page) => {
      await page.goto(`/wallets/${demo.wallets.acmeMain}/statement`)
      await main(page).getByText('Bank payment received').first().waitFor()
      await page.goto('/wallets')
      await expect
        .poll(() =>
          main(page)
            .getByRole('link', { name: /Top up|Move money/ })
            .count(),
        )
        .toBe(0)
      await page.goto('/team/members')
      await expect
        .poll(() =>
          main(page)
            .getByRole('link', { name: /Remove/ })
            .count(),
        )
        .toBe(0)
      await expect.poll(() => main(page).getByRole('link', { name: 'API keys' }).count()).toBe(0)
      for (const path of [`/wallets/${demo.wallets.acmeMain}/top-up`, '/team/api-keys']) {
        expect((await page.goto(path))!.status()).toBe(403)
        await page.getByText('This is not yours to see').waitFor()
      }
    }))

  test('another team’s wallet is not there', () =>
    world.as('admin@acme.test', async (page) => {
      expect((await page.goto(`/wallets/${demo.wallets.globexMain}/statement`))!.status()).toBe(404)
      await page.getByText('There is nothing here').waitFor()
    }))
})

describe('screens', () => {
  test('a wallet: money moves, the statement tells, the balance explains itself', () =>
    world.as('admin@acme.test', async (page) => {
      await page.goto(`/wallets/${demo.wallets.acmeMain}/transfer`)
      await page.getByLabel('Amount').fill('1e9')
      await page.getByRole('button', { name: 'Move it' }).click()
      await page.getByText('Type an amount such as 250 or 250.50').waitFor()
      await page.getByLabel('Amount').fill('9,999,999')
      await page.getByRole('button', { name: 'Move it' }).click()
      await page.getByRole('alert').waitFor()
      await page.getByLabel('Amount').fill('12.34')
      await page.getByLabel('To', { exact: true }).selectOption({ label: 'Acme events (£250.00)' })
      await page.getByRole('button', { name: 'Move it' }).click()
      await page.getByText('£12.34 moved to Acme events.').waitFor()
      const first = page.getByRole('table').getByRole('row').nth(1)
      await expect.poll(() => first.innerText()).toMatch(/Moved between wallets[\s\S]*−£12\.34[\s\S]*£4,987\.66/)
      await page.getByRole('link', { name: 'Explain this balance' }).click()
      await expect.poll(() => page.getByRole('row', { name: /Together/ }).innerText()).toContain('£4,987.66')
      // What was said once is not said again.
      await expect.poll(() => page.getByText('£12.34 moved to Acme events.').count()).toBe(0)
      await page.getByRole('link', { name: 'Top up by bank' }).click()
      await page.getByLabel('Amount').fill('250')
      await page.getByRole('button', { name: 'Show the bank details' }).click()
      await page.getByText('HGDEMO0401').waitFor()
      await page.getByText('No money has moved yet.', { exact: false }).waitFor()
    }))

  test('an API key is shown once, works, and stops when told to', () =>
    world.as('admin@acme.test', async (page) => {
      await page.goto('/team/api-keys')
      await page.getByLabel('What is it for?').fill('A journey')
      await page.getByRole('button', { name: 'Make a key' }).click()
      const apiKey = await page.locator('code').innerText()
      expect((await posy.call('GET', '/api/v2/auth/me', { apiKey })).status).toBe(200)
      await page.reload()
      expect(await page.content()).not.toContain(apiKey)
      await page.getByRole('link', { name: 'Revoke A journey' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Revoke the key' }).click()
      await page.getByText('The key has stopped working.').waitFor()
      expect((await posy.call('GET', '/api/v2/auth/me', { apiKey })).status).toBe(401)
    }))

  test('the palette goes anywhere, by keyboard alone', () =>
    world.as('admin@acme.test', async (page) => {
      const field = page.getByRole('combobox')
      // Pressed before the scripts have come to life, the keys do nothing.
      await expect
        .poll(
          async () => {
            if (!(await field.isVisible())) await page.keyboard.press('Control+k')
            return field.isVisible()
          },
          { interval: 1000, timeout: 20_000 },
        )
        .toBe(true)
      await field.fill('truffles')
      await page.getByRole('option', { name: /Six truffles/ }).waitFor()
      await page.keyboard.press('Enter')
      await heading(page, 'Six truffles').waitFor()
    }))

  test('gifts are found by word and price, and the address remembers', () =>
    world.as('admin@acme.test', async (page) => {
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

  test('everything essential works before scripts do', () =>
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
        await page.getByRole('link', { name: 'Keep it as it is' }).click()
        await page.goto('/profile')
        await page.getByLabel('Surname').fill('Archer-Long')
        await page.getByRole('button', { name: 'Save' }).first().click()
        await page.getByText('Your profile is saved.').waitFor()
        await page.getByRole('button', { name: /Your menu, Alice Archer-Long/ }).click()
        await page.getByRole('button', { name: 'Sign out' }).click()
        await page.waitForURL('**/sign-in')
      },
      { javaScriptEnabled: false },
    ))

  test('what is typed before scripts have come stays', () =>
    world.as('admin@acme.test', async (page) => {
      const { promise: hasTyped, resolve: letScriptsCome } = Promise.withResolvers<void>()
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
    }))

  test('dark is a choice that lasts, from the first byte on', () =>
    world.as('admin@acme.test', async (page) => {
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
    '/reactions',
    '/profile',
    '/ui-gallery',
    `/wallets/${demo.wallets.globexMain}/statement`,
  ]
  const entrance = ['/sign-in', '/forgot-password', '/reset-password']

  test.each(['light', 'dark'] as const)(
    'is accessible, and fits a small phone (%s)',
    (colorScheme) =>
      world.visitor(
        async (page) => {
          const found: string[] = []
          const look = async (path: string) => {
            await page.goto(path, { waitUntil: 'networkidle' })
            for (const problem of await accessibilityProblems(page)) found.push(`${path} ${problem}`)
            await page.setViewportSize({ width: 320, height: 700 })
            const overflow = await sidewaysOverflow(page)
            if (overflow > 0) found.push(`${path} is ${overflow} px too wide`)
            await page.setViewportSize({ width: 1280, height: 800 })
          }
          for (const path of entrance) await look(path)
          await signIn(page, 'admin@acme.test')
          for (const path of screens) await look(path)
          expect(found).toEqual([])
        },
        { colorScheme, viewport: { width: 1280, height: 800 } },
      ),
    240_000,
  )

  test('the first page after signing in needs at most 200 KB of script', () =>
    world.as('admin@acme.test', async (page) => {
      let bytes = 0
      const client = await page.context().newCDPSession(page)
      await client.send('Network.enable')
      const scripts = new Set<string>()
      client.on('Network.responseReceived', ({ requestId, type }) => void (type === 'Script' && scripts.add(requestId)))
      client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
        if (scripts.has(requestId)) bytes += encodedDataLength
      })
      await client.send('Network.setCacheDisabled', { cacheDisabled: true })
      await page.goto('/home', { waitUntil: 'networkidle' })
      expect(bytes).toBeGreaterThan(50_000)
      expect(bytes).toBeLessThan(200_000)
    }))
})
