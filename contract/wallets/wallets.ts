import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { currency, cursorPage, cursorQuery, data, id, instant, success, text } from '../core/shapes.ts'

/** A wallet. `balance` = `available` + `live`; `live` is the money in gifts not yet used, and held for a budget run. */
export const Wallet = z.object({
  id: z.uuid(),
  name: z.string(),
  currency: z.string(),
  balance: z.int(),
  available: z.int(),
  live: z.int(),
  teamId: z.uuid(),
  /** What a bank payment quotes (HG and eight characters). */
  referenceId: z.string(),
  /** What the team files it under: a cost centre, a department. Posy does nothing with them. */
  tags: z.array(z.string()),
  /** What the team pays from, and gets money back to, unless another is named. */
  isDefault: z.boolean(),
  /** Pence: when less than this is available, the team’s admins get an email. Null for none. */
  lowBalanceAlert: z.int().nullable(),
  /** Null while it is open. Money that reaches a closed wallet opens it until that money is moved. */
  dateClosed: z.string().nullable(),
})
export type Wallet = z.infer<typeof Wallet>

/** Where bank payments to us go. */
export const BankDetails = z.object({
  accountName: z.string(),
  sortCode: z.string(),
  accountNumber: z.string(),
  iban: z.string().nullable(),
  bic: z.string().nullable(),
})
export type BankDetails = z.infer<typeof BankDetails>

/** How to pay by bank, and whether the money has come. */
export const RemittanceAdvice = z.object({
  id: z.uuid(),
  walletId: z.uuid(),
  reference: z.string(),
  amount: z.int(),
  currency: z.string(),
  status: z.enum(['pending', 'received']),
  bankDetails: BankDetails,
  dateCreated: z.string(),
  dateReceived: z.string().nullable(),
})
export type RemittanceAdvice = z.infer<typeof RemittanceAdvice>

/** Pence by part of a wallet. */
const Parts = z.object({ available: z.int(), committed: z.int(), locked: z.int() })

/** One movement of a wallet's money. */
export const StatementLine = z.object({
  /** The ledger transfer. */
  id: z.uuid(),
  at: z.string(),
  kind: z.string(),
  /** What caused it. */
  reference: z.object({ kind: z.string(), id: z.string() }),
  description: z.string(),
  /** What it changed; the three sum to the change of the balance. */
  effect: Parts,
  /** What the movement took as fees and VAT, which are in neither part; below zero where they came back. */
  charged: z.object({ fees: z.int(), vat: z.int() }),
  /** What an invoice asks for the gifts it bought, instead of the wallet; below zero where it came off that invoice. */
  invoiced: z.int(),
  /** After this movement. */
  balance: z.int(),
  available: z.int(),
  /** Where the money came from or went, or what for, as far as the caller may see it. */
  counterpart: z
    .object({
      kind: z.enum(['purchase', 'gift', 'wallet', 'grant', 'budget', 'card', 'bank', 'invoice', 'plan', 'correction']),
      /** Of the purchase, gift, wallet, grant, budget, charge or invoice; null where there is none or it is not the caller's to open. */
      id: z.string().nullable(),
      label: z.string(),
      /** More about it: “Automatic top-up”, the day of a run, the bank's own words. */
      detail: z.string().nullable(),
    })
    .nullable(),
  /** Who bought, paid, or moved it; null where no person did, or the caller may not see who. */
  person: z.string().nullable(),
  /** The papers that it stands on. */
  documents: z.array(
    z.object({
      id: z.uuid(),
      kind: z.string(),
      number: z.string(),
      /** Whose papers it is among; null: no one purchase's. */
      purchaseId: z.string().nullable(),
      /** Of a budget’s month: whose, where the caller sees its team; null on all others. */
      budgetId: z.string().nullable(),
    }),
  ),
})
export type StatementLine = z.infer<typeof StatementLine>

const EdgeBalance = z.object({ available: z.int(), live: z.int(), balance: z.int() })

