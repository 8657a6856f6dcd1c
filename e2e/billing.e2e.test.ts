import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { accessibilityProblems, screenProblems } from './support/browser.ts'
import { CARD, typeCard } from './support/cards.ts'
import { eventually } from './support/eventually.ts'
import { freshWorld } from './support/world.ts'

/** Cards, charges and top-ups, and everything that can be taken away on paper or as a file. */
const world = freshWorld()

const ADMIN = 'admin@acme.test'
const WALLET = `/wallets/${demo.wallets.acmeMain}`
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const row = (page: Page, text: string | RegExp) => page.getByRole('row').filter({ hasText: text })

async function approveAtBank(page: Page) {
  await page.getByRole('link', { name: 'Continue to your bank' }).click()
  await page.getByRole('button', { name: /Approve|Confirm|Yes/i }).click()
}

/** On its page: one that the bank asks about, and one that it takes at once, which is the default. */
async function storeCards(page: Page) {
  await typeCard(page, CARD.asks3ds)
  await press(page, 'Store this card')
  await approveAtBank(page)
  await page.getByText('Your bank has confirmed, and your card is stored. Nothing was charged.').waitFor()
  await row(page, 'ending 9996').getByText('Default', { exact: true }).waitFor()

  await typeCard(page, CARD.approved)
  await press(page, 'Store this card')
  await row(page, 'ending 4242').waitFor()
  await page.getByText('Your card is stored. Nothing was charged.', { exact: true }).waitFor()
  await page.getByRole('button', { name: /^Make default: .* ending 4242/ }).click()
  await row(page, 'ending 4242').getByText('Default', { exact: true }).waitFor()
  await expect.poll(() => row(page, 'ending 9996').getByText('Default', { exact: true }).count()).toBe(0)
}

/** The cards of the first journey, where this one is tried again in a fresh world. */
async function hasCards(page: Page) {
  await page.goto('/cards')
  if (await page.getByText('No card yet').isVisible()) await storeCards(page)
}

async function buyLinks(payment: object): Promise<string> {
  const purchase = {
    type: 'bulkHugggs',
    reference: demo.products.daisyGiftCard10,
    deliveryMethod: 'links',
    quantity: 3,
  }
  return (await world.post('/api/v2/transactions', { purchase, payment })).id
}

const fromWallet = { method: 'walletCommitment', reference: demo.wallets.acmeMain }

async function download(page: Page, start: () => Promise<void>): Promise<{ name: string; bytes: Buffer }> {
  const [file] = await Promise.all([page.waitForEvent('download'), start()])
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
}

