import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { DEMO_AUTHENTICATOR_KEY, DEMO_PASSWORD, demo } from '#server/app/demo/ids.ts'
import { appCode } from '#server/testing/totp.ts'
import { accessibilityProblems, screenProblems, sidewaysOverflow } from './support/browser.ts'
import { openPalette } from './support/palette.ts'
import { freshWorld, press } from './support/world.ts'

/** An operator at work: in by password and code, what is missing, a customer found and changed with a reason, the record. */
let bought: { id: string; hugggs: { id: string; launch_url: string }[] }
const world = freshWorld(
  async () => {
    bought = await world.buy({ receivers: [{ email: 'ada@friends.test', name: 'Ada Lovelace' }] })
    await topUpByCard(2500)
  },
  { chained: true },
)

async function topUpByCard(amount: number) {
  const { publicKey } = await world.get('/api/v2/cards/fields')
  const { body: card } = await world.posy.call('POST', '/sandbox/checkout/tokens', {
    headers: { authorization: publicKey },
    body: { type: 'card', number: '4242424242424242', expiry_month: 12, expiry_year: 2035, cvv: '100' },
  })
  const { id } = await world.post('/api/v2/charges', { token: card.token, amount, storeCard: true })
  const wallet = demo.wallets.acmeMain
  await world.post(`/api/v2/wallets/${wallet}/top-up`, {
    payment: { reference: id },
    purchase: { reference: wallet, amount },
  })
}

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
/** A code works once; the server takes one a step early, so that two journeys need not wait for the clock. */
const code = (stepsAhead = 0) => appCode(DEMO_AUTHENTICATOR_KEY, Date.now() + stepsAhead * 30_000)

async function signIn(page: Page, who: string, stepsAhead = 0) {
  await page.goto('/operator')
  await heading(page, 'Operator sign-in').waitFor()
  await page.getByLabel('Email address').fill(who)
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await press(page, 'Continue')
  await page.getByLabel('Six-digit code').waitFor()
  await page.getByLabel('Six-digit code').fill(code(stepsAhead))
  await press(page, 'Sign in')
  await heading(page, 'Overview').waitFor()
}

