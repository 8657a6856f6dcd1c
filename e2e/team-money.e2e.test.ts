import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { screenProblems } from './support/browser.ts'
import { openWorld, press, type World } from './support/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world?.close())

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
      await move('25')
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

      await page.getByRole('link', { name: 'Audit log' }).click()
      await page.getByLabel('Who').selectOption({ label: 'Alice Archer' })
      await page.getByLabel('What').selectOption({ label: 'Money: wallets, cards, invoices, plan' })
      await press(page, 'Show')
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

test('who asked to join is invited with a role, or declined, without scripts', async () => {
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

test.each([
  ['light', 390],
  ['dark', 1440],
] as const)('the screens are accessible and fit (%s, %i px)', (colorScheme, width) =>
  world.as(
    'admin@acme.test',
    async (page) => {
      const paths = [
        '/wallets',
        '/wallets/new',
        `/wallets/${demo.wallets.acmeEvents}/settings`,
        '/team/subteams',
        `/team/subteams/${demo.teams.acmeNorth}`,
        '/team/audit',
        '/team/invites',
      ]
      for (const path of paths) expect(await screenProblems(page, path)).toEqual([])
    },
    { colorScheme, viewport: { width, height: 900 } },
  ),
)