/** A statement's period: what it opened with, plus all its movements, is what it closed with. */
export const StatementPeriod = z.object({
  opening: EdgeBalance,
  closing: EdgeBalance,
  /** Sums of all movements of the period, of every page. */
  totals: z.object({
    available: z.int(),
    live: z.int(),
    fees: z.int(),
    vat: z.int(),
    invoiced: z.int(),
    movements: z.int(),
  }),
})
export type StatementPeriod = z.infer<typeof StatementPeriod>

export const BalanceExplanation = z.object({
  walletId: z.uuid(),
  currency: z.string(),
  at: z.string(),
  balance: z.int(),
  available: z.int(),
  live: z.int(),
  /** Sums per kind of movement. They add up to the totals exactly. */
  kinds: z.array(
    Parts.extend({
      kind: z.string(),
      description: z.string(),
      movements: z.int(),
      balance: z.int(),
      /** What movements of the kind took as fees and VAT, and put on invoices; below zero where that came back. */
      fees: z.int(),
      vat: z.int(),
      invoiced: z.int(),
    }),
  ),
  totals: Parts.extend({ balance: z.int(), fees: z.int(), vat: z.int(), invoiced: z.int() }),
})
export type BalanceExplanation = z.infer<typeof BalanceExplanation>

const WalletTransfer = z.object({
  id: z.uuid(),
  amount: z.int(),
  currency: z.string(),
  dateCreated: z.string(),
  from: Wallet,
  to: Wallet,
})
export type WalletTransfer = z.infer<typeof WalletTransfer>

const base = { tag: 'Wallets', access: 'session' } as const
const walletName = () => text(100).min(1)
const MOST_TAGS = 20
/** Written in one field, with commas between them. */
const walletTags = () =>
  z
    .array(
      text(50)
        .min(1)
        .regex(/^[^,]*$/, 'must not hold a comma'),
    )
    .max(MOST_TAGS)
    .refine((tags) => new Set(tags).size === tags.length, 'must not name one twice')
const walletParams = z.object({ id: id('wallet') })
const amount = z.int().min(1).max(1_000_000_000)

export const listTeamWallets = endpoint({
  ...base,
  id: 'listTeamWallets',
  method: 'GET',
  path: '/api/v2/teams/{id}/wallets',
  summary: 'Wallets of a team.',
  permission: ['wallet', 'view-teams'],
  params: z.object({ id: id('team') }),
  response: data(z.array(Wallet)),
  errors: ['not_found'],
})

export const listUserWallets = endpoint({
  ...base,
  id: 'listUserWallets',
  method: 'GET',
  path: '/api/v2/user/{id}/wallets',
  summary: 'Wallets the caller can see: of the team acted in and, for admins, its subteams.',
  permission: ['wallet', 'view-teams'],
  params: z.object({ id: id('user') }),
  /** With `closed`, those that are closed instead. */
  query: z.object({ closed: z.stringbool().default(false) }),
  response: data(z.array(Wallet)),
  errors: ['not_found'],
})

/** Opening a wallet decides how a team's money is kept apart, so it is billing's to do. */
export const createWallet = endpoint({
  ...base,
  id: 'createWallet',
  method: 'POST',
  path: '/api/v2/teams/{id}/wallets',
  summary: 'Opens a wallet, within the plan’s limit. A team’s first wallet is its default.',
  permission: 'manage-billing',
  params: z.object({ id: id('team') }),
  body: z.object({ name: walletName(), currency: currency().default('GBX'), tags: walletTags().default([]) }),
  response: data(Wallet),
  status: 201,
  idempotent: true,
  errors: ['not_found', 'plan_limit_reached'],
})

export const updateWallet = endpoint({
  ...base,
  id: 'updateWallet',
  impersonation: 'change',
  method: 'PUT',
  path: '/v3/wallets/{id}',
  summary: 'Renames a wallet, tags it, or makes it its team’s default. What is left out stays as it is.',
  permission: 'manage-billing',
  params: walletParams,
  body: z.object({ name: walletName(), tags: walletTags(), isDefault: z.literal(true) }).partial(),
  response: data(Wallet),
  errors: ['not_found', 'wrong_state'],
})

