import { unzipSync } from 'fflate'
import { expect } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { type Purchase, price } from './books/company.ts'
import { csvTable, difference, pence, type Table, words, xlsxTable } from './books/files.ts'
import { londonDay } from './books/london.ts'
import {
  accountSums,
  accountsIn,
  billsIn,
  pdfWords,
  ROLES,
  type Role,
  readPaper,
  sumVat,
  vatIn,
} from './books/papers.ts'
import { walletStatement } from './books/statement.ts'
import { expectStatementFile } from './check-wallets.ts'
import { dayName, type Quarter } from './quarter.ts'

type Row = Record<string, string>
const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)
const sum = (rows: readonly Row[], column: string): number =>
  rows.reduce((total, row) => total + pence(row[column] ?? 'no such column'), 0)
const acme = demo.teams.acme

export async function vatAddsUp({ company, office, months, all }: Quarter): Promise<void> {
  for (const days of [all, ...months]) {
    const query = `?from=${days.from}&to=${days.until}`
    const { standard, zero, outside, vat } = vatIn(company, days)
    const rows: [string, number[]][] = [
      ['20%', [standard, vat, standard + vat]],
      ['0%', [zero, 0, zero]],
      ['Outside the scope', [outside, 0, outside]],
      ['Total', [standard + zero + outside, vat, standard + zero + outside + vat]],
    ]
    const tables = await office.tables(`/invoices/vat${query}`)
    const rates = tables(/^VAT by rate/).rows
    const lines = tables(/^Receipts, invoices and credit notes/).rows
    const file = csvTable(text(await office.file(`/invoices/vat.csv${query}`))).rows
    for (const [rate, expected] of rows) {
      const found = rates.find(({ Rate }) => Rate === rate)
      const shown = ['Net', 'VAT', 'Gross'].map((column) => pence(found?.[column] ?? '£0.00'))
      const ofRate = ({ Rate }: Row) => rate === 'Total' || Rate === rate
      const added = [lines, file].map((each) =>
        ['Net', 'VAT', 'Gross'].map((column) => sum(each.filter(ofRate), column)),
      )
      expect([days.from, rate, shown, added]).toEqual([days.from, rate, expected, [expected, expected]])
    }
    expect(file.filter((row) => row.Document === 'Not yet invoiced')).toEqual([])
  }
}

export async function accountAddsUp({ company, steps, office, months, all }: Quarter): Promise<void> {
  const moved = company.journal.movements.filter(({ posting }) => posting.owed)
  let owed = 0
  const expected = moved.map(({ day, posting }) => {
    owed -= posting.owed!
    return [day, 0 - posting.owed!, owed]
  })
  const query = `?from=${all.from}&to=${londonDay(company.now)}`
  const shown = (await office.tables(`/invoices/statement${query}`))(/^Invoices, credits/).rows
  expect(shown.map((row) => [row.Date, pence(row.Amount!), pence(row['Owed then']!)])).toEqual(
    expected.map(([day, amount, then]) => [dayName(String(day)), amount, then]),
  )
  const file = csvTable(text(await office.file(`/invoices/statement.csv${query}`))).rows
  const lines = file.filter(({ Kind }) => Kind !== 'opening' && Kind !== 'closing')
  expect(
    lines.map((row) => [row.Date, difference(row, 'Added', 'Taken off'), difference(row, 'Owed', 'In your favour')]),
  ).toEqual(expected)
  expect(sum(lines, 'Added') - sum(lines, 'Taken off')).toBe(difference(file.at(-1)!, 'Owed', 'In your favour'))

  await statementSumsAddUp({ company, office, months })
  const invoiced = company.purchases.filter(({ pays }) => pays === 'invoice')
  const sums = (purchase: Purchase) => [
    price(purchase.product) * purchase.gifts.length,
    purchase.returned,
    company.owed(purchase),
  ]
  const invoices = (await office.tables('/invoices'))(/^Invoices$/).rows
  // The newest first.
  expect(invoices.map((row) => [pence(row.Total!), pence(row.Credited!), pence(row['To pay']!)])).toEqual(
    invoiced.map(sums).reverse(),
  )
  for (const purchase of invoiced) {
    const page = words(await office.page(`/invoices/${(await steps.invoice(purchase)).id}`))
    const [, ...amounts] = /Total (\S+) (?:Credited (\S+) )?.*?Still to pay (\S+)/.exec(page)!
    expect([purchase.name, amounts.map((amount) => pence(amount ?? ''))]).toEqual([purchase.name, sums(purchase)])
  }
}

