import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { accessibilityProblems, screenProblems, sidewaysOverflow } from './support/browser.ts'
import { freshWorld, press } from './support/world.ts'

const SENDER = 'admin@acme.test'
const PHONE = { javaScriptEnabled: false, viewport: { width: 390, height: 844 }, isMobile: true }
const world = freshWorld()

/** Asks for a code at the link, reads it in the mail, claims, and sees the gift. */
const claim = (link: string, address: string) =>
  world.visitor(async (page) => {
    await page.goto(link)
    expect(await sidewaysOverflow(page)).toBeLessThanOrEqual(0)
    await page.getByRole('textbox').fill(address)
    await page.getByRole('main').getByRole('button').click()
    const field = page.locator('input[name=code]')
    await field.waitFor()
    expect(await sidewaysOverflow(page)).toBeLessThanOrEqual(0)
    await expect.poll(() => world.mailTo(address)).toHaveLength(1)
    const [message] = await world.mailTo(address)
    await field.fill(`${message!.subject} ${message!.text}`.match(/\b\d{6}\b/)![0])
    await page.getByRole('main').getByRole('button').click()
    await page.waitForURL('**/g/**')
    await page.getByRole('heading', { level: 1, name: /^A gift from/ }).waitFor()
  }, PHONE)

/** From the gift's page to its link: what is wrong is told in place, and changed later. */
async function buy(page: Page) {
  await page.goto(`/send/new?product=${demo.products.daisyFlatWhite}`)
  await press(page, 'Continue with this')
  await page.getByRole('link', { name: /One link for many/ }).click()
  await page.getByRole('heading', { level: 1, name: 'One link for many' }).waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await page.getByLabel('Number of gifts').fill('0')
  await page.getByLabel('Message', { exact: true }).fill('Coffee is on us.')
  await press(page, 'Save and continue')
  await page.getByText('Give a number from 1 to 10,000').waitFor()
  expect(await page.getByLabel('Message', { exact: true }).inputValue()).toBe('Coffee is on us.')
  await page.getByLabel('Number of gifts').fill('10')
  await page.getByLabel(/^Name of this purchase/).fill('Coffee for all')
  await page.getByLabel('Bluebell').press('Space')
  await press(page, 'Save and continue')
  await page.waitForURL('**/pay')
  await page.getByText('10 for one link').waitFor()
  const draft = new URL(page.url()).pathname
  await page.getByRole('link', { name: 'Change: Gifts' }).click()
  await page.getByLabel('Number of gifts').fill('20')
  expect(await screenProblems(page, draft.replace('pay', 'shareable'))).toEqual([])
  await page.getByLabel('Number of gifts').fill('20')
  await press(page, 'Save and continue')
  await page.waitForURL('**/pay')
  await page.getByText('20 for one link').waitFor()
  for (const words of ['Everyone with the link', '“Coffee is on us.”']) await page.getByText(words).waitFor()
  expect(await screenProblems(page, draft)).toEqual([])
  await press(page, /^Pay £/)
  await page.waitForURL('**/shareable/**')
  await page.getByRole('heading', { level: 1, name: 'Coffee for all' }).waitFor()
}

test('a shareable gift is bought, shared, claimed on two phones, watched, raised and ended, to the penny', () =>
  world.as(SENDER, async (page) => {
    const before = await world.available()
    await buy(page)
    const here = new URL(page.url()).pathname
    const shared = await world.get(`/api/v2/super-hugggs/${here.split('/').at(-1)}`)
    expect(shared).toMatchObject({ limit: 20, per_person: 1, theme_id: 'bluebell', message: 'Coffee is on us.' })
    const spent = before - (await world.available())
    expect(spent).toBe(shared.refundable)
    const each = spent / 20
    const pounds = (pence: number) => `£${(pence / 100).toFixed(2)}`
    await page.goto('/activity')
    await page.getByRole('link', { name: 'Coffee for all' }).click()
    await page.getByRole('link', { name: 'Share the link' }).click()
    await page.getByRole('heading', { level: 1, name: 'Coffee for all' }).waitFor()
    expect(await screenProblems(page, here)).toEqual([])
    const { launch_url } = shared
    for (const [file, type] of [
      ['qr.svg', 'image/svg+xml'],
      ['qr.png', 'image/png'],
      ['poster.pdf', 'application/pdf'],
    ])
      expect((await page.request.get(`${here}/files/${file}`)).headers()['content-type']).toBe(type)

    await world.visitor(async (visitor) => {
      await visitor.goto(launch_url)
      expect(await accessibilityProblems(visitor)).toEqual([])
    })
    const counter = page.getByRole('status').filter({ hasText: /of \d+$/ })
    await expect.poll(() => counter.textContent()).toBe('0 of 20')
    await claim(launch_url, 'first@friends.test')
    await claim(launch_url, 'second@friends.test')
    await expect.poll(() => counter.textContent()).toBe('2 of 20')
    await page.getByRole('link', { name: 'second@friends.test' }).waitFor()

    await press(page, 'Pause')
    await page.getByText('Paused: no one can claim until you resume it.').waitFor()
    await press(page, 'Resume')
    await page.getByText('People can claim again.').waitFor()

    await page.getByLabel('Total gifts').fill('22')
    await press(page, 'See the price')
    await press(page, `Pay ${pounds(2 * each)}`)
    await page.getByText(`Bought: 2 more gifts for ${pounds(2 * each)}.`).waitFor()
    await expect.poll(() => counter.textContent()).toBe('2 of 22')
    await expect.poll(() => world.available()).toBe(before - 22 * each)

    await page.getByRole('link', { name: 'End early' }).click()
    await page
      .getByRole('dialog')
      .getByText(pounds(20 * each))
      .waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    await press(page, 'End it now')
    await page.getByText(`Ended: 20 gifts cancelled, ${pounds(20 * each)} returned.`).waitFor()
    expect(await world.available()).toBe(before - 2 * each)
  }))

test('a shareable gift is claimed by text message from a phone, and the gift is sent there too; the page leads to help', async () => {
  const number = '+447700900777'
  const bought = await world.post('/api/v2/transactions', {
    purchase: { type: 'superhuggg', reference: demo.products.daisyFlatWhite, limit: 2, claimMethod: 'sms' },
    payment: { method: 'walletCommitment', reference: demo.wallets.acmeMain },
  })
  const { launch_url: link } = await world.get(`/api/v2/super-hugggs/${bought.super_url_id}`)
  await claim(link, number)
  await expect.poll(() => world.mailTo(number)).toHaveLength(2)
  await world.visitor(async (page) => {
    await page.goto(link)
    await page.getByRole('link', { name: 'Have it sent again' }).click()
    await page.getByRole('heading', { level: 1, name: 'Has a gift not arrived?' }).waitFor()
  }, PHONE)
})
