import { z } from 'zod'
import { hostname, id, pence } from '../core/shapes.ts'
import { deliveryMethods } from '../orders/purchase.ts'

export const GiftingRestrictions = z.object({
  /** Pence; null leaves that end open. */
  price: z
    .object({ min: pence().nullable(), max: pence().nullable() })
    .refine(({ min, max }) => min === null || max === null || min <= max, {
      path: ['max'],
      message: 'must not be below min',
    }),
  /** Ids of product tags. Only products with an allowed tag, where any is named; never one with a disallowed tag. */
  categories: z.object({ allow: z.array(id('tag')).max(200), disallow: z.array(id('tag')).max(200) }),
})
export type GiftingRestrictions = z.infer<typeof GiftingRestrictions>

/** What one person may get of an organisation in a calendar period (London): the face value of gifts to their address. */
export const RecipientSpendCap = z.object({
  amount: pence().min(1),
  period: z.enum(['month', 'quarter', 'year']),
  /** `warn` says so before buying; `block` refuses. */
  mode: z.enum(['warn', 'block']),
})
export type RecipientSpendCap = z.infer<typeof RecipientSpendCap>

/** Orders above a limit wait for another person with manage-billing. */
export const ApprovalLimits = z
  .object({
    /** Pence: of one order. */
    perOrder: pence().nullable(),
    /** Pence: what a buyer, with the API keys they issued, spends in a London day without approval. */
    perDay: pence().nullable(),
    /** Whether what participants of budgets spend of their allowance is held to them too. */
    includeAllowances: z.boolean(),
  })
  .refine(({ perOrder, perDay }) => perOrder !== null || perDay !== null, {
    path: ['perOrder'],
    message: 'set a limit per order, per day, or both; null for no approvals',
  })
export type ApprovalLimits = z.infer<typeof ApprovalLimits>

export const TeamPreferences = z.object({
  /** The team's reason codes are offered to its own purchases. */
  applyReasonCodesToTeam: z.boolean(),
  /** The reason codes, and whether one is required, hold for the subteams as well. */
  applyReasonCodesToSubteams: z.boolean(),
  /** A purchase must carry one of the reason codes. */
  requireReasonCode: z.boolean(),
  /** The restrictions below hold for the subteams as well; a subteam may only be stricter. */
  applyRestrictionsToSubteams: z.boolean(),
  /** Null allows all. */
  deliveryMethods: z.array(z.enum(deliveryMethods)).min(1).max(6).nullable(),
  /** Null leaves it to the product. */
  maximumHugggExpiryDays: z.int().min(1).max(3650).nullable(),
  /** Domains that gifts may be emailed to; null allows all. */
  deliveryEmailDomains: z.array(hostname()).max(200).nullable(),
  giftingRestrictions: GiftingRestrictions.nullable(),
  /** Purchases that say nothing of it remind people who do not use their gift, by email. */
  remindRecipients: z.boolean(),
  /** Of the organisation: set on its first team, and holds for all teams under it. Links without a recipient are not counted. */
  recipientSpendCap: RecipientSpendCap.nullable(),
  /**
   * Pence that budgets pay one person at most in a tax year (from 6 April in London), all budgets together, in each currency.
   * Of the organisation, as the cap above.
   */
  allowanceLimit: pence().min(1).nullable(),
  /** Of the organisation, as the cap above. Set by someone who has signed in. */
  approvals: ApprovalLimits.nullable(),
  /** People sign in with a second step here and in the subteams; who signs in with a provider has the provider’s. */
  requireSecondStep: z.boolean(),
})
export type TeamPreferences = z.infer<typeof TeamPreferences>

/** Rules that bind who sets them. What would permit more than they do waits for another person. */
export const bindingRules = [
  'deliveryMethods',
  'maximumHugggExpiryDays',
  'deliveryEmailDomains',
  'giftingRestrictions',
  'recipientSpendCap',
  'allowanceLimit',
  'approvals',
  'applyRestrictionsToSubteams',
] as const satisfies (keyof TeamPreferences)[]
export type BindingRule = (typeof bindingRules)[number]

/** How long a looser rule waits that no one else could confirm, and how long one that someone could. */
export const ALONE_HOURS = 24
export const RULE_CHANGE_DAYS = 14

/** The person who confirms has managed billing for this long. */
export const CONFIRMS_AFTER_DAYS = 7

/** A looser rule that does not hold yet. */
export const PendingRuleChange = z.object({
  id: z.string(),
  rule: z.enum(bindingRules),
  /** The rule as it holds, and as it would, under its name. */
  from: TeamPreferences.partial(),
  to: TeamPreferences.partial(),
  askedBy: z.object({ id: z.string(), name: z.string() }),
  dateAsked: z.string(),
  /** When it holds unless someone objects; null where another person confirms it. */
  dateEffective: z.string().nullable(),
  /** When it lapses where no one confirms it. */
  dateEnds: z.string(),
})
export type PendingRuleChange = z.infer<typeof PendingRuleChange>
