import { expect } from 'vitest'
import { price } from './books/company.ts'
import { csvTable, minute, pence, type Table, words, xlsxTable } from './books/files.ts'
import { type Days, type Effect, total } from './books/journal.ts'
import { purchasesIn } from './books/spending.ts'
import { type Balance, walletStatement } from './books/statement.ts'
import type { Quarter } from './quarter.ts'

type Row = Record<string, string>
const amounts = (row: Row, ...names: string[]) => names.map((name) => pence(row[name] ?? 'no such column'))
const parts = ({ available, gifts, balance }: Balance) => [available, gifts, balance]
const sums = (rows: readonly Row[], ...names: string[]) =>
  names.map((name) => rows.reduce((sum, row) => sum + pence(row[name] ?? 'no such column'), 0))

export async function walletCardsAddUp({ company, steps, office, wallets }: Quarter): Promise<void> {
  const html = await office.page('/wallets')
  for (const name of wallets) {
    const card = words(html.split('<li').find((part) => part.includes(`/wallets/${steps.id(name)}/statement`))!)
    const [, ...shown] = /([−£\d,.]+) to spend.*without fees and VAT ([−£\d,.]+) Balance ([−£\d,.]+)/.exec(card)!
    const [available, gifts] = [company.available(name), company.inGifts(name)]
    expect([name, shown.map(pence)]).toEqual([name, [available, gifts, available + gifts]])
  }
  const [, all] = /([−£\d,.]+) to spend in \d+ wallets/.exec(words(html))!
  expect(pence(all!)).toBe(wallets.reduce((sum, name) => sum + company.available(name), 0))
}

export async function statementsAddUp({ company, steps, office, wallets, months }: Quarter): Promise<void> {
  for (const name of wallets)
    for (const days of [null, ...months]) {
      const query = days ? `?from=${days.from}&to=${days.until}` : ''
      const tables = await office.tables(`/wallets/${steps.id(name)}/statement${query}`)
      const expected = walletStatement(company, name, days ?? {})
      const shown = tables(/^Movements of /).rows.map((row) =>
        amounts(row, 'Available', 'In gifts', 'Fees and VAT', 'Available after', 'Balance after'),
      )
      expect([name, days, shown]).toEqual([
        name,
        days,
        expected.rows.map(({ available, gifts, fees, vat, after }) => [
          available,
          gifts,
          fees + vat,
          after.available,
          after.balance,
        ]),
      ])
      expect([name, days, periodRows(tables(/^The period’s balances/).rows)]).toEqual([
        name,
        days,
        expectedPeriod(expected),
      ])
    }
}

function periodRows(rows: readonly Row[]): number[][] {
  const [opening, total, closing] = rows as [Row, Row, Row]
  return [
    amounts(opening, 'Available', 'In gifts', 'Balance'),
    amounts(total, 'Available', 'In gifts', 'Fees', 'VAT', 'On invoice', 'Balance'),
    amounts(closing, 'Available', 'In gifts', 'Balance'),
  ]
}

const expectedPeriod = ({ opening, total: moved, closing }: ReturnType<typeof walletStatement>): number[][] => [
  parts(opening),
  [moved.available, moved.gifts, moved.fees, moved.vat, moved.invoiced, moved.available + moved.gifts],
  parts(closing),
]

export async function statementFilesAddUp(quarter: Quarter): Promise<void> {
  const { steps, office, wallets, people } = quarter
  for (const name of [...wallets, ...people])
    for (const format of ['csv', 'xlsx'] as const) {
      const path = `/v3/wallets/${steps.id(name)}/statement/exports`
      const { data } = await office.call('POST', path, { format })
      const { fileUrl } = (await office.call('GET', `${path}/${data.id}`)).data
      const bytes = await office.download(fileUrl)
      expectStatementFile(
        quarter,
        name,
        format === 'csv' ? csvTable(new TextDecoder().decode(bytes)) : xlsxTable(bytes),
      )
    }
}

const MOVED = ['Available', 'In gifts', 'Fees', 'VAT', 'On invoice']
const AFTER = ['Available after', 'In gifts after', 'Balance after']

