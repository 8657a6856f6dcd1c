import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { seesBills } from '../core/permissions.ts'
import { civilDate, data, id } from '../core/shapes.ts'
import { vatAmounts } from './invoices.ts'

/** At most this many calendar months in one period. */
export const MAX_VAT_PERIOD_MONTHS = 12

/** A period that was filed and closed: its figures stay as they were. */
export const VatPeriod = z.object({
  from: z.string(),
  until: z.string(),
  closedBy: z.object({ id: z.string(), name: z.string() }),
  dateClosed: z.string(),
  /** How many receipts, invoices and credit notes it holds. */
  papers: z.int(),
  /** How many of them came after an earlier period was closed in which their tax points lie. */
  latePapers: z.int(),
  /** As they were closed, by currency and rate (per cent, null for what is outside the scope of VAT). */
  figures: z.array(z.object({ currency: z.string(), rate: z.number().nullable(), ...vatAmounts })),
})
export type VatPeriod = z.infer<typeof VatPeriod>

export const VatPeriods = z.object({
  teamId: z.string(),
  /** Who files: a subteam’s papers count in its parent team’s periods. */
  filingTeamId: z.string(),
  /** The day that the next period starts on; null until one has been closed, when any month may be the first. */
  nextFrom: z.string().nullable(),
  /** The newest first. Only that one can be reopened. */
  periods: z.array(VatPeriod),
})
export type VatPeriods = z.infer<typeof VatPeriods>

const base = {
  tag: 'Invoices',
  access: 'session',
  path: '/v3/teams/{id}/vat-periods',
  params: z.object({ id: id('team') }),
  response: data(VatPeriods),
} as const

export const listVatPeriods = endpoint({
  ...base,
  id: 'listVatPeriods',
  method: 'GET',
  permission: seesBills,
  summary: 'The VAT periods that a team has closed, with their figures.',
  errors: ['not_found'],
})

export const closeVatPeriod = endpoint({
  ...base,
  id: 'closeVatPeriod',
  method: 'POST',
  permission: 'manage-billing',
  summary: `Closes a VAT period that has been filed: 1 to ${MAX_VAT_PERIOD_MONTHS} whole months that are over, right after the one before. What comes later with a tax point in it counts in the next.`,
  body: z.object({ from: civilDate(), until: civilDate() }),
  errors: ['not_found', 'wrong_state'],
})

export const reopenVatPeriod = endpoint({
  ...base,
  id: 'reopenVatPeriod',
  method: 'DELETE',
  permission: 'manage-billing',
  summary: 'Reopens the newest closed VAT period, named by its last day. The audit trail keeps its figures.',
  body: z.object({ until: civilDate() }),
  errors: ['not_found', 'wrong_state'],
})

export const vatPeriodEndpoints = { listVatPeriods, closeVatPeriod, reopenVatPeriod }
