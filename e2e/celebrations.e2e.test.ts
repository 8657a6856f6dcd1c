import { expect, test } from 'vitest'
import { Temporal } from '#kit/time.ts'
import { demo } from '#server/app/demo/ids.ts'
import { screenProblems } from './support/browser.ts'
import { eventually } from './support/eventually.ts'
import { freshWorld, press } from './support/world.ts'

/** Of one flat white: its price (with 60 of VAT), the fee and the fee’s VAT. */
const GIFT_PENCE = 360 + 25 + 5

const world = freshWorld()

test('a celebration rule is made after its days are previewed; a gift is approved and sent on its day, to the penny', () =>
  world.as('admin@acme.test', async (page) => {
    await page.goto('/celebrations')
    await page.getByRole('link', { name: 'Connect your HR system' }).click()
    await press(page, 'Connect')
    await page.frameLocator('iframe[title="Connect an HR system"]').getByRole('button', { name: 'Approve' }).click()
    await page.getByRole('cell', { name: 'Engineering' }).waitFor()

    const wallet = await world.post(`/api/v2/teams/${demo.teams.acme}/wallets`, { name: 'Birthdays' })
    await world.post(`/v3/wallets/${demo.wallets.acmeMain}/transfers`, { toWalletId: wallet.id, amount: 5000 })
    const { now } = await world.get('/sandbox/clock')
    const soon = Temporal.Instant.from(now).toZonedDateTimeISO('Europe/London').toPlainDate().add({ days: 2 })
    await world.post('/sandbox/hr/people', {
      ...{ firstName: 'Nina', surname: 'Newcomer', workEmail: 'nina.newcomer@acme.test' },
      ...{ team: 'Engineering', location: 'Leeds', birthday: soon.with({ year: 1992 }).toString() },
    })
    await eventually(async () => {
      const [account] = await world.get('/v3/integrations/linked-accounts')
      return account.people === 41 || undefined
    })

    await page.goto('/celebrations')
    await page.getByRole('link', { name: 'New rule' }).click()
    await page.getByRole('searchbox', { name: 'Search' }).fill('flat white')
    await press(page, 'Show')
    await page.getByRole('link', { name: /^Flat white/ }).click()
    await page.waitForURL(/gift=/)
    expect(await screenProblems(page, page.url())).toEqual([])
    await page.getByLabel('Name', { exact: true }).fill('Birthdays')
    await page.getByLabel('Paid from').selectOption({ label: 'Birthdays (£50.00)' })
    await page.getByLabel('Message (optional)').fill('Many happy returns!')
    await page.getByLabel('Ask an admin before each gift').check()
    await press(page, 'Preview')
    await page.getByRole('listitem').filter({ hasText: 'Nina Newcomer' }).waitFor()
    await page.getByText('at £3.90 each').waitFor()
    await press(page, 'Start celebrating')
    await page.getByText('The rule is active.').waitFor()

    await world.advance('PT1M')
    await page.goto('/celebrations')
    expect(await screenProblems(page, '/celebrations')).toEqual([])
    await page.getByRole('row').filter({ hasText: 'Nina' }).getByRole('button', { name: 'Approve' }).click()
    await page.getByText('1 gift approved.').waitFor()
    await world.advance('P3D')
    await page.goto('/celebrations')
    await page.getByRole('link', { name: 'See the gift for Nina Newcomer' }).click()
    await page.getByText('nina.newcomer@acme.test').first().waitFor()
    const [mail] = await world.mailTo('nina.newcomer@acme.test')
    expect(mail!.text).toContain('Many happy returns!')
    const wallets = await world.get(`/api/v2/teams/${demo.teams.acme}/wallets`)
    expect(wallets.find(({ id }: { id: string }) => id === wallet.id)).toMatchObject({
      available: 5000 - GIFT_PENCE,
      live: 300,
    })

    await page.goto('/celebrations')
    await page.getByRole('link', { name: 'Birthdays' }).first().click()
    await press(page, 'Pause')
    await page.getByText('The rule is paused.').waitFor()
    await page.getByRole('row').filter({ hasText: 'Paused' }).waitFor()
  }))
