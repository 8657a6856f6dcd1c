import { z } from 'zod'
import { ParticipantStatus } from '../budgets/participants.ts'
import { endpoint } from '../core/endpoint.ts'
import { civilDate, data, id } from '../core/shapes.ts'

/**
 * The one place that says what each figure of a budget's reports means.
 *
 * **Period.** Whole days in Europe/London on the business clock, from `from` to `until`, both included, as in VAT summaries and
 * account statements. Without `from` it begins when the budget was made, without `until` it goes through today.
 *
 * **Sent.** A gift is sent on the day it went to its recipient (by email or text, or marked as sent), or was opened or used
 * without having been marked; taken back as not sent, it is not. What happens to it later, a cancellation too, does not
 * undo it. A **bond** is one gift sent by a participant. (Source: the gift's events.)
 *
 * **Spent.** What was paid for gifts, fees and VAT included, on the day of the purchase, less what came back for them
 * (cancelled, expired with a refund, change) on the day it came back: a period that is over never changes, and may be
 * negative. (Source: ledger entries, as all money here.) Money is whole pence.
 */
const period = {
  /** The first day. */
  from: civilDate().optional(),
  /** The last day, included. */
  until: civilDate().optional(),
}
export const ReportPeriod = z.object(period).refine(({ from, until }) => !from || !until || from <= until, {
  path: ['until'],
  message: 'must not be before from',
})
export type ReportPeriod = z.output<typeof ReportPeriod>

/** Someone who takes part or did; who was taken out and asked again has a row for each time. */
const person = { participantId: z.string(), email: z.string(), name: z.string().nullable(), status: ParticipantStatus }

/** Gifts that the participant sent in the period. */
const BondsCreated = z.object({ ...person, bondsCreated: z.int() })

/**
 * What moved in the period, and what there was at its ends:
 * openingAvailable + totalTransferred + totalOther − totalReturned − totalSpent = totalAvailable.
 */
export const FundingReport = z.object({
  currency: z.string(),
  /** Given to participants by runs: scheduled, manual, and for joiners. */
  totalTransferred: z.int(),
  /** Free to spend in participants’ wallets when the period ends. */
  totalAvailable: z.int(),
  totalSpent: z.int(),
  /** Held in participants’ wallets for gifts that were not used yet when the period ended. Their VAT and fees are not in it. */
  totalLive: z.int(),
  /** Back to the budget’s wallet: surplus taken by a run, withdrawn, left by who was taken out, by the end, or refunded later. */
  totalReturned: z.int(),
  /** Anything else into participants’ wallets, less out of them: bank payments, transfers between wallets, corrections. */
  totalOther: z.int(),
  /** `totalAvailable` and `totalLive` as the period began. */
  openingAvailable: z.int(),
  openingLive: z.int(),
})
export type FundingReport = z.infer<typeof FundingReport>

/** Gifts sent in the period by the reason they were bought for, most first; null is none. */
const GiftingReason = z.object({
  reasonCode: z.string().nullable(),
  numberOfHugggs: z.int(),
  /** What those gifts cost when bought, fees and VAT included. */
  totalValue: z.int(),
})

export const GiftsReport = z.object({
  currency: z.string(),
  totalSent: z.int(),
  /** Gifts used at a till in the period, whenever sent, less those undone since; and those whose shop’s code was given out in it. */
  totalRedeemed: z.int(),
  /** Of a gift sent in the period, without fee; rounded half to even, 0 without gifts. */
  averagePrice: z.int(),
  /** Different addresses among the gifts sent in the period. Gifts by link, whose recipient no one knows, count for none. */
  uniqueRecipients: z.int(),
})
export type GiftsReport = z.infer<typeof GiftsReport>

export const ParticipantsReport = z.object({
  /** Could send at some time of the period: had accepted, were not taken out before it, and the budget had not ended. Paused ones count. */
  numActiveParticipants: z.int(),
  /** Had been invited, accepted or not, and were not taken out before the period; no one before the start. */
  numInvitedParticipants: z.int(),
  /** Sent a gift in the period. */
  numSenders: z.int(),
  /** The share of the active who sent a gift, from 0 to 1 with four decimals; 0 without anybody active. */
  engagementRate: z.number(),
})
export type ParticipantsReport = z.infer<typeof ParticipantsReport>

