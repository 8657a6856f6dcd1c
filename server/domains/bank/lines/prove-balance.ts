import { sql } from 'kysely'
import type { Currency } from '#kit/currency.ts'
import { formatMoney, type Pence } from '#kit/money.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { ClosingBalance } from '../statements/statement-line.ts'
import type { SeenLine } from './recognise-lines.ts'

/** How a file stands to what was proven of its accounts before. */
export interface Continuity {
  /** What it proves: one row for each account and currency that has new lines. */
  closings: { account: string; currency: Currency; pence: Pence; begins: boolean }[]
  /** Accounts whose balance neither the file nor a person has told. */
  untold: string[]
  /** Where it does not continue what was proven. */
  breaks: string[]
  /** Why another operator must confirm it. */
  needs: string[]
}

/**
 * Holds a file against what was proven last of each of its accounts: that and its new lines must be what the file, or anyone who
 * typed it, says the account holds. Days may be missing between, for what was booked on them would show.
 */
export async function proveBalances(
  db: Db | Tx,
  fresh: readonly SeenLine[],
  { balances, typed }: { balances: readonly ClosingBalance[]; typed: Pence | null },
): Promise<Continuity> {
  const groups = [...Map.groupBy(fresh, ({ account, currency }) => `${account} ${currency}`).values()]
  const found: Continuity = { closings: [], untold: [], breaks: [], needs: [] }
  for (const lines of groups) {
    const { account, currency } = lines[0]!
    const told = balances.find((each) => each.account === account && each.currency === currency)
    const pences = told?.pences ?? (typed !== null && groups.length === 1 ? [typed] : [])
    if (pences.length === 0) {
      found.untold.push(account)
      continue
    }
    const before = await provenBalance(db, account, currency)
    const reached = before === null ? pences : pences.filter((pence) => sums(lines).has(pence - before))
    const pence = reached[0] ?? pences[0]!
    const isBreak = before !== null && reached.length === 0
    if (before === null) found.needs.push(`It is the first file of the account ${account}.`)
    if (isBreak) found.breaks.push(findBalanceBreak({ account, currency, before, pence, lines }))
    if (!told) found.needs.push(`It does not tell the balance: ${formatMoney(pence, currency)} was typed.`)
    found.closings.push({ account, currency, pence, begins: before === null || isBreak })
  }
  return found
}

async function provenBalance(db: Db | Tx, account: string, currency: string): Promise<Pence | null> {
  const { rows } = await sql<{ balance: Pence }>`
    select balance from bank_balance where account = ${account} and currency = ${currency} order by id desc limit 1`.execute(
    db,
  )
  return rows[0]?.balance ?? null
}

/** More lines in doubt than these are all new, or all known. */
const MOST_IN_DOUBT = 10

/** What new lines may come to: one that may be known in other words has moved money, or has not. */
function sums(lines: readonly SeenLine[]): Set<Pence> {
  const total = (of: readonly SeenLine[]) => of.reduce<Pence>((sum, { amountPence }) => sum + amountPence, 0)
  const doubted = lines.filter(({ mayBeKnown }) => mayBeKnown)
  const certain = total(lines) - total(doubted)
  if (doubted.length > MOST_IN_DOUBT) return new Set([certain, total(lines)])
  const reached = new Set([certain])
  for (const { amountPence } of doubted) for (const sum of [...reached]) reached.add(sum + amountPence)
  return reached
}

function findBalanceBreak({
  account,
  currency,
  before,
  pence,
  lines,
}: {
  account: string
  currency: Currency
  before: Pence
  pence: Pence
  lines: readonly SeenLine[]
}): string {
  const sum = lines.reduce<Pence>((all, { amountPence }) => all + amountPence, 0)
  const money = (amount: Pence) => formatMoney(amount, currency)
  return `${account} held ${money(before)}, and the new lines come to ${money(sum)}: it would hold ${money(before + sum)}, not ${money(pence)}.`
}
