import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { civilDate, currency, data, id, instant } from '../core/shapes.ts'
import { DeliveryMethod } from '../orders/purchase.ts'
import { ReportFile, ReportPeriod } from './budget-reports.ts'

/**
 * One purchase and what has happened to its gifts. Every gift is in exactly one of created, sent, claimed, redeemed,
 * expired, cancelled, scheduled, fetched and pending (paid for, still being made), so their counts sum to
 * `sale_quantity` and their values, in pence with fee and VAT, to `totalValue` = `sale_total`.
 */
export const TransactionReportRow = z.object({
  /** The transaction. */
  id: z.uuid(),
  product: z
    .object({
      id: z.uuid(),
      label: z.string(),
      brand_name: z.string(),
      images: z.record(z.string(), z.array(z.string())).and(z.object({ main: z.array(z.string()) })),
    })
    .nullable(),
  title: z.string().nullable(),
  reason_code: z.string().nullable(),
  delivery_method: DeliveryMethod.nullable(),
  currency: z.string(),
  sale_total: z.int(),
  /** All VAT in `sale_total`. */
  sale_vat: z.int(),
  /** The price of one gift, VAT inside it included, without the fee. */
  sale_per_item: z.int(),
  sale_quantity: z.int(),
  created: z.int(),
  createdValue: z.int(),
  sent: z.int(),
  sentValue: z.int(),
  claimed: z.int(),
  claimedValue: z.int(),
  redeemed: z.int(),
  /** Of redeemed and fetched gifts: a code that was given out is used as far as its money goes. */
  redeemedValue: z.int(),
  expired: z.int(),
  expiredValue: z.int(),
  cancelled: z.int(),
  cancelledValue: z.int(),
  pending: z.int(),
  pendingValue: z.int(),
  scheduled: z.int(),
  scheduledValue: z.int(),
  fetched: z.int(),
  /** Always 0: it is in `redeemedValue`. */
  fetchedValue: z.int(),
  /** What came back for cancelled and expired gifts, fee and VAT included, and what choices left over. */
  refundedValue: z.int(),
  /** How much of that went to the budget, and not back to the allowance that paid. */
  toBudgetValue: z.int(),
  /** Of `created` and `scheduled`: not yet given to a recipient (no receiver, not marked sent, not opened). */
  stashed: z.int(),
  stashedValue: z.int(),
  totalValue: z.int(),
  maxSentDate: z.string().nullable(),
  maxHugggExpiryDate: z.string().nullable(),
  /** Europe/London. */
  purchased_at_date: z.string(),
  purchased_at_time: z.string(),
  /** The last day the purchase asked for. */
  huggg_expiry: z.string().nullable(),
  huggg_message: z.string().nullable(),
  notify_on_complete: z.boolean(),
  processing: z.enum(['creating', 'processing', 'sending', 'updating']).nullable(),
  super_url_id: z.string().nullable(),
  /** The wallet that holds the money of its gifts. */
  wallet: z.object({ id: z.uuid(), name: z.string() }),
})
export type TransactionReportRow = z.infer<typeof TransactionReportRow>

/** Gifts that were sent or can be passed on and end within so many days are to be looked at. */
export const ENDING_SOON_DAYS = 14

/** Everyone may see their own report; anyone else's needs `view-statistics`. */
export const reportUserTransactions = endpoint({
  id: 'reportUserTransactions',
  method: 'GET',
  path: '/api/v2/report/transactions/user/{userId}',
  tag: 'Reports',
  access: 'session',
  summary: 'A user’s purchases, newest first, with the status of every gift and every penny.',
  params: z.object({ userId: id('user') }),
  query: z.object({
    /**
     * Only so many of the newest, and up to 200 each whose gifts wait for their sender: those that end within 14 days, the soonest first,
     * and the newest with links that were not shared. All purchases unless given.
     */
    latest: z.coerce.number().int().min(1).max(100).optional(),
    /** Beside the `latest`, all that were bought since. */
    since: instant().optional(),
  }),
  response: data(z.array(TransactionReportRow)),
  errors: ['not_found'],
})

/** Gifts in one state, and what was paid for them, fee and VAT included. */
const StatusTally = z.object({ id: z.int(), name: z.string(), count: z.int(), value: z.int() })
const Balances = z.object({ balance: z.int(), available: z.int(), live: z.int() })

/**
 * Wallets and what has happened to the gifts bought from them. A gift that is being changed counts as what it was; states
 * without gifts are left out.
 */
export const BalancesReport = z.object({
  userId: z.string(),
  generatedAt: z.string(),
  wallets: z.array(
    Balances.extend({
      id: z.string(),
      name: z.string(),
      currency: z.string(),
      teamId: z.string(),
      teamName: z.string(),
      hugggs: z.array(StatusTally),
    }),
  ),
  /** One for each currency. */
  totals: z.array(Balances.extend({ currency: z.string(), hugggs: z.array(StatusTally) })),
})
export type BalancesReport = z.infer<typeof BalancesReport>

/** Everyone may see their own report; anyone else's, of the teams both belong to, needs `view-statistics`. */
export const reportUserBalances = endpoint({
  id: 'reportUserBalances',
  method: 'GET',
  path: '/api/v2/report/balances/user/{id}',
  tag: 'Reports',
  access: 'session',
  permission: ['wallet', 'view-teams', 'view-statistics'],
  summary: 'Balances of the wallets a user sees, with their gifts by state and totals by currency.',
  params: z.object({ id: id('user') }),
  /** Accepted and without effect: the report is worked out again each time. */
  query: z.object({ forceRefresh: z.enum(['true', 'false']).optional() }),
  response: data(BalancesReport),
  errors: ['not_found'],
})

