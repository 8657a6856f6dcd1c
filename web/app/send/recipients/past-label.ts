import type { Answer } from '#contract/core/endpoint.ts'
import type { listPastRecipients } from '#contract/search/past-recipients.ts'
import { formatDay, plural } from '#web/ui/format.ts'

type PastPurchase = Answer<typeof listPastRecipients>['data']['purchases'][number]

/** A purchase whose people can be chosen: what was given, when, and to whom. */
export const pastPurchaseLabel = (
  { title, giftName, first, count, boughtAt }: Omit<PastPurchase, 'id'>,
  zone: string,
): string =>
  `${title ?? giftName ?? 'Purchase'}, ${formatDay(boughtAt, zone)}: ${first}${count > 1 ? ` and ${plural(count - 1, 'other')}` : ''}`
