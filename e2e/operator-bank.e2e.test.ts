import type { BrowserContext, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { londonDate, Temporal } from '#kit/time.ts'
import { DEMO_AUTHENTICATOR_KEY, DEMO_PASSWORD, demo } from '#server/app/demo/ids.ts'
import { appCode } from '#server/testing/totp.ts'
import { screenProblems, sidewaysOverflow } from './support/browser.ts'
import { freshWorld, press } from './support/world.ts'

/** Finance at work: a statement of the bank looked at and imported, a stranger's payment given to its wallet, a payout by two. */
const world = freshWorld(undefined, { chained: true })

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })

async function signIn(page: Page, who: string) {
  await page.goto('/operator')
  await page.getByLabel('Email address').fill(who)
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await press(page, 'Continue')
  await page.getByLabel('Six-digit code').waitFor()
  await page.getByLabel('Six-digit code').fill(appCode(DEMO_AUTHENTICATOR_KEY, Date.now()))
  await press(page, 'Sign in')
  await heading(page, 'Overview').waitFor()
}

const today = londonDate(Temporal.Now.instant())
const statement = [
  'Number,Date,Account,Amount,Subcategory,Memo',
  ...[
    ['125.00', 'ACME LTD  hg demo 0401'],
    ['40.00', 'J BLOGGS THANK YOU'],
    ['-6.50', 'SERVICE CHARGE'],
  ].map(
    ([amount, memo]) =>
      ` ,${[today.day, today.month].map((part) => String(part).padStart(2, '0')).join('/')}/${today.year},00-00-00 12345678,${amount},FT,${memo}`,
  ),
].join('\n')

type Session = Awaited<ReturnType<BrowserContext['storageState']>>
/** Finance's and the owner's, who sign in once: a code of the app works once. */
let finance: Session
let owner: Session

/** An act that is folded away: opened, filled in and sent. */
async function act(page: Page, title: string | RegExp, button: string, fields: Record<string, string>) {
  await page.locator('summary', { hasText: title }).first().click()
  const form = page.locator('form', { has: page.getByRole('button', { name: button, exact: true }) }).first()
  for (const [label, value] of Object.entries(fields)) await form.getByLabel(label, { exact: true }).fill(value)
  await form.getByRole('button', { name: button, exact: true }).click()
}

