import { type Company, fifth, type Purchase, price } from './company.ts'
import type { Days } from './journal.ts'
import { londonDay } from './london.ts'

/** What was bought in some days, and what happened to it. */
export interface Spending {
  label: string
  gifts: number
  face: number
  fees: number
  vat: number
  bought: number
  returned: number
  redeemed: number
  expired: number
  cancelled: number
  open: number
}
export type Dimension = 'month' | 'person' | 'reason' | 'wallet' | 'product'

const NOTHING = {
  gifts: 0,
  face: 0,
  fees: 0,
  vat: 0,
  bought: 0,
  returned: 0,
  redeemed: 0,
  expired: 0,
  cancelled: 0,
  open: 0,
}

const figures = ({ product, gifts, returned }: Purchase): Omit<Spending, 'label'> => {
  const count = (state: string) => gifts.filter((gift) => gift.state === state).length
  return {
    gifts: gifts.length,
    face: (product.face - product.faceVat) * gifts.length,
    fees: product.fee * gifts.length,
    vat: (product.faceVat + fifth(product.fee)) * gifts.length,
    bought: price(product) * gifts.length,
    returned,
    redeemed: count('used'),
    expired: count('expired'),
    cancelled: count('cancelled'),
    open: count('open'),
  }
}

export const purchasesIn = ({ purchases }: Company, { from, until }: Days): Purchase[] =>
  purchases.filter(({ at }) => (!from || londonDay(at) >= from) && (!until || londonDay(at) <= until))

export function sumSpending(rows: readonly Omit<Spending, 'label'>[], label: string): Spending {
  const sum = { label, ...NOTHING }
  for (const row of rows) for (const key of Object.keys(NOTHING) as (keyof typeof NOTHING)[]) sum[key] += row[key]
  return sum
}

/** By label; wallets of a budget's people are one, called as the budget. */
export function spendingBy(company: Company, dimension: Dimension, days: Days): Spending[] {
  const label = (purchase: Purchase): string => {
    if (dimension === 'month') return londonDay(purchase.at).slice(0, 7)
    if (dimension === 'person') return purchase.by
    if (dimension === 'reason') return purchase.reason
    if (dimension === 'product') return purchase.product.name
    const budget = company.budgets.find(({ people }) => people.some(({ name }) => name === purchase.wallet))
    return budget?.name ?? purchase.wallet
  }
  const groups = Map.groupBy(purchasesIn(company, days), label)
  return [...groups].map(([name, purchases]) => sumSpending(purchases.map(figures), name))
}
