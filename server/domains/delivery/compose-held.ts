import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import type { Posy } from '#server/platform/posy.ts'
import { type Composed, eachById, mailTo, userIsGone } from './composed.ts'
import { copyFor } from './emails/copy.ts'
import { giftsHeldEmail } from './emails/gifts-held-email.ts'
import { heldUntil } from './held-until.ts'
import type { HeldWhy } from './leave-rules.ts'
import { orderMessages } from './queries.ts'

interface HeldRow {
  messageId: string
  why: HeldWhy
  address: string | null
  since: Date
  expiresAt: Date
}

/** The gifts that a notice speaks of: those that still wait, or those that went back in its hour. */
async function loadHeldGifts(db: Db, noticeIds: readonly string[]): Promise<HeldRow[]> {
  const { rows } = await sql<HeldRow>`
    select notice.id as "messageId", held.why, held.since, huggg.expiry_date as "expiresAt",
      coalesce(recipient.email, colleague.email, recipient.phone_number) as address
    from outgoing_message as notice
    join held_gift as held on held.transaction_id = notice.transaction_id
    join huggg on huggg.id = held.huggg_id
    left join recipient on recipient.id = huggg.recipient_id
    left join app_user as colleague on colleague.id = recipient.user_id
    where notice.id = any(${noticeIds as string[]}::uuid[]) and case notice.template
      when 'gifts-held' then held.next_look_at is not null
      else to_char(held.given_back_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24') = notice.detail->>'since' end
    order by huggg.ordinal`.execute(db)
  return rows
}

export async function composeHeld(posy: Posy, ids: readonly string[]): Promise<Map<string, Composed>> {
  return composeWith(posy, ids, { waits: true })
}

export async function composeGivenBack(posy: Posy, ids: readonly string[]): Promise<Map<string, Composed>> {
  return composeWith(posy, ids, { waits: false })
}

async function composeWith(posy: Posy, ids: readonly string[], { waits }: { waits: boolean }) {
  const held = Map.groupBy(await loadHeldGifts(posy.db, ids), ({ messageId }) => messageId)
  return eachById(await orderMessages(posy.db, ids), ({ id, address, transactionId, giftName }): Composed => {
    if (!address) return userIsGone
    const gifts = held.get(id)
    if (!gifts) return { kind: 'cancel', why: 'none waits now' }
    const until = Math.min(...gifts.map((gift) => heldUntil(gift).getTime()))
    const url = `${posy.config.publicUrl}/activity/${transactionId}`
    return mailTo(
      address,
      giftsHeldEmail(copyFor('en-GB'), { giftName, gifts, until: waits ? new Date(until) : null, url }),
    )
  })
}