describe('a card', () => {
  test('is stored once the bank has confirmed; one that declines is not, and nothing is charged', () =>
    world.as(ADMIN, async (page) => {
      const before = await world.available()
      await page.goto('/cards')
      await page.getByText('No card yet').waitFor()
      await typeCard(page, CARD.declines)
      await press(page, 'Store this card')
      await page.getByRole('alert').getByText('Nothing was charged and the card was not stored.').waitFor()
      await storeCards(page)
      expect(await world.available()).toBe(before)
    }))

  test('tops a wallet up, also through 3-D Secure; a decline says that no money moved', () =>
    world.as(ADMIN, async (page) => {
      await hasCards(page)
      const before = await world.available()
      await page.goto('/wallets')
      await page.getByRole('link', { name: 'Top up Acme main' }).click()
      await page.getByLabel('Amount').fill('50')
      await page.getByRole('radio', { name: /ending 4242/ }).check()
      await press(page, 'Top up')
      await page.getByText('The money is in the wallet.').waitFor()
      await page.locator('main').getByRole('link', { name: 'Send a gift' }).waitFor()
      expect(await world.available()).toBe(before + 5000)

      await page.goto(`${WALLET}/card`)
      await page.getByLabel('Amount').fill('20')
      await page.getByRole('radio', { name: /Another card/ }).check()
      await typeCard(page, CARD.declines)
      await press(page, 'Top up')
      await page.getByRole('alert').getByText('Your card was not charged, and the wallet is as it was.').waitFor()
      await expect.poll(() => page.getByLabel('Amount').inputValue()).toBe('20')
      expect(await world.available()).toBe(before + 5000)

      await page.getByRole('radio', { name: /ending 9996/ }).check()
      await press(page, 'Top up')
      await approveAtBank(page)
      await page.getByText('Your bank has confirmed, and the money is in the wallet.').waitFor()
      expect(await world.available()).toBe(before + 7000)

      await page.goto('/charges')
      await row(page, '£50.00').getByText('Wallet top-up').waitFor()
      await page.getByLabel('State').selectOption('failed')
      await press(page, 'Show')
      await page.waitForURL('**/charges?status=failed')
      await row(page, '£20.00').getByText('Failed').waitFor()
      await expect.poll(() => row(page, '£50.00').count()).toBe(0)
    }))

  test('tops a wallet up without scripts, and is removed after a question', async () => {
    await world.as(ADMIN, hasCards)
    await world.as(
      ADMIN,
      async (page) => {
        const before = await world.available()
        await page.goto(`${WALLET}/card`)
        await page.getByLabel('Amount').fill('nothing')
        await press(page, 'Top up')
        await page.getByText('This is not an amount: type one such as 250 or 250.50').waitFor()
        await page.getByLabel('Amount').fill('10')
        await page.getByRole('radio', { name: /ending 4242/ }).check()
        await press(page, 'Top up')
        await page.getByText('The money is in the wallet.').waitFor()
        expect(await world.available()).toBe(before + 1000)
        await page.goto('/cards')
        await page.getByRole('link', { name: /Remove .* ending 4242/ }).click()
        await press(page, 'Remove the card')
        await page.getByText('is removed and can no longer be charged.').waitFor()
        await expect.poll(() => row(page, 'ending 4242').count()).toBe(0)
      },
      { javaScriptEnabled: false },
    )
  })

  test('is hidden from a viewer and a participant', async () => {
    for (const who of ['viewer@acme.test', 'participant@acme.test'])
      await world.as(who, async (page) => {
        for (const path of ['/cards', '/charges', `${WALLET}/card`]) {
          await page.goto(path)
          await page.getByRole('heading', { level: 1, name: /have access|nothing here/ }).waitFor()
        }
      })
  })
})

describe('documents and files', () => {
  test('the receipt of one purchase and the invoice of another open as PDFs with one press', () =>
    world.as(ADMIN, async (page) => {
      const paid = await buyLinks(fromWallet)
      const invoiced = await buyLinks({ method: 'invoice' })
      await page.goto(`/activity/${paid}`)
      await page.getByRole('link', { name: 'Receipt' }).click()
      const receipt = page.getByRole('main').getByRole('link', { name: /\.pdf$/ })
      const { name, bytes } = await download(page, () => receipt.click())
      expect(name).toMatch(/\.pdf$/)
      expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')

      await page.goto(`/activity/${invoiced}/papers`)
      const invoice = page.getByRole('main').getByRole('link', { name: /\.pdf$/ })
      expect((await download(page, () => invoice.click())).name).toMatch(/^INV-/)
    }))

  test('a draft is drawn as a pro forma invoice', () =>
    world.as(ADMIN, async (page) => {
      const order = await world.post('/api/v2/orders', {
        ...{ type: 'bulkHugggs', productId: demo.products.daisyGiftCard10, quantity: 2, deliveryMethod: 'links' },
      })
      await page.goto(`/send/${order.id}/pay`)
      await page.getByRole('link', { name: 'Pro forma invoice' }).click()
      await press(page, 'Create pro forma')
      const paper = page.getByRole('link', { name: /\.pdf$/ })
      expect((await download(page, () => paper.click())).bytes.subarray(0, 5).toString()).toBe('%PDF-')
    }))

  test.each([
    ['CSV', true],
    ['XLSX', false],
  ] as const)('the list of gifts is downloaded as %s (scripts: %s)', (format, javaScriptEnabled) =>
    world.as(
      ADMIN,
      async (page) => {
        await buyLinks(fromWallet)
        await page.goto('/activity/gifts?status=Created')
        await press(page, format)
        await page.waitForURL('**/activity/exports/*')
        const link = page.getByRole('link', { name: 'Download' })
        await eventually(async () => {
          if (!javaScriptEnabled) await page.reload()
          return (await link.count()) > 0 ? true : undefined
        })
        const { name, bytes } = await download(page, () => link.click())
        expect(name).toMatch(new RegExp(`\\.${format.toLowerCase()}$`))
        if (format === 'CSV') expect(bytes.toString().trim().split('\n').length).toBeGreaterThan(3)
        else expect(bytes.subarray(0, 2).toString()).toBe('PK')
      },
      { javaScriptEnabled },
    ),
  )
})

