import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEMO_PASSWORD } from '#server/app/demo/ids.ts'
import { appCode } from '#server/testing/totp.ts'
import { accessibilityProblems, enter, sidewaysOverflow } from './support/browser.ts'
import { openWorld, press, type World } from './support/world.ts'

/** A second step when signing in, from setting it up to losing the phone, and where one is signed in. */
let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world?.close())

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
  })
  await world.visitor(async (page) => {
    await page.goto('/sign-in?next=/wallets')
    await enterPassword(page)
    expect(await accessibilityProblems(page)).toEqual([])
    await page.getByLabel('Code').fill(codeAhead(secret))
    await press(page, 'Sign in')
    await page.waitForURL('**/wallets')
    await page.goto('/profile')
    const places = page.locator('#sessions')
    await places.getByText('This browser').waitFor()
    expect(await places.getByRole('listitem').count()).toBe(2)
    await places.getByRole('button', { name: /^Sign out Chrome on / }).click()
    await page.getByText('Signed out there.').waitFor()
    expect(await places.getByRole('listitem').count()).toBe(1)
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