export function expectStatementFile(
  { company }: Pick<Quarter, 'company'>,
  name: string,
  { rows }: Table,
  days: Days = {},
): void {
  const { rows: expected, total: moved, opening, closing } = walletStatement(company, name, days)
  const movements = rows.filter((row) => row['Movement id'])
  // A file reads forward, where the screen begins with the newest.
  expect([name, movements.map((row) => [minute(row.Date!), ...amounts(row, ...MOVED, ...AFTER)])]).toEqual([
    name,
    expected
      .toReversed()
      .map(({ at, available, gifts, fees, vat, invoiced, after }) => [
        ...[at, available, gifts, fees, vat, invoiced],
        ...parts(after),
      ]),
  ])
  const around = (what: string) => rows.find((row) => !row['Movement id'] && row.Movement === what)!
  const all = [moved.available, moved.gifts, moved.fees, moved.vat, moved.invoiced]
  expect([name, sums(movements, ...MOVED), amounts(around('Total'), ...MOVED)]).toEqual([name, all, all])
  const edges = [amounts(around('Opening balance'), ...AFTER), amounts(around('Closing balance'), ...AFTER)]
  expect([name, edges]).toEqual([name, [parts(opening), parts(closing)]])
}

/** The first screen: what was bought this month, what came back in it, and what is left. */
export async function homeAddsUp({ company, office, wallets, months }: Quarter): Promise<void> {
  const page = words(await office.page('/home'))
  const month = months.at(-1)!
  const bought = purchasesIn(company, month)
  const cost = bought.reduce((sum, { product, gifts }) => sum + price(product) * gifts.length, 0)
  const returned = company.journal.among(month).filter(({ what }) => BACK.includes(what))
  const back = returned.map(({ posting, purchase }) => ({
    isEarlier: !bought.some(({ name }) => name === purchase),
    pence: 0 - Object.entries(posting).reduce((sum, [account, amount]) => sum + (isCost(account) ? amount : 0), 0),
  }))
  const sumBack = (isEarlier: boolean) =>
    back.reduce((sum, each) => sum + (each.isEarlier === isEarlier ? each.pence : 0), 0)
  const amount = (pattern: RegExp) => pence(pattern.exec(page)?.[1] ?? '')
  expect([
    amount(/Spent in November Wallets (\S+)/),
    amount(/(\S+) of it has come back/),
    amount(/(\S+) came back in November for what was bought before/),
  ]).toEqual([cost, sumBack(false), sumBack(true)])
  const left = page.slice(page.indexOf('Left to spend'))
  for (const name of wallets)
    expect([
      name,
      pence(
        left
          .slice(left.indexOf(`${name} `) + name.length)
          .trim()
          .split(' ')[0]!,
      ),
    ]).toEqual([name, company.available(name)])
}

const BACK = ['cancelled', 'expired', 'left over']
const isCost = (account: string) => account.endsWith(' gifts') || account === 'fees' || account === 'vat'

/** What the page calls what the books call so. */
const KINDS: Record<string, string> = {
  'top-up by bank': 'Bank payment received',
  'top-up by card': 'Top-up by card',
  bought: 'Gifts bought',
  used: 'Gift redeemed',
  undone: 'Redemption undone by the merchant',
  'left over': 'Left over from a choice, money returned',
  cancelled: 'Gift cancelled, money returned',
  expired: 'Gift expired, money returned',
  moved: 'Moved between wallets',
  'taken back': 'Unspent money of a budget returned',
  run: 'Budget run',
  'invoice payment': 'Invoice paid',
}

export async function explanationsAddUp({ company, steps, office, wallets }: Quarter): Promise<void> {
  for (const name of wallets) {
    const { rows } = (await office.tables(`/wallets/${steps.id(name)}/balance`))(/^Sums by kind/)
    const kinds = Map.groupBy(company.journal.ofWallet(name), ({ movement }) => movement.what)
    const expected = [...kinds].map(([what, own]) => [
      KINDS[what],
      own.length,
      ...explained(own.map(({ effect }) => effect)),
    ])
    const shown = rows.map((row) => [
      row.What,
      Number.parseInt(row['How often']!, 10) || 0,
      ...amounts(row, 'To spend', 'In gifts', 'Fees', 'VAT', 'On invoice', 'Balance'),
    ])
    const all = explained(company.journal.ofWallet(name).map(({ effect }) => effect))
    expect([name, shown.sort()]).toEqual([name, [...expected, ['Total', 0, ...all]].sort()])
  }
}

function explained(effects: readonly Effect[]): number[] {
  const { available, gifts, fees, vat, invoiced } = total(effects)
  return [available, gifts, fees, vat, invoiced, available + gifts]
}