/** On screen and as a paper, whole and month by month. */
async function statementSumsAddUp({
  company,
  office,
  months,
}: Pick<Quarter, 'company' | 'office' | 'months'>): Promise<void> {
  const over = months.filter(({ until }) => until < londonDay(company.now))
  for (const days of [{ from: over[0]!.from, until: over.at(-1)!.until }, ...over]) {
    const query = `?from=${days.from}&to=${days.until}`
    const [before, invoiced, credited, paid, closing] = accountSums(company, days) as [
      number,
      number,
      number,
      number,
      number,
    ]
    const read = (what: string) =>
      /Owed before (\S+) Invoiced (\S+) Credited (\S+) Paid (\S+) Owed at the end (\S+)/.exec(what)?.slice(1).map(pence)
    const paper = read(await pdfWords(await office.file(`/invoices/statement.pdf${query}`)))
    expect([days, paper]).toEqual([days, [before, invoiced, credited, paid, closing]])
    const page = read(words(await office.page(`/invoices/statement${query}`)))
    expect([days, page]).toEqual([days, [before, invoiced, 0 - credited, 0 - paid, closing]])
  }
}

export async function purchasesAddUp({ company, steps, office }: Quarter): Promise<void> {
  const { rows } = csvTable(text(await office.file('/activity.csv')))
  const shown = (await office.tables('/activity'))(/^Purchases$/).rows
  const expected = company.purchases.map(({ product, gifts }) => price(product) * gifts.length)
  expect([sum(rows, 'Total'), shown.map(({ Total }) => pence(Total!)).sort()]).toEqual([
    expected.reduce((all, each) => all + each, 0),
    [...expected].sort(),
  ])
  for (const { name, product, gifts, returned, reason } of company.purchases) {
    const id = steps.id(name)
    const row = rows.find((each) => each['Purchase id'] === id)!
    expect([name, pence(row.Total!), Number(row.Gifts), row.Reason]).toEqual([
      name,
      price(product) * gifts.length,
      gifts.length,
      reason,
    ])
    const page = words(await office.page(`/activity/${id}`))
    const amount = (what: string) =>
      pence(new RegExp(`${what} (£\\S+)`).exec(page.slice(page.indexOf(' Money ')))?.[1] ?? '')
    const total = price(product) * gifts.length
    const vat = total - (product.face - product.faceVat + product.fee) * gifts.length
    expect([name, amount('Total'), amount('VAT included in the total'), amount('Returned'), amount('Kept')]).toEqual([
      name,
      total,
      vat,
      returned,
      returned ? total - returned : 0,
    ])
  }
}

/** What each package calls the accounts of a team that has not chosen its own. */
const ACCOUNTS: Record<string, Record<string, Role[]>> = {
  xero: { 420: ['gifts'], 429: ['fees'], 820: ['vat'], 620: ['wallets'], 805: ['owed'], 850: ['card', 'bank'] },
  sage50: { 7403: ['gifts', 'fees'], 2201: ['vat'], 1103: ['wallets'], 2109: ['owed'], 1240: ['card'], 1200: ['bank'] },
  quickbooks: {
    Entertainment: ['gifts', 'fees'],
    'VAT Control': ['vat'],
    Prepayments: ['wallets'],
    Accruals: ['owed'],
    'Undeposited Funds': ['card', 'bank'],
  },
}
/** Each line's journal, account, and pence: debits are positive. */
const journalLines: Record<string, (row: Row) => [string, string, number]> = {
  xero: (row) => [row['*Narration']!, row['*AccountCode']!, pence(row['*Amount']!)],
  sage50: (row) => [row.Reference!, row['Nominal A/C Ref']!, pence(row['Net Amount']!) * (row.Type === 'JD' ? 1 : -1)],
  quickbooks: (row) => [row['Journal No']!, row['Account Name']!, pence(row.Debits!) - pence(row.Credits!)],
}

export async function journalsAddUp({ company, office, months }: Quarter): Promise<void> {
  const over = months.filter(({ until }) => until < londonDay(company.now))
  for (const name of Object.keys(ACCOUNTS))
    for (const days of over) {
      const month = days.from.slice(0, 7)
      const { data } = await office.call('POST', `/v3/teams/${acme}/accounts-exports`, { package: name, month })
      const lines = csvTable(data.content).rows.map(journalLines[name]!)
      for (const [journal, own] of Map.groupBy(lines, ([each]) => each))
        expect([name, month, journal, own.reduce((total, [, , amount]) => total + amount, 0)]).toEqual([
          name,
          month,
          journal,
          0,
        ])
      const expected = accountsIn(company, days)
      const known = Object.entries(ACCOUNTS[name]!).map(([account, roles]) => {
        const booked = lines.reduce((total, [, each, amount]) => total + (each === account ? amount : 0), 0)
        return [account, booked, roles.reduce((total, role) => total + expected[role], 0)]
      })
      expect([name, month, known.map(([account, booked]) => [account, booked])]).toEqual([
        name,
        month,
        known.map(([account, , wanted]) => [account, wanted]),
      ])
      expect(ROLES.reduce((total, role) => total + expected[role], 0)).toBe(0)
    }
}

