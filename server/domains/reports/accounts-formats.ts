import type { ErrorDetail } from '#contract/core/errors.ts'
import {
  type AccountRole,
  type AccountsPackage,
  accountRoles,
  type JournalPackage,
} from '#contract/reports/accounts-packages.ts'
import { looksLikeFormula } from '#kit/formula.ts'
import type { Pence } from '#kit/money.ts'
import { type Cell, money } from '#server/platform/sheets/cells.ts'
import { csvRows } from '#server/platform/sheets/csv.ts'
import type { Journal } from './accounts-journals.ts'

export interface Mapping {
  accounts: Record<AccountRole, string>
  taxCode: string
}

interface JournalLine {
  journal: Journal
  role: AccountRole
  account: string
  taxCode: string
  pence: Pence
  date: string
}

interface Format {
  /** The columns of the package's own template, in its order (decision 464). */
  columns: readonly string[]
  /** What an account is called by there. */
  account: { pattern: RegExp; is: string }
  taxCode: { pattern: RegExp; is: string }
  /** As many rows as one file may have, where the package says so. */
  maxRows?: number
  usual: Mapping
  /** One row for a line; date as DD/MM/YYYY. */
  row: (line: JournalLine) => Cell[]
}

/** What a line is of, where the journal is named beside it. */
const lineWords: Record<AccountRole, string> = {
  gifts: 'Cost of gifts',
  fees: 'Handling and texts',
  plans: 'Cost of the plan',
  vat: 'VAT',
  wallets: 'Prepaid in wallets and budgets',
  owed: 'Owed on invoices',
  card: 'By card',
  bank: 'By bank transfer',
}

const debit = (pence: Pence): Cell => (pence > 0 ? money(pence) : null)

export const formats: Record<JournalPackage, Format> = {
  // Debits above zero and credits below, in one column. Rows of one narration and date are one journal.
  xero: {
    columns: [
      ...['*Narration', '*Date', 'Description', '*AccountCode', '*TaxRate', '*Amount'],
      ...['TrackingName1', 'TrackingOption1', 'TrackingName2', 'TrackingOption2'],
    ],
    account: {
      pattern: /^[A-Za-z0-9][A-Za-z0-9./-]{0,9}$/,
      is: 'must be an account code of Xero, at most 10 letters and digits',
    },
    taxCode: { pattern: /^[^\r\n\t"]{1,50}$/, is: 'must be the name of a tax rate in Xero' },
    maxRows: 300,
    usual: {
      accounts: {
        gifts: '420',
        fees: '429',
        plans: '485',
        vat: '820',
        wallets: '620',
        owed: '805',
        card: '850',
        bank: '850',
      },
      taxCode: 'No VAT',
    },
    row: ({ journal, role, account, taxCode, pence, date }) => [
      ...[`${journal.reference} ${journal.description}`, date, lineWords[role], account, taxCode, money(pence)],
      ...[null, null, null, null],
    ],
  },
  // Journal debits and credits are types of their own; no amount is below zero.
  sage50: {
    columns: [
      ...['Type', 'Account Reference', 'Nominal A/C Ref', 'Department Code', 'Date', 'Reference', 'Details'],
      ...['Net Amount', 'Tax Code', 'Tax Amount', 'Exchange Rate', 'Extra Reference', 'User Name'],
      ...['Project Refn', 'Cost Code Refn'],
    ],
    account: { pattern: /^\d{1,8}$/, is: 'must be a nominal code of Sage, at most 8 digits' },
    taxCode: { pattern: /^T\d{1,2}$/, is: 'must be a tax code of Sage, T0 to T99' },
    usual: {
      accounts: {
        ...{ gifts: '7403', fees: '7403', plans: '8201', vat: '2201', wallets: '1103', owed: '2109' },
        ...{ card: '1240', bank: '1200' },
      },
      taxCode: 'T9',
    },
    row: ({ journal, account, taxCode, pence, date }) => [
      ...[pence > 0 ? 'JD' : 'JC', null, account, null, date, journal.reference.slice(0, 30)],
      ...[journal.description.slice(0, 60), money(Math.abs(pence)), taxCode, money(0)],
      ...[null, null, null, null, null],
    ],
  },
  quickbooks: {
    columns: ['Journal No', 'Journal Date', 'Account Name', 'Description', 'Debits', 'Credits'],
    account: {
      pattern: /^[^\r\n\t"]{1,100}$/,
      is: 'must be the full name of an account in QuickBooks, at most 100 characters',
    },
    taxCode: { pattern: /^$/, is: 'must be empty: journals of QuickBooks have none' },
    usual: {
      accounts: {
        ...{ gifts: 'Entertainment', fees: 'Entertainment', plans: 'Dues and Subscriptions', vat: 'VAT Control' },
        ...{ wallets: 'Prepayments', owed: 'Accruals', card: 'Undeposited Funds', bank: 'Undeposited Funds' },
      },
      taxCode: '',
    },
    row: ({ journal, account, pence, date }) => [
      ...[journal.reference.slice(0, 21), date, account, journal.description],
      ...[debit(pence), debit(-pence)],
    ],
  },
}

/** How packages name accounts and tax codes, and what is usual there. */
export const naming: Record<AccountsPackage, Pick<Format, 'account' | 'taxCode' | 'usual'>> = {
  ...formats,
  // Of bills alone, which have codes of their own.
  'sage-accounting': {
    account: { pattern: /^\d{1,8}$/, is: 'must be a ledger account’s number, at most 8 digits' },
    taxCode: { pattern: /^$/, is: 'must be empty: no journals are written for this package' },
    usual: { accounts: formats.sage50.usual.accounts, taxCode: '' },
  },
}

/** What a package would not take. */
export function mappingProblems(name: AccountsPackage, { accounts, taxCode }: Mapping): ErrorDetail[] {
  const { account, taxCode: tax } = naming[name]
  const refused = ({ pattern }: { pattern: RegExp }, text: string) => !pattern.test(text) || looksLikeFormula(text)
  return [
    ...accountRoles
      .filter((role) => refused(account, accounts[role]))
      .map((role) => ({ path: `accounts.${role}`, message: account.is })),
    ...(refused(tax, taxCode) ? [{ path: 'taxCode', message: tax.is }] : []),
  ]
}

/** The journals of a month, and the day they are booked on: its last (YYYY-MM-DD). */
export interface MonthOfJournals {
  journals: readonly Journal[]
  lastDay: string
}

/** Months of journals as the import file of a package. */
export function accountsCsv(
  name: JournalPackage,
  { months, mapping }: { months: readonly MonthOfJournals[]; mapping: Mapping },
): string {
  const { columns, row } = formats[name]
  const { accounts, taxCode } = mapping
  const rows = months.flatMap(({ journals, lastDay }) => {
    const date = lastDay.split('-').reverse().join('/')
    return journals.flatMap((journal) =>
      journal.lines.map(({ role, pence }) => row({ journal, role, account: accounts[role], taxCode, pence, date })),
    )
  })
  return csvRows([[...columns], ...rows])
}
