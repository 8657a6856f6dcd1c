import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { londonDate, Temporal } from '#kit/time.ts'
import { DEMO_AUTHENTICATOR_KEY, DEMO_PASSWORD, demo } from '#server/app/demo/ids.ts'
import { appCode } from '#server/testing/totp.ts'
import { screenProblems, sidewaysOverflow } from './support/browser.ts'
import { freshWorld, press } from './support/world.ts'

/** An operator's day: the bank's file, a merchant paid by two, stock and catalogue looked at, the books proved, the record read. */
let redeemedOn: Temporal.PlainDate
/** In pounds, as the statement says. */
let total: string
const prepare = async () => {
  sessions.clear()
  held = 1000
  const { hugggs } = await world.buy({ receivers: [{ email: 'ada@friends.test', name: 'Ada Lovelace' }] })
  const till = await world.posy.clientToken('demo-till')
  const path = `/api/v2/hugggs/${hugggs[0]!.shortcode}/redemptions`
  const body = { location_id: demo.stores.daisyCoffeeLeeds, amount: 1000 }
  const redeemed = await world.posy.call('POST', path, { token: till, body })
  expect(redeemed.status, redeemed.text).toBe(201)
  redeemedOn = londonDate(Temporal.Now.instant())
  await world.advance('P1D')
}
const world = freshWorld(prepare, { chained: true })

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })

type Session = Awaited<ReturnType<BrowserContext['storageState']>>
const sessions = new Map<string, Session>()

/** An operator at their desk: signed in once, for a code of the app works once. */
const at = (
  who: string,
  viewport: { width: number; height: number },
  journey: (page: Page) => Promise<void>,
  scripts = true,
) =>
  world.visitor(
    async (page, { context }) => {
      if (!sessions.has(who)) await signIn(page, who)
      await journey(page)
      sessions.set(who, await context.storageState())
    },
    { viewport, javaScriptEnabled: scripts, ...(sessions.has(who) && { storageState: sessions.get(who)! }) },
  )
const DESK = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }

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

/** An act that is folded away: opened, filled in and sent. */
async function act(page: Page, title: string | RegExp, button: string, fields: Record<string, string>) {
  await page.locator('summary', { hasText: title }).first().click()
  const form = page.locator('form', { has: page.getByRole('button', { name: button, exact: true }) }).first()
  for (const [label, value] of Object.entries(fields)) await form.getByLabel(label, { exact: true }).fill(value)
  await form.getByRole('button', { name: button, exact: true }).click()
}

/** Work is done by others meanwhile: the page is loaded again until it shows. */
const shows = (page: Page, name: string | RegExp, role: 'row' | 'heading' = 'row') =>
  expect
    .poll(async () => {
      await page.reload()
      return page.getByRole(role, { name }).count()
    })
    .toBeGreaterThan(0)

const isClean = async (page: Page, path = pageAddress(page)) => expect(await screenProblems(page, path)).toEqual([])
const pageAddress = (page: Page) => {
  const { pathname, search } = new URL(page.url())
  return pathname + search
}

/** In pounds: Barclays' files do not tell it. */
let held = 1000

