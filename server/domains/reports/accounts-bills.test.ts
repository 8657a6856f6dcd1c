import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import { type AccountsPackage, accountRoles, accountsPackages } from '#contract/reports/accounts-packages.ts'
import { billFormats, billsCsv, billsProblems } from './accounts-bill-formats.ts'
import { type PaperRow, toBill } from './accounts-bills.ts'

/** The columns that the packages publish (decision 482), and what each may hold. A change of ours must fail here. */
const published: Record<AccountsPackage, readonly (readonly [string, RegExp])[]> = {
  xero: [
    ['*ContactName', /^.{1,255}$/],
    ...['EmailAddress', 'POAddressLine1', 'POAddressLine2', 'POAddressLine3', 'POAddressLine4', 'POCity'].map(
      (name) => [name, /^$/] as const,
    ),
    ...['PORegion', 'POPostalCode', 'POCountry'].map((name) => [name, /^$/] as const),
    ['*InvoiceNumber', /^.{1,255}$/],
    ['*InvoiceDate', /^\d\d\/03\/2026$/],
    ['*DueDate', /^\d\d\/0[34]\/2026$/],
    ['Total', /^$/],
    ['InventoryItemCode', /^$/],
    ['Description', /^.{1,4000}$/],
    ['*Quantity', /^1$/],
    ['*UnitAmount', /^-?\d+\.\d\d$/],
    ['*AccountCode', /^\d{4}$/],
    ['*TaxType', /^.{1,50}$/],
    ['TaxAmount', /^-?\d+\.\d\d$/],
    ...['TrackingName1', 'TrackingOption1', 'TrackingName2', 'TrackingOption2', 'Currency'].map(
      (name) => [name, /^$/] as const,
    ),
  ],
  sage50: [
    ['Type', /^P[IC]$/],
    ['Account Reference', /^[A-Z0-9]{1,8}$/],
    ['Nominal A/C Ref', /^\d{1,8}$/],
    ['Department Code', /^$/],
    ['Date', /^\d\d\/03\/2026$/],
    ['Reference', /^.{1,30}$/],
    ['Details', /^.{1,60}$/],
    ['Net Amount', /^\d{1,8}\.\d\d$/],
    ['Tax Code', /^T\d{1,2}$/],
    ['Tax Amount', /^\d{1,8}\.\d\d$/],
    ...['Exchange Rate', 'Extra Reference', 'User Name', 'Project Refn', 'Cost Code Refn'].map(
      (name) => [name, /^$/] as const,
    ),
  ],
  quickbooks: [
    ['BillNo', /^.{1,21}$/],
    ['Supplier', /^.{1,100}$/],
    ['BillDate', /^\d\d\/03\/2026$/],
    ['DueDate', /^\d\d\/0[34]\/2026$/],
    ['Terms', /^$/],
    ['Location', /^$/],
    ['Memo', /^.{1,4000}$/],
    ['Account', /^.{1,100}$/],
    ['LineDescription', /^.{1,4000}$/],
    ['LineAmount', /^-?\d+\.\d\d$/],
    ['LineTaxCode', /^.{1,50}$/],
    ['LineTaxAmount', /^-?\d+\.\d\d$/],
  ],
  'sage-accounting': [
    ['Type', /^(?:Invoice|Cr Note)$/],
    ['Supplier Reference', /^[A-Za-z0-9]{1,10}$/],
    ['Date', /^\d\d-03-2026$/],
    ['Supplier Name', /^$/],
    ['Reference', /^.{1,25}$/],
    ['Ledger Account', /^\d{1,8}$/],
    ['Details', /^.{1,255}$/],
    ['Net', /^\d{1,8}\.\d\d$/],
    ['VAT Rate', /^(?:Standard|Lower Rate|Zero Rated|Exempt|No VAT)$/],
    ['VAT', /^\d{1,8}\.\d\d$/],
    ['Total', /^\d{1,8}\.\d\d$/],
    ...['Analysis Type 1', 'Analysis Type 2', 'Analysis Type 3'].map((name) => [name, /^$/] as const),
  ],
}

interface Read {
  bill: string
  account: string
  code: string
  /** Pence, below zero where the supplier owes them. */
  net: number
  vat: number
}
const pence = (text: string | undefined) => Math.round(Number(text) * 100)
const readSign = (row: Record<string, string>) => (row.Type === 'PC' || row.Type === 'Cr Note' ? -1 : 1)
/** A row, as the package reads it. */
const readRow: Record<AccountsPackage, (row: Record<string, string>) => Read> = {
  xero: (row) => ({
    ...{ bill: row['*InvoiceNumber']!, account: row['*AccountCode']!, code: row['*TaxType']! },
    ...{ net: pence(row['*UnitAmount']), vat: pence(row.TaxAmount) },
  }),
  sage50: (row) => ({
    ...{ bill: row.Reference!, account: row['Nominal A/C Ref']!, code: row['Tax Code']! },
    ...{ net: readSign(row) * pence(row['Net Amount']), vat: readSign(row) * pence(row['Tax Amount']) },
  }),
  quickbooks: (row) => ({
    ...{ bill: row.BillNo!, account: row.Account!, code: row.LineTaxCode! },
    ...{ net: pence(row.LineAmount), vat: pence(row.LineTaxAmount) },
  }),
  'sage-accounting': (row) => {
    expect(pence(row.Total)).toBe(pence(row.Net) + pence(row.VAT))
    return {
      ...{ bill: row.Reference!, account: row['Ledger Account']!, code: row['VAT Rate']! },
      ...{ net: readSign(row) * pence(row.Net), vat: readSign(row) * pence(row.VAT) },
    }
  },
}

