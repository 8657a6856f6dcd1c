import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { accessibilityProblems, screenProblems, sidewaysOverflow } from './support/browser.ts'
import { eventually } from './support/eventually.ts'
import { freshWorld, press } from './support/world.ts'

/** An HR system, from the button to its people, and back. */
const world = freshWorld()

const fact = (page: Page, name: string) =>
  page
    .locator('dl > div')
    .filter({ has: page.getByText(name, { exact: true }) })
    .locator('dd')

test('an HR system is connected in its own window, read, followed and disconnected', () =>
  world.as('admin@acme.test', async (page) => {
    await page.goto('/team/connections')
    await page.getByLabel('HR system').selectOption('BambooHR')
    expect(await accessibilityProblems(page)).toEqual([])
    expect(await sidewaysOverflow(page)).toBe(0)
    await press(page, 'Connect')
    const link = page.frameLocator('iframe[title="Connect an HR system"]')
    await link.getByRole('button', { name: 'Approve' }).click()
    await page.getByText('Connected. People are being read.').waitFor()
    await fact(page, 'People').filter({ hasText: '40' }).waitFor()
    await page.getByRole('cell', { name: 'Engineering' }).waitFor()
    expect(await screenProblems(page, '/team/connections')).toEqual([])

    await page.goto('/sandbox-ui/hr')
    await page.getByLabel('First name').fill('Nina')
    await page.getByLabel('Surname').fill('Newcomer')
    await page.getByLabel('Work address').fill('nina.newcomer@acme.test')
    await press(page, 'Hire')
    await page.getByText('nina.newcomer@acme.test').waitFor()
    // The HR system tells of it in its own time.
    const people = async () => {
      await page.goto('/team/connections')
      return fact(page, 'People').innerText()
    }
    await expect.poll(people).toContain('41')

    await page.getByRole('link', { name: 'Disconnect' }).click()
    await page.getByRole('button', { name: 'Disconnect' }).click()
    await page.getByText('Disconnected. What we knew of people is deleted.').waitFor()
    await page.getByLabel('HR system').waitFor()
  }))

test('a budget follows a group after its people are previewed; a large change waits for approval', () =>
  world.as('admin@acme.test', async (page) => {
    await page.goto('/team/connections')
    await press(page, 'Connect')
    await page.frameLocator('iframe[title="Connect an HR system"]').getByRole('button', { name: 'Approve' }).click()
    await page.getByRole('cell', { name: 'Engineering' }).waitFor()
    const { id } = await world.post('/v3/automated-budgets', { name: 'Thanks', budgetAmount: 2500, frequency: 'month' })
    // Offered among the budget's steps; typed by hand meanwhile, someone else stays beside the group.
    await page.goto(`/budgets/${id}/edit/participants`, { waitUntil: 'networkidle' })
    await page.getByLabel('Email, row 1').fill('typed@')
    await page.getByText('“typed@” is not an email address.').waitFor()
    await page.getByRole('link', { name: 'Follow an HR group' }).click()
    const group = page.getByLabel('Group', { exact: true })
    const label = await group.locator('option', { hasText: 'Engineering' }).innerText()
    await group.selectOption({ label })
    await page.getByLabel('Most that a run may cost').fill('900')
    await press(page, 'Preview')
    await page.getByText(/2[01] people join/).waitFor()
    await page.getByText('amara.adeyemi@acme.test').waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    expect(await sidewaysOverflow(page)).toBe(0)
    await press(page, 'Follow this group')
    await page.getByText('Done. From now on participants follow the group.').waitFor()
    await page.waitForURL('**/edit/participants')
    await page.getByText('A run may cost at most £900.00').waitFor()
    expect(await page.getByLabel('Email, row 1', { exact: true }).inputValue()).toBe('typed@')
    const names = async () =>
      Promise.all((await page.getByLabel(/^Name, row/).all()).map((field) => field.inputValue()))
    await expect.poll(names).toContain('Amara Adeyemi')
    // What was set is what its form shows.
    await page.getByRole('link', { name: 'Change what it follows' }).click()
    await expect.poll(() => page.getByLabel('Most that a run may cost').inputValue()).toBe('900.00')
    expect(await group.evaluate((select: HTMLSelectElement) => select.selectedOptions[0]!.text)).toContain(
      'Engineering',
    )
    await page.goto(`/budgets/${id}/participants`)
    await page.getByRole('cell', { name: 'amara.adeyemi@acme.test' }).waitFor()

    const { people } = await world.get('/sandbox/hr')
    // All at once: one by one each would be a small change.
    const leavers = people.slice(0, 5)
    for (const [place, { id: leaver }] of leavers.entries())
      await world.posy.call('PATCH', `/sandbox/hr/people/${leaver}`, {
        body: { works: false, tells: place === leavers.length - 1 },
      })
    await page.goto(`/budgets/${id}/participants`)
    await eventually(async () => {
      await page.reload()
      return (await page.getByText('A large change in your HR system waits for you.').isVisible()) || undefined
    })
    await page.getByRole('link', { name: 'See who would join and leave' }).click()
    await page.getByText('More people would leave than we withdraw without asking.').first().waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    await press(page, 'Follow this group')
    await page.getByText('Done. From now on participants follow the group.').waitFor()
    await page.goto(`/budgets/${id}/participants/feed`)
    await page.getByRole('link', { name: 'Stop following' }).click()
    await page.getByRole('button', { name: 'Stop following' }).click()
    await page.getByText('The budget no longer follows a group.').waitFor()
  }))

test('closing the provider’s window connects nothing, and connecting may be started again', () =>
  world.as('admin@globex.test', async (page) => {
    await page.goto('/team/connections')
    await press(page, 'Connect')
    await page.frameLocator('iframe[title="Connect an HR system"]').getByRole('button', { name: 'Cancel' }).click()
    await page.getByText('The page to approve the connection is closed.').waitFor()
    await press(page, 'Connect')
    await page.frameLocator('iframe[title="Connect an HR system"]').getByRole('button', { name: 'Approve' }).waitFor()
  }))
