import { unzipSync } from 'fflate'
import { expect } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { price } from './books/company.ts'
import { csvTable, difference, pence, type Table, words } from './books/files.ts'
import { londonDay } from './books/london.ts'
import { accountSums, readPaper, vatIn } from './books/papers.ts'
import { expectStatementFile } from './check-wallets.ts'
import type { Quarter } from './quarter.ts'

type Row = Record<string, string>
const sum = (rows: readonly Row[], column: string): number =>
  rows.reduce((total, row) => total + pence(row[column] ?? 'no such column'), 0)

/** What a finance person files for each quarter: the list, its PDFs and the statements, with nothing else beside them. */
export async function periodPapersAddUp(quarter: Quarter): Promise<void> {
  const { months, company } = quarter
  const over = months.filter(({ until }) => until < londonDay(company.now))
  for (const [first, last] of [
    [0, 2],
    [3, 5],
  ] as const)
    await papersAddUp(quarter, { from: over[first]!.from, until: over[last]!.until })
}

async function papersAddUp(quarter: Quarter, days: { from: string; until: string }): Promise<void> {
  const { company, office, wallets } = quarter
  const path = `/v3/teams/${demo.teams.acme}/papers-exports`
  const { data } = await office.call('POST', path, days)
  const { fileUrl } = (await office.call('GET', `${path}/${data.id}`)).data
  const files = unzipSync(await office.download(fileUrl))
  const table = (name: string): Table => csvTable(new TextDecoder().decode(files[name]!))
  const { rows } = table('index.csv')
  const { standard, zero, outside, vat } = vatIn(company, days)
  const net = (rate: string) =>
    sum(
      rows.filter((row) => row.Rate === rate),
      'Net',
    )
  expect([days.from, net('20%'), net('0%'), net('Outside the scope'), sum(rows, 'VAT'), sum(rows, 'Gross')]).toEqual([
    ...[days.from, standard, zero, outside, vat, standard + zero + outside + vat],
  ])
  const total = table('vat.csv').rows.find(({ Rate }) => Rate === 'Total')!
  expect(['Net', 'VAT', 'Gross'].map((column) => [column, pence(total[column]!)])).toEqual(
    ['Net', 'VAT', 'Gross'].map((column) => [column, sum(rows, column)]),
  )
  for (const [file, own] of Map.groupBy(rows, ({ File }) => File!)) {
    const paper = await readPaper(files[file]!)
    const signed = (amount: number) => (file.includes('credit-note') ? 0 - amount : amount)
    expect([file, sum(own, 'VAT'), sum(own, 'Gross')]).toEqual([file, signed(paper.vat), signed(paper.total)])
  }
  const listed = new Set(rows.map(({ File }) => File))
  const others = Object.keys(files).filter((name) => name.startsWith('documents/') && !listed.has(name))
  expect(others.filter((name) => !name.startsWith('documents/period-report/'))).toEqual([])
  const account = table('account.csv').rows
  const [owedBefore, , , , owedThen] = accountSums(company, days) as [number, number, number, number, number]
  const owed = (row: Row) => difference(row, 'Owed', 'In your favour')
  expect([days.from, owed(account[0]!), owed(account.at(-1)!)]).toEqual([days.from, owedBefore, owedThen])
  expect(owedBefore + sum(account, 'Added') - sum(account, 'Taken off')).toBe(owedThen)
  const statements = Object.keys(files).filter((name) => name.startsWith('statements/'))
  const moved = wallets.filter((name) => company.journal.ofWallet(name, { until: days.until }).length > 0)
  const still = new Set(statements)
  for (const name of moved) {
    const file = statements.find((each) => each.startsWith(`statements/${name.replace(/[^\w ]/g, '')} HG`))!
    expectStatementFile(quarter, name, table(file), days)
    still.delete(file)
  }
  for (const file of still)
    expect([file, ...table(file).rows.map((row) => [row.Movement, pence(row['Balance after'] ?? '')])]).toEqual([
      ...[file, ['Opening balance', 0], ['Total', 0], ['Closing balance', 0]],
    ])
}

/** The list of invoices by days, and the sums above it. */
export async function invoicesOfMonthsAddUp({ company, office, months, all }: Quarter): Promise<void> {
  const invoiced = company.purchases.filter(({ pays }) => pays === 'invoice')
  for (const days of [all, ...months]) {
    const own = invoiced.filter(({ at }) => londonDay(at) >= days.from && londonDay(at) <= days.until)
    const sums = own.reduce(
      ([total, credited, owed], purchase) => [
        total! + price(purchase.product) * purchase.gifts.length,
        credited! + purchase.returned,
        owed! + company.owed(purchase),
      ],
      [0, 0, 0],
    )
    const page = words(await office.page(`/invoices?from=${days.from}&to=${days.until}&kind=gifts`))
    const [, count = '0', ...shown] =
      /Shown (\d+) invoices? Invoiced (\S+) Credited (\S+) Still to pay (\S+)/.exec(page) ?? []
    expect([days.from, Number(count), own.length ? shown.map(pence) : [0, 0, 0]]).toEqual([
      ...[days.from, own.length, sums],
    ])
  }
}
