import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { screenProblems } from './support/browser.ts'
import { freshWorld, press } from './support/world.ts'

const world = freshWorld()

test('a wallet and a subteam are created, given money, emptied, closed and found in the audit log, without scripts', () =>
  world.as(
    'admin@acme.test',
    async (page) => {
      const move = async (amount: string) => {
        await page.getByLabel('Amount').fill(amount)
        await press(page, /^Move/)
      }
      await page.goto('/wallets')
      await page.getByRole('link', { name: 'New wallet' }).click()
      await page.getByLabel('Name').fill('Summer party')
      await press(page, 'Create wallet')
      await page.getByText('Summer party is ready.').waitFor()

      await page.goto(`/wallets/${demo.wallets.acmeMain}/transfer`)
      await page.getByLabel('To').selectOption({ label: 'Summer party (£0.00)' })
      // A comma never multiplies: what can be read in two ways is asked about, and a decimal comma is pennies.
      await move('1.250')
      await page.getByText('This can be read in two ways').first().waitFor()
      await move('25,00')
      await page.getByText('£25.00 moved to Summer party.').waitFor()

      await page.goto('/wallets')
      await page.getByRole('link', { name: 'Summer party', exact: true }).click()
      await page.getByRole('link', { name: 'Settings' }).click()
      await page.getByLabel('Send an email below').fill('100')
      await press(page, 'Save alert')
      await page.getByText('The alert is set.').waitFor()
      await page.getByRole('link', { name: 'Close wallet' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Close wallet' }).click()
      await page.getByText('The wallet Summer party is not empty. It still holds £25.00 to spend.').waitFor()
      await page.getByRole('link', { name: 'Move money' }).click()
      await move('25')
      await page.getByText(/^£25\.00 moved to /).waitFor()
      await page.getByRole('link', { name: 'Settings' }).click()
      await page.getByRole('link', { name: 'Close wallet' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Close wallet' }).click()
      await page.getByRole('heading', { name: 'Closed wallets' }).waitFor()

      await page.goto('/team/subteams')
      await page.getByLabel('Name').fill('West')
      await press(page, 'Create subteam')
      await page.getByText('West is ready.').waitFor()
      await move('40')
      await page.getByText('£40.00 moved from Acme main to West.').waitFor()
      await page.getByRole('link', { name: 'Close subteam' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Close subteam' }).click()
      await page.getByText('This subteam still holds money or live gifts').waitFor()
      await page.getByLabel('From').selectOption({ label: 'West: West (£40.00)' })
      await page.getByLabel('To').selectOption({ index: 0 })
      await move('40')
      await page.getByText('£40.00 moved from West to Acme main.').waitFor()
      await page.getByRole('link', { name: 'Close subteam' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Close subteam' }).click()
      await page.getByText('The subteam is closed.').waitFor()
      expect(await page.getByRole('link', { name: 'West' }).count()).toBe(0)

      await page.getByRole('link', { name: 'Log and support' }).click()
      await page.waitForURL('**/team/audit')
      await page.getByLabel('Who').selectOption({ label: 'Alice Archer' })
      await page.getByLabel('What').selectOption({ label: 'Money: wallets, cards, invoices, plan' })
      await press(page, 'Show')
      await page.waitForURL(({ searchParams }) => searchParams.has('who'))
      await page.getByRole('row', { name: /Wallet closed.*Summer party.*Alice Archer/ }).waitFor()
      expect(await page.getByRole('row', { name: /Subteam closed/ }).count()).toBe(0)
      const file = page.waitForEvent('download')
      await page.getByRole('link', { name: 'Download CSV' }).click()
      const csv = await readFile(await (await file).path(), 'utf8')
      expect(csv).toMatch(/"Alice Archer","user","Acme","wallet.closed","Wallet closed","Summer party"/)
      expect(csv).toMatch(/"wallet.transferred",.*,"Acme main to Summer party","25.00","GBP"/)
      expect(csv).not.toContain('team.closed')
    },
    { javaScriptEnabled: false },
  ))

test('a request to join is answered by an invite with a role, or declined, without scripts', async () => {
  // The third still waits when the screens are looked at below.
  for (const email of ['amy@acme.test', 'ben@acme.test', 'cat@acme.test'])
    await world.post(`/api/v2/teams/${demo.teams.acme}/invites/requests`, { email })
  await world.as(
    'admin@acme.test',
    async (page) => {
      await page.goto('/team/invites')
      await page.getByLabel('Role for amy@acme.test').selectOption({ label: 'Viewer' })
      await press(page, 'Accept amy@acme.test')
      await page.getByText('An invite is on its way to amy@acme.test.').waitFor()
      await press(page, 'Decline ben@acme.test')
      await page.getByText('Declined.').waitFor()
      expect(await page.getByRole('button', { name: /^Accept/ }).count()).toBe(1)
    },
    { javaScriptEnabled: false, viewport: { width: 390, height: 844 } },
  )
})

test('a wallet is topped up automatically by a stored card once it is low, until someone switches that off', async () => {
  const { publicKey } = await world.get('/api/v2/cards/fields')
  const { body: card } = await world.posy.call('POST', '/sandbox/checkout/tokens', {
    headers: { authorization: publicKey },
    body: { type: 'card', number: '4242424242424242', expiry_month: 12, expiry_year: 2035, cvv: '100' },
  })
  await world.post('/api/v2/charges', { token: card.token, amount: 1000, storeCard: true })
  const { id, available } = await world.post(`/api/v2/teams/${demo.teams.acme}/wallets`, { name: 'Night shift' })
  expect(available ?? 0).toBe(0)
  const tab = `/wallets/${id}/automatic`
  await world.as(
    'admin@acme.test',
    async (page) => {
      await page.goto(`/wallets/${id}/balance`)
      await page.getByRole('link', { name: 'Automatic' }).click()
      await page.getByLabel('When less is left than').fill('20')
      await page.getByLabel('Top up with').fill('50,00')
      await page.getByLabel('At most in a month').fill('1,250')
      // Said beside the field as it is read, before anything is pressed.
      await page.getByText('£50.00', { exact: true }).waitFor()
      await page.getByText('£1,250.00', { exact: true }).waitFor()
      await page.getByLabel('At most in a month').fill('100')
      await press(page, 'Switch on')
      await page.getByText('Tick this to allow the card to be charged').first().waitFor()
      expect(await page.getByLabel('Top up with').inputValue()).toBe('50,00')
      await page.getByRole('checkbox').check()
      await press(page, 'Switch on')
      await page.getByText('Automatic top-up is on.').waitFor()
      await expect
        .poll(async () => {
          await page.goto(tab)
          return page.getByText('£50.00 of £100.00').count()
        })
        .toBe(1)
      expect(await screenProblems(page, tab)).toEqual([])
      await page.getByText('Topped up with £50.00 by card ending 4242 below £20.00').waitFor()
      await page.goto(`/wallets/${id}/statement`)
      await page.getByText('£50.00').first().waitFor()
      await page.goto(tab)
      await press(page, 'Switch off')
      await page.getByText('Automatic top-up is off.').waitFor()
      await page.getByRole('heading', { name: 'Top up automatically' }).waitFor()
    },
    { viewport: { width: 390, height: 844 } },
  )
})

test('screens of wallets and subteams are accessible and fit, on a phone and a desk, in both themes', () =>
  world.as('admin@acme.test', async (page) => {
    const paths = [
      '/wallets',
      '/wallets/new',
      `/wallets/${demo.wallets.acmeEvents}/settings`,
      '/team/subteams',
      `/team/subteams/${demo.teams.acmeNorth}`,
      '/team/audit',
      '/team/invites',
    ]
    for (const path of paths) expect(await screenProblems(page, path, [390, 1440])).toEqual([])
  }))