test('the VAT summary adds up, on screen and in its file', () =>
  world.as(ADMIN, async (page) => {
    await buyLinks(fromWallet)
    const day = new Date().toISOString().slice(0, 10)
    await page.goto('/invoices')
    await page.getByRole('link', { name: 'VAT', exact: true }).click()
    const table = page.getByRole('table', { name: 'VAT by rate' })
    // The list of invoices has fields of the same names.
    await table.waitFor()
    await page.getByLabel('From').fill(day)
    await page.getByLabel('Until').fill(day)
    await press(page, 'Show')
    await page.waitForURL(`**/*from=${day}*`)
    const read = async () => {
      const rows = await table.getByRole('row').allInnerTexts()
      return rows
        .slice(1)
        .map((text) =>
          [...text.matchAll(/(-|−)?£([\d,]+\.\d\d)/g)].map(
            ([, minus, figure]) => Number(figure!.replaceAll(',', '')) * 100 * (minus ? -1 : 1),
          ),
        )
    }
    const eachIs = (rows: number[][]) => rows.map(([net = 0, vat = 0]) => Math.round(net + vat))
    const inFile = async () => {
      const file = await download(page, () => page.getByRole('link', { name: 'CSV' }).click())
      expect(file.name).toBe(`vat-${day}-${day}.csv`)
      const lines = file.bytes.toString('utf8').trim().split('\r\n').slice(1)
      return Math.round(lines.reduce((sum, line) => sum + Number(line.split(',').at(-3)) * 100, 0))
    }
    // A job issues the papers of a purchase: one of a purchase just made may come between the two.
    const { rows, gross } = await eventually(async () => {
      await page.reload()
      const seen = { gross: await inFile(), rows: await read() }
      return seen.gross > 0 && Math.round(seen.rows.at(-1)?.[2] ?? 0) === seen.gross ? seen : undefined
    })
    expect(gross).toBeGreaterThan(0)
    // The days that were chosen hold on the page beside it, too.
    await page.getByRole('link', { name: 'Statement of account' }).click()
    await page.waitForURL('**/invoices/statement?*')
    expect(await page.getByLabel('From').inputValue()).toBe(day)
    expect(rows.length).toBeGreaterThan(1)
    expect(eachIs(rows)).toEqual(rows.map(([, , total]) => Math.round(total!)))
    const rates = rows.slice(0, -1)
    expect(rows.at(-1)!.map(Math.round)).toEqual(
      [0, 1, 2].map((at) => Math.round(rates.reduce((sum, rate) => sum + rate[at]!, 0))),
    )
  }))