export const setLowBalanceAlert = endpoint({
  ...base,
  id: 'setLowBalanceAlert',
  impersonation: 'change',
  method: 'PUT',
  path: '/v3/wallets/{id}/low-balance-alert',
  summary:
    'Sets the amount below which the team’s admins get an email: one for each time the available money falls below it. Null for no email.',
  permission: 'top-up-wallet',
  params: walletParams,
  body: z.object({ amount: amount.nullable() }),
  response: data(Wallet),
  errors: ['not_found', 'wrong_state'],
})

export const closeWallet = endpoint({
  ...base,
  id: 'closeWallet',
  method: 'DELETE',
  path: '/v3/wallets/{id}',
  summary:
    'Closes a wallet that is empty. Its statement stays. Refused, with what is left in it, while it holds money; and for the default wallet or one that a budget pays from.',
  permission: 'manage-billing',
  params: walletParams,
  response: data(success()),
  errors: ['not_found', 'wrong_state'],
})

export const createRemittanceAdvice = endpoint({
  ...base,
  id: 'createRemittanceAdvice',
  method: 'POST',
  path: '/api/v2/wallets/{id}/remittance-advice',
  summary: 'Announces a bank payment into a wallet and says how to make it. Money moves when it arrives.',
  permission: 'top-up-wallet',
  params: walletParams,
  body: z.object({ amount }),
  response: data(RemittanceAdvice),
  status: 201,
  idempotent: true,
  errors: ['not_found', 'wrong_state', 'unavailable'],
})

export const listRemittanceAdvices = endpoint({
  ...base,
  id: 'listRemittanceAdvices',
  method: 'GET',
  path: '/v3/wallets/{id}/remittance-advice',
  summary:
    'Bank payments that were announced for a wallet in the last 60 days and have not arrived, newest first, with how to make them: 50 at most.',
  permission: 'top-up-wallet',
  params: walletParams,
  response: data(z.array(RemittanceAdvice)),
  errors: ['not_found', 'unavailable'],
})

export const getWalletStatement = endpoint({
  ...base,
  id: 'getWalletStatement',
  method: 'GET',
  path: '/v3/wallets/{id}/statement',
  summary:
    'Every movement of a wallet, newest first, with the running balance and its counterpart; with `withPeriod`, what the period opened and closed with, and its sums.',
  permission: 'view-team-transactions',
  params: walletParams,
  query: z.object({
    /** Inclusive. */
    from: instant().optional(),
    /** Exclusive. */
    to: instant().optional(),
    /** Whether `period` is worked out. */
    withPeriod: z.stringbool().default(false),
    limit: cursorQuery.limit,
    next: cursorQuery.next,
    previous: cursorQuery.previous,
  }),
  response: cursorPage(StatementLine).extend({
    /** Null unless asked for by `withPeriod`. */
    period: StatementPeriod.nullable(),
  }),
  errors: ['not_found'],
})

export const explainWalletBalance = endpoint({
  ...base,
  id: 'explainWalletBalance',
  method: 'GET',
  path: '/v3/wallets/{id}/balance-explanation',
  summary:
    'What a balance is made of, by kind of movement: now, or as it was at a moment. With `from`, how it changed since then.',
  permission: 'view-team-transactions',
  params: walletParams,
  query: z.object({ at: instant().optional(), from: instant().optional() }),
  response: data(BalanceExplanation),
  errors: ['not_found'],
})

export const createWalletTransfer = endpoint({
  ...base,
  id: 'createWalletTransfer',
  method: 'POST',
  path: '/v3/wallets/{id}/transfers',
  summary: 'Moves available money to another wallet of the team or its subteams, in the same currency.',
  permission: 'debit-wallet',
  params: walletParams,
  body: z.object({ toWalletId: id('wallet'), amount }),
  response: data(WalletTransfer),
  status: 201,
  idempotent: true,
  errors: ['not_found', 'wrong_state', 'insufficient_funds'],
})

export const walletsEndpoints = {
  listTeamWallets,
  listUserWallets,
  createWallet,
  updateWallet,
  setLowBalanceAlert,
  closeWallet,
  createRemittanceAdvice,
  listRemittanceAdvices,
  getWalletStatement,
  explainWalletBalance,
  createWalletTransfer,
}
