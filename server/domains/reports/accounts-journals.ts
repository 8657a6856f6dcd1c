import { type AccountRole, accountRoles } from '#contract/reports/accounts-packages.ts'
import type { Pence } from '#kit/money.ts'

/** What a kind of movement did to one of our accounts in a month, from the customer's side: above zero is a debit. */
export interface MonthlyMovement {
  kind: string
  account: string
  pence: Pence
}

export interface Journal {
  /** Of the ledger's kind of movement: one a month. */
  kind: string
  reference: string
  description: string
  /** Debits above zero, credits below; they add up to nothing. */
  lines: { role: AccountRole; pence: Pence }[]
}

/**
 * Our accounts as the customer books them. A gift costs when it is bought: what happens between us and a shop afterwards
 * moves nothing of theirs, and cancels out.
 */
const roles: Readonly<Record<string, AccountRole>> = {
  available: 'wallets',
  locked: 'wallets',
  committed: 'gifts',
  'supplier-payable': 'gifts',
  breakage: 'gifts',
  fees: 'fees',
  'plan-income': 'plans',
  vat: 'vat',
  receivable: 'owed',
  'card-clearing': 'card',
  'bank-clearing': 'bank',
  'unmatched-receipts': 'bank',
}

/** Kinds as people read them, and short for references. Of one short name there is one kind. */
const kinds: Readonly<Record<string, { short: string; words: string }>> = {
  'bank-top-up': { short: 'BTU', words: 'Wallet top-ups by bank' },
  'card-top-up': { short: 'CTU', words: 'Card payments' },
  purchase: { short: 'PUR', words: 'Gifts bought' },
  change: { short: 'CHG', words: 'Left over from choices' },
  cancellation: { short: 'CAN', words: 'Gifts cancelled' },
  expiry: { short: 'EXP', words: 'Expired gifts returned' },
  refund: { short: 'REF', words: 'Card refunds' },
  chargeback: { short: 'CHB', words: 'Card payments disputed' },
  'chargeback-reversal': { short: 'CHR', words: 'Disputes returned' },
  'invoice-payment': { short: 'INV', words: 'Invoices paid' },
  'customer-payout': { short: 'OUT', words: 'Balance paid out' },
  'plan-invoice': { short: 'PLN', words: 'Plan invoiced' },
  'plan-credit': { short: 'PLC', words: 'Plan credited' },
  correction: { short: 'COR', words: 'Corrections' },
  award: { short: 'AWD', words: 'Awards made' },
  'award-return': { short: 'AWR', words: 'Awards returned to their grants' },
  'award-paid': { short: 'AWP', words: 'Awards cashed' },
}
const kindFor = (kind: string) =>
  kinds[kind] ?? { short: kind.toUpperCase().slice(0, 12), words: kind.replaceAll('-', ' ') }

/** A month's movements as journals that balance, one for each kind that moved something of the customer's. */
export function monthlyJournals(movements: readonly MonthlyMovement[], month: string, currency: string): Journal[] {
  return [...Map.groupBy(movements, ({ kind }) => kind)].flatMap(([kind, of]) => {
    const sums = new Map<AccountRole, Pence>()
    for (const { account, pence } of of) {
      const role = roles[account]
      if (!role) throw new Error(`no customer books a ${account} account`)
      sums.set(role, (sums.get(role) ?? 0) + pence)
    }
    const lines = accountRoles.map((role) => ({ role, pence: sums.get(role) ?? 0 })).filter(({ pence }) => pence !== 0)
    if (lines.length === 0) return []
    if (lines.reduce((sum, { pence }) => sum + pence, 0) !== 0)
      throw new Error(`journals of ${kind} in ${month} do not balance`)
    const { short, words } = kindFor(kind)
    const reference = `POSY-${month.replace('-', '')}-${short}${currency === 'GBX' ? '' : 'E'}`
    return [{ kind, reference, description: `Posy: ${words}, ${month}`, lines }]
  })
}
