import type { BudgetFields, BudgetOverview } from '#contract/budgets/budgets.ts'

const FIELDS: Record<'basics' | 'schedule' | 'rules' | 'funding', readonly (keyof BudgetFields)[]> = {
  basics: ['name', 'budgetAmount', 'isVariable', 'unspentParticipantBalanceAction'],
  schedule: ['numberOfRuns', 'scheduledEndDate'],
  rules: [
    'deliveryMethods',
    'deliveryEmailDomains',
    'maximumHugggExpiryDays',
    'reasonCodes',
    'giftingRestrictionsCategories',
    'giftingRestrictionsPrice',
  ],
  funding: ['walletId', 'billingMethod'],
}

/**
 * What a step showed, sent along with it: only what differs from that was changed in it, whatever another window saved
 * meanwhile.
 */
export const ShownFields = ({ step, budget }: { step: keyof typeof FIELDS; budget: BudgetOverview | null }) =>
  budget && budget.status !== 'draft' ? (
    <input
      type="hidden"
      name="shown"
      value={JSON.stringify(Object.fromEntries(FIELDS[step].map((name) => [name, budget[name]])))}
    />
  ) : null
