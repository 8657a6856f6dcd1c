/**
 * What should have happened, in double entry. It knows the published rules and what was asked for, and shares no line with the
 * product: nothing here imports anything of it (tools/floors.json holds that).
 */
import { londonDay } from './london.ts'

/** Pence by account; every posting sums to nothing. Accounts of a wallet are `NAME spend` and `NAME gifts`. */
export type Posting = Record<string, number>

export interface Movement {
  at: number
  /** In London. */
  day: string
  what: string
  posting: Posting
  /** Which purchase it belongs to. */
  purchase?: string
}

/** What a movement, or many, did to one wallet, and beside it. */
export interface Effect {
  available: number
  gifts: number
  fees: number
  vat: number
  /** What stands on an invoice for it. */
  invoiced: number
}

export interface Days {
  from?: string
  until?: string
}

const within =
  ({ from, until }: Days) =>
  ({ day }: { day: string }) =>
    (!from || day >= from) && (!until || day <= until)

export class Journal {
  readonly movements: Movement[] = []

  post(at: number, what: string, posting: Posting, purchase?: string): void {
    const sum = Object.values(posting).reduce((total, pence) => total + pence, 0)
    if (sum !== 0) throw new Error(`${what} does not balance by ${sum}`)
    if (Object.values(posting).some((pence) => !Number.isSafeInteger(pence)))
      throw new Error(`${what} is in no whole pence`)
    const moved = Object.fromEntries(Object.entries(posting).filter(([, pence]) => pence !== 0))
    this.movements.push({ at, day: londonDay(at), what, posting: moved, ...(purchase && { purchase }) })
  }

  balance(account: string, until?: string): number {
    return this.movements.reduce(
      (sum, movement) => sum + (!until || movement.day <= until ? (movement.posting[account] ?? 0) : 0),
      0,
    )
  }

  among(days: Days): Movement[] {
    return this.movements.filter(within(days))
  }

  /** A wallet's movements, the newest last. */
  ofWallet(wallet: string, days: Days = {}): { movement: Movement; effect: Effect }[] {
    return this.among(days)
      .filter(({ posting }) => `${wallet} spend` in posting || `${wallet} gifts` in posting)
      .map((movement) => ({ movement, effect: effect(movement, wallet) }))
  }
}

/** Fees, VAT and what is owed belong to the wallet that has or had the gifts, wherever money comes back to. */
function effect({ posting }: Movement, wallet: string): Effect {
  const has = `${wallet} gifts` in posting
  return {
    available: posting[`${wallet} spend`] ?? 0,
    gifts: posting[`${wallet} gifts`] ?? 0,
    fees: (has && posting.fees) || 0,
    vat: (has && posting.vat) || 0,
    invoiced: has ? 0 - (posting.owed ?? 0) : 0,
  }
}

export const total = (effects: readonly Effect[]): Effect =>
  effects.reduce(
    (sum, each) => ({
      available: sum.available + each.available,
      gifts: sum.gifts + each.gifts,
      fees: sum.fees + each.fees,
      vat: sum.vat + each.vat,
      invoiced: sum.invoiced + each.invoiced,
    }),
    { available: 0, gifts: 0, fees: 0, vat: 0, invoiced: 0 },
  )
