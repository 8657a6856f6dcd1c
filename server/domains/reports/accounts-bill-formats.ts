import type { ErrorDetail } from '#contract/core/errors.ts'
import type { AccountRole, AccountsPackage, BillsMap } from '#contract/reports/accounts-packages.ts'
import { looksLikeFormula } from '#kit/formula.ts'
import type { Pence } from '#kit/money.ts'
import { type Cell, money } from '#server/platform/sheets/cells.ts'
import { csvRows } from '#server/platform/sheets/csv.ts'
import type { Bill } from './accounts-bills.ts'

interface Rule {
  pattern: RegExp
  is: string
}

/** A row of a bill: what was bought, below zero where it came back, or what a wallet paid of it. */
interface Row {
  bill: Bill
  account: string
  taxCode: string
  netPence: Pence
  vatPence: Pence
  words: string
}

interface BillFormat {
  /** The columns that the package publishes, in its order (decision 482). */
  columns: readonly string[]
  supplier: Rule
  taxCode: Rule
  usual: BillsMap
  /** It takes no bill below zero: what lessens an invoice is booked to what is owed. */
  noCredits?: true
  row: (row: Row, supplier: string) => Cell[]
}

const day = (date: string, between: '/' | '-') => date.split('-').reverse().join(between)

/** Rows whose amounts are above zero, of the kind of paper that turns their sign. */
const signed = ({ netPence, vatPence }: Row) => ({
  isCredit: netPence + vatPence < 0,
  net: Math.abs(netPence),
  vat: Math.abs(vatPence),
})