const line = (netPence: number, vatBasisPoints: number | null, detail?: string) => ({
  ...{ description: 'A gift', ...(detail && { detail }), quantity: 1, unitNetPence: netPence, netPence },
  ...{ vatPence: Math.round((netPence * (vatBasisPoints ?? 0)) / 10_000), vatBasisPoints },
})
const paper = (number: string, kind: string, changes: Partial<PaperRow> = {}): PaperRow => ({
  ...{ number, kind, taxPoint: '2026-03-05', isPlan: false, owedPence: 0 },
  content: {
    dates: [{ label: 'Tax point', date: '2026-03-05' }],
    lines: [line(1000, null, 'Daisy'), line(300, 2000, 'Daisy'), line(65, 2000), line(200, 0, 'Daisy')],
  },
  ...changes,
})
// Each paper: £10.00 outside, £3.00 + 60p, fees of 65p + 13p, £2.00 at 0 %: £16.38.
const TOTAL = 1638
const papers: PaperRow[] = [
  paper('RCT-000001', 'receipt'),
  paper('INV-000001', 'invoice', {
    content: { ...paper('', '').content, dates: [{ label: 'Payment due', date: '2026-04-04' }] },
  }),
  paper('PIN-000001', 'period-invoice', { taxPoint: '2026-03-31' }),
  paper('CRN-000001', 'credit-note'),
  paper('CRN-000002', 'credit-note', { owedPence: 1000 }),
  paper('INV-000002', 'invoice', {
    isPlan: true,
    content: { dates: [], lines: [line(9900, 2000, '1 March to 31 March')] },
  }),
]

describe.each(accountsPackages)('the bills for %s', (name) => {
  const accounts = Object.fromEntries(accountRoles.map((role, index) => [role, `${7000 + index}`])) as Record<
    (typeof accountRoles)[number],
    string
  >
  const bills = billFormats[name].usual
  const content = billsCsv(name, papers.map(toBill), { accounts, bills })
  const [head, ...cells] = parse(content) as string[][]
  const rows: Record<string, string>[] = cells.map((row) =>
    Object.fromEntries(row.map((cell, at) => [head![at]!, cell])),
  )
  const read = rows.map(readRow[name])
  const sum = (of: readonly Read[], part: 'net' | 'vat') => of.reduce((total, row) => total + row[part], 0)

  test('have the columns that the package publishes, in their order, and keep their rules', () => {
    expect(head).toEqual(published[name].map(([column]) => column))
    for (const row of rows) for (const [column, rule] of published[name]) expect(row[column], column).toMatch(rule)
  })

  test('owe what an invoice asks and nothing of what a wallet paid, and take off what a credit note lessens', () => {
    const owed = Object.fromEntries(
      [...Map.groupBy(read, ({ bill }) => bill)].map(([bill, of]) => [bill, sum(of, 'net') + sum(of, 'vat')]),
    )
    expect(owed).toEqual({
      ...{ 'RCT-000001': 0, 'PIN-000001': 0, 'CRN-000001': 0, 'INV-000001': TOTAL, 'INV-000002': 11_880 },
      // A package without supplier credits books it to what is owed.
      'CRN-000002': name === 'quickbooks' ? 0 : -1000,
    })
    const settled = (role: 'wallets' | 'owed') =>
      sum(
        read.filter(({ account }) => account === accounts[role]),
        'net',
      )
    expect(settled('wallets')).toBe(-2 * TOTAL + TOTAL + (TOTAL - 1000))
    expect(settled('owed')).toBe(name === 'quickbooks' ? 1000 : 0)
  })

  test('have VAT by rate and account, to the penny of their papers', () => {
    const bought = (role: 'gifts' | 'fees' | 'plans', code: string) => {
      const of = read.filter((row) => row.account === accounts[role] && row.code === code)
      return [sum(of, 'net'), sum(of, 'vat')]
    }
    // Three that charge, two that give back: one is left of each.
    expect(bought('gifts', bills.outside)).toEqual([1000, 0])
    expect(bought('gifts', bills.standard)).toEqual([300, 60])
    expect(bought('fees', bills.standard)).toEqual([65, 13])
    expect(bought('gifts', bills.zero)).toEqual([200, 0])
    expect(bought('plans', bills.standard)).toEqual([9900, 1980])
    expect(sum(read, 'vat')).toBe(60 + 13 + 1980)
  })

  test('take the usual supplier and codes, and refuse what the package or a spreadsheet would misread', () => {
    expect(billsProblems(name, bills)).toEqual([])
    expect(billsProblems(name, { ...bills, supplier: '=1+1', zero: 'a\nb' }).map(({ path }) => path)).toEqual([
      'bills.supplier',
      'bills.zero',
    ])
  })
})
