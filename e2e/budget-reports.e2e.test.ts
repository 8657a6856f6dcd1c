import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Temporal } from '#kit/time.ts'
import { demo } from '#server/app/demo/ids.ts'
import { unzip } from '#server/testing/unzip.ts'
import { accessibilityProblems, problemsInEveryLook } from './support/browser.ts'
import { type Happened, type ReportedBudget, reportedBudget } from './support/reported-budget.ts'
import { openWorld, type World } from './support/world.ts'

/** Finance looks at what an allowance did: three months of a busy budget, any dates, on screen and as files. */
let world: World
let budget: ReportedBudget
beforeAll(async () => {
  world = await openWorld()
  budget = await reportedBudget(world.posy)
})
afterAll(() => world?.close())

const admin = 'admin@acme.test'
const pounds = (pence: number) =>
  new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' }).format(pence / 100)
const sum = (items: readonly Happened[], figure: 'pence' | 'sent' | 'redeemed') =>
  items.reduce((total, item) => total + item[figure], 0)
const between = (first: string, last: string) => budget.history.filter(({ day }) => day >= first && day <= last)
const lastMonth = () => {
  const start = Temporal.PlainDate.from(budget.today).with({ day: 1 }).subtract({ months: 1 })
  return { first: start.toString(), last: start.add({ months: 1 }).subtract({ days: 1 }).toString() }
}

const card = (page: Page, title: string | RegExp) =>
  page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name: title }) })
const open = (page: Page, query = '') => page.goto(`/budgets/${budget.id}/reports${query}`)

/** The figures of a period as the page shows them. */
async function seesFigures(page: Page, happened: readonly Happened[]): Promise<void> {
  const glance = card(page, 'At a glance')
  await glance.getByText(pounds(sum(happened, 'pence')), { exact: true }).waitFor()
  await glance.getByText(`${sum(happened, 'redeemed')} redeemed`, { exact: true }).waitFor()
  const sent = glance.locator('div').filter({ hasText: 'Gifts sent' }).last()
  await sent.getByText(String(sum(happened, 'sent')), { exact: true }).waitFor()
}

async function download(page: Page, name: string): Promise<{ name: string; content: Buffer }> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name, exact: true }).click(),
  ])
  return { name: file.suggestedFilename(), content: await readFile(await file.path()) }
}

describe('the reports of a budget', () => {
  test('show every figure since its start, with a table behind each chart', () =>
    world.as(admin, async (page) => {
      await page.goto(`/budgets/${budget.id}`)
      await page.getByRole('navigation', { name: 'Thank-you fund' }).getByRole('link', { name: 'Reports' }).click()
      await page.waitForURL('**/reports')
      await seesFigures(page, budget.history)
      const spent = card(page, /^Spent by (day|week|month)/)
      await spent.getByText('Show as a table').click()
      await expect.poll(() => spent.getByRole('row').count()).toBeGreaterThanOrEqual(4)
      const reasons = card(page, 'Gifts by reason')
      for (const reason of ['Thank you', 'Work anniversary', 'New client']) {
        const gifts = sum(
          budget.history.filter((each) => each.reason === reason),
          'sent',
        )
        const item = reasons.getByRole('listitem').filter({ hasText: reason })
        await item.getByText(new RegExp(`^${gifts} gifts for £`)).waitFor()
      }
      const money = card(page, 'Money')
      const paid = budget.history.filter(({ pence }) => pence > 0)
      await money.getByText(`−${pounds(sum(paid, 'pence'))}`, { exact: true }).waitFor()
      await money.getByText(pounds(sum(paid, 'pence') - sum(budget.history, 'pence')), { exact: true }).waitFor()
      await card(page, 'Participation').getByText('80%').waitFor()
      const everyone = page.getByRole('table', { name: /What each participant spent/ })
      for (const who of ['ann@acme.test', 'dan@acme.test']) {
        const own = budget.history.filter((each) => each.who === who)
        const row = everyone.getByRole('row').filter({ hasText: who })
        await row.getByText(pounds(sum(own, 'pence')), { exact: true }).waitFor()
        await row.getByText(String(sum(own, 'sent')), { exact: true }).waitFor()
      }
      await everyone.getByRole('row').filter({ hasText: 'fay@acme.test' }).getByText('Not in this time').waitFor()
    }))

  test('show a usual range or chosen dates, which stand in the address', () =>
    world.as(admin, async (page) => {
      await open(page)
      await page.getByRole('link', { name: 'Last month' }).click()
      await page.waitForURL('**/reports?range=last-month')
      const { first, last } = lastMonth()
      await seesFigures(page, between(first, last))
      await page.getByLabel('From', { exact: true }).fill(budget.began)
      await page.getByLabel('To, that day included').fill(budget.began)
      await page.getByRole('button', { name: 'Show', exact: true }).click()
      await page.waitForURL(`**/reports?from=${budget.began}&to=${budget.began}`)
      await seesFigures(page, between(budget.began, budget.began))
      await page.reload()
      await seesFigures(page, between(budget.began, budget.began))
    }))

  test('offer a chart’s table as CSV and XLSX, for the dates shown', () =>
    world.as(admin, async (page) => {
      const { first, last } = lastMonth()
      await open(page, '?range=last-month')
      const people = await download(page, 'Spent by person as CSV')
      expect(people.name).toBe(`total-spent-${first}-to-${last}.csv`)
      for (const who of ['ann@acme.test', 'bob@acme.test', 'cat@acme.test', 'dan@acme.test']) {
        const own = between(first, last).filter((each) => each.who === who)
        expect(people.content.toString()).toMatch(
          new RegExp(`"${who}","[^"]+","active",${(sum(own, 'pence') / 100).toFixed(2)}\r\n`),
        )
      }
      const glance = await download(page, 'At a glance as XLSX')
      expect(glance.name).toBe(`gifts-${first}-to-${last}.xlsx`)
      const sheet = unzip(glance.content).get('xl/worksheets/sheet1.xml')!
      expect(sheet).toContain(`<v>${sum(between(first, last), 'sent')}</v>`)
      for (const title of ['Money', 'Gifts by reason', 'Participation', 'Last active', 'Gifts sent by person'])
        expect((await download(page, `${title} as CSV`)).content.length).toBeGreaterThan(20)
    }))

  test('work without scripts', () =>
    world.as(
      admin,
      async (page) => {
        await open(page, '?range=last-month')
        const { first, last } = lastMonth()
        await seesFigures(page, between(first, last))
        await page.getByLabel('From', { exact: true }).fill(budget.began)
        await page.getByLabel('To, that day included').fill(budget.today)
        await page.getByRole('button', { name: 'Show', exact: true }).click()
        await seesFigures(page, budget.history)
      },
      { javaScriptEnabled: false },
    ))

  test('explain where there is nothing yet: a draft, and dates on which nothing happened', () =>
    world.as(admin, async (page) => {
      const wanted = { name: 'Not yet', budgetAmount: 100, frequency: 'month', walletId: demo.wallets.acmeMain }
      const draft = await world.post('/v3/automated-budgets', wanted)
      await page.goto(`/budgets/${draft.id}/reports`)
      await page.getByRole('heading', { name: 'Nothing to report yet' }).waitFor()
      const before = Temporal.PlainDate.from(budget.began).subtract({ days: 40 }).toString()
      await open(page, `?from=${before}&to=${before}`)
      await card(page, 'At a glance').getByText('£0.00', { exact: true }).waitFor()
      expect(await accessibilityProblems(page)).toEqual([])
    }))
})

