import { z } from 'zod'
import { endpoint } from './core/endpoint.ts'
import { currency, cursorPage, cursorQuery, data, id, instant, text } from './core/shapes.ts'

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
  tags: z.array(z.string()),
})
export type Wallet = z.infer<typeof Wallet>

/** How to pay by bank, and whether the money has come. */
export const RemittanceAdvice = z.object({
  id: z.uuid(),
  walletId: z.uuid(),
  reference: z.string(),
  amount: z.int(),
  currency: z.string(),
  status: z.enum(['pending', 'received']),
  bankDetails: z.object({
    accountName: z.string(),
    sortCode: z.string(),
    accountNumber: z.string(),
    iban: z.string().nullable(),
    bic: z.string().nullable(),
  }),
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
  /** After this movement. */
  balance: z.int(),
  available: z.int(),
})
export type StatementLine = z.infer<typeof StatementLine>

export const BalanceExplanation = z.object({
  walletId: z.uuid(),
  currency: z.string(),
  at: z.string(),
  balance: z.int(),
  available: z.int(),
  live: z.int(),
  /** Sums per kind of movement. They add up to the totals exactly. */
  kinds: z.array(Parts.extend({ kind: z.string(), description: z.string(), movements: z.int(), balance: z.int() })),
  totals: Parts.extend({ balance: z.int() }),
})
export type BalanceExplanation = z.infer<typeof BalanceExplanation>

export const WalletTransfer = z.object({
  id: z.uuid(),
  amount: z.int(),
  currency: z.string(),
  dateCreated: z.string(),
  from: Wallet,
  to: Wallet,
})
export type WalletTransfer = z.infer<typeof WalletTransfer>

const base = { tag: 'Wallets', access: 'session' } as const
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
  body: z.object({ name: text(100).min(1), currency: currency().default('GBX') }),
  response: data(Wallet),
  status: 201,
  idempotent: true,
  errors: ['not_found', 'plan_limit_reached'],
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
  errors: ['not_found', 'unavailable'],
})

export const getWalletStatement = endpoint({
  ...base,
  id: 'getWalletStatement',
  method: 'GET',
  path: '/v3/wallets/{id}/statement',
  summary: 'Every movement of a wallet, newest first, with the running balance.',
  permission: 'view-team-transactions',
  params: walletParams,
  query: z.object({
    /** Inclusive. */
    from: instant().optional(),
    /** Exclusive. */
    to: instant().optional(),
    limit: cursorQuery.limit,
    next: cursorQuery.next,
  }),
  response: cursorPage(StatementLine),
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
  errors: ['not_found', 'insufficient_funds'],
})

export const walletsEndpoints = {
  listTeamWallets,
  listUserWallets,
  createWallet,
  createRemittanceAdvice,
  getWalletStatement,
  explainWalletBalance,
  createWalletTransfer,
}
