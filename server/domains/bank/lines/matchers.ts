import type { Currency } from '#kit/currency.ts'
import type { Pence } from '#kit/money.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Posy, Work } from '#server/platform/posy.ts'

/** What a line can be booked to. */
export interface BankTarget {
  kind: string
  id: string
  /** As people know it: a reference or a number. */
  label: string
}

/** A line's money as it is booked. */
export interface BankMoney {
  /** Names the line and the try, for keys that are used once. */
  bankLine: string
  /** Above zero, in either direction. */
  amountPence: Pence
  currency: Currency
  receivedAt: Date
  /** Where it is taken from: the bank, or what was parked. Outgoing money only goes through the bank. */
  from: 'bank-clearing' | 'unmatched-receipts'
}

/** How one kind of thing is found in a bank's words, and booked. A floor above tells what it knows of. */
export interface BankMatcher {
  kind: string
  direction: 'in' | 'out'
  /** Everything of this kind that a text names, no matter whose it is. */
  named(db: Db | Tx, text: string): Promise<BankTarget[]>
  /** Whose it is, in words for operators. */
  owner(db: Db | Tx, target: BankTarget): Promise<string>
  /** @returns the transfer that booked it. @throws Problem where it cannot take this money, having changed nothing */
  book(work: Work, target: BankTarget, money: BankMoney): Promise<string>
  /**
   * Takes a booking back, by a reversing transfer to where the money came from.
   * @returns that transfer; null where the booking moved no money of its own
   * @throws Problem where it cannot be undone, such as money that has been spent
   */
  undo(work: Work, transferId: string): Promise<string | null>
  /** A transfer that booked the same money before by hand, of which no line is known yet. */
  booked?(db: Db | Tx, target: BankTarget, money: BankMoney): Promise<string | null>
}

declare module '#server/platform/posy.ts' {
  interface Hooks {
    bankMatchers: readonly BankMatcher[]
  }
}

const directed = (posy: Posy, amountPence: Pence): BankMatcher[] =>
  posy.hooks.bankMatchers.filter(({ direction }) => direction === (amountPence > 0 ? 'in' : 'out'))

export const findBankMatcher = (posy: Posy, kind: string, amountPence: Pence): BankMatcher => {
  const found = directed(posy, amountPence).find((matcher) => matcher.kind === kind)
  if (!found) throw new Error(`Nothing books a bank line to a ${kind}.`)
  return found
}

/** Everything that a text names, once each. */
export async function namedTargets(
  posy: Posy,
  db: Db | Tx,
  { text, amount }: { text: string; amount: Pence },
): Promise<BankTarget[]> {
  const found: BankTarget[] = []
  for (const matcher of directed(posy, amount)) found.push(...(await matcher.named(db, text)))
  return [...new Map(found.map((target) => [`${target.kind} ${target.id}`, target])).values()]
}

/** The same, with whose each is. */
export async function ownedTargets(
  posy: Posy,
  db: Db | Tx,
  words: { text: string; amount: Pence },
): Promise<(Pick<BankTarget, 'kind' | 'label'> & { owner: string })[]> {
  const targets = await namedTargets(posy, db, words)
  return Promise.all(
    targets.map(async (target) => ({
      ...{ kind: target.kind, label: target.label },
      owner: await findBankMatcher(posy, target.kind, words.amount).owner(db, target),
    })),
  )
}

/** How long a booking by hand and the bank's own day may lie apart. */
export const SAME_BOOKING_MS = 7 * 24 * 3_600_000
