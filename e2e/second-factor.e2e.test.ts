import { readFile } from 'node:fs/promises'
import type { CDPSession, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { DEMO_PASSWORD, demo } from '#server/app/demo/ids.ts'
import { appCode } from '#server/testing/totp.ts'
import { accessibilityProblems, enter, sidewaysOverflow } from './support/browser.ts'
import { freshWorld, press } from './support/world.ts'

/** A second step when signing in, from setting it up to losing it, and a team that asks everyone for one. */
const world = freshWorld()

const who = 'viewer@acme.test'
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
async function enterPassword(page: Page) {
  await page.getByLabel('Email address').fill(who)
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await press(page, 'Sign in')
  await heading(page, 'Enter your code').waitFor()
}
const codeNow = (secret: string) => appCode(secret, Date.now())
/** A code works once, and the server takes one a step early: nothing waits for the clock. */
const codeAhead = (secret: string) => appCode(secret, Date.now() + 30_000)

test('two-step sign-in is set up, asked for, and survives a lost phone, without scripts too', async () => {
  let secret = ''
  let recoveryCodes: string[] = []
  await world.as(who, async (page) => {
    await page.goto('/profile')
    expect(await accessibilityProblems(page)).toEqual([])
    await page.getByRole('link', { name: 'Set up two-step sign-in' }).click()
    await heading(page, 'Two-step sign-in').waitFor()
    await press(page, 'Set up two-step sign-in')
    await page.getByRole('img', { name: 'QR code with the key below' }).waitFor()
    secret = (await page.locator('code').innerText()).replaceAll(' ', '')
    expect(await accessibilityProblems(page)).toEqual([])
    await page.getByLabel('Six-digit code').fill('000000')
    await page.getByLabel('Your password', { exact: true }).fill(DEMO_PASSWORD)
    await press(page, 'Turn on two-step sign-in')
    await page.getByText('Is not right, or was used before; wait for the next one').first().waitFor()
    expect((await page.locator('code').innerText()).replaceAll(' ', '')).toBe(secret)
    await page.getByLabel('Six-digit code').fill(codeNow(secret))
    await page.getByLabel('Your password', { exact: true }).fill(DEMO_PASSWORD)
    await press(page, 'Turn on two-step sign-in')
    await page.getByText('Keep these ten recovery codes somewhere safe now.').waitFor()
    recoveryCodes = await page.getByRole('listitem').locator('code').allInnerTexts()
    expect(recoveryCodes).toHaveLength(10)
    expect(await accessibilityProblems(page)).toEqual([])
    const file = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download them as a text file' }).click()
    const lines = (await readFile(await (await file).path(), 'utf8')).split('\r\n')
    expect(lines).toEqual(expect.arrayContaining(recoveryCodes))
  })
  await world.visitor(async (page) => {
    await page.goto('/sign-in?next=/wallets')
    await enterPassword(page)
    expect(await accessibilityProblems(page)).toEqual([])
    await page.getByLabel('Code').fill(codeAhead(secret))
    await press(page, 'Sign in')
    await page.waitForURL(({ pathname }) => pathname === '/wallets')
    await page.goto('/profile')
    const places = page.locator('#sessions')
    await places.getByText('This browser').waitFor()
    expect(await places.getByRole('listitem').count()).toBe(2)
    await places.getByRole('button', { name: /^Sign out Chrome on / }).click()
    await page.getByText('Signed out there.').waitFor()
    await expect.poll(() => places.getByRole('listitem').count()).toBe(1)
    await expect
      .poll(async () => (await world.mailTo(who)).map(({ subject }) => subject))
      .toContain('New sign-in to your Posy account')
  })
  await world.visitor(
    async (page) => {
      await page.goto('/sign-in')
      await enterPassword(page)
      expect(await sidewaysOverflow(page)).toBeLessThanOrEqual(0)
      await page.getByLabel('Code').fill(recoveryCodes[0]!)
      await press(page, 'Sign in')
      await page.waitForURL('**/home')
      await page.goto('/profile/two-step')
      await page.getByText('9 recovery codes are left.').waitFor()
      expect(await sidewaysOverflow(page)).toBeLessThanOrEqual(0)
      await page.getByLabel('Your password', { exact: true }).last().fill(DEMO_PASSWORD)
      await page.getByLabel('Code').last().fill(recoveryCodes[1]!)
      await press(page, 'Turn off two-step sign-in')
      await page.getByText('Two-step sign-in is off.').waitFor()
    },
    { javaScriptEnabled: false, viewport: { width: 390, height: 844 } },
  )
  await world.visitor((page) => enter(page, world.posy, who))
})

/** A device that keeps passkeys and says that its person was there. */
async function withAuthenticator(page: Page): Promise<CDPSession> {
  const device = await page.context().newCDPSession(page)
  await device.send('WebAuthn.enable')
  const options = { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true } as const
  await device.send('WebAuthn.addVirtualAuthenticator', {
    options: { ...options, isUserVerified: true, automaticPresenceSimulation: true },
  })
  return device
}

async function addPasskey(page: Page) {
  await page.getByLabel('Your password', { exact: true }).first().fill(DEMO_PASSWORD)
  await press(page, 'Add a passkey')
  await page.getByRole('textbox', { name: 'Name' }).waitFor()
  await press(page, 'Make the passkey')
  await page.getByText('Keep these ten recovery codes somewhere safe now.').waitFor()
}

const at = async (page: Page, width: number, name: string) => {
  await page.setViewportSize({ width, height: 844 })
  expect(await accessibilityProblems(page), name).toEqual([])
  expect(await sidewaysOverflow(page), name).toBeLessThanOrEqual(0)
}

test('a passkey is added, signs in alone and as the second step, and is reset by an admin when it is lost', async () => {
  await world.visitor(async (page) => {
    await withAuthenticator(page)
    await enter(page, world.posy, who)
    await page.goto('/profile/two-step')
    await page.getByRole('button', { name: 'Add a passkey' }).waitFor()
    for (const width of [390, 1440]) await at(page, width, 'two-step')
    await addPasskey(page)
    await page.goto('/profile/two-step')
    await page.getByRole('link', { name: /^Rename Chrome on / }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Work laptop')
    await press(page, 'Save the name')
    await page.getByText('Your passkey has its new name.').waitFor()
    for (const width of [390, 1440]) await at(page, width, 'two-step with a passkey')
    await page.context().clearCookies()
    await page.goto('/sign-in?next=/wallets')
    await page.getByRole('button', { name: 'Use a passkey' }).waitFor()
    for (const width of [390, 1440]) await at(page, width, 'sign-in')
    await press(page, 'Use a passkey')
    await page.waitForURL(({ pathname }) => pathname === '/wallets')
    await page.context().clearCookies()
    await page.goto('/sign-in')
    await page.getByLabel('Email address').fill(who)
    await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await heading(page, 'Use your passkey').waitFor()
    await page.getByRole('button', { name: 'Use a passkey' }).waitFor()
    for (const width of [390, 1440]) await at(page, width, 'second step')
    await press(page, 'Use a passkey')
    await page.waitForURL('**/home')
  })
  await world.as('admin@acme.test', async (page) => {
    await page.goto('/team/members')
    for (const width of [390, 1440]) await at(page, width, 'members')
    await page.getByRole('link', { name: /^Reset second step of / }).click()
    await press(page, 'Reset it')
    await page.getByText('Their second step is reset, and they are told by email.').waitFor()
    await page
      .getByRole('link', { name: /^Sign out / })
      .first()
      .click()
    await press(page, 'Sign them out')
    await page.getByText('They are signed out everywhere.').waitFor()
  })
  await expect
    .poll(async () => (await world.mailTo(who)).map(({ subject }) => subject))
    .toContain('Your second step was reset')
  await world.visitor((page) => enter(page, world.posy, who))
})

test('a team that asks everyone for a second step leads a member without one to it, without scripts too', async () => {
  await world.visitor(async (page) => {
    await withAuthenticator(page)
    await enter(page, world.posy, 'subteam@acme.test')
    await page.goto('/team/sign-in')
    for (const width of [390, 1440]) await at(page, width, 'team sign-in')
    await page.getByLabel('Everyone needs a second step to sign in').check()
    await press(page, 'Save')
    await page.getByRole('link', { name: 'Set up your own second step' }).click()
    await addPasskey(page)
    await page.goto('/team/sign-in')
    await page.getByLabel('Everyone needs a second step to sign in').check()
    await press(page, 'Save')
    await page.getByText('Saved. It holds from everyone’s next click.').waitFor()
  })
  await world.as(
    'admin@acme.test',
    async (page) => {
      const form = { teamId: demo.teams.acmeNorth }
      await page.request.post('/switch-team', { form, headers: { origin: world.posy.url }, maxRedirects: 0 })
      await page.goto('/wallets')
      await heading(page, 'Two-step sign-in').waitFor()
      await page.getByText('Set up a second step to continue').waitFor()
      expect(await page.getByRole('button', { name: 'Add a passkey' }).count()).toBe(0)
      expect(await sidewaysOverflow(page)).toBeLessThanOrEqual(0)
      await press(page, 'Set up two-step sign-in')
      await page.getByRole('img', { name: 'QR code with the key below' }).waitFor()
    },
    { javaScriptEnabled: false, viewport: { width: 390, height: 844 } },
  )
})
