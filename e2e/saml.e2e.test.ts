import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { DEMO_PASSWORD, demo } from '#server/app/demo/ids.ts'
import { appCode } from '#server/testing/totp.ts'
import { accessibilityProblems, screenProblems } from './support/browser.ts'
import { freshWorld, press } from './support/world.ts'

/** A team signs in with its own provider, from connecting it to requiring it. */
const world = freshWorld()

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const follow = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).click()
const provider = () => `${world.posy.url}/sandbox/saml/acme-id/metadata`
const SCREEN = '/team/sign-in'

/** At the provider: scripts bring its answer back automatically. */
async function pickAs(page: Page, person: { email: string; firstName: string }) {
  await heading(page, 'Choose an account').waitFor()
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('First name').fill(person.firstName)
  await page.getByLabel('Surname').fill('Newcomer')
  await press(page, 'Continue')
}

async function findProvider(page: Page, email: string) {
  await page.goto('/sign-in')
  await follow(page, 'Continue with SSO')
  await heading(page, 'Sign in with SSO').waitFor()
  await page.getByLabel('Work email address').fill(email)
  await press(page, 'Continue')
}

/** The provider is connected, its domain verified and SSO on, as the first journey leaves it. */
async function connected() {
  const { posy, get, post } = world
  const own = `/v3/teams/${demo.teams.acme}/saml`
  const { connection } = await get(own)
  if (connection?.isActive) return
  const token = await posy.signIn('admin@acme.test')
  const change = async (method: 'PUT' | 'PATCH', body: object) => {
    const answer = await posy.call(method, own, { token, body })
    expect(answer.status, answer.text).toBe(200)
  }
  await change('PUT', { metadataUrl: provider() })
  const { domains } = await post(`${own}/domains`, { domain: 'acme.test' })
  await post('/sandbox/dns', domains[0].record)
  await post(`${own}/domains/acme.test/verify`)
  await change('PATCH', { isActive: true })
}

test('an admin connects a provider, tests it, verifies a domain and switches it on', () =>
  world.as('admin@acme.test', async (page) => {
    await page.goto(SCREEN)
    await page.getByLabel('Address of its metadata').fill(`${world.posy.url}/sandbox/saml/no-such-thing`)
    await press(page, 'Connect')
    await page.getByText('Answered 404').waitFor()
    await page.getByLabel('Address of its metadata').fill(provider())
    await press(page, 'Connect')
    await page.getByText('Your provider is connected.').waitFor()

    await press(page, /^Test$/)
    await follow(page, 'Continue to your provider')
    await pickAs(page, { email: 'tess@acme.test', firstName: 'Tess' })
    await page.getByText(/^The test went well/).waitFor()
    await page.getByText('tess@acme.test').waitFor()

    await page.getByLabel('Domain', { exact: true }).fill('acme.test')
    await press(page, 'Add domain')
    const text = await page.getByText(/^posy-domain-verification=/).innerText()
    await press(page, 'Check acme.test')
    await page.getByText('We found no such record for acme.test yet.').waitFor()
    await page.goto('/sandbox-ui/dns')
    await page.getByLabel('Name').fill('_posy-challenge.acme.test')
    await page.getByLabel('Text').fill(text)
    await press(page, 'Publish')
    await page.getByText(text).waitFor()
    await page.goto(SCREEN)
    await press(page, 'Check acme.test')
    await page.getByText('acme.test is verified.').waitFor()
    await press(page, 'Let people join with Google and Microsoft: acme.test')
    await page.getByText('People of acme.test can join now.').waitFor()
    await press(page, 'Switch on')
    await page.getByText('SSO is switched on.').waitFor()
    expect(await screenProblems(page, SCREEN)).toEqual([])
  }))

test('a first sign-in opens an account in the verified domain, with scripts and without', async () => {
  await connected()
  for (const [firstName, javaScriptEnabled] of [
    ['Nia', true],
    ['Noa', false],
  ] as const)
    await world.visitor(
      async (page) => {
        await findProvider(page, 'no-one@elsewhere.test')
        await page.getByText('No organisation has set up SSO for this address.').waitFor()
        // axe is a script itself.
        if (javaScriptEnabled) expect(await accessibilityProblems(page)).toEqual([])
        const email = `${firstName.toLowerCase()}@acme.test`
        await page.getByLabel('Work email address').fill(email)
        await press(page, 'Continue')
        await follow(page, 'Continue to your organisation')
        await pickAs(page, { email, firstName })
        if (!javaScriptEnabled) await press(page, 'Continue')
        await page.waitForURL('**/home')
        await heading(page, `Hello, ${firstName}`).waitFor()
      },
      { javaScriptEnabled },
    )
})

test('a password is refused where SSO is required, but for the one admin named for emergencies', async () => {
  await connected()
  const token = await world.posy.signIn('admin@acme.test')
  const own = `/v3/users/${demo.users.acmeAdmin}/second-factor`
  const { secret } = (await world.posy.call('POST', own, { token })).body.data
  const body = { code: appCode(secret, Date.now()), password: DEMO_PASSWORD }
  const on = await world.posy.call('POST', `${own}/confirm`, { token, body })
  const { recoveryCodes } = on.body.data

  await world.visitor(async (page) => {
    const enterPassword = async (email: string) => {
      await page.goto(`/sign-in?next=${SCREEN}`)
      await page.getByLabel('Email address').fill(email)
      await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
      await press(page, 'Sign in')
    }
    const enterCode = async (code: string) => {
      await heading(page, 'Enter your code').waitFor()
      await page.getByLabel('Code').fill(code)
      await press(page, 'Sign in')
      await page.waitForURL(({ pathname }) => pathname === SCREEN)
    }
    await enterPassword('admin@acme.test')
    await enterCode(recoveryCodes[0])
    for (const other of ['Email address and password', 'Google', 'Microsoft'])
      await page.getByLabel(other, { exact: true }).uncheck()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('need an admin who can sign in when your provider is down', { exact: false }).waitFor()
    await page.goto(SCREEN)
    await page.getByLabel('Admin with a password').selectOption({ value: demo.users.acmeAdmin })
    await press(page, 'Save admin')
    await page.getByText('Saved. They keep a way in if your provider is down.').waitFor()
    for (const other of ['Email address and password', 'Google', 'Microsoft'])
      await page.getByLabel(other, { exact: true }).uncheck()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Saved. It holds from everyone’s next click.').waitFor()

    await page.context().clearCookies()
    await enterPassword('viewer@acme.test')
    await page.getByText('This team asks its people to sign in with SSO.').waitFor()
    await enterPassword('admin@acme.test')
    await enterCode(recoveryCodes[1])
    await page.getByLabel('SSO with your own provider').waitFor()

    // An account that was there before is linked by its password, once.
    await page.context().clearCookies()
    await findProvider(page, 'viewer@acme.test')
    await follow(page, 'Continue to your organisation')
    await pickAs(page, { email: 'viewer@acme.test', firstName: 'Vera' })
    await heading(page, 'Is this your account?').waitFor()
    await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
    await press(page, 'Link SSO and sign in')
    await page.waitForURL('**/home')
  })
})
