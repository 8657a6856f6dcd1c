import type { FeedDifference, FeedStop } from '#contract/budgets/budget-feeds.ts'

export const stopTexts: Record<FeedStop, string> = {
  leavers: 'More people would leave than we withdraw without asking.',
  joiners: 'More people would join than we invite without asking.',
  cost: 'A run would cost more than your limit. Raise the limit to continue.',
  participants: 'More people would be in it than a budget, or your plan, allows.',
}

export const skipReasons: Record<FeedDifference['skipped'][number]['reason'], string> = {
  no_address: 'No work address in your HR system',
  other_domain: 'The address is of another domain',
  same_address: 'Someone else has this address',
  taken_out: 'You took them out of this budget',
}
