import { type Delivery, getDelivery, resendHuggg } from '#contract/delivery.ts'
import { hugggInScope } from '#server/domains/hugggs/index.ts'
import { iso, isoOrNull } from '#server/kit/time.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { command, type Route, read } from '#server/platform/http/route.ts'
import { deliveryStatusOf, giftMessagesOf } from './queries.ts'
import { resend } from './resend.ts'

async function presentDelivery(db: Db | Tx, hugggId: string): Promise<Delivery> {
  const latest = (await deliveryStatusOf(db, [hugggId])).get(hugggId)!
  const messages = await giftMessagesOf(db, hugggId)
  return {
    hugggId,
    deliveryStatus: latest.status,
    deliveryStatusUpdatedAt: isoOrNull(latest.updatedAt),
    messages: messages.map(({ id, channel, status, attempts, created_at, sent_at }) => ({
      id,
      channel,
      status,
      attempts,
      createdAt: iso(created_at),
      sentAt: isoOrNull(sent_at),
    })),
  }
}

export const deliveryRoutes: Route[] = [
  read(getDelivery, async ({ db, caller, params }) => {
    const gift = await hugggInScope(db, caller, params.id)
    return { data: await presentDelivery(db, gift.id) }
  }),
  command(resendHuggg, async ({ work, caller, params }) => {
    const gift = await hugggInScope(work.tx, caller, params.id)
    await resend(work, gift.id)
    await work.audit('huggg.resent', { kind: 'huggg', id: gift.id }, { teamId: gift.team_id })
    return { data: await presentDelivery(work.tx, gift.id) }
  }),
]
