import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { seesBudgets } from '../core/permissions.ts'
import { data } from '../core/shapes.ts'

/** What budgets paid people in this tax year, beside the limit for one person. */
export const AllowanceLimit = z.object({
  /** Pence; null where the organisation sets none. */
  limit: z.int().nullable(),
  /** The tax year's first moment, and that of the next. */
  from: z.string(),
  until: z.string(),
  /** Who had most first; someone with allowances in two currencies is in it twice. */
  people: z.array(
    z.object({
      email: z.string(),
      name: z.string().nullable(),
      currency: z.string(),
      /** By all budgets of the organisation, less what they took back of it. */
      paid: z.int(),
      /** What they may still have. */
      left: z.int().nullable(),
    }),
  ),
  /** How many there are, those left out included. */
  total: z.int(),
})
export type AllowanceLimit = z.infer<typeof AllowanceLimit>

export const getAllowanceLimit = endpoint({
  tag: 'Automated budgets',
  access: 'session',
  id: 'getAllowanceLimit',
  method: 'GET',
  path: '/v3/allowance-limit',
  summary: 'What participants of the team’s budgets were paid in this tax year, and what they may still have.',
  permission: seesBudgets,
  query: z.object({ limit: z.coerce.number().int().min(1).max(1000).default(100) }),
  response: data(AllowanceLimit),
})

export const allowanceLimitEndpoints = { getAllowanceLimit }