interface BillRow {
  account: string
  code: string
  net: number
  vat: number
}
const paperSign = ({ Type }: Row) => (Type === 'PC' || Type === 'Cr Note' ? -1 : 1)
/** What each package calls rates and the two accounts that bills are settled by, and how a row of its bills is read. */
const BILLS: Record<
  string,
  { codes: [string, string, string]; prepaid: string; owed: string; read: (row: Row) => BillRow }
> = {
  xero: {
    codes: ['20% (VAT on Expenses)', 'Zero Rated Expenses', 'No VAT'],
    ...{ prepaid: '620', owed: '805' },
    read: (row) => ({
      ...{ account: row['*AccountCode']!, code: row['*TaxType']! },
      ...{ net: pence(row['*UnitAmount']!), vat: pence(row.TaxAmount!) },
    }),
  },
  sage50: {
    codes: ['T1', 'T0', 'T9'],
    ...{ prepaid: '1103', owed: '2109' },
    read: (row) => ({
      ...{ account: row['Nominal A/C Ref']!, code: row['Tax Code']! },
      ...{ net: paperSign(row) * pence(row['Net Amount']!), vat: paperSign(row) * pence(row['Tax Amount']!) },
    }),
  },
  quickbooks: {
    codes: ['20.0% S', '0.0% Z', 'No VAT'],
    ...{ prepaid: 'Prepayments', owed: 'Accruals' },
    read: (row) => ({
      ...{ account: row.Account!, code: row.LineTaxCode! },
      ...{ net: pence(row.LineAmount!), vat: pence(row.LineTaxAmount!) },
    }),
  },
  'sage-accounting': {
    codes: ['Standard', 'Zero Rated', 'No VAT'],
    ...{ prepaid: '1103', owed: '2109' },
    read: (row) => ({
      ...{ account: row['Ledger Account']!, code: row['VAT Rate']! },
      ...{ net: paperSign(row) * pence(row.Net!), vat: paperSign(row) * pence(row.VAT!) },
    }),
  },
}

export async function billsAddUp({ company, office, months }: Quarter): Promise<void> {
  const over = months.filter(({ until }) => until < londonDay(company.now))
  for (const [name, { codes, prepaid, owed, read }] of Object.entries(BILLS))
    for (const days of over) {
      const month = days.from.slice(0, 7)
      const wish = { package: name, month, holds: 'bills' }
      const { data } = await office.call('POST', `/v3/teams/${acme}/accounts-exports`, wish)
      const rows = csvTable(data.content).rows.map(read)
      const add = (of: readonly BillRow[], part: 'net' | 'vat') => of.reduce((total, row) => total + row[part], 0)
      const bought = rows.filter(({ account }) => account !== prepaid && account !== owed)
      const asked = rows.filter(({ account }) => account !== owed)
      const said = [
        ...codes.map((code) =>
          add(
            bought.filter((row) => row.code === code),
            'net',
          ),
        ),
        ...[
          add(rows, 'vat'),
          add(
            rows.filter(({ account }) => account === prepaid),
            'net',
          ),
        ],
        add(asked, 'net') + add(asked, 'vat'),
      ]
      const { standard, zero, outside, vat, wallets, owed: open } = billsIn(company, days)
      expect([name, month, said]).toEqual([name, month, [standard, zero, outside, vat, wallets, open]])
    }
}

export async function archiveAddsUp(quarter: Quarter): Promise<void> {
  const { company, office, wallets } = quarter
  const { data } = await office.call('POST', `/v3/teams/${acme}/exports`, {})
  const { fileUrl } = (await office.call('GET', `/v3/teams/${acme}/exports/${data.id}`)).data
  const files = unzipSync(await office.download(fileUrl))
  const table = (name: string): Table => csvTable(text(files[name]!))
  const people = company.budgets.flatMap((budget) => budget.people)
  for (const name of wallets) {
    const file = Object.keys(files).find((each) => each.startsWith(`statements/${name.replace(/[^\w ]/g, '')} `))!
    expectStatementFile(quarter, name, table(file))
  }
  const closings = Object.keys(files)
    .filter((name) => company.budgets.some((budget) => name.startsWith(`statements/${budget.name} HG`)))
    .map((name) => [table(name).rows.length - 3, pence(table(name).rows.at(-1)!['Balance after']!)])
  const ofPerson = (name: string) => [
    walletStatement(company, name).rows.length,
    company.available(name) + company.inGifts(name),
  ]
  expect(closings.sort()).toEqual(people.map(({ name }) => ofPerson(name)).sort())
  const bought = company.purchases.reduce((total, { product, gifts }) => total + price(product) * gifts.length, 0)
  const returned = company.purchases.reduce((total, purchase) => total + purchase.returned, 0)
  const gifts = table('gifts.csv').rows
  expect([sum(table('purchases.csv').rows, 'Total'), sum(gifts, 'Total'), sum(gifts, 'Returned')]).toEqual([
    bought,
    bought,
    returned,
  ])
  expect(sum(gifts, 'Net') + sum(gifts, 'VAT')).toBe(bought)
  expect(
    table('participants.csv')
      .rows.map((row) => [row.Email, pence(row.Received!)])
      .sort(),
  ).toEqual(people.map(({ name, received }) => [name, received]).sort())
  await papersAddUp(quarter, table('documents.csv').rows, (name) => files[name]!)
}

