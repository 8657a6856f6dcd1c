import type { Company } from './company.ts'
import { type Days, type Effect, total } from './journal.ts'
import { dayAfter, londonClock } from './london.ts'

export interface Balance {
  available: number
  gifts: number
  balance: number
}
interface Row extends Effect {
  /** As London's clocks showed it. */
  at: string
  what: string
  after: Balance
}
interface WalletStatement {
  opening: Balance
  closing: Balance
  /** The newest first, as people read it. */
  rows: Row[]
  total: Effect
}

const balance = (available: number, gifts: number): Balance => ({ available, gifts, balance: available + gifts })

/** What a wallet's statement of some days has to say. */
export function walletStatement({ journal }: Company, wallet: string, days: Days = {}): WalletStatement {
  const before = days.from ? { until: dayAfter(days.from, -1) } : null
  const opened = before ? total(journal.ofWallet(wallet, before).map(({ effect }) => effect)) : null
  const opening = balance(opened?.available ?? 0, opened?.gifts ?? 0)
  let now = opening
  const rows = journal.ofWallet(wallet, days).map(({ movement, effect }) => {
    now = balance(now.available + effect.available, now.gifts + effect.gifts)
    return { ...effect, at: londonClock(movement.at).replace('T', ' ').slice(0, 16), what: movement.what, after: now }
  })
  return { opening, closing: now, total: total(rows), rows: rows.reverse() }
}

/** Months between two days, as their first and last. */
export function monthsBetween(first: string, last: string): { from: string; until: string }[] {
  const months = []
  for (let from = `${first.slice(0, 7)}-01`; from <= last; ) {
    const next = `${dayAfter(from, 31).slice(0, 7)}-01`
    months.push({ from, until: dayAfter(next, -1) })
    from = next
  }
  return months
}
