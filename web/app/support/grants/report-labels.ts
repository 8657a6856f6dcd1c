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
  /** Of what was awarded and not paid out: what ended, and what may still be used. */
  unused: number
  open: number
}

const ENDED = ['declined', 'expired', 'cancelled']

/** Awards made in a period, a line for each state in the order in which awards go through them, and their sum. */
export function madeLines({ states }: Pick<GrantReport, 'states'>): MadeLine[] {
  const order = Object.keys(awardStates)
  const lines = states
    .toSorted((one, other) => order.indexOf(one.status) - order.indexOf(other.status))
    .map(({ status, ...sums }) => ({ label: awardStates[status].label, ...sums, ...whatIsLeft(status, sums) }))
  const sum = { label: 'In all', awards: 0, amount: 0, paid: 0, unused: 0, open: 0 }
  for (const { awards, amount, paid, unused, open } of lines) {
    sum.awards += awards
    sum.amount += amount
    sum.paid += paid
    sum.unused += unused
    sum.open += open
  }
  return lines.length ? [...lines, sum] : []
}

function whatIsLeft(status: string, { amount, paid }: { amount: number; paid: number }) {
  const rest = amount - paid
  return ENDED.includes(status) ? { unused: rest, open: 0 } : { unused: 0, open: rest }
}