test('finance imports a statement, allocates what waits, and asks for a payout that another operator releases', async () => {
  await world.visitor(
    async (page, { context }) => {
      await signIn(page, 'finance@posy.test')
      finance = await context.storageState()
      await page.goto('/operator/to-confirm')
      await page.getByText('Nothing to confirm').waitFor()
      expect(await screenProblems(page, '/operator/to-confirm')).toEqual([])
      await page.goto('/operator/bank/import')
      await page
        .getByLabel('Statement file')
        .setInputFiles({ name: 'bank.csv', mimeType: 'text/csv', buffer: Buffer.from(statement) })
      await page.getByLabel('Account (optional)').fill('00-00-00 12345678')
      await press(page, 'Review it')
      await heading(page, 'Review the statement').waitFor()
      await page.getByRole('row', { name: /HGDEMO0401.*£125.00/ }).waitFor()
      await page.getByRole('row', { name: /J BLOGGS.*Waits for someone/ }).waitFor()
      expect(await screenProblems(page, new URL(page.url()).pathname)).toEqual([])
      await act(page, 'Import 3 new lines', 'Ask for it', { 'Closing balance': '1,158.50', Reason: 'Daily statement' })
      await page.getByText('The file waits for another operator.').waitFor()
      await page.getByText('asked for by finance@posy.test').waitFor()
      expect(await screenProblems(page, '/operator/bank')).toEqual([])
      await world.visitor(async (second, { context: others }) => {
        await signIn(second, 'owner@posy.test')
        await second.goto('/operator/bank')
        await second.getByRole('link', { name: 'bank.csv' }).click()
        await second.getByText('It is the first file of the account').waitFor()
        await second.getByText('£1,158.50 was typed').waitFor()
        await second.getByRole('row', { name: /J BLOGGS/ }).waitFor()
        expect(await screenProblems(second, new URL(second.url()).pathname)).toEqual([])
        await act(second, 'Confirm it', 'Confirm and import', { Reason: 'Compared with the bank' })
        await second.getByText('3 lines are being booked.').waitFor()
        owner = await others.storageState()
      })
      await expect
        .poll(async () => {
          await page.reload()
          return page.getByRole('row', { name: /J BLOGGS.*Waiting/ }).count()
        })
        .toBe(1)
      for (const path of ['', '/settled', '/import'])
        expect(await screenProblems(page, `/operator/bank${path}`)).toEqual([])

      await page.goto('/operator/bank')
      await page.getByRole('link', { name: /J BLOGGS/ }).click()
      await heading(page, /^Money in/).waitFor()
      expect(await screenProblems(page, new URL(page.url()).pathname)).toEqual([])
      const reference = page.getByLabel(/^Reference of a wallet/)
      await reference.fill('HGNOSUCH01')
      await press(page, 'Look it up')
      await page.getByText('This is no reference or number of ours').first().waitFor()
      await reference.fill('hg demo 0401')
      await press(page, 'Look it up')
      await act(page, /^Book £.* to HGDEMO0401: .*, Acme$/, 'Allocate', { Reason: 'Called them' })
      await page.getByText('Booked to HGDEMO0401.').waitFor()
      await page.getByRole('row', { name: /Allocated.*finance@posy.test.*Called them/ }).waitFor()

      await page.goto('/operator/payouts')
      await act(page, 'Ask for a payout', 'Ask for it', {
        Wallet: 'HGDEMO0401',
        Amount: '40',
        'Name on the account': 'J Bloggs',
        'Sort code': '20-11-22',
        'Account number': '12345678',
        Reason: 'Paid to us by mistake',
      })
      await page.getByText('waits for another operator.').waitFor()
      await page.getByText('You asked for this: another operator releases it.').waitFor()
      expect(await screenProblems(page, '/operator/payouts')).toEqual([])
      await act(page, 'Release it', 'Release', { Reason: 'All is well' })
      await page.getByText('Another operator must confirm this.').first().waitFor()
    },
    { viewport: { width: 1440, height: 900 } },
  )
})

test('another operator releases the payout on a phone without scripts, and downloads the payment file', async () => {
  await world.visitor(
    async (page) => {
      await page.goto('/operator/payouts')
      // What goes into the payment file, and not only whose wallet it leaves.
      await page.getByRole('heading', { name: /£40\.00 to J Bloggs$/ }).waitFor()
      for (const shown of ['20-11-22', '12345678', 'Acme, wallet HGDEMO0401'])
        await page.getByRole('definition').filter({ hasText: shown }).first().waitFor()
      await page.getByText('The name on the account is not the customer’s own, Acme.').waitFor()
      await act(page, 'Release it', 'Release', { Reason: 'Checked by phone' })
      await page.getByText('is released. It goes into the next payment file.').waitFor()
      await act(page, /Make a payment file of 1 released payout/, 'Make the file', { Reason: 'Daily run' })
      await page.getByText('SHA-256').waitFor()
      expect(await sidewaysOverflow(page)).toBeLessThanOrEqual(0)
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name: 'Payment file' }).click(),
      ])
      expect(download.suggestedFilename()).toBe('posy-payouts-0001.csv')
    },
    { javaScriptEnabled: false, viewport: { width: 390, height: 844 }, storageState: owner },
  )
})

