import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { seesBudgets } from '../core/permissions.ts'
import { data } from '../core/shapes.ts'
import { ForecastProblem } from './budget-runs.ts'
import { BudgetFrequency } from './budgets.ts'

const sums = {
  currency: z.string(),
  /** Out of wallets, less what comes back, as things stand. */
  cost: z.int(),
  /** If people spend as before; null where there is nothing to tell it from. */
  likelyCost: z.int().nullable(),
  /** The same, if everyone had spent all and everyone invited had accepted. */
  mostCost: z.int(),
}

/** The runs to come of all budgets that are scheduled or live, as their forecasts say. */
export const RunCalendar = z.object({
  from: z.string(),
  /** The first moment after the last month. */
  until: z.string(),
  /** The earliest first. */
  runs: z.array(
    z.object({
      date: z.string(),
      /** Of London, YYYY-MM. */
      month: z.string(),
      automationId: z.string(),
      name: z.string(),
      ...sums,
      /** As its forecast says. */
      covered: z.boolean(),
      atRisk: z.boolean(),
      problem: ForecastProblem.nullable(),
      cardCharge: z.int(),
    }),
  ),
  /** Sums of those, by calendar month and currency; the present month from now on. */
  months: z.array(z.object({ month: z.string(), runs: z.int(), ...sums })),
  /** Budgets that run by the minute or hour are not listed run by run. */
  often: z.array(
    z.object({
      automationId: z.string(),
      name: z.string(),
      frequency: BudgetFrequency,
      currency: z.string(),
      /** At most. */
      costPerYear: z.int(),
    }),
  ),
})
export type RunCalendar = z.infer<typeof RunCalendar>

export const getRunCalendar = endpoint({
  tag: 'Automated budgets',
  access: 'session',
  id: 'getRunCalendar',
  method: 'GET',
  path: '/v3/run-calendar',
  summary: 'The runs of all budgets in the months ahead, with what each will cost and the sum of each month.',
  permission: seesBudgets,
  query: z.object({ months: z.coerce.number().int().min(1).max(24).default(12) }),
  response: data(RunCalendar),
})

export const runCalendarEndpoints = { getRunCalendar }