export const billFormats: Record<AccountsPackage, BillFormat> = {
  // Net amounts, below zero on a credit note. Rows of one number are one bill.
  xero: {
    columns: [
      ...['*ContactName', 'EmailAddress', 'POAddressLine1', 'POAddressLine2', 'POAddressLine3', 'POAddressLine4'],
      ...['POCity', 'PORegion', 'POPostalCode', 'POCountry', '*InvoiceNumber', '*InvoiceDate', '*DueDate', 'Total'],
      ...['InventoryItemCode', 'Description', '*Quantity', '*UnitAmount', '*AccountCode', '*TaxType', 'TaxAmount'],
      ...['TrackingName1', 'TrackingOption1', 'TrackingName2', 'TrackingOption2', 'Currency'],
    ],
    supplier: { pattern: /^[^\r\n\t"]{1,255}$/, is: 'must be the name of a contact, at most 255 characters' },
    taxCode: { pattern: /^[^\r\n\t"]{1,50}$/, is: 'must be the name of a tax rate in Xero' },
    usual: {
      supplier: 'Posy',
      ...{ standard: '20% (VAT on Expenses)', reduced: '5% (VAT on Expenses)' },
      ...{ zero: 'Zero Rated Expenses', outside: 'No VAT' },
    },
    row: ({ bill, account, taxCode, netPence, vatPence, words }, supplier) => [
      ...[supplier, null, null, null, null, null, null, null, null, null],
      ...[bill.number, day(bill.taxPoint, '/'), day(bill.due, '/'), null, null],
      ...[words, '1', money(netPence), account, taxCode, money(vatPence), null, null, null, null, null],
    ],
  },
  // No amount is below zero: what a wallet paid is a credit of the same reference.
  sage50: {
    columns: [
      ...['Type', 'Account Reference', 'Nominal A/C Ref', 'Department Code', 'Date', 'Reference', 'Details'],
      ...['Net Amount', 'Tax Code', 'Tax Amount', 'Exchange Rate', 'Extra Reference', 'User Name'],
      ...['Project Refn', 'Cost Code Refn'],
    ],
    supplier: {
      pattern: /^[A-Z0-9]{1,8}$/,
      is: 'must be a supplier’s account reference, at most 8 capitals and digits',
    },
    taxCode: { pattern: /^T\d{1,2}$/, is: 'must be a tax code of Sage, T0 to T99' },
    usual: { supplier: 'POSY', standard: 'T1', reduced: 'T5', zero: 'T0', outside: 'T9' },
    row: (row, supplier) => {
      const { isCredit, net, vat } = signed(row)
      return [
        ...[isCredit ? 'PC' : 'PI', supplier, row.account, null, day(row.bill.taxPoint, '/')],
        ...[row.bill.number.slice(0, 30), row.words.slice(0, 60), money(net), row.taxCode, money(vat)],
        ...[null, null, null, null, null],
      ]
    },
  },
  quickbooks: {
    columns: [
      ...['BillNo', 'Supplier', 'BillDate', 'DueDate', 'Terms', 'Location', 'Memo', 'Account', 'LineDescription'],
      ...['LineAmount', 'LineTaxCode', 'LineTaxAmount'],
    ],
    supplier: { pattern: /^[^\r\n\t"]{1,100}$/, is: 'must be the name of a supplier, at most 100 characters' },
    taxCode: { pattern: /^[^\r\n\t"]{1,50}$/, is: 'must be a VAT code of QuickBooks' },
    usual: { supplier: 'Posy', standard: '20.0% S', reduced: '5.0% R', zero: '0.0% Z', outside: 'No VAT' },
    noCredits: true,
    row: ({ bill, account, taxCode, netPence, vatPence, words }, supplier) => [
      ...[bill.number.slice(0, 21), supplier, day(bill.taxPoint, '/'), day(bill.due, '/'), null, null, bill.words],
      ...[account, words, money(netPence), taxCode, money(vatPence)],
    ],
  },
  // Quick entries of purchases. No amount is below zero here, either.
  'sage-accounting': {
    columns: [
      ...['Type', 'Supplier Reference', 'Date', 'Supplier Name', 'Reference', 'Ledger Account', 'Details', 'Net'],
      ...['VAT Rate', 'VAT', 'Total', 'Analysis Type 1', 'Analysis Type 2', 'Analysis Type 3'],
    ],
    supplier: { pattern: /^[A-Za-z0-9]{1,10}$/, is: 'must be a supplier’s reference, at most 10 letters and digits' },
    taxCode: {
      pattern: /^(?:Standard|Lower Rate|Zero Rated|Exempt|No VAT)$/,
      is: 'must be Standard, Lower Rate, Zero Rated, Exempt or No VAT',
    },
    usual: { supplier: 'POSY', standard: 'Standard', reduced: 'Lower Rate', zero: 'Zero Rated', outside: 'No VAT' },
    row: (row, supplier) => {
      const { isCredit, net, vat } = signed(row)
      return [
        ...[
          isCredit ? 'Cr Note' : 'Invoice',
          supplier,
          day(row.bill.taxPoint, '-'),
          null,
          row.bill.number.slice(0, 25),
        ],
        ...[row.account, row.words.slice(0, 255), money(net), row.taxCode, money(vat), money(net + vat)],
        ...[null, null, null],
      ]
    },
  },
}

/** What a package would not take. */
export function billsProblems(name: AccountsPackage, { supplier, ...codes }: BillsMap): ErrorDetail[] {
  const format = billFormats[name]
  const refused = ({ pattern }: Rule, text: string) => !pattern.test(text) || looksLikeFormula(text)
  return [
    ...(refused(format.supplier, supplier) ? [{ path: 'bills.supplier', message: format.supplier.is }] : []),
    ...Object.entries(codes)
      .filter(([, code]) => refused(format.taxCode, code))
      .map(([rate]) => ({ path: `bills.${rate}`, message: format.taxCode.is })),
  ]
}

const rates: Readonly<Record<number, Exclude<keyof BillsMap, 'supplier'>>> = {
  2000: 'standard',
  500: 'reduced',
  0: 'zero',
}

/** Bills as the import file of a package. */
export function billsCsv(
  name: AccountsPackage,
  bills: readonly Bill[],
  { accounts, bills: map }: { accounts: Record<AccountRole, string>; bills: BillsMap },
): string {
  const { columns, row } = billFormats[name]
  const rows = bills.flatMap((bill) => billRows(name, bill, { accounts, map }))
  return csvRows([[...columns], ...rows.map((each) => row(each, map.supplier))])
}

function billRows(
  name: AccountsPackage,
  bill: Bill,
  { accounts, map }: { accounts: Record<AccountRole, string>; map: BillsMap },
): Row[] {
  const sign = bill.isCredit ? -1 : 1
  const settled = (role: AccountRole, pence: Pence, words: string): Row[] =>
    pence === 0
      ? []
      : [{ bill, account: accounts[role], taxCode: map.outside, netPence: 0 - sign * pence, vatPence: 0, words }]
  const openPence = bill.totalPence - bill.walletPence
  return [
    ...bill.lines.map(({ role, basisPoints, netPence, vatPence }) => ({
      ...{ bill, account: accounts[role], taxCode: map[taxRate(basisPoints)] },
      ...{ netPence: sign * netPence, vatPence: sign * vatPence, words: `Posy ${bill.number}: ${bill.words}` },
    })),
    ...settled(
      'wallets',
      bill.walletPence,
      `Posy ${bill.number}: ${bill.isCredit ? 'back into a wallet' : 'paid from a wallet'}`,
    ),
    ...(bill.isCredit && billFormats[name].noCredits
      ? settled('owed', openPence, `Posy ${bill.number}: off its invoice`)
      : []),
  ]
}

function taxRate(basisPoints: number | null): Exclude<keyof BillsMap, 'supplier'> {
  if (basisPoints === null) return 'outside'
  const rate = rates[basisPoints]
  if (!rate) throw new Error(`no accounts package has a code for VAT of ${basisPoints} basis points`)
  return rate
}