test('budget reports and their tables are accessible and fit, on phones and a desk, in both themes', () =>
  world.as('viewer@acme.test', async (page) => {
    await open(page)
    for (const table of await page.getByText('Show as a table').all()) await table.click()
    expect(await problemsInEveryLook(page, [320, 390, 1440])).toEqual([])
  }))

test('on a desk everyone’s figures have the whole width, and no amount or address breaks within itself', () =>
  world.as('viewer@acme.test', async (page) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await open(page)
    await page.evaluate(async () => void (await document.fonts.ready))
    const everyone = page.getByRole('table', { name: /What each participant spent/ })
    const { columns, broken } = await everyone.evaluate((table) => {
      const section = table.closest('section')!
      const grid = section.parentElement!
      const lineCount = (cell: Element) => {
        const range = document.createRange()
        range.selectNodeContents(cell)
        return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
      }
      const words = [...table.querySelectorAll('td, td .two-lines > span')].filter(
        (each) => each.childElementCount === 0 && each.textContent,
      )
      return {
        columns: Math.round(grid.getBoundingClientRect().width / section.getBoundingClientRect().width),
        broken: words.filter((each) => lineCount(each) > 1).map(({ textContent }) => textContent),
      }
    })
    expect({ columns, broken }).toEqual({ columns: 1, broken: [] })
  }))

test('a viewer reads in Reports what was bought by month, person and reason, without scripts too, and takes the file along', async () => {
  const { first, last } = lastMonth()
  const ofMonth = between(first, last).filter(({ pence }) => pence > 0)
  await world.as(
    'viewer@acme.test',
    async (page) => {
      await page.goto('/home')
      await page.getByRole('link', { name: 'Reports', exact: true }).click()
      await page.getByRole('link', { name: 'Last month' }).click()
      await page.getByRole('link', { name: 'By person' }).click()
      await page.waitForURL('**/reports/person?range=last-month')
      const row = page
        .getByRole('table', { name: /^Money/ })
        .getByRole('row')
        .filter({ hasText: 'ann@acme.test' })
      const anns = ofMonth.filter(({ who }) => who === 'ann@acme.test')
      await row.getByText(pounds(sum(anns, 'pence')), { exact: true }).waitFor()
      await page.getByLabel('From', { exact: true }).fill('2020-01-01')
      await page.getByLabel('To, that day included').fill('2020-01-31')
      await page.getByRole('button', { name: 'Show', exact: true }).click()
      await page.getByRole('heading', { name: 'Nothing was bought in this time' }).waitFor()
      expect((await page.goto('/reports/recipient'))?.status()).toBe(404)
    },
    { javaScriptEnabled: false },
  )
  await world.as('viewer@acme.test', async (page) => {
    await page.goto('/reports?range=last-month')
    const file = await download(page, 'By month as CSV')
    expect(file.name).toBe(`spending-by-month-${first}-to-${last}.csv`)
    expect(file.content.toString()).toContain('"Total"')
    for (const by of ['', '/person', '/wallet']) {
      await page.goto(`/reports${by}`)
      expect([by, await problemsInEveryLook(page, [320, 390, 1440])]).toEqual([by, []])
    }
  })
})