const ParticipantSpent = z.object({ ...person, totalSpent: z.int() })

/** Their last purchase in the period, or their joining in it; null for neither. */
const ParticipantLastActive = z.object({ ...person, lastActive: z.string().nullable() })

/** The same figures day by day, week by week (from Mondays) or month by month; the first and last may be cut short. */
export const ReportOverTime = z.object({
  currency: z.string(),
  interval: z.enum(['day', 'week', 'month']),
  /** The period, without days before the budget was made or after today; each `until` is the last day, included. */
  from: z.string(),
  until: z.string(),
  steps: z.array(
    z.object({
      from: z.string(),
      until: z.string(),
      totalTransferred: z.int(),
      totalSpent: z.int(),
      /** Of `totalSpent`: paid, and come back. */
      bought: z.int(),
      refunded: z.int(),
      totalSent: z.int(),
      totalRedeemed: z.int(),
    }),
  ),
})
export type ReportOverTime = z.infer<typeof ReportOverTime>

export const reportNames = [
  'bonds-created',
  'funding',
  'gifting-reasons',
  'gifts',
  'participants',
  'total-spent',
  'last-active',
  'over-time',
] as const
export const ReportName = z.enum(reportNames)
export type ReportName = z.infer<typeof ReportName>

export const ReportFile = z.object({
  fileName: z.string(),
  contentType: z.string(),
  /** Base64. */ content: z.string(),
})

const base = {
  method: 'GET',
  tag: 'Automated budgets',
  access: 'session',
  permission: 'view-automated-budget',
  params: z.object({ id: id('automatedBudget') }),
  query: ReportPeriod,
  errors: ['not_found'],
} as const
const root = '/v3/automated-budgets/{id}/reports' as const

export const reportBondsCreated = endpoint({
  ...base,
  id: 'reportBondsCreated',
  path: `${root}/bonds-created`,
  summary: 'Gifts that each participant sent, most first.',
  response: data(z.array(BondsCreated)),
})

export const reportFunding = endpoint({
  ...base,
  id: 'reportFunding',
  path: `${root}/funding`,
  summary: 'Where the budget’s money went in a period, and where it is.',
  response: data(FundingReport),
})

export const reportGiftingReasons = endpoint({
  ...base,
  id: 'reportGiftingReasons',
  path: `${root}/gifting-reasons`,
  summary: 'Gifts sent, by reason.',
  response: data(z.array(GiftingReason)),
})

export const reportGifts = endpoint({
  ...base,
  id: 'reportGifts',
  path: `${root}/gifts`,
  summary: 'Gifts sent and used, what they cost on average, and how many people got one.',
  response: data(GiftsReport),
})

export const reportParticipants = endpoint({
  ...base,
  id: 'reportParticipants',
  path: `${root}/participants`,
  summary: 'How many take part, and how many of them send.',
  response: data(ParticipantsReport),
})

export const reportTotalSpent = endpoint({
  ...base,
  id: 'reportTotalSpent',
  path: `${root}/participants/total-spent`,
  summary: 'What each participant spent, most first.',
  response: data(z.array(ParticipantSpent)),
})

export const reportLastActive = endpoint({
  ...base,
  id: 'reportLastActive',
  path: `${root}/participants/last-active`,
  summary: 'When each participant was last active, the latest first.',
  response: data(z.array(ParticipantLastActive)),
})

export const reportOverTime = endpoint({
  ...base,
  id: 'reportOverTime',
  path: `${root}/over-time`,
  summary: 'Money and gifts over time: by day up to a month, by week up to half a year, else by month.',
  response: data(ReportOverTime),
})

export const downloadReport = endpoint({
  ...base,
  id: 'downloadReport',
  impersonation: 'never',
  path: `${root}/files/{report}`,
  summary: 'A report as a file for spreadsheets. Amounts are in the currency’s large unit.',
  params: base.params.extend({ report: ReportName }),
  query: ReportPeriod.safeExtend({ format: z.enum(['csv', 'xlsx']) }),
  response: data(ReportFile),
})

export const budgetReportEndpoints = {
  reportBondsCreated,
  reportFunding,
  reportGiftingReasons,
  reportGifts,
  reportParticipants,
  reportTotalSpent,
  reportLastActive,
  reportOverTime,
  downloadReport,
}