test('an operator signs in, finds a customer, acts with a reason, and it is on record', async () => {
  await world.visitor(
    async (page) => {
      await page.goto('/operator/customers')
      expect(await accessibilityProblems(page)).toEqual([])
      await signIn(page, 'owner@posy.test')
      await page.getByRole('row', { name: /^Mail Sandbox/ }).waitFor()
      const cookies = await page.context().cookies()
      const session = cookies.find(({ name }) => name === 'operator_session')
      expect(session).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/operator' })

      for (const path of ['overview', 'customers', 'customers?q=daisy', 'messages', 'work', 'acts', 'plans'])
        expect(await screenProblems(page, `/operator/${path}`)).toEqual([])
      expect(await screenProblems(page, `/operator/plans/${demo.plans.enterprise}`)).toEqual([])
      await page.getByText('Change what Viewer may do').click()
      const role = page.locator('details[open]')
      await role.getByLabel('See lists of what one colleague has bought').uncheck()
      await role.getByRole('textbox', { name: 'Reason' }).fill('asked for by telephone')
      await role.getByRole('button', { name: 'Change role' }).click()
      await page.getByText('Viewer: the role is changed.').waitFor()
      await page
        .getByText('What is seen of others: See what the team buys and pays, and its Reports', { exact: true })
        .waitFor()
      // Someone in that role who has a page open feels it at the next click.
      await world.as('viewer@acme.test', async (viewer) => {
        await viewer.goto('/home')
        const reports = viewer.getByRole('link', { name: 'Reports', exact: true })
        await reports.waitFor()
        await page.goto(`/operator/plans/${demo.plans.enterprise}`)
        await page.getByText('Change what Viewer may do').click()
        await role.getByLabel('See what the team buys and pays, and its Reports').uncheck()
        await role.getByRole('textbox', { name: 'Reason' }).fill('asked for by telephone')
        await role.getByRole('button', { name: 'Change role' }).click()
        await page.getByText('Viewer: the role is changed.').waitFor()
        await reports.click()
        await viewer.getByText('You don’t have access to this').waitFor()
      })
      expect(await screenProblems(page, `/operator/customers/${demo.teams.acme}`)).toEqual([])
      expect(await screenProblems(page, `/operator/purchases/${bought.id}`)).toEqual([])
      expect(await screenProblems(page, `/operator/customers/${demo.teams.acme}/papers`)).toEqual([])
      const member = `/operator/customers/${demo.teams.acme}/members?member=${demo.users.acmeAdmin}`
      expect(await screenProblems(page, member)).toEqual([])
      expect(await page.getByRole('row').count()).toBe(2)

      const paid = page.getByRole('row', { name: /Paid £25\.00/ })
      await expect
        .poll(async () => {
          await page.goto('/operator/charges')
          return paid.count()
        })
        .toBe(1)
      expect(await screenProblems(page, '/operator/charges')).toEqual([])
      await paid.getByRole('link').click()
      await heading(page, '£25.00 by card').waitFor()
      await page.getByText('Refund to the card').click()
      await page.getByLabel('Amount').fill('10')
      await page.getByLabel('Reason').fill('Paid twice by mistake')
      await press(page, 'Refund')
      await page.getByText('The refund is on its way to the card.').waitFor()
      await expect
        .poll(async () => {
          await page.reload()
          return page.getByRole('row', { name: /^Refunded £10\.00/ }).count()
        })
        .toBe(1)
      expect(await screenProblems(page, new URL(page.url()).pathname)).toEqual([])

      await page.goto('/operator/overview', { waitUntil: 'networkidle' })
      await (await openPalette(page)).fill('lovelace')
      await page.getByRole('option', { name: /Ada Lovelace/ }).click()
      await heading(page, 'Gift to Ada Lovelace').waitFor()
      await page.getByRole('heading', { name: '“It never came”' }).waitFor()
      await page.getByRole('heading', { name: '“It was sent to the wrong person”' }).waitFor()
      await page.getByRole('link', { name: /^1 × / }).first().click()
      await heading(page, /^1 × /).waitFor()
      await page.getByRole('link', { name: 'Acme', exact: true }).first().click()
      await heading(page, 'Acme').waitFor()

      await page.getByText('Change the credit limit').click()
      await page.getByLabel('Credit limit').fill('2500')
      const form = page.locator('form', { has: page.getByRole('button', { name: 'Change limit' }) })
      await form.getByLabel('Reason').fill('Accounts of 2026 seen')
      await press(page, 'Change limit')
      await page.getByText('The credit limit is £2,500.00 now.').waitFor()
      await page.getByRole('row', { name: /Credit limit changed.*Olive Owen.*Accounts of 2026 seen/ }).waitFor()
      await page.goto('/operator/acts')
      await page.getByRole('row', { name: /Credit limit changed.*Accounts of 2026 seen/ }).waitFor()
      await page.getByRole('button', { name: /Your menu$/ }).click()
      await press(page, 'Sign out')
      await heading(page, 'Operator sign-in').waitFor()
      await page.goto('/operator/acts')
      await heading(page, 'Operator sign-in').waitFor()
    },
    { viewport: { width: 1440, height: 900 } },
  )
})

test('on a phone without scripts, support finds the customer and may not change the limit', async () => {
  await world.visitor(
    async (page) => {
      await signIn(page, 'support@posy.test')
      expect(await sidewaysOverflow(page)).toBeLessThanOrEqual(0)
      await page.goto('/operator/customers?q=cme')
      await page.getByRole('heading', { name: 'Customers', level: 2 }).waitFor()
      await page.getByRole('link', { name: 'Acme', exact: true }).click()
      await heading(page, 'Acme').waitFor()
      expect(await page.getByText('Change the credit limit').count()).toBe(0)
      expect(await sidewaysOverflow(page)).toBeLessThanOrEqual(0)
      await page.getByRole('link', { name: 'Leave a note' }).click()
      await page.getByLabel('Note', { exact: true }).fill('They ask for more credit. May they have £3,000?')
      await press(page, 'Leave the note')
      await page.getByText('It waits on the first screen of Finance.').waitFor()
      expect(await sidewaysOverflow(page)).toBeLessThanOrEqual(0)
    },
    { javaScriptEnabled: false, viewport: { width: 390, height: 844 } },
  )
})