test('a large sum waits on the overview and on its own page, where another operator refuses or confirms it', async () => {
  const raise = async (page: Page, pounds: string) => {
    await page.goto(`/operator/customers/${demo.teams.globex}`)
    await act(page, 'Change the credit limit', 'Change limit', { 'Credit limit': pounds, Reason: 'A new contract' })
    await page.getByText('It waits for another operator, under To confirm.').waitFor()
  }
  const look = { viewport: { width: 390, height: 844 }, colorScheme: 'dark' as const }
  await world.visitor(
    async (page) => {
      await raise(page, '250,000')
      expect(await screenProblems(page, new URL(page.url()).pathname)).toEqual([])
      await page.goto('/operator/to-confirm')
      await page.getByRole('heading', { name: /^Let Globex owe up to £250,000\.00 by invoice/ }).waitFor()
      await page.getByText('You: another operator confirms it.').waitFor()
      await act(page, 'Confirm it', 'Confirm', { Reason: 'All is well' })
      await page.getByText('Another operator must confirm this.').first().waitFor()
      expect(await screenProblems(page, '/operator/to-confirm')).toEqual([])
      await page.goto('/operator/people')
      await heading(page, 'Your role does not include this').waitFor()
      expect(await screenProblems(page, '/operator/people')).toEqual([])
      await page.getByRole('link', { name: 'Go to Overview' }).click()
      await heading(page, 'Overview').waitFor()
    },
    { ...look, storageState: finance },
  )
  await world.visitor(
    async (page) => {
      await page.goto('/operator/overview')
      await page.getByRole('link', { name: 'Acts to confirm' }).click()
      await act(page, 'Refuse it', 'Refuse', { Reason: 'Half of it is enough' })
      await page.getByText('It is refused. Nothing of it is done.').waitFor()
      await page.getByText('Nothing to confirm').waitFor()
    },
    { storageState: owner },
  )
  await world.visitor((page) => raise(page, '125,000'), { storageState: finance })
  await world.visitor(
    async (page) => {
      await page.goto('/operator/to-confirm')
      await page.getByText('finance@posy.test').waitFor()
      await page.getByRole('link', { name: 'View', exact: true }).waitFor()
      expect(await screenProblems(page, '/operator/to-confirm')).toEqual([])
      await act(page, 'Confirm it', 'Confirm', { Reason: 'Read the contract' })
      await page.getByText('It is done.').waitFor()
      await page.goto(`/operator/customers/${demo.teams.globex}`)
      await page.getByText('£125,000.00').first().waitFor()
    },
    { storageState: owner },
  )
})

test('an operator is added by two, one of them without scripts, and is mailed the link; a customer is opened without scripts', async () => {
  await world.visitor(
    async (page) => {
      for (const path of ['operators', 'customers/new', `customers/${demo.teams.acme}/audit`])
        expect(await screenProblems(page, `/operator/${path}`)).toEqual([])
      await page.goto('/operator/operators')
      await act(page, 'Add an operator', 'Ask for it', {
        'Email address': 'nora@posy.test',
        Name: 'Nora North',
        Reason: 'Joins support today',
      })
      await page.getByText('It waits for another operator, under To confirm. Nothing is changed yet.').waitFor()
    },
    { viewport: { width: 390, height: 844 }, storageState: owner },
  )
  await world.visitor(
    async (page) => {
      await page.goto('/operator/to-confirm')
      await heading(page, 'To confirm').waitFor()
      await page.getByText('Make Nora North (nora@posy.test) an operator with the role Support').waitFor()
      await act(page, 'Confirm it', 'Confirm', { Reason: 'Met her' })
      await page.getByText('It is done.').waitFor()
      await page.goto('/operator/customers')
      await page.getByRole('link', { name: 'Open a customer' }).click()
      await page.getByLabel('Name of the team').fill('Umbrella')
      await page.getByLabel('Admin’s email address').fill('admin@umbrella.test')
      await page.getByLabel('Reason').fill('Contract signed')
      await press(page, 'Open customer')
      await page.getByText('Umbrella is open. admin@umbrella.test is emailed a link').waitFor()
      expect(await sidewaysOverflow(page)).toBeLessThanOrEqual(0)
      await page.getByRole('link', { name: 'All of the audit trail' }).click()
      await page.getByRole('row', { name: /Team created/ }).waitFor()
    },
    { javaScriptEnabled: false, viewport: { width: 390, height: 844 }, storageState: finance },
  )
  await expect
    .poll(async () => (await world.mailTo('nora@posy.test')).map(({ subject }) => subject))
    .toEqual(['Your way in to the operators’ console'])
})
