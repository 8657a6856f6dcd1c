import type { ErrorDetail } from '#contract/core/errors.ts'
import { type BlockReason, blockedAddresses, type Channel } from '#server/domains/delivery/index.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Posy } from '#server/platform/posy.ts'
import { addressedRows, overCap, type PurchaseFacts, type PurchaseRequest } from '../request/index.ts'

/** Worth knowing before a purchase, and no reason to refuse it. */
export interface PurchaseWarning extends ErrorDetail {
  code: 'blocked' | 'over_cap' | 'unread_column'
}

const WORDS: Record<Channel, Record<BlockReason, string>> = {
  email: {
    'opted-out': 'has opted out of our emails: this one will not be sent',
    bounce: 'emails to this address bounced: this one will not be sent',
    complaint: 'reported one of our emails as spam: this one will not be sent',
  },
  sms: {
    'opted-out': 'has stopped texts: this one will not be sent',
    bounce: 'texts to this number could not be delivered: this one will not be sent',
    complaint: 'reported one of our texts as spam: this one will not be sent',
  },
}

/** Which receivers a message will not be sent to, and who would get much in one period, row by row. */
export async function purchaseWarnings(
  { posy, db }: { posy: Posy; db: Db },
  request: PurchaseRequest,
  facts: PurchaseFacts,
): Promise<PurchaseWarning[]> {
  const rows = addressedRows(request, facts)
  const channel: Channel = request.deliveryMethod === 'sms' ? 'sms' : 'email'
  const blocked = await blockedAddresses(
    posy,
    db,
    channel,
    rows.map(({ address }) => address),
  )
  const blockedRows = rows.flatMap<PurchaseWarning>(({ row, address, path }) => {
    const cause = blocked.get(address)
    if (!cause) return []
    const reason = { code: 'address_blocked', channel, cause } as const
    return [{ code: 'blocked', path, message: WORDS[channel][cause], row, reason }]
  })
  if (facts.spendCap?.cap.mode !== 'warn') return blockedRows
  return [...blockedRows, ...overCap(request, facts).map((problem) => ({ ...problem, code: 'over_cap' as const }))]
}