test('an operator looks at a customer as one of its members; the customer sees that, allows more and stops it', async () => {
  const REASON = 'Your call of this morning'
  const startVisit = async (page: Page, mayChange = false) => {
    await page.goto(`/operator/customers/${demo.teams.acme}`)
    await page.getByText('See it as a member').click()
    const form = page.locator('form', { has: page.getByRole('button', { name: 'Start visit' }) })
    if (mayChange) await form.getByLabel(/^Change things too/).check()
    await form.getByLabel('Reason').fill(REASON)
    await press(page, 'Start visit')
    await page.waitForURL('**/home')
    await page.getByRole('complementary', { name: 'Support visit' }).getByText('You see this as Alice Archer').waitFor()
  }
  await world.visitor(async (page) => {
    await signIn(page, 'finance@posy.test')
    await page.getByRole('link', { name: 'Notes from other operators' }).click()
    await page.getByRole('link', { name: 'Customer: Acme' }).click()
    await page.getByText('They ask for more credit.').waitFor()
    expect(await screenProblems(page, `/operator/notes/team/${demo.teams.acme}`)).toEqual([])
    await page.getByLabel('Answer', { exact: true }).fill('They may, from Monday.')
    await page.getByLabel('That settles it: close the note').check()
    await press(page, 'Answer')
    await page.getByText('The note is closed.').waitFor()
    await page.getByRole('link', { name: 'Customer', exact: true }).click()
    await page.getByRole('row', { name: /Note answered or closed.*Farid Finn.*They may/ }).waitFor()
    await startVisit(page)
    expect(await screenProblems(page, `/activity/gifts/${bought.hugggs[0]!.id}`)).toEqual([])
    await heading(page, 'A gift for Ada Lovelace').waitFor()
    await page.getByText(/^(60|5\d|4\d) minutes left$/).waitFor()
    expect(await page.getByRole('button', { name: /Copy its link/ }).count()).toBe(0)
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByRole('button', { name: /Your menu$/ }).click()
    await page.getByRole('button', { name: 'Sign out' }).waitFor()
    await page.goto('/profile')
    await heading(page, 'Operators don’t see this').waitFor()
    await page.goto(`/activity/gifts/${bought.hugggs[0]!.id}`)
    await heading(page, 'A gift for Ada Lovelace').waitFor()
    expect(await page.content()).not.toContain(bought.hugggs[0]!.launch_url.split('/').at(-1))
    await page.goto(`/wallets/${demo.wallets.acmeMain}/settings`)
    await page.getByLabel('Name').fill('Renamed by support')
    await press(page, 'Save name')
    await page.getByText('No admin of the team lets you change things.').waitFor()

    await world.as('admin@acme.test', async (admin) => {
      await expect
        .poll(async () => (await world.mailTo('admin@acme.test')).map(({ subject }) => subject))
        .toContain('Posy’s support is looking at Acme')
      expect(await screenProblems(admin, '/team/support')).toEqual([])
      await admin.getByRole('row', { name: /Farid Finn.*Your call of this morning.*Alice Archer/ }).waitFor()
      await press(admin, 'Allow changes')
      await admin.getByText('Our support can change things now.').waitFor()

      await press(page, 'End visit')
      await heading(page, 'Acme').waitFor()
      await startVisit(page, true)
      await page.goto(`/wallets/${demo.wallets.acmeMain}/settings`)
      await page.getByLabel('Name').fill('Renamed by support')
      await press(page, 'Save name')
      await page.getByText('The name is saved.').waitFor()
      await page.goto(`/activity/gifts/${bought.hugggs[0]!.id}`)
      await page.getByRole('heading', { name: 'Left to the team' }).waitFor()
      expect(await page.getByRole('button', { name: 'Correct and send again' }).count()).toBe(0)

      await admin.goto('/team/audit')
      await admin.getByText('Support renamed a wallet, or made it the default').waitFor()
      await admin
        .getByRole('row', { name: /Wallet renamed.*Farid Finn, Posy’s team.*as Alice Archer: Your call/ })
        .waitFor()
      await admin.goto('/team/support')
      await press(admin, 'Stop changes now')
      await admin.getByText('Our support can no longer change anything.').waitFor()
    })
    await page.goto('/home')
    await heading(page, 'Overview').waitFor()
    expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('impersonation')

    await page.goto(`/operator/customers/${demo.teams.globex}`)
    await page.getByText('Deactivate the team', { exact: true }).click()
    const form = page.locator('form', { has: page.getByRole('button', { name: 'Deactivate team' }) })
    await form.getByLabel('Reason').fill('Its admins asked for it')
    await press(page, 'Deactivate team')
    await page.getByText('The team is deactivated.').waitFor()
    await world.as('admin@globex.test', async (member) => {
      await member.goto('/home')
      await member.getByText('Globex is deactivated').waitFor()
    })
  })
})
