import { type Pence, STANDARD_VAT_BASIS_POINTS, vatOnNet } from '#kit/money.ts'
import type { Temporal } from '#kit/time.ts'
import { type BillingPeriod, type PlanPeriod, periodAt, proRata } from './period.ts'

type PlainDate = Temporal.PlainDate

export interface PricedPlan {
  id: string
  name: string
  pricePence: Pence
  billingPeriod: BillingPeriod
}

/** What a team has been invoiced for its present plan. */
export interface Billed {
  plan: PricedPlan
  anchor: PlainDate
  billingPeriod: BillingPeriod
  /** The period that was invoiced last. */
  period: PlanPeriod
}

export interface QuoteLine {
  /** `charge` for the new plan, `unused` for what was paid for the present one. */
  kind: 'charge' | 'unused'
  planName: string
  from: PlainDate
  until: PlainDate
  netPence: Pence
  vatPence: Pence
}

export interface PlanQuote {
  lines: QuoteLine[]
  netPence: Pence
  vatPence: Pence
  totalPence: Pence
  /** The period it is for; the next one is invoiced when it ends. */
  period: PlanPeriod
  /** The billing day that follows from it. */
  anchor: PlainDate
  /** What each period costs from then on. */
  renewal: { netPence: Pence; vatPence: Pence; totalPence: Pence }
}

/** A price per year, to compare plans by. */
export const yearly = ({ pricePence, billingPeriod }: Pick<PricedPlan, 'pricePence' | 'billingPeriod'>): Pence =>
  pricePence * (billingPeriod === 'month' ? 12 : 1)

/** An amount with its VAT; below zero too. */
export function withVat(netPence: Pence): { netPence: Pence; vatPence: Pence; totalPence: Pence } {
  const vatPence = Math.sign(netPence) * vatOnNet(Math.abs(netPence), STANDARD_VAT_BASIS_POINTS)
  return { netPence, vatPence, totalPence: netPence + vatPence }
}

/**
 * What a plan costs that begins today. A team that is billed for one already keeps its billing day: it pays for the rest of
 * the period and has back what it does not use of the present plan. Where the new plan is billed by another period, or the
 * team was not billed before, today becomes the billing day and the first period is a whole one.
 */
export function quotePlan(plan: PricedPlan, billed: Billed | null, today: PlainDate): PlanQuote {
  const keepsDay = billed !== null && billed.billingPeriod === plan.billingPeriod
  const anchor = keepsDay ? billed.anchor : today
  const period = keepsDay ? billed.period : periodAt(today, plan.billingPeriod, 0)
  const line = (kind: QuoteLine['kind'], of: PricedPlan, until: PlainDate, netPence: Pence): QuoteLine => {
    const { vatPence } = withVat(netPence)
    return { kind, planName: of.name, from: today, until, netPence, vatPence }
  }
  const lines = [line('charge', plan, period.until, proRata(plan.pricePence, period, today))]
  if (billed) {
    const unusedPence = proRata(billed.plan.pricePence, billed.period, today)
    if (unusedPence > 0) lines.push(line('unused', billed.plan, billed.period.until, 0 - unusedPence))
  }
  const sum = (of: 'netPence' | 'vatPence') => lines.reduce((total, each) => total + each[of], 0)
  const [netPence, vatPence] = [sum('netPence'), sum('vatPence')]
  return {
    lines,
    netPence,
    vatPence,
    totalPence: netPence + vatPence,
    period: { from: today, until: period.until },
    anchor,
    renewal: withVat(plan.pricePence),
  }
}
