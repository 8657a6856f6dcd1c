import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { seesBills } from '../core/permissions.ts'
import { currency, data, freeText, id } from '../core/shapes.ts'

/** Accounts packages whose import files of journals we write. */
export const journalPackages = ['xero', 'sage50', 'quickbooks'] as const
export type JournalPackage = (typeof journalPackages)[number]
/** And of bills. */
export const accountsPackages = [...journalPackages, 'sage-accounting'] as const
export type AccountsPackage = (typeof accountsPackages)[number]

/** What money of a team is booked to in its own books. */
export const accountRoles = ['gifts', 'fees', 'plans', 'vat', 'wallets', 'owed', 'card', 'bank'] as const
export type AccountRole = (typeof accountRoles)[number]

const byRole = <S extends z.ZodType>(account: S) =>
  z.object({
    /** What gifts cost, without VAT. What comes back is booked to it, too. */
    gifts: account,
    /** Handling and texts, without VAT. */
    fees: account,
    /** Plans, without VAT. */
    plans: account,
    /** VAT that the team was charged. */
    vat: account,
    /** What its wallets and budgets hold: paid before it is spent. */
    wallets: account,
    /** What it owes on invoices. */
    owed: account,
    /** What was paid by card. */
    card: account,
    /** What was paid by bank, and paid out. */
    bank: account,
  })

const byRate = <S extends z.ZodType>(text: S) =>
  z.object({
    /** Us, as a supplier is called there. */
    supplier: text,
    /** What the package calls VAT of 20 %, of 5 % and of 0 %, and what is outside its scope. */
    standard: text,
    reduced: text,
    zero: text,
    outside: text,
  })
export type BillsMap = z.infer<ReturnType<typeof byRate<z.ZodString>>>

const Holds = z.enum(['journals', 'bills'])
export type AccountsHolds = z.infer<typeof Holds>

export const AccountsMap = z.object({
  teamId: z.string(),
  /** Of a subteam: its month is in its parent’s file too, and what moves between the two of them is in neither’s. */
  parentTeamId: z.string().nullable(),
  package: z.enum(accountsPackages),
  /** As the team set them; the usual ones of a new company in this package until it has. */
  accounts: byRole(z.string()),
  /** What goes into the package’s column of tax codes: VAT has a line of its own. */
  taxCode: z.string(),
  /** What bills name us and VAT. */
  bills: byRate(z.string()),
  /** Null while they are the usual ones. */
  dateModified: z.string().nullable(),
  /** Files that were written for this package, the newest month first. */
  exports: z.array(
    z.object({
      /** YYYY-MM. */
      month: z.string(),
      currency: z.string(),
      holds: Holds,
      exportedBy: z.object({ id: z.string(), name: z.string() }),
      dateExported: z.string(),
    }),
  ),
})
export type AccountsMap = z.infer<typeof AccountsMap>

export const AccountsFile = z.object({
  fileName: z.string(),
  /** CSV, as the package’s own template has its columns. */
  content: z.string(),
  month: z.string(),
  /** How many, from that month on. */
  months: z.int(),
  currency: z.string(),
  holds: Holds,
  journals: z.int(),
  bills: z.int(),
  lines: z.int(),
  /** Pence: debits, and credits, which are the same; of bills, their sum with VAT, less credit notes. */
  total: z.int(),
  /** The newest file that was written before of one of these months, if any: it must not be imported beside this one. */
  before: z
    .object({
      exportedBy: z.object({ id: z.string(), name: z.string() }),
      dateExported: z.string(),
      /** Whether the journals or bills of one of these months say something else than its last file of them. */
      changed: z.boolean(),
    })
    .nullable(),
})
export type AccountsFile = z.infer<typeof AccountsFile>

const base = { tag: 'Reports', access: 'session', params: z.object({ id: id('team') }), errors: ['not_found'] } as const

export const getAccountsMap = endpoint({
  ...base,
  id: 'getAccountsMap',
  method: 'GET',
  path: '/v3/teams/{id}/accounts-map',
  permission: seesBills,
  summary: 'Which accounts of an accounts package a team’s money is booked to, and what was exported.',
  query: z.object({ package: z.enum(accountsPackages) }),
  response: data(AccountsMap),
})

export const putAccountsMap = endpoint({
  ...base,
  id: 'putAccountsMap',
  method: 'PUT',
  path: '/v3/teams/{id}/accounts-map',
  permission: 'manage-billing',
  summary: 'Sets the accounts that exports for a package use.',
  body: z.object({
    package: z.enum(accountsPackages),
    accounts: byRole(freeText(200)),
    taxCode: freeText(60),
    /** Left out, they stay. */
    bills: byRate(freeText(300)).optional(),
  }),
  response: data(AccountsMap),
})

export const exportAccounts = endpoint({
  ...base,
  id: 'exportAccounts',
  method: 'POST',
  path: '/v3/teams/{id}/accounts-exports',
  permission: 'manage-billing',
  summary:
    'Months that are over for an accounts package: as journals, one for each kind of movement, or as bills, one for each receipt, invoice and credit note. Who exported them is remembered.',
  body: z.object({
    package: z.enum(accountsPackages),
    /** YYYY-MM, in London. */
    month: z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/),
    /** A quarter is three months from that one on. */
    months: z.int().min(1).max(3).default(1),
    currency: currency().default('GBX'),
    /** Import one of the two: both hold what was bought. */
    holds: Holds.default('journals'),
  }),
  response: data(AccountsFile),
})

export const accountsEndpoints = { getAccountsMap, putAccountsMap, exportAccounts }
