import type { GrantReport, Rail } from '#contract/awards/grants.ts'
import { awardStates, railLabel } from '../labels.ts'

const inWords = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** 2026-11: November 2026. */
export const monthLabel = (month: string): string => inWords.format(new Date(`${month}-01T00:00:00Z`))

/** What no award names was put right by hand. */
export const paidByLabel = (rail: Rail | null): string => (rail ? railLabel(rail) : 'Put right by hand')

export interface MadeLine {
  label: string
  awards: number
  amount: number
  paid: number
}

/** Awards made in a period, a line for each state in the order in which awards go through them, and their sum. */
export function madeLines({ states }: Pick<GrantReport, 'states'>): MadeLine[] {
  const order = Object.keys(awardStates)
  const lines = states
    .toSorted((one, other) => order.indexOf(one.status) - order.indexOf(other.status))
    .map(({ status, ...sums }) => ({ label: awardStates[status].label, ...sums }))
  const sum = { label: 'In all', awards: 0, amount: 0, paid: 0 }
  for (const { awards, amount, paid } of lines) {
    sum.awards += awards
    sum.amount += amount
    sum.paid += paid
  }
  return lines.length ? [...lines, sum] : []
}
