import pg from 'pg'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { accessibilityProblems, enter, screenProblems, sidewaysOverflow } from './support/browser.ts'
import { eventually } from './support/eventually.ts'
import { freshWorld, press } from './support/world.ts'

/** Signing in with Google and Microsoft, from the button to the first screen. */
const world = freshWorld()

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const follow = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).click()

/** Someone the provider's page does not list. */
async function pickAs(page: Page, person: { email: string; firstName: string }) {
  await heading(page, 'Choose an account').waitFor()
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('First name').fill(person.firstName)
  await page.getByLabel('Surname').fill('Newcomer')
  await press(page, 'Continue')
}

test('a first sign-in by Google opens a new team; the next one comes back to it', async () => {
  const nia = { email: 'nia@newcomers.test', firstName: 'Nia' }
  await world.visitor(async (page) => {
    await page.goto('/sign-in')
    await follow(page, 'Continue with Google')
    await page.getByRole('button', { name: 'Nia Newcomer' }).click()
    // No one knows her yet: she chooses a plan.
    await page.getByText('No account uses this address yet.').waitFor()
    await page.getByRole('radio', { name: /^Free/ }).check()
    await follow(page, 'Continue with Google')
    expect(await accessibilityProblems(page)).toEqual([])
    await page.getByRole('button', { name: 'Nia Newcomer' }).click()
    await page.waitForURL('**/home')
    await heading(page, 'Hello, Nia').waitFor()
    await page.getByText('Nia’s team', { exact: true }).first().waitFor()
    expect((await page.context().cookies()).every(({ httpOnly }) => httpOnly)).toBe(true)
  })
  await world.visitor(
    async (page) => {
      await page.goto('/sign-in?next=/wallets')
      await follow(page, 'Continue with Google')
      await pickAs(page, nia)
      await page.waitForURL(({ pathname }) => pathname === '/wallets')
    },
    { javaScriptEnabled: false },
  )
})

test('a plan that is picked before the page’s scripts come is the one that an account at Google opens', async () => {
  const database = new pg.Client({ connectionString: world.posy.env.DATABASE_URL })
  await database.connect()
  const offerPlus = (isOffered: boolean) =>
    database.query('update plan set open_for_sign_up = $1 where id = $2', [isOffered, demo.plans.plus])
  await offerPlus(true)
  await world.visitor(async (page) => {
    const { promise: isPicked, resolve: letScriptsCome } = Promise.withResolvers<void>()
    await page.route('**/assets/*.js', async (route) => {
      await isPicked
      await route.continue()
    })
    await page.goto('/sign-up', { waitUntil: 'commit' })
    await page.getByRole('radio', { name: /^Plus/ }).check()
    letScriptsCome()
    const google = page.getByRole('link', { name: 'Continue with Google' })
    await expect.poll(() => google.getAttribute('href')).toContain(demo.plans.plus)
  })
  await offerPlus(false)
  await database.end()
})

test('Microsoft with the address of an account is linked by its password, and shown on the profile', () =>
  world.visitor(async (page) => {
    await page.goto('/sign-in')
    await follow(page, 'Continue with Microsoft')
    await page.getByRole('button', { name: 'Peter Price' }).click()
    await heading(page, 'Is this your account?').waitFor()
    await page.getByText('participant@acme.test').waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    await page.getByLabel('Password', { exact: true }).fill('not this one')
    await press(page, 'Link Microsoft and sign in')
    await page.getByText('Is not the password of this account').waitFor()
    await page.getByLabel('Password', { exact: true }).fill('posy-demo-2026')
    await press(page, 'Link Microsoft and sign in')
    await page.waitForURL('**/home')
    await page.getByText('Microsoft is linked to your account.').waitFor()

    await page.context().clearCookies()
    await page.goto('/sign-in')
    await follow(page, 'Continue with Microsoft')
    await page.getByRole('button', { name: 'Peter Price' }).click()
    await page.waitForURL('**/home')

    await page.goto('/profile')
    expect(await accessibilityProblems(page)).toEqual([])
    await follow(page, 'Link Google')
    await pickAs(page, { email: 'peter@home.test', firstName: 'Peter' })
    await page.getByLabel('Password', { exact: true }).fill('posy-demo-2026')
    await press(page, 'Link Google and sign in')
    await page.waitForURL(({ pathname }) => pathname === '/profile')
    await page.getByText('You can sign in with Google.').waitFor()
    await press(page, 'Remove Microsoft')
    await page.getByText('Removed. You can no longer sign in with it.').waitFor()
    await page.getByRole('link', { name: 'Link Microsoft' }).waitFor()
  }))

