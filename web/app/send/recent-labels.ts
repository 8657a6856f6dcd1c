import { formatPrice } from '#kit/money.ts'
import { BUSINESS_ZONE } from '#kit/time.ts'
import { formatDay } from '#web/ui/format.ts'
import type { RecentGift } from './draft.ts'

/** What someone had lately, to put after their name or address. */
export const recentLabel = ({ giftName, price, currency, senderName, teamName, boughtAt }: RecentGift): string =>
  `had ${giftName} (${formatPrice(price, currency)}) from ${senderName}${teamName ? ` at ${teamName}` : ''} on ${formatDay(boughtAt, BUSINESS_ZONE)}`