/** A file is brought by one operator, and confirmed by another. */
async function importLines(page: Page, lines: readonly (readonly [amount: string, memo: string])[], second: string) {
  const day = `${String(redeemedOn.day).padStart(2, '0')}/${String(redeemedOn.month).padStart(2, '0')}/${redeemedOn.year}`
  const rows = lines.map(([amount, memo]) => ` ,${day},00-00-00 12345678,${amount},FT,${memo}`)
  const text = ['Number,Date,Account,Amount,Subcategory,Memo', ...rows].join('\n')
  await page.goto('/operator/bank/import')
  await page
    .getByLabel('Statement file')
    .setInputFiles({ name: 'bank.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await page.getByLabel('Account (optional)').fill('00-00-00 12345678')
  await press(page, 'Review it')
  await heading(page, 'Review the statement').waitFor()
  held += lines.reduce((sum, [amount]) => sum + Number(amount), 0)
  await act(page, 'Import ', 'Ask for it', { 'Closing balance': held.toFixed(2), Reason: 'Daily statement' })
  await page.getByText('The file waits for another operator.').waitFor()
  await at(second, DESK, async (other) => {
    await other.goto('/operator/bank')
    await other.getByRole('link', { name: 'bank.csv' }).click()
    await act(other, 'Confirm it', 'Confirm and import', { Reason: 'Compared with the bank' })
    await other.getByText('being booked.').waitFor()
  })
}

const DETAILS = {
  'Name on the account': 'Daisy Coffee Ltd',
  'Sort code': '20-00-00',
  'Account number': '55779911',
  'Where statements are emailed': 'accounts@daisy.test',
}

test('finance imports the bank’s file, allocates a line, and settles a merchant as far as one person can', async () => {
  await at('finance@posy.test', DESK, async (page) => {
    await importLines(page, [['40.00', 'J BLOGGS THANK YOU']], 'owner@posy.test')
    await page.goto('/operator/bank')
    await shows(page, /J BLOGGS.*Waiting/)
    await page.getByRole('link', { name: /J BLOGGS/ }).click()
    await page.getByLabel(/^Reference of a wallet/).fill('HGDEMO0401')
    await page.getByRole('button', { name: 'Look it up' }).click()
    await act(page, /^Book £40.00 to HGDEMO0401: .*, Acme$/, 'Allocate', { Reason: 'Called them' })
    await page.getByText('Booked to HGDEMO0401.').waitFor()

    await page.goto('/operator/merchants')
    await page.getByRole('row', { name: /Daisy Coffee.*None yet/ }).waitFor()
    await isClean(page)
    await page.getByRole('link', { name: 'Daisy Coffee' }).click()
    await act(page, 'Propose bank details', 'Propose', { ...DETAILS, 'Sort code': '20', Reason: 'Their letter' })
    await page
      .getByText(/six digits/i)
      .first()
      .waitFor()
    await page.getByLabel('Sort code', { exact: true }).fill(DETAILS['Sort code'])
    await press(page, 'Propose')
    await page.getByText('You proposed these: another operator approves them.').waitFor()
    await act(page, 'Approve them', 'Approve', { Reason: 'I know them' })
    await page.getByText('Another operator must confirm this.').first().waitFor()
    await isClean(page)
    await act(page, 'Draw a statement', 'Draw', { 'Up to the end of': redeemedOn.toString(), Reason: 'Month end' })
    await page.getByText('Its statement is being drawn.').waitFor()
    await shows(page, /MST-000001.*To pay/)
    const row = await page.getByRole('row', { name: /MST-000001/ }).textContent()
    total = row!.match(/£([\d,]+\.\d\d)/)![1]!.replaceAll(',', '')
    await page.getByRole('link', { name: 'MST-000001' }).click()
    await page
      .getByRole('row', { name: /Redeemed, .*£10\.00/ })
      .first()
      .waitFor()
    await isClean(page)
  })
})

test('the owner approves the account and builds the file, on a phone without scripts; the one who drew up the statement may not release it', async () => {
  await at(
    'owner@posy.test',
    PHONE,
    async (page) => {
      await page.goto(`/operator/merchants/${demo.brands.daisyCoffee}`)
      await page.getByText('55779911').waitFor()
      await act(page, 'Approve them', 'Approve', { Reason: 'Called back' })
      await page.getByText('Paid to the account ending in 911.').waitFor()
      expect(await sidewaysOverflow(page)).toBeLessThanOrEqual(0)
      await page.goto('/operator/merchants/files')
      expect(await sidewaysOverflow(page)).toBeLessThanOrEqual(0)
    },
    false,
  )
  await at('finance@posy.test', DESK, async (page) => {
    await page.goto('/operator/merchants/files')
    await act(page, 'Build a payment file', 'Build it', { Reason: 'Month end' })
    await page.getByText('You built this').waitFor()
    await act(page, 'Release it', 'Release', { Reason: 'All is well' })
    await page.getByText('Another operator must confirm this.').first().waitFor()
    await isClean(page)
  })
  await at('owner@posy.test', PHONE, async (page) => {
    await page.goto('/operator/merchants/files')
    await page.getByRole('row', { name: /Daisy Coffee Ltd.*20-00-00, 55779911.*MST-000001/ }).waitFor()
    await act(page, 'Release it', 'Release', { Reason: 'Looked at MST-000001' })
    await page.getByText('The file is released.').waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download MPF-000001' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('MPF-000001.csv')
    expect(readFileSync((await download.path())!, 'utf8')).toContain('55779911')
    expect(await sidewaysOverflow(page)).toBeLessThanOrEqual(0)
  })
  await expect.poll(() => world.mailTo('accounts@daisy.test')).toHaveLength(1)
})

/** A camera that sees one barcode, as Chrome on Android reads it. */
const holdBarcode = (page: Page, rawValue: string) =>
  page.addInitScript((value) => {
    const detector = { getSupportedFormats: async () => ['qr_code'] }
    Object.assign(window, {
      BarcodeDetector: Object.assign(
        class {
          async detect() {
            return [{ rawValue: value }]
          }
        },
        detector,
      ),
    })
    navigator.mediaDevices.getUserMedia = async () => new MediaStream()
    HTMLMediaElement.prototype.play = async () => {}
  }, rawValue)

async function lookUp(page: Page, code: string) {
  await page.getByLabel('Code of the gift').fill(code)
  await press(page, 'Look it up')
  await heading(page, 'Daisy Coffee gift card, £10').waitFor()
}

test('a shop without a till program redeems in a browser: by typed code and camera, in part, undone, listed, and never while offline', async () => {
  const { hugggs } = await world.buy({ receivers: ['a', 'b', 'c'].map((name) => ({ email: `${name}@friends.test` })) })
  const [first, second, third] = hugggs.map(({ shortcode }) => shortcode) as [string, string, string]
  let code = ''
  await at('owner@posy.test', DESK, async (page) => {
    await page.goto('/operator/merchants/tills')
    await page.locator('summary', { hasText: 'Add a till in a browser' }).click()
    await page.getByLabel('Store', { exact: true }).selectOption(demo.stores.daisyCoffeeLeeds)
    await page.getByLabel('Name of the till').fill('Garden counter')
    await page.getByLabel('Reason').first().fill('They have no program')
    await press(page, 'Make a code')
    code = (await page.getByText('The code is').textContent())!.match(/[A-Z0-9]{4}(-[A-Z0-9]{4}){2}/)![0]
    await isClean(page)
  })
  await world.visitor(
    async (page, { context }) => {
      await page.goto('/till/day')
      await isClean(page)
      await page.getByLabel('Code of the till').fill(code.toLowerCase())
      await press(page, 'Sign in')
      await heading(page, 'Redeem a gift').waitFor()
      await page.getByText('cannot read barcodes').waitFor()
      await isClean(page)
      await lookUp(page, first)
      expect(page.url()).not.toContain(first)
      await isClean(page)
      const twin = await context.newPage()
      await twin.goto('/till/gift')
      for (const each of [page, twin]) {
        await each.getByLabel('Amount to take').fill('6,80')
        await press(each, 'Take this amount')
        await heading(each, '£6.80 redeemed').waitFor()
        await each.getByText('£3.20').waitFor()
      }
      expect(twin.url()).toBe(page.url())
      await twin.close()
      await isClean(page)
      // Back to what was looked up: it was pressed, so another code is asked for.
      await page.goto('/till/gift')
      await heading(page, 'Redeem a gift').waitFor()

      await context.setOffline(true)
      const offline = page.getByRole('alert').filter({ hasText: 'No connection' })
      await offline.waitFor()
      await page.getByLabel('Code of the gift').fill(second)
      await press(page, 'Look it up')
      await heading(page, 'Redeem a gift').waitFor()
      await context.setOffline(false)
      await offline.waitFor({ state: 'hidden' })
      await press(page, 'Look it up')
      await press(page, 'Redeem all £10.00')
      await heading(page, '£10.00 redeemed').waitFor()
      await page.getByText('Undo this').click()
      await press(page, 'Undo £10.00')
      await heading(page, '£10.00 undone').waitFor()

      await page.getByRole('link', { name: 'Day’s list' }).click()
      await page.getByText('Redeemed, 1 time').waitFor()
      await page.getByText('Undone, not in the sum').waitFor()
      await isClean(page)
      await page
        .context()
        .storageState()
        .then((state) => sessions.set('till', state))
    },
    { viewport: PHONE },
  )
  const storageState = sessions.get('till')!
  await world.visitor(
    async (page) => {
      await holdBarcode(page, second)
      await page.goto('/till')
      await press(page, 'Scan with the camera')
      await heading(page, 'Daisy Coffee gift card, £10').waitFor()
    },
    { viewport: PHONE, storageState },
  )
  await world.visitor(
    async (page) => {
      await page.goto('/till')
      expect(await page.getByRole('button').allTextContents()).toEqual(['Look it up', 'Sign this till out'])
      await lookUp(page, third)
      await press(page, 'Redeem all £10.00')
      await heading(page, '£10.00 redeemed').waitFor()
      await page.goto('/till/day')
      await page.getByText('Redeemed, 2 times').waitFor()
      expect(await page.locator('.sum').textContent()).toBe('£16.80')
    },
    { viewport: { width: 320, height: 700 }, javaScriptEnabled: false, storageState },
  )
  await at('owner@posy.test', DESK, async (page) => {
    await page.goto('/operator/merchants/tills')
    await page.locator('summary', { hasText: 'End a till in a browser' }).click()
    const form = page.locator('form', { has: page.getByRole('button', { name: 'Sign it out for good' }) })
    await form.getByLabel('Till').selectOption({ label: 'Garden counter (Daisy Coffee)' })
    await form.getByLabel('Reason').fill('The tablet is lost')
    await press(page, 'Sign it out for good')
    await page.getByText('This till is signed out for good.').waitFor()
  })
  await world.visitor(
    async (page) => {
      expect((await page.goto('/till/day'))?.status()).toBe(200)
      await page.getByText('This till has been signed out.').waitFor()
    },
    { viewport: PHONE, storageState },
  )
})

test('a payment that the bank confirms is recorded; stock and catalogue are reviewed, the books agree, and the record holds it all', async () => {
  await at('owner@posy.test', DESK, async (page) => {
    await importLines(page, [[`-${total}`, 'DAISY COFFEE MST000001']], 'finance@posy.test')
    await page.goto('/operator/merchants/statements')
    await shows(page, /MST-000001.*Paid/)
    await isClean(page)

    await page.goto('/operator/catalogue')
    await isClean(page)
    const { products } = JSON.parse(readFileSync(join(import.meta.dirname, '../seeds/catalogue.json'), 'utf8'))
    const row = products.find(({ id }: { id: string }) => id === demo.products.daisyFlatWhite)
    const changed = { products: [{ ...row, name: 'Flat white, large', active: false }] }
    await page.getByLabel('Catalogue file').setInputFiles({
      name: 'autumn.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(changed)),
    })
    await page.getByLabel('Reason').fill('Autumn list')
    await press(page, 'Review it')
    await page.getByRole('row', { name: /Flat white.*Retired/ }).waitFor()
    await isClean(page)
    await act(page, 'Import 1 difference', 'Import', { Reason: 'Autumn list' })
    await page.getByText('The catalogue is up to date: 0 rows added, 1 changed.').waitFor()

    await page.goto('/operator/stock')
    await page.getByLabel('Product to add codes to').fill('daisy gift card £10')
    await press(page, 'Find product')
    const codes = { name: 'codes.csv', mimeType: 'text/csv', buffer: Buffer.from('code\nD-0001\nD-0002') }
    await page.getByLabel('File of codes').setInputFiles(codes)
    await act(page, 'Add codes', 'Add codes', { Reason: 'From Daisy' })
    await page.getByText('2 codes went in; 2 are in stock.').waitFor()
    await page.getByRole('row', { name: /Low, below 50/ }).waitFor()
    await isClean(page)

    await page.goto('/operator/reconciliation')
    await act(page, 'Run every check now', 'Run it', { Reason: 'End of the day' })
    await page.getByText('It runs now.').waitFor()
    await shows(page, /Asked for by owner@posy.test.*In order/)
    await isClean(page)
    await page.getByRole('link', { name: 'Asked for by owner@posy.test' }).click()
    await page.getByRole('row', { name: /Merchants owed.*In order/ }).waitFor()
    await isClean(page)

    await page.goto('/operator/people')
    await page.getByLabel('Person').fill('ada@friends.test')
    await press(page, 'Find')
    await page.getByRole('heading', { name: 'Ada Lovelace' }).waitFor()
    await isClean(page)
    await page.getByText('Erase this person').click()
    const erase = page.locator('form', { has: page.getByRole('button', { name: 'Erase for good' }) })
    await erase.getByLabel('Reason').fill('Asked in writing on 3 March')
    await press(page, 'Erase for good')
    await page.getByText('They are being erased.').waitFor()
    await expect
      .poll(async () => {
        await page.goto('/operator/people?person=ada@friends.test')
        return page.getByText('Nothing is held about them').count()
      })
      .toBe(1)

    await page.goto('/operator/acts')
    for (const done of [
      /Erasure requested.*Asked in writing/,
      /Reconcile run.*End of the day/,
      /Codes added.*From Daisy/,
      /Catalogue imported.*Autumn list/,
      /Payment file of merchants released.*Looked at MST-000001/,
      /Bank details of a merchant approved.*Called back/,
      /Bank line allocated.*Called them/,
    ])
      await page.getByRole('row', { name: done }).waitFor()
  })
})

test('finance announces something to one customer; its people see it until each dismisses it', async () => {
  await at('finance@posy.test', PHONE, async (page) => {
    await page.goto(`/operator/customers/${demo.teams.acme}`)
    await page.getByRole('link', { name: 'Write an announcement for Acme' }).click()
    await page.getByRole('heading', { name: 'For Acme' }).waitFor()
    await isClean(page)
    const until = Temporal.Now.instant().add({ hours: 72 }).toZonedDateTimeISO('Europe/London').toPlainDateTime()
    await act(page, 'Write an announcement', 'Announce', {
      Text: 'Texts to Ireland are late today.',
      'Until (London)': until.toString({ smallestUnit: 'minute' }),
      Reason: 'The carrier says so',
    })
    await page.getByText('The announcement is written.').waitFor()
    await page.getByRole('link', { name: 'Texts to Ireland are late today.' }).click()
    await page.getByText('Put away by').waitFor()
    await isClean(page)
  })
  const told = (page: Page) => page.getByRole('region', { name: 'Announcements' }).getByText('late today')
  await world.as('admin@acme.test', async (page) => {
    await page.goto('/wallets')
    await told(page).waitFor()
    await isClean(page)
    await press(page, 'Put away: Texts to Ireland are late today.')
    await expect.poll(() => told(page).count()).toBe(0)
    await page.goto('/home')
    expect(await told(page).count()).toBe(0)
  })
  await world.as('viewer@acme.test', async (page) => {
    await page.goto('/home')
    await told(page).waitFor()
  })
  await world.as('admin@globex.test', async (page) => {
    await page.goto('/home')
    expect(await told(page).count()).toBe(0)
  })
})
