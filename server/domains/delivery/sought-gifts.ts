import { sql } from 'kysely'
import { newId } from '#kit/ids.ts'
import { numberProblems, readMobileNumber } from '#kit/phone.ts'
import { Status } from '#server/domains/hugggs/states/index.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { RecordGone } from '#server/platform/job-record.ts'
import { type Posy, transact, type Work } from '#server/platform/posy.ts'
import { recipientActor } from '#server/platform/principal.ts'
import { invalidFields } from '#server/platform/problem/problem.ts'
import { seal, unseal } from '#server/platform/sealing.ts'
import { countAttempt, countFrom } from '#server/platform/throttle.ts'
import { giftLinksMessage } from './emails/gift-links.ts'
import { addressKey, type Channel } from './messages/contact-address.ts'
import { giftsSought } from './messages/events.ts'
import { queueMessage } from './messages/queue-message.ts'

const PURPOSE = 'posy sought address'
const PER_CLIENT_HOUR = { attempts: 20, windowSeconds: 3600 }
const PER_ADDRESS_DAY = { attempts: 3, windowSeconds: 86_400 }
const MOST_GIFTS = 20
const HOUR_MS = 3_600_000

export interface GiftsWanted {
  email?: string | undefined
  phoneNumber?: string | undefined
  /** Anyone who asks, for limits. */
  clientAddress: string
  requestId: string
}

export interface ChannelAddress {
  channel: Channel
  address: string
}

/** @throws invalid_fields for what is no mobile number */
export function requestedChannelAddress({ email, phoneNumber = '' }: GiftsWanted): ChannelAddress {
  if (email) return { channel: 'email', address: email.toLowerCase() }
  const read = readMobileNumber(phoneNumber, 'GB')
  if (read.number === null) throw invalidFields([{ path: 'phone_number', message: numberProblems[read.problem] }])
  return { channel: 'sms', address: read.number }
}

/**
 * Someone has lost the links of their gifts: a list of them is to go to their address or number. The work is the same whether
 * there are any, for nothing is looked up before a job does; until then the address rests sealed.
 * @throws invalid_fields for what is no mobile number; too_many_requests
 */
export async function findGifts(posy: Posy, wanted: GiftsWanted): Promise<void> {
  const to = requestedChannelAddress(wanted)
  await countFrom(posy, wanted.clientAddress, PER_CLIENT_HOUR, (network) => `gift-find client ${network}`)
  await countAttempt(posy, `gift-find address ${addressKey(posy, to.channel, to.address)}`, PER_ADDRESS_DAY)
  const request = newId()
  const sealed = seal(posy.secret, { purpose: PURPOSE, id: request }, JSON.stringify(to)).toString('base64')
  await transact(posy, { actor: recipientActor, requestId: wanted.requestId }, (work) =>
    work.emit(giftsSought, { request, sealed }),
  )
}

function unsealAddress(posy: Posy, request: string, sealed: string): ChannelAddress {
  try {
    const text = unseal(posy.secret, { purpose: PURPOSE, id: request }, Buffer.from(sealed, 'base64'))
    return JSON.parse(text) as ChannelAddress
  } catch {
    throw new RecordGone('address that was asked about')
  }
}

/** Queues the list of what can still be used and was sent to this address, at most once in an hour of the clock. */
export async function sendGiftLinks(work: Work, { request, sealed }: { request: string; sealed: string }) {
  const { channel, address } = unsealAddress(work.posy, request, sealed)
  const gifts = await usableGifts(work.tx, { channel, address }, work.at)
  const [latest] = gifts
  if (!latest) return
  await queueMessage(work, giftLinksMessage, {
    dedupeKey: `gift-links/${latest.recipientId}/${Math.floor(work.at.getTime() / HOUR_MS)}`,
    channel,
    recipientId: latest.recipientId,
    detail: { hugggIds: gifts.map(({ hugggId }) => hugggId) },
  })
}

/** The recipients who have an address or number, of their own or as colleagues. */
export const recipientsAt = ({ channel, address }: ChannelAddress) =>
  channel === 'sms'
    ? sql`select id from recipient where phone_number = ${address}`
    : sql`select id from recipient where lower(email) = ${address}
        union select recipient.id from recipient join app_user on app_user.id = recipient.user_id
          where lower(app_user.email) = ${address} and app_user.deactivated_at is null`

/** A message about it has left, to the recipient that it has now. */
export const wasSent = sql<boolean>`exists (
  select from outgoing_message as message
  where message.huggg_id = huggg.id and message.recipient_id = huggg.recipient_id and message.template = 'gift' and message.status not in ('pending', 'cancelled'))`

/** Gifts that can still be used and that a message was sent about to an address, the latest first: those whose code was given out too. */
async function usableGifts(db: Db | Tx, to: ChannelAddress, at: Date) {
  const { rows } = await sql<{ hugggId: string; recipientId: string }>`
    select huggg.id as "hugggId", huggg.recipient_id as "recipientId"
    from huggg left join fetched_voucher as voucher on voucher.huggg_id = huggg.id
    where huggg.recipient_id in (${recipientsAt(to)}) and huggg.deleted_at is null and ${wasSent} and (
      (huggg.status_id in (${Status.Created}, ${Status.Sent}, ${Status.Claimed}) and huggg.expiry_date > ${at})
      or (huggg.status_id = ${Status.Fetched} and coalesce(voucher.expires_at, 'infinity') > ${at}))
    order by huggg.created_at desc, huggg.id limit ${MOST_GIFTS}`.execute(db)
  return rows
}