test('a team asks for Google: anyone who set it keeps their way in, and a password is no longer enough', () =>
  world.visitor(async (page) => {
    const grace = { email: 'admin@globex.test', firstName: 'Grace' }
    await page.goto('/sign-in?next=/team/sign-in')
    await follow(page, 'Continue with Google')
    await pickAs(page, grace)
    await page.getByLabel('Password', { exact: true }).fill('posy-demo-2026')
    await press(page, 'Link Google and sign in')
    await page.waitForURL(({ pathname }) => pathname === '/team/sign-in')
    expect(await screenProblems(page, '/team/sign-in')).toEqual([])
    await page.getByLabel('Google', { exact: true }).uncheck()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('must keep the way you signed in yourself').waitFor()
    await page.getByLabel('Google', { exact: true }).check()
    await page.getByLabel('Email address and password').uncheck()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Saved. It holds from everyone’s next click.').waitFor()

    await page.context().clearCookies()
    await page.goto('/sign-in')
    await page.getByLabel('Email address').fill(grace.email)
    await page.getByLabel('Password', { exact: true }).fill('posy-demo-2026')
    await press(page, 'Sign in')
    await page.getByText('This team asks its people to sign in with Google or Microsoft.').waitFor()
    await follow(page, 'Continue with Google')
    await pickAs(page, grace)
    await page.waitForURL('**/home')
  }))

test('an address that no one vouches for is proven by a code, also on a small phone and without scripts', () =>
  world.visitor(
    async (page) => {
      const mia = { email: 'mia@newcomers.test', firstName: 'Mia' }
      await page.goto('/sign-up')
      await follow(page, 'Continue with Microsoft')
      await pickAs(page, mia)
      await heading(page, 'Check your email').waitFor()
      expect(await sidewaysOverflow(page)).toBeLessThanOrEqual(0)
      const link = await eventually(async () =>
        (await world.mailTo(mia.email)).flatMap(({ links }) => links).find((one) => one.includes('/sso/verify')),
      )
      await page.goto(link)
      expect(await page.getByLabel('Six-digit code').inputValue()).toMatch(/^\d{6}$/)
      await press(page, 'Link Microsoft and sign in')
      await page.waitForURL('**/home')
      await heading(page, 'Hello, Mia').waitFor()
    },
    { javaScriptEnabled: false, viewport: { width: 320, height: 700 } },
  ))

test('a sign-in that another browser started leads nowhere, and going back changes nothing', async () => {
  let began = ''
  await world.visitor(async (page) => {
    await page.goto('/sign-in')
    await follow(page, 'Continue with Google')
    const answer = page.waitForRequest((request) => request.url().includes('/sso/google?'))
    await page.route('**/sso/google?**', (route) => route.abort())
    await page.getByRole('button', { name: 'Alice Archer' }).click()
    began = (await answer).url()
  })
  await world.visitor(async (page) => {
    await page.goto(began)
    await page.getByText('That sign-in took too long, or began in another browser.').waitFor()
    expect(new URL(page.url()).pathname).toBe('/sign-in')
    await page.goto('/sso/verify?code=123456')
    await page.getByText('Open the link in the browser where you began').waitFor()
    await follow(page, 'Continue with Google')
    await press(page, 'Cancel')
    await page.getByText('You have not signed in with Google. Nothing has changed.').waitFor()
    await enter(page, world.posy, 'viewer@acme.test')
    await page.goto('/home')
    await heading(page, /^Hello/).waitFor()
  })
})
