import type { GrantReport, Rail } from '#contract/awards/grants.ts'
import { awardStates, householdLabel, NOT_DECIDED, railLabel } from '../labels.ts'

const inWords = new Intl.DateTimeFormat('en-GB', { month: 'short', year: 'numeric', timeZone: 'UTC' })

/** 2026-11: Nov 2026. */
export const monthLabel = (month: string): string => inWords.format(new Date(`${month}-01T00:00:00Z`))

const inShort = new Intl.DateTimeFormat('en-GB', { month: 'short', year: '2-digit', timeZone: 'UTC' })

/** 2026-11: Nov 26. */
export const shortMonthLabel = (month: string): string => inShort.format(new Date(`${month}-01T00:00:00Z`))

/** Each month from one to another: in those without a movement nothing happened, which a plot shows too. */
export function monthsBetween(first: string, last: string): string[] {
  const [year, month] = first.split('-').map(Number) as [number, number]
  const months: string[] = []
  for (let place = month - 1; months.at(-1) !== last; place += 1)
    months.push(new Date(Date.UTC(year, place)).toISOString().slice(0, 7))
  return months
}

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
  /** Of the lines above it. */
  isSum: boolean
}

const ENDED = ['expired', 'cancelled']

/** Of a closing, what no award and no request holds: what the page of the grant calls left. */
export const leftAtEnd = ({ closing, closingInAwards, closingHeld }: GrantReport['months'][number]): number =>
  closing - closingInAwards - closingHeld

/** Requests that were never issued: those that wait, and how the others ended. */
export const requestLines = ({ neverIssued }: Pick<GrantReport, 'neverIssued'>) =>
  neverIssued.map(({ status, awards, amount }) => ({
    ...{ label: status === 'expired' ? NOT_DECIDED : awardStates[status].label, awards, amount },
  }))

/** Awards that were issued of those made in a period, a line for each state in the order in which they go through them, and their sum. */
export function madeLines({ states, neverIssued }: Pick<GrantReport, 'states' | 'neverIssued'>): MadeLine[] {
  const order = Object.keys(awardStates)
  const requests = new Map(neverIssued.map((one) => [one.status, one]))
  const lines = states
    .flatMap(({ status, awards, amount, paid }) => {
      const never = requests.get(status)
      const issued = awards - (never?.awards ?? 0)
      return issued ? [{ status, awards: issued, amount: amount - (never?.amount ?? 0), paid }] : []
    })
    .toSorted((one, other) => order.indexOf(one.status) - order.indexOf(other.status))
    .map(({ status, ...sums }) => ({
      label: awardStates[status].label,
      ...sums,
      ...whatIsLeft(status, sums),
      isSum: false,
    }))
  const sum = { label: 'In all', awards: 0, amount: 0, paid: 0, unused: 0, open: 0, isSum: true }
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

export interface DividedLine {
  key: string
  label: string
  awards: number
  amount: number
  paid: number
}

/** Awards by what they are for, and their sum. */
export const reasonLines = ({ reasons }: Pick<GrantReport, 'reasons'>): DividedLine[] =>
  withSum(
    reasons.map(({ reason, ...sums }) => ({
      key: `reason ${reason ?? ''}`,
      label: reason ?? 'Other reasons',
      ...sums,
    })),
  )

/** Awards by who lives together, and their sum. */
export const householdLines = ({ households }: Pick<GrantReport, 'households'>): DividedLine[] =>
  withSum(
    households.map(({ householdType, ...sums }) => {
      const label = householdLabel(householdType)
      return { key: label, label, ...sums }
    }),
  )

const areaLabels = { others: 'Other districts', 'no-postcode': 'No postcode' }

/** Awards by where their people live, and their sum. */
export const districtLines = ({ districts }: Pick<GrantReport, 'districts'>): DividedLine[] =>
  withSum(
    districts.map(({ kind, district, awards, amount, paid }) => ({
      ...{ key: district ?? kind, label: kind === 'district' ? (district ?? '') : areaLabels[kind] },
      ...{ awards, amount, paid },
    })),
  )

function withSum(lines: DividedLine[]): DividedLine[] {
  if (lines.length === 0) return []
  const sum = { key: 'sum', label: 'In all', awards: 0, amount: 0, paid: 0 }
  for (const { awards, amount, paid } of lines) {
    sum.awards += awards
    sum.amount += amount
    sum.paid += paid
  }
  return [...lines, sum]
}

const LARGEST = 3

/** Of a division, the few with the most money, for a plot. */
export const largestLines = (lines: readonly DividedLine[]): DividedLine[] =>
  lines
    .filter(({ key }) => key !== 'sum')
    .toSorted((one, other) => other.amount - one.amount)
    .slice(0, LARGEST)
