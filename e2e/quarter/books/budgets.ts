import { type Company, price } from './company.ts'
import type { Days } from './journal.ts'
import { later, londonClock, londonDay } from './london.ts'

type Budget = Company['budgets'][0]

interface AllowanceRow {
  at: string
  pence: number
  after: number
  what: string
}

/** What someone got, gave, and had taken back: the newest first. */
export function allowanceRows({ journal }: Company, person: string): AllowanceRow[] {
  let after = 0
  const rows = journal.ofWallet(person).flatMap(({ movement, effect }) => {
    after += effect.available
    return effect.available === 0
      ? []
      : [{ at: londonClock(movement.at).slice(0, 16), pence: effect.available, after, what: movement.what }]
  })
  return rows.reverse()
}

export interface Funding {
  given: number
  bought: number
  refunded: number
  returned: number
  /** Into allowances from elsewhere. */
  other: number
  free: number
  live: number
}

/** What a budget's people got, spent and gave back in some days, and what they have at the end of them. */
export function funding({ journal }: Company, { people, wallet }: Budget, days: Days): Funding {
  const sum = { given: 0, bought: 0, refunded: 0, returned: 0, other: 0 }
  const names = new Set(people.map(({ name }) => name))
  for (const { posting, what } of journal.among(days)) {
    const own = Object.entries(posting).filter(([account]) => names.has(account.replace(/ (spend|gifts)$/, '')))
    if (own.length === 0) continue
    const free = own.reduce((total, [account, pence]) => total + (account.endsWith(' spend') ? pence : 0), 0)
    const toWallet = posting[`${wallet} spend`] ?? 0
    if (what === 'run') {
      for (const [, pence] of own) {
        sum.given += Math.max(0, pence)
        sum.returned -= Math.min(0, pence)
      }
    } else if (what.startsWith('top-up')) sum.other += free
    else if (what === 'taken back') sum.returned -= free
    else if (what === 'bought') sum.bought -= free
    else if (what !== 'used') {
      // What went to the budget's wallet came back to the person, and left them in the same moment.
      sum.refunded += free + toWallet
      sum.returned += toWallet
    }
  }
  const until = days.until
  const held = (part: string) =>
    people.reduce((total, { name }) => total + journal.balance(`${name} ${part}`, until), 0)
  return { ...sum, free: held('spend'), live: held('gifts') }
}

export interface PlannedRun {
  day: string
  budget: string
  cost: number
  most: number
}

/** Runs until the end of the twelfth month after this one: what they cost if no one spends, and if everyone spends all. */
export function plannedRuns(company: Company): PlannedRun[] {
  const lastMonth = new Date(
    Date.UTC(Number(londonDay(company.now).slice(0, 4)), Number(londonDay(company.now).slice(5, 7)) - 1 + 12, 1),
  )
  const runs: PlannedRun[] = []
  for (const { name, amount, every, unspent, start, runs: done, isOver, people } of company.budgets) {
    if (isOver) continue
    const here = people.filter(({ state }) => state === 'in')
    const spent = here.map((person) => amount - company.available(person.name))
    const next = unspent === 'reset' ? spent.reduce((sum, pence) => sum + pence, 0) : amount * here.length
    for (let run = done; londonDay(later(start, every, run)).slice(0, 7) <= lastMonth.toISOString().slice(0, 7); run++)
      runs.push({
        day: londonDay(later(start, every, run)),
        budget: name,
        cost: run === done || unspent === 'rollover' ? next : 0,
        most: amount * here.length,
      })
  }
  return runs.sort((one, other) => (one.day < other.day ? -1 : 1))
}

/** What someone's gifts cost that are not used yet, as they were paid, less what a choice left over. */
export const inOpenGifts = ({ purchases }: Company, person: string): number =>
  purchases
    .filter(({ wallet }) => wallet === person)
    .flatMap(({ gifts, product }) =>
      gifts.map(({ state, worth }) => (state === 'open' ? price({ ...product, face: worth }) : 0)),
    )
    .reduce((sum, pence) => sum + pence, 0)
