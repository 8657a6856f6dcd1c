import { deflateRawSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { formatMoney } from '#kit/money.ts'
import { demo } from '#server/app/demo/ids.ts'
import { screenProblems } from './support/browser.ts'
import {
  acceptOnScreen,
  confirm,
  follow,
  latestRun,
  moveMoney,
  OWNER,
  pressExactly,
  purse,
  reads,
  root,
  row,
  sees,
} from './support/budget-steps.ts'
import { freshWorld, taken } from './support/world.ts'

const emails = ['cleo@acme.test', 'dan@acme.test', 'eve@acme.test', 'fay@acme.test']
let budget: { id: string; participantId: string }
const world = freshWorld(async () => {
  budget = await liveBudget('Treats', emails)
})

/** A budget that is live, with some invited and one who has accepted; it has no money for its next run. */
async function liveBudget(name: string, invited: string[]): Promise<{ id: string; participantId: string }> {
  const walletId = await purse(world, name, 2500)
  const { id } = await world.post(root, { name, budgetAmount: 2500, frequency: 'month', walletId })
  await world.post(`${root}/${id}/participants`, { participants: invited })
  await world.post(`${root}/${id}/start`, {})
  const first = invited[0]!
  await world.visitor((page) => acceptOnScreen(world, page, first, 'Cleo'))
  // A job pays them what they may give.
  await world.advance('PT0S')
  const [{ id: participantId }] = await world.get(`${root}/${id}/participants?search=${encodeURIComponent(first)}`)
  return { id, participantId }
}

describe('the page of a budget', () => {
  const here = () => `/budgets/${budget.id}`

  test('people are found, added from a list that is previewed first, paused, and removed many at once', () =>
    world.as(OWNER, async (page) => {
      await page.goto(`${here()}/participants`)
      await follow(page, 'Add people')
      await page.getByLabel('Addresses').fill('gus@acme.test\ncleo@acme.test\nnobody\nhal@acme.test')
      // Looked at while typing, without a button.
      await page.getByRole('heading', { name: '2 people to add' }).waitFor()
      await page.getByRole('listitem').filter({ hasText: 'hal@acme.test' }).waitFor()
      await sees(page, 'Row 3')
      await sees(page, 'is already in this budget')
      await sees(page, 'is not an email address')
      await pressExactly(page, 'Add 2 people, without wrong rows')
      await sees(page, '2 people have been added.')
      await page.getByLabel('Find someone').fill('CLEO')
      await pressExactly(page, 'Show')
      await page.waitForURL('**q=CLEO')
      await row(page, 'cleo@acme.test').waitFor()
      await expect.poll(() => page.getByRole('table').getByRole('row').count()).toBe(2)
      await page.getByLabel('Choose Cleo Person').check()
      await pressExactly(page, 'Pause')
      await confirm(page, 'Pause')
      await sees(page, 'Cleo Person is paused')
      await follow(page, 'Paused 1')
      await page.getByLabel('Choose Cleo Person').check()
      await pressExactly(page, 'Resume')
      await confirm(page, 'Resume')
      await sees(page, 'Cleo Person is back')
      await page.goto(`${here()}/participants?status=draft&q=a`)
      await page.getByLabel('All that fit').check()
      await pressExactly(page, 'Invite again')
      await confirm(page, 'Send again')
      await sees(page, '5 invites are on the way again; the older links stop working.')
    }))

  test('everything works before scripts are loaded', () =>
    world.as(
      OWNER,
      async (page) => {
        await page.goto(`${here()}/participants/add`)
        await page.getByLabel('Addresses').fill('ida@acme.test')
        await pressExactly(page, 'Check the list')
        await pressExactly(page, 'Add 1 person')
        await sees(page, '1 person has been added.')
        await page.getByLabel('Choose ida@acme.test').check()
        await pressExactly(page, 'Remove')
        await confirm(page, 'Remove')
        await sees(page, 'ida@acme.test is out of the budget.')
        await follow(page, 'Run now')
        await follow(page, 'Go back')
        expect(new URL(page.url()).search).toBe('')
      },
      { javaScriptEnabled: false },
    ))

  test('a run by hand names its sum first, is made once though its question is answered again after Back, and is undone', () =>
    world.as(OWNER, async (page) => {
      const { walletId } = await world.get(`${root}/${budget.id}`)
      await moveMoney(world, demo.wallets.acmeMain, walletId, 2500)
      const takeBack = () =>
        world.post(`${root}/${budget.id}/participants/${budget.participantId}/withdrawals`, { amount: 500 })
      await takeBack()
      await page.goto(here())
      await follow(page, 'Run now')
      await sees(page, '£5.00 goes out of the budget’s wallet to the one active participant.')
      await confirm(page, 'Pay £5.00 now')
      await sees(page, 'The run is requested.')
      await expect.poll(async () => (await latestRun(world, budget.id)).status).toBe('succeeded')
      await takeBack()
      await page.goBack()
      await confirm(page, 'Pay £5.00 now')
      await sees(page, 'is not made twice')
      const run = await latestRun(world, budget.id)
      await page.goto(`${here()}/runs/${run.id}`)
      await follow(page, 'Undo this run')
      await confirm(page, 'Take £5.00 back')
      await sees(page, '£5.00 is back in the budget’s wallet.')
      await sees(page, 'Undone')
      const subjects = async () => (await world.mailTo(emails[0]!)).map(({ subject }) => subject)
      await expect.poll(subjects).toContain('£5.00 was taken back: Treats')
    }))

  test('changes of its steps hold together, by one press after their before and after, on a phone too', () =>
    world.as(OWNER, async (page) => {
      const saved = () => world.get(`${root}/${budget.id}`)
      const before = await saved()
      const token = await world.posy.signIn(OWNER)
      const change = (body: object) => world.posy.call('PUT', `${root}/${budget.id}`, { token, body })
      await page.setViewportSize({ width: 390, height: 844 })
      await page.goto(here())
      await page.locator('td[data-label="Left in the wallet"]').first().waitFor()
      await page.goto(`${here()}/edit/rules`)
      await taken(page.getByLabel('Highest price'))
      await page.getByLabel('Highest price').fill('12')
      await pressExactly(page, 'Continue')
      await sees(page, '1 change not saved yet: Price of a gift')
      await page.waitForURL('**/funding?*')
      await page.getByRole('navigation', { name: 'Steps' }).getByRole('link', { name: 'Basics' }).click()
      await page.waitForURL('**/basics?*')
      const box = page.locator('section', { has: page.getByRole('heading', { name: 'Your budget' }) })
      const amount = page.getByLabel('Amount for each person, each time')
      await taken(amount)
      // Enter leads on, as "Continue" does, not to the end.
      await amount.press('Enter')
      await page.waitForURL('**/schedule?*')
      await page.getByRole('navigation', { name: 'Steps' }).getByRole('link', { name: 'Basics' }).click()
      await page.waitForURL('**/basics?*')
      await taken(amount)
      await amount.fill('30')
      await box.getByText('£30.00').first().waitFor()
      // What was just typed goes along with what was collected before.
      await pressExactly(page, 'Review and save')
      await page.waitForURL('**/review?*')
      await sees(page, '2 changes not saved yet: Amount, Price of a gift')
      // Who leaves the wizard in between finds the way back.
      await page.goto(here())
      await follow(page, 'Review and save')
      const changed = page.getByRole('table', { name: 'What you are changing' })
      await expect
        .poll(() => changed.getByRole('row').nth(1).innerText())
        .toMatch(/Amount.*£25 each month.*£30 each month.*From/s)
      await expect.poll(() => changed.getByRole('row').nth(2).innerText()).toMatch(/Any.*Up to £12.00.*At once/s)
      expect(await saved()).toEqual(before)
      // Another tab was first: what it changed stays, and this one is looked at again.
      await change({ maximumHugggExpiryDays: 20 })
      const save = page.getByRole('button', { name: 'Save changes', exact: true })
      await save.last().click()
      // It is said above what changed, where the focus is now, with the same press beside it.
      const refusal = page.getByRole('alert').filter({ hasText: 'no longer as it was when you looked. Nothing has' })
      await refusal.waitFor()
      const isAbove = (above: Element, below: Element | null) =>
        above.compareDocumentPosition(below!) === Node.DOCUMENT_POSITION_FOLLOWING
      expect(await refusal.evaluate(isAbove, await changed.elementHandle())).toBe(true)
      await sees(page, '20 days at most')
      await save.first().click()
      await sees(page, 'Saved: Amount, Price of a gift.')
      expect(await saved()).toMatchObject({
        ...{ budgetAmount: 3000, maximumHugggExpiryDays: 20, giftingRestrictionsPrice: { min: null, max: 1200 } },
      })
      await change({ budgetAmount: 2500 })
      await page.goto(`${here()}/edit/review`)
      await page
        .getByRole('table', { name: 'What was changed since the last run' })
        .getByText('Already')
        .first()
        .waitFor()
    }))

  test('a viewer sees all of it, and is offered nothing that they may not do', () =>
    world.as('viewer@acme.test', async (page) => {
      const offers = /\b(Run|Start|Stop|Change|Add people|Remove|Pause|Take money back|Top up)\b/
      for (const tab of ['', '/participants', `/participants/${budget.participantId}`, '/runs', '/settings']) {
        await page.goto(`${here()}${tab}`)
        await page.getByRole('heading', { level: 1, name: 'Treats' }).waitFor()
        const main = page.getByRole('main')
        await expect.poll(() => main.getByRole('button', { name: offers }).count(), { message: tab }).toBe(0)
        await expect.poll(() => main.getByRole('link', { name: offers }).count(), { message: tab }).toBe(0)
      }
      await page.goto(`${here()}/settings?confirm=stop`)
      await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
      expect((await page.goto(`${here()}/participants/add`))!.status()).toBe(403)
    }))

  test('a participant reads their own statement from their allowances, without scripts too, and no one else’s', async () => {
    const statement = `/allowances/${budget.participantId}`
    await world.as(
      'cleo@acme.test',
      async (page) => {
        await page.goto('/allowances')
        await follow(page, 'Statement of Treats')
        await row(page, 'From the budget').getByText('£25.00').first().waitFor()
        await page.getByLabel('From', { exact: true }).fill('2001-01-01')
        await page.getByLabel('Until', { exact: true }).fill('2001-12-31')
        await pressExactly(page, 'Show')
        await sees(page, 'Nothing moved in this time')
      },
      { javaScriptEnabled: false },
    )
    await world.as(OWNER, async (page) => {
      expect((await page.goto(statement))!.status()).toBe(404)
      await page.goto(`${here()}/participants/${budget.participantId}`)
      await follow(page, 'Statement')
      await row(page, 'From the budget').getByText('£25.00').first().waitFor()
      await page.goto('/budgets')
      await follow(page, 'Calendar')
      await page.getByRole('table', { name: 'Sums by month' }).getByRole('row').nth(11).waitFor()
    })
  })

  test('someone new whose money comes late sees it on their first screen without loading it again', () =>
    world.visitor(async (page) => {
      const { id: walletId } = await world.post(`/api/v2/teams/${demo.teams.acme}/wallets`, { name: 'Empty yet' })
      const { id } = await world.post(root, { name: 'Late', budgetAmount: 2500, frequency: 'month', walletId })
      await world.post(`${root}/${id}/participants`, { participants: ['lou@acme.test'] })
      await world.post(`${root}/${id}/start`, {})
      await acceptOnScreen(world, page, 'lou@acme.test', 'Lou')
      await reads(page.getByRole('main'), /£0\.00\s+left to give, from Acme/)
      await moveMoney(world, demo.wallets.acmeMain, walletId, 2500)
      // What did not go through is tried again in time.
      await world.advance('P1D')
      await reads(page.getByRole('main'), /£25\.00\s+left to give, from Acme/)
    }))

  test('another team’s budget is not found', () =>
    world.as('admin@globex.test', async (page) => {
      for (const tab of ['', '/participants', '/runs', '/settings'])
        expect((await page.goto(`${here()}${tab}`))!.status()).toBe(404)
    }))

  test('is accessible in every tab and both themes, and fits a small phone', async () => {
    const draft = await world.post(root, { name: 'A draft', budgetAmount: 1, frequency: 'year' })
    const run = await latestRun(world, budget.id)
    const tabs = [
      '',
      '?confirm=run',
      '/participants',
      '/participants?status=deleted',
      '/participants?confirm=remove&who=all',
      '/participants/add',
      `/participants/${budget.participantId}`,
      '/runs',
      `/runs/${run.id}`,
      '/settings',
      '/settings?confirm=stop',
      '/settings?confirm=copy',
      `/participants/${budget.participantId}/statement`,
      `/edit/review?changes=${deflateRawSync('{"budgetAmount":900,"numberOfRuns":40}').toString('base64url')}`,
    ]
    const found: string[] = []
    const look = async (page: Page, path: string) => void found.push(...(await screenProblems(page, path, [1280])))
    await world.as(OWNER, async (page) => {
      for (const tab of tabs) await look(page, `${here()}${tab}`)
      for (const path of [`/budgets/${draft.id}`, '/budgets/calendar', '/budgets/limit']) await look(page, path)
    })
    const balances: { participantId: string; available: number }[] = await world.get(
      `${root}/${budget.id}/participants/balances`,
    )
    const { available } = balances.find(({ participantId }) => participantId === budget.participantId)!
    await world.as('cleo@acme.test', async (page) => {
      const leave = `/allowances?leave=${budget.participantId}`
      for (const path of ['/home', '/allowances', leave, `/allowances/${budget.participantId}`]) await look(page, path)
      await page.goto(`/allowances/${budget.participantId}`)
      await page.getByRole('link', { name: 'Leave this budget' }).click()
      await pressExactly(page, 'Leave Treats')
      await sees(page, `You have left Treats. ${formatMoney(available, 'GBX')} went back.`)
      // Signed in as before, with what they gave.
      await page.goto('/home')
      await sees(page, 'You are no longer in Treats')
      await page.getByRole('link', { name: 'Activity' }).first().waitFor()
      expect(await page.getByRole('link', { name: 'Send a gift' }).count()).toBe(0)
    })
    expect(found).toEqual([])
  })
})