/** Every paper says what its purchase cost or what came back, and all of a month are its VAT. */
async function papersAddUp(
  { company, steps, months }: Quarter,
  rows: readonly Row[],
  file: (name: string) => Uint8Array,
): Promise<void> {
  const papers = await Promise.all(rows.map(async (row) => ({ row, paper: await readPaper(file(row.File!)) })))
  for (const { row, paper } of papers)
    expect([row.Number, pence(row.Net!), pence(row.VAT!), pence(row.Total!)]).toEqual([
      row.Number,
      paper.standard + paper.zero + paper.outside,
      paper.vat,
      paper.total,
    ])
  for (const { name, product, gifts, returned } of company.purchases) {
    const own = papers.filter(({ row }) => row['Purchase id'] === steps.id(name))
    const total = (isCredit: boolean) =>
      own.reduce((all, { row, paper }) => all + ((row.Kind === 'credit-note') === isCredit ? paper.total : 0), 0)
    const isAllowance = company.budgets.some(({ people }) =>
      people.some((person) => person.name === company.purchases.find((each) => each.name === name)!.wallet),
    )
    expect([name, total(false), total(true)]).toEqual([name, price(product) * gifts.length, isAllowance ? 0 : returned])
  }
  const billed = new Set(papers.filter(({ row }) => row.Kind?.startsWith('period-')).map(({ row }) => row.Number))
  const participants = new Set(company.budgets.flatMap(({ people }) => people.map(({ name }) => name)))
  const alone = new Set(
    company.purchases.filter(({ wallet }) => !participants.has(wallet)).map(({ name }) => steps.id(name)),
  )
  for (const days of months) {
    const counted = papers.filter(
      ({ row, paper }) =>
        row.Kind !== 'period-report' &&
        (billed.has(row.Number!) || alone.has(row['Purchase id']!)) &&
        paper.taxPoint?.endsWith(dayName(days.from).slice(2)),
    )
    const isCredit = (row: Row) => row.Kind!.endsWith('credit-note')
    const signed = counted.map(({ row, paper }) => {
      const sign = isCredit(row) ? -1 : 1
      return {
        standard: sign * paper.standard,
        zero: sign * paper.zero,
        outside: sign * paper.outside,
        vat: sign * paper.vat,
      }
    })
    expect([days.from, sumVat(signed)]).toEqual([days.from, vatIn(company, days)])
  }
}

/** Gifts one by one, as a file: each adds up in itself, and those of a purchase to what it cost. */
export async function giftFilesAddUp({ company, steps, office }: Quarter): Promise<void> {
  for (const format of ['csv', 'xlsx'] as const) {
    const { data } = await office.call('POST', '/v3/hugggs/exports', { format })
    const bytes = await office.download((await office.call('GET', `/v3/hugggs/exports/${data.id}`)).data.fileUrl)
    const { rows } = format === 'csv' ? csvTable(text(bytes)) : xlsxTable(bytes)
    const off = rows.filter((row) => {
      const amount = (column: string) => pence(row[column]!)
      const paid = amount('Price') + amount('Fee') + amount('VAT on fee')
      return paid !== amount('Total') || amount('Net') + amount('VAT') !== amount('Total')
    })
    expect(off).toEqual([])
    for (const { name, product, gifts, returned } of company.purchases) {
      const own = rows.filter((row) => row['Purchase id'] === steps.id(name))
      const vat = (price(product) - (product.face - product.faceVat + product.fee)) * gifts.length
      expect([format, name, own.length, sum(own, 'Total'), sum(own, 'VAT'), sum(own, 'Returned')]).toEqual([
        ...[format, name, gifts.length],
        ...[price(product) * gifts.length, vat, returned],
      ])
    }
    expect(rows.length).toBe(company.purchases.reduce((count, { gifts }) => count + gifts.length, 0))
  }
}
