import type { BrowserContext, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { DEMO_PASSWORD, demo } from '#server/app/demo/ids.ts'
import { signIn } from './support/browser.ts'
import { eventually } from './support/eventually.ts'
import type { Posy } from './support/posy.ts'
import { freshWorld, press } from './support/world.ts'

/** Who is signed in, and what they may see, in a real browser. */
let posy: Posy
const world = freshWorld(async (opened) => {
  posy = opened.posy
})

const readCookies = async (context: BrowserContext) =>
  new Map((await context.cookies()).map((cookie) => [cookie.name, cookie]))
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const main = (page: Page) => page.getByRole('main')

describe('a session', () => {
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

      const cookies = await readCookies(context)
      expect([...cookies.keys()].sort()).toEqual(['device', 'refresh_token', 'team_id', 'user_access_token', 'user_id'])
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
      expect([...(await readCookies(context)).keys()]).toEqual(['device'])
      expect((await posy.call('GET', '/api/v2/auth/me', { token: accessToken })).status).toBe(401)
      await page.goto('/home')
      expect(new URL(page.url()).pathname).toBe('/sign-in')
    }))

  test('continues unnoticed when the access token has expired, in several tabs at once', () =>
    world.as('admin@acme.test', async (page, { context }) => {
      await page.goto('/home', { waitUntil: 'networkidle' })
      const before = await readCookies(context)
      await context.clearCookies({ name: 'user_access_token' })
      const tabs = await Promise.all([context.newPage(), context.newPage()])
      await Promise.all([
        page.getByRole('link', { name: 'Wallets' }).first().click(),
        ...tabs.map((tab) => tab.goto('/team/members')),
      ])
      await heading(page, 'Wallets').waitFor()
      for (const tab of tabs) await heading(tab, 'Acme').waitFor()
      const after = await readCookies(context)
      expect(after.get('refresh_token')!.value).not.toBe(before.get('refresh_token')!.value)
      // A refused token is renewed as well as a missing one.
      await context.addCookies([{ ...after.get('user_access_token')!, value: 'no-longer-good' }])
      await page.getByRole('link', { name: 'Team', exact: true }).click()
      await heading(page, 'Acme').waitFor()
      expect((await readCookies(context)).get('user_access_token')!.value).not.toBe('no-longer-good')
    }))

  test('whose refresh token is refused ends: people sign in and come back', () =>
    world.as('admin@acme.test', async (page, { context }) => {
      await page.goto('/home', { waitUntil: 'networkidle' })
      const { refresh_token } = Object.fromEntries(await readCookies(context))
      await context.clearCookies({ name: 'user_access_token' })
      await context.addCookies([{ ...refresh_token!, value: 'stolen' }])
      await page.getByRole('link', { name: 'Browse gifts' }).click()
      await heading(page, 'Browse gifts').waitFor()
      await page.goto('/wallets?x=1')
      await page.waitForURL(/\/sign-in\?next=%2Fwallets%3Fx%3D1/)
    }))

  test('that ends while someone types loses nothing: they sign in, come back, and can send what they typed', () =>
    world.as('admin@acme.test', async (page, { context }) => {
      await page.goto('/profile', { waitUntil: 'networkidle' })
      await page.getByLabel(/Gifts come from/).fill('The Acme team')
      await context.clearCookies()
      await page.getByRole('button', { name: 'Save', exact: true }).first().click()
      await page.waitForURL('**/sign-in?next=%2Fprofile')
      await page.getByText('What you typed is kept in this browser').waitFor()
      await page.getByLabel('Email address').fill('admin@acme.test')
      await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.waitForURL('**/profile')
      await expect.poll(() => page.getByLabel(/Gifts come from/).inputValue()).toBe('The Acme team')
      // Left alone, it is not brought back a second time.
      await page.goto('/profile', { waitUntil: 'networkidle' })
      expect(await page.getByLabel(/Gifts come from/).inputValue()).not.toBe('The Acme team')
    }))

  test('changes on the profile whether emails about new gifts are wanted, and back', () =>
    world.as('viewer@acme.test', async (page) => {
      const consent = page.getByLabel('New gifts, now and then')
      for (const wanted of [true, false]) {
        await page.goto('/profile', { waitUntil: 'networkidle' })
        await consent.setChecked(wanted, { force: true })
        await page.getByRole('button', { name: 'Save', exact: true }).last().click()
        await page.getByText('Saved.').waitFor()
        const { body } = await posy.call('GET', '/api/v2/auth/me', { token: await posy.signIn('viewer@acme.test') })
        expect([body.data.user.marketing, await consent.isChecked()]).toEqual([wanted, wanted])
      }
    }))

  test('lets a visitor look at gifts, as our own client, and asks them to sign in to send one', () =>
    world.visitor(async (page, { context }) => {
      await page.goto('/')
      await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).click()
      await page.waitForURL('**/sign-in')
      await page.goto(`/products/${demo.products.daisyFlatWhite}`)
      expect([...(await readCookies(context)).keys()]).toEqual(['client_access_token'])
      expect((await readCookies(context)).get('client_access_token')!.httpOnly).toBe(true)
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

  test('outlasts a lost connection: a press is held back and said, what was typed stays, and the press works afterwards', () =>
    world.as('admin@acme.test', async (page, { context }) => {
      await page.goto('/profile', { waitUntil: 'networkidle' })
      await page.getByLabel(/Gifts come from/).fill('Typed on a train')
      await context.setOffline(true)
      await page.getByText('You are offline').waitFor()
      for (const press of [
        page.getByRole('link', { name: 'Wallets' }).first(),
        page.getByRole('button', { name: 'Save', exact: true }).first(),
      ]) {
        await press.click()
        await page.getByText('Nothing was sent, and nothing you typed is lost.').waitFor()
        expect(await page.getByLabel(/Gifts come from/).inputValue()).toBe('Typed on a train')
      }
      await context.setOffline(false)
      await page.getByText('You are offline').waitFor({ state: 'detached' })
      await page.getByRole('link', { name: 'Wallets' }).first().click()
      await heading(page, 'Wallets').waitFor()
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

  test('switches team, and every page follows', () =>
    world.as('admin@acme.test', async (page, { context }) => {
      await page.goto('/home', { waitUntil: 'networkidle' })
      await page.getByRole('button', { name: /^Acme.*Switch team/ }).click()
      await page.getByRole('button', { name: /North/ }).click()
      await page.getByRole('button', { name: /^North.*Switch team/ }).waitFor()
      expect((await readCookies(context)).get('team_id')!.value).toBe(demo.teams.acmeNorth)
      await page.goto('/wallets')
      await main(page).getByRole('link', { name: 'North', exact: true }).waitFor()
      await expect.poll(() => main(page).getByRole('link', { name: 'Acme main' }).count()).toBe(0)
      // The next sign-in is to the team acted in last.
      await page.getByRole('button', { name: /^North.*Switch team/ }).click()
      await page.getByRole('button', { name: /^Acme/ }).click()
      await page.getByRole('button', { name: /^Acme.*Switch team/ }).waitFor()
    }))

  test('lets someone who forgot their password choose another by the emailed link', () =>
    world.visitor(async (page) => {
      await page.goto('/forgot-password')
      await page.getByLabel('Email address').fill('admin@globex.test')
      await page.getByRole('button', { name: 'Send the link' }).click()
      await page.getByText('Check your email').waitFor()
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
      // From the menu without loading the page again, which asks the server otherwise than an address does.
      await page.getByRole('link', { name: 'Team', exact: true }).click()
      await page.waitForURL('**/team/details')
      await main(page).getByText('Acme Trading Limited').first().waitFor()
      await page.goto('/team/members')
      await expect
        .poll(() =>
          main(page)
            .getByRole('link', { name: /Remove/ })
            .count(),
        )
        .toBe(0)
      await main(page).getByRole('link', { name: 'People' }).waitFor()
      await expect
        .poll(() =>
          main(page)
            .getByRole('link', { name: /^(API keys|Programs)$/ })
            .count(),
        )
        .toBe(0)
      for (const path of [`/wallets/${demo.wallets.acmeMain}/top-up`, '/team/api-keys']) {
        expect((await page.goto(path))!.status()).toBe(403)
        await page.getByText('You don’t have access to this').waitFor()
      }
    }))

  test('another team’s wallet is not found', () =>
    world.as('admin@acme.test', async (page) => {
      expect((await page.goto(`/wallets/${demo.wallets.globexMain}/statement`))!.status()).toBe(404)
      await page.getByText('Page not found').waitFor()
    }))
})

describe('contact details', () => {
  const mailedLink = (to: string) =>
    eventually(async () =>
      (await world.mailTo(to)).flatMap(({ links }) => links).find((one) => one.includes('/change-email')),
    )

  test('a phone is confirmed by a texted code, and an address is changed by links to both, also without scripts', async () => {
    const [old, wanted, mobile] = ['viewer@acme.test', 'vera@elsewhere.test', '+447700900321']
    await world.as(old, async (page) => {
      await page.goto('/profile')
      await page.getByLabel('Mobile number').fill(mobile)
      await page.getByRole('button', { name: 'Save' }).first().click()
      await page.getByText('Your profile is saved.').waitFor()
      await press(page, 'Text me a code')
      const text = await eventually(async () => (await world.mailTo(mobile))[0]?.text)
      await page.getByLabel('Code from the text').fill('12')
      await press(page, 'Confirm the number')
      await page.getByText('Is not the code we sent').first().waitFor()
      await page.getByLabel('Code from the text').fill(text.slice(0, 6))
      await press(page, 'Confirm the number')
      await page.getByText('Your mobile number is confirmed.').waitFor()

      await page.getByRole('link', { name: 'Change the email address' }).click()
      await heading(page, 'Email address').waitFor()
      // By keyboard alone.
      await page.getByLabel('New email address').focus()
      await page.keyboard.type(wanted)
      await page.keyboard.press('Tab')
      await page.keyboard.type('not this one')
      await page.keyboard.press('Enter')
      await page.getByText('Is not your present password').first().waitFor()
      await page.getByLabel('Your password').fill(DEMO_PASSWORD)
      // What was refused is shown a moment before the form takes another answer.
      await page.getByRole('button', { name: 'Send the links', disabled: false }).waitFor()
      await page.getByLabel('Your password').press('Enter')
      await page.getByText('We have sent a link to both addresses. Open both.').waitFor()
      await page.getByText(`Waiting to become ${wanted}`).waitFor()
      await world.visitor(
        async (reader) => {
          for (const [to, button, done] of [
            [old, 'Allow the change', `Confirmed. Now open the link we sent to ${wanted}.`],
            [wanted, 'Confirm this address', `The address is ${wanted} now.`],
          ] as const) {
            await reader.goto(await mailedLink(to))
            await heading(reader, 'Change of email address').waitFor()
            await press(reader, button)
            await reader.getByText(done).waitFor()
          }
        },
        { javaScriptEnabled: false, viewport: { width: 390, height: 844 } },
      )
      await page.goto('/profile')
      await page.getByText(`You sign in with ${wanted}.`).waitFor()
      await page.getByText(`${mobile} is yours.`, { exact: false }).waitFor()
    })
  })
})