/**
 * What a team, its subteams and its budgets' participants bought in a calendar month or some days (London), however they paid, fees and
 * VAT included: the rows “Gifts bought” of their statements. No budget runs, top-ups or plans.
 */
export const TeamSpending = z.object({
  teamId: z.string(),
  currency: z.string(),
  /** Null where days were asked for. */
  month: z.string().nullable(),
  /** The first day, and the last, included. */
  from: z.string(),
  until: z.string(),
  bought: z.int(),
  /** How much of that came back in the same month or days: cancelled, expired and refunded, or change. */
  backInMonth: z.int(),
  /** And since. */
  backSince: z.int(),
  /** What came back then for what was bought before: in none of the others. */
  earlierBackInMonth: z.int(),
})
export type TeamSpending = z.infer<typeof TeamSpending>

export const getTeamSpending = endpoint({
  id: 'getTeamSpending',
  method: 'GET',
  path: '/v3/teams/{id}/spending',
  tag: 'Reports',
  access: 'session',
  permission: 'view-team-transactions',
  summary: 'What a team bought in a month or some days, and how much of it came back.',
  params: z.object({ id: id('team') }),
  query: z
    .object({
      /** `2026-03`; the present one unless told. */
      month: z
        .string()
        .regex(/^20\d\d-(0[1-9]|1[0-2])$/)
        .optional(),
      /** Whole days in place of a month, both included. */
      from: civilDate().optional(),
      until: civilDate().optional(),
      currency: currency().default('GBX'),
    })
    .refine(({ month, from, until }) => (from ? !month && until && from <= until : !until), {
      path: ['until'],
      message: 'goes with from, is not before it, and neither goes with month',
    }),
  response: data(TeamSpending),
  errors: ['not_found'],
})

const spendingFigures = {
  /** Gifts bought, those still being made included: redeemed + expired + cancelled + open. */
  gifts: z.int(),
  /** What the gifts are for, without the VAT in it: what a statement shows as held for gifts. */
  face: z.int(),
  fees: z.int(),
  /** All of it: in gifts and on fees. */
  vat: z.int(),
  /** face + fees + vat. */
  bought: z.int(),
  /** How much of `bought` came back until now: cancelled, expired and refunded, or change. */
  returned: z.int(),
  /** Used at a till, or their shop’s code was given out. */
  redeemed: z.int(),
  expired: z.int(),
  cancelled: z.int(),
  /** None of these yet. */
  open: z.int(),
  /** Gifts whose recipient reacted or replied. */
  thankYous: z.int(),
}

export const spendingDimensions = ['month', 'person', 'reason', 'wallet', 'product'] as const
export const SpendingDimension = z.enum(spendingDimensions)
export type SpendingDimension = z.infer<typeof SpendingDimension>

/**
 * Purchases of a period by the day they were made (London), however they were paid, of a team, its subteams and its budgets’
 * participants, and what has happened to their gifts until now; no budget runs, top-ups or plans. Every column of the rows sums to
 * `total`, which is the same in all dimensions. It says who bought, never who got a gift.
 */
export const SpendingReport = z.object({
  teamId: z.string(),
  currency: z.string(),
  /** The first day, and the last, included. */
  from: z.string(),
  until: z.string(),
  by: SpendingDimension,
  /** Months in their order, all else by what was bought, most first. */
  rows: z.array(
    z.object({
      /**
       * The month (`2026-03`), the reason, or the id of who bought, of the wallet or the product; null for purchases without.
       * The wallets of a budget's participants are one row, by the budget's id.
       */
      key: z.string().nullable(),
      label: z.string().nullable(),
      /** What tells apart those of one name: a person’s address, the wallet’s team, the product’s brand. */
      detail: z.string().nullable(),
      ...spendingFigures,
    }),
  ),
  total: z.object(spendingFigures),
})
export type SpendingReport = z.infer<typeof SpendingReport>

/** Without `until` it goes through today, without `from` it begins with the month eleven months before its end. */
const spendingReportQuery = ReportPeriod.safeExtend({
  by: SpendingDimension.default('month'),
  currency: currency().default('GBX'),
})

const spendingReport = {
  method: 'GET',
  tag: 'Reports',
  access: 'session',
  permission: 'view-team-transactions',
  params: z.object({ id: id('team') }),
  errors: ['not_found'],
} as const

export const getSpendingReport = endpoint({
  ...spendingReport,
  id: 'getSpendingReport',
  path: '/v3/teams/{id}/spending-report',
  summary: 'What a team bought in a period by month, person, reason, wallet or product, and what happened to it since.',
  query: spendingReportQuery,
  response: data(SpendingReport),
})

export const downloadSpendingReport = endpoint({
  ...spendingReport,
  id: 'downloadSpendingReport',
  impersonation: 'never',
  path: '/v3/teams/{id}/spending-report/file',
  summary: 'The same as a file for spreadsheets. Amounts are in the currency’s large unit.',
  query: spendingReportQuery.safeExtend({ format: z.enum(['csv', 'xlsx']).default('csv') }),
  response: data(ReportFile),
})

export const reportsEndpoints = {
  reportUserTransactions,
  reportUserBalances,
  getTeamSpending,
  getSpendingReport,
  downloadSpendingReport,
}