test('a filed VAT period is closed and reopened, and its month leaves as a file for an accounts package', () =>
  world.as(ADMIN, async (page) => {
    await page.goto('/invoices/vat?from=2026-01-01&to=2026-01-31')
    await page.getByRole('link', { name: 'Close this period' }).click()
    const asked = page.getByRole('dialog', { name: 'Close 1 January 2026 to 31 January 2026?' })
    await asked.getByText(/^Net £[\d,.]+, VAT £[\d,.]+, gross £/).waitFor()
    await asked.getByRole('button', { name: 'Close the period' }).click()
    await page.getByText('The period is closed. Its figures stay as they are.').waitFor()
    await row(page, '1 January 2026 to 31 January 2026').getByText(/ by /).waitFor()
    await page.getByRole('link', { name: 'Reopen 1 January 2026 to 31 January 2026' }).click()
    await press(page, 'Reopen the period')
    await page.getByText('The period is open again.').waitFor()

    // Months begin with the team: its first one has to be over.
    await world.advance('P32D')
    await page.getByRole('link', { name: 'Accounts package' }).click()
    await page.getByLabel('Accounts package').selectOption('sage50')
    await press(page, 'Show')
    await page.getByText('Months for Sage 50').waitFor()
    await page.getByLabel('Gifts').fill('gifts')
    await press(page, 'Save accounts')
    await page.getByText('must be a nominal code of Sage', { exact: false }).waitFor()
    await page.getByLabel('Gifts').fill('7405')
    await press(page, 'Save accounts')
    await page.getByText('Your accounts are saved for the next file.').waitFor()
    const { name, bytes } = await download(page, () => press(page, 'Download the file'))
    expect(name).toMatch(/^posy-sage50-\d{4}-\d{2}\.csv$/)
    expect(bytes.toString().split('\r\n')[0]).toMatch(/^"Type","Account Reference","Nominal A\/C Ref"/)
    await page.getByLabel('How much').selectOption('3')
    const quarter = await download(page, () => press(page, 'Download the file'))
    expect(quarter.name).toMatch(/^posy-sage50-\d{4}-\d{2}-to-\d{4}-\d{2}\.csv$/)
    await page.getByLabel('What').selectOption('bills')
    await page.getByLabel('How much').selectOption('1')
    const bills = await download(page, () => press(page, 'Download the file'))
    expect(bills.name).toMatch(/^posy-sage50-\d{4}-\d{2}-bills\.csv$/)
    expect(bills.bytes.toString()).toMatch(/^"Type","Account Reference","Nominal A\/C Ref"/)
    await page.reload()
    await page.getByRole('table', { name: 'Downloaded files' }).getByText(/ by /).first().waitFor()
  }))

describe('a saved view', () => {
  test.each([true, false])('is saved, opened again and deleted (scripts: %s)', (javaScriptEnabled) =>
    world.as(
      ADMIN,
      async (page) => {
        await page.goto('/activity/gifts')
        await expect.poll(() => page.getByLabel('Name of this view').count()).toBe(0)
        await page.getByLabel('Status').selectOption({ index: 1 })
        await press(page, 'Show')
        await page.getByLabel('Name of this view').fill('My view')
        await press(page, 'Save this view')
        await page.getByText('“My view” is saved.').waitFor()
        const kept = new URL(page.url()).search
        expect(kept).toMatch(/^\?status=[\w-]+$/)
        await page.goto('/activity/gifts?q=else')
        await page.getByRole('link', { name: 'My view' }).click()
        await press(page, 'Forget “My view”')
        await page.getByText('“My view” is deleted.').waitFor()
        await expect.poll(() => page.getByRole('link', { name: 'My view' }).count()).toBe(0)
      },
      { javaScriptEnabled },
    ),
  )
})

test('the card fields of the provider are drawn again when the theme changes, and can be read in it', () =>
  world.as(ADMIN, async (page) => {
    await page.goto('/cards')
    const isDrawn = () => page.locator('fieldset[aria-busy="false"]').waitFor()
    await isDrawn()
    const colour = () => page.getByText('Card number').evaluate((label) => getComputedStyle(label).color)
    const inLight = await colour()
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect.poll(() => colour().catch(() => inLight)).not.toBe(inLight)
    await isDrawn()
    expect(await accessibilityProblems(page, 'dark')).toEqual([])
  }))

test('every screen about money is accessible in both themes, and fits a small phone', () =>
  world.as(ADMIN, async (page) => {
    const purchase = await buyLinks(fromWallet)
    const found: string[] = []
    for (const path of [
      '/cards',
      '/cards?remove=none',
      '/charges',
      '/charges?status=void',
      `${WALLET}/card`,
      `/activity/${purchase}/papers`,
      '/activity/gifts?status=Created',
      '/activity?q=nothing',
      '/reactions',
      '/invoices/vat',
      '/invoices/accounts',
    ])
      found.push(...(await screenProblems(page, path, [1280])))
    expect(found).toEqual([])
  }))
