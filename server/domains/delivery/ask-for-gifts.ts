import { sql } from 'kysely'
import { toInstant } from '#kit/time.ts'
import { recordHappening } from '#server/domains/hugggs/change/index.ts'
import { Status } from '#server/domains/hugggs/states/index.ts'
import { allowsMethod, sendsTo, teamById } from '#server/domains/teams/team/index.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { type Posy, transact, type Work } from '#server/platform/posy.ts'
import { recipientActor } from '#server/platform/principal.ts'
import { countAttempt, countFrom } from '#server/platform/throttle.ts'
import { findGiftSender, peopleToTell } from './emails/gift-sender.ts'
import { giftAskedForEmail } from './emails/undelivered.ts'
import { addressKey, type Channel } from './messages/contact-address.ts'
import { giftsAskedFor } from './messages/events.ts'
import { queueMessage } from './messages/queue-message.ts'
import { queueAgain } from './queue-again.ts'
import {
  type ChannelAddress,
  type GiftsWanted,
  recipientsAt,
  requestedChannelAddress,
  wasSent,
} from './sought-gifts.ts'

/** No one is sent one gift more often than this, however often they ask. */
export const ASK_COOLDOWN_HOURS = 1
const PER_CLIENT_HOUR = { attempts: 20, windowSeconds: 3600 }
const PER_ADDRESS_DAY = { attempts: 5, windowSeconds: 86_400 }
const MOST_GIFTS = 20

/**
 * Someone says that a gift did not reach them: what was sent to their address is to be sent there again. They learn nothing
 * by asking, not even whether there was a gift.
 * @throws invalid_fields for what is no mobile number; too_many_requests
 */
export async function askForGifts(posy: Posy, wanted: GiftsWanted): Promise<void> {
  const { channel, address } = requestedChannelAddress(wanted)
  await countFrom(posy, wanted.clientAddress, PER_CLIENT_HOUR, (network) => `gift-ask client ${network}`)
  await countAttempt(posy, `gift-ask address ${addressKey(posy, channel, address)}`, PER_ADDRESS_DAY)
  await transact(posy, { actor: recipientActor, requestId: wanted.requestId }, async (work) => {
    const hugggIds = await giftsSentTo(work, { channel, address })
    if (hugggIds.length) await work.emit(giftsAskedFor, { hugggIds })
  })
}

/** Unused gifts that a message was sent about to an address, the latest first. */
async function giftsSentTo({ tx, at }: Work, to: ChannelAddress): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select huggg.id from huggg where huggg.recipient_id in (${recipientsAt(to)})
      and huggg.status_id in (${Status.Created}, ${Status.Sent}, ${Status.Claimed}) and huggg.expiry_date > ${at} and huggg.deleted_at is null
      and ${wasSent}
    order by huggg.created_at desc limit ${MOST_GIFTS}`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Sends one such gift once more and tells its sender, unless something was said about it a little while ago. */
export async function sendAskedFor(work: Work, hugggId: string): Promise<void> {
  const gift = await askedGift(work.tx, hugggId)
  if (!gift) return
  const { lastSaidAt } = gift
  if (lastSaidAt && toInstant(work.at).since(toInstant(lastSaidAt)).total('hours') < ASK_COOLDOWN_HOURS) return
  const { preferences } = await teamById(work.tx, gift.teamId)
  const mayLeave =
    allowsMethod(preferences, gift.channel) &&
    (gift.channel === 'sms' || sendsTo(preferences.deliveryEmailDomains, gift.address))
  const messageId = mayLeave ? await queueAgain(work, gift) : null
  await recordHappening(work, [hugggId], 'asked-for')
  const sender = await findGiftSender(work.tx, hugggId)
  for (const userId of await peopleToTell(work, sender))
    await queueMessage(work, giftAskedForEmail, {
      dedupeKey: `gift-asked-for/${hugggId}/${work.at.toISOString()}/${userId}`,
      teamId: gift.teamId,
      userId,
      hugggId,
      transactionId: gift.transactionId,
      detail: { isSent: messageId !== null },
    })
}

interface AskedGift {
  hugggId: string
  teamId: string
  transactionId: string
  recipientId: string
  channel: Channel
  address: string
  lastSaidAt: Date | null
}

/** Its row is held: two who ask at once follow one another, and the second sees what the first has sent. */
async function askedGift(tx: Tx, hugggId: string): Promise<AskedGift | undefined> {
  await sql`select from huggg where id = ${hugggId} for no key update`.execute(tx)
  const { rows } = await sql<AskedGift>`
    select huggg.id as "hugggId", huggg.team_id as "teamId", huggg.transaction_id as "transactionId", recipient.id as "recipientId",
      case when recipient.phone_number is not null and recipient.email is null then 'sms' else 'email' end as channel,
      coalesce(recipient.email, recipient.phone_number, colleague.email) as address,
      (select max(coalesce(message.sent_at, message.created_at)) from outgoing_message as message
        where message.huggg_id = huggg.id and message.recipient_id = recipient.id and message.status <> 'cancelled') as "lastSaidAt"
    from huggg join recipient on recipient.id = huggg.recipient_id
    left join app_user as colleague on colleague.id = recipient.user_id and colleague.deactivated_at is null
    where huggg.id = ${hugggId} and huggg.status_id in (${Status.Created}, ${Status.Sent}, ${Status.Claimed})
      and coalesce(recipient.email, recipient.phone_number, colleague.email) is not null`.execute(tx)
  return rows[0]
}
