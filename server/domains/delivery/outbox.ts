import { sql } from 'kysely'
import { recordHappening } from '#server/domains/hugggs/change/index.ts'
import { markSent } from '#server/domains/hugggs/sender/index.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { asSystem, type Posy, type Work } from '#server/platform/posy.ts'
import { isLost, type MessageStatus } from './delivery-status.ts'
import { awardMessage } from './emails/award.ts'
import { blockAddress, type Channel } from './messages/contact-address.ts'
import { awardMessageChanged, deliveryFailed } from './messages/events.ts'
import { LEASE_SECONDS } from './messages/retry.ts'
import { planReminders } from './queue-reminders.ts'

/** A message this worker holds until its lease ends. */
export interface ClaimedMessage {
  id: string
  template: string
  channel: Channel
  /** This try included. */
  attempts: number
  /** Tries before this one that did not reach the server. */
  awayTries: number
}

/**
 * What happened to one try. `retry` waits and counts; `release` was not tried and does not count.
 * `cancelled` will not be sent because what it is about is over.
 */
export type Result = { id: string; attempts: number; reason?: string; bouncedAddress?: string } & (
  | { outcome: 'sent'; providerId?: string }
  | { outcome: Exclude<MessageStatus, 'pending' | 'sent' | 'delivered'> }
  | { outcome: 'retry' | 'release'; pauseSeconds: number; isServerAway?: boolean | undefined }
)

/** Whether a message waits that could be tried now. */
export async function hasDueMessage(db: Db, wallNow: Date): Promise<boolean> {
  const { rows } = await sql`
    select from outgoing_message where status = 'pending' and next_attempt_at <= ${wallNow}
      and (leased_until is null or leased_until <= ${wallNow}) limit 1`.execute(db)
  return rows.length > 0
}

/** Takes the messages that have waited longest, committed before anything is sent; what others hold is passed over. */
export async function claimMessages({ db, wall }: Posy, limit: number): Promise<ClaimedMessage[]> {
  const now = new Date(wall.nowMs())
  const leaseEnd = new Date(wall.nowMs() + LEASE_SECONDS * 1000)
  const { rows } = await sql<ClaimedMessage>`
    with due as (
      select id from outgoing_message where status = 'pending' and next_attempt_at <= ${now} and (leased_until is null or leased_until <= ${now})
      order by next_attempt_at, id limit ${limit} for update skip locked
    )
    update outgoing_message as message set leased_until = ${leaseEnd}, attempts = attempts + 1
    from due where message.id = due.id
    returning message.id, message.template, message.channel, message.attempts, message.away_tries as "awayTries"`.execute(
    db,
  )
  return rows
}

/** A message that was tried so recently is not woken: what fails while others leave may be at fault itself. */
const WAKES_AFTER_SECONDS = 30

/** The server takes messages again: ends the pauses of those that waited for it. */
export async function wakeAfterOutage({ db, wall }: Posy, channel: Channel): Promise<void> {
  const now = new Date(wall.nowMs())
  const before = new Date(wall.nowMs() - WAKES_AFTER_SECONDS * 1000)
  await sql`
    with awaiting as (
      select id from outgoing_message where channel = ${channel} and server_away_since is not null and status = 'pending'
        and next_attempt_at > ${now} and last_attempt_at < ${before} and leased_until is null for update skip locked
    )
    update outgoing_message as message set next_attempt_at = ${now} from awaiting where message.id = awaiting.id`.execute(
    db,
  )
}

interface Recorded {
  id: string
  status: MessageStatus
  template: string
  channel: Channel
  huggg_id: string | null
  transaction_id: string | null
  award_id: string | null
  detail: unknown
}

/**
 * Writes down what happened to messages, with the effects: a gift whose email left is Sent, a gift whose email never will
 * is told to anyone who listens. A message that left is recorded even when the lease has passed to another worker; any
 * other result of a lost lease is dropped, the new holder decides.
 */
export async function recordResults(posy: Posy, results: readonly Result[]): Promise<void> {
  const wallMs = posy.wall.nowMs()
  const rows = results.map((result) => ({
    id: result.id,
    attempts: result.attempts,
    status: 'pauseSeconds' in result ? 'pending' : result.outcome,
    next_attempt_at: new Date(wallMs + ('pauseSeconds' in result ? result.pauseSeconds * 1000 : 0)).toISOString(),
    refunded: result.outcome === 'release' ? 1 : 0,
    away: 'isServerAway' in result && result.isServerAway === true,
    error: result.reason ?? null,
    provider_id: 'providerId' in result ? (result.providerId ?? null) : null,
  }))
  await asSystem(posy, async (work) => {
    const { rows: recorded } = await sql<Recorded>`
      update outgoing_message as message set
        status = result.status, leased_until = null, last_attempt_at = ${new Date(wallMs)}, next_attempt_at = result.next_attempt_at,
        attempts = message.attempts - result.refunded, away_tries = message.away_tries + case when result.away and result.refunded = 0 then 1 else 0 end,
        server_away_since = case when result.away then coalesce(message.server_away_since, ${new Date(wallMs)}) end,
        last_error = coalesce(result.error, case when result.refunded = 1 then message.last_error end),
        sent_at = case when result.status = 'sent' then ${work.at}::timestamptz end,
        provider_id = coalesce(result.provider_id, message.provider_id),
        failed_at = case when result.status not in ('pending', 'sent', 'cancelled') then ${new Date(wallMs)}::timestamptz end,
        status_updated_at = case when result.status = message.status then message.status_updated_at else ${work.at}::timestamptz end
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as result (id uuid, attempts integer, status text, next_attempt_at timestamptz, refunded integer, away boolean, error text, provider_id text)
      where message.id = result.id and message.status = 'pending' and (result.status = 'sent' or message.attempts = result.attempts)
      returning message.id, message.status, message.template, message.channel, message.huggg_id, message.transaction_id,
        message.award_id, message.detail`.execute(work.tx)
    for (const { bouncedAddress } of results)
      if (bouncedAddress) await blockAddress(work, 'email', bouncedAddress, 'bounce')
    const left = recorded.filter((row) => row.status === 'sent' && row.template === 'gift').map((row) => row.id)
    const delivered = left.length ? await listUndeliveredGifts(work.tx, left) : []
    if (delivered.length) await planReminders(work, await markSent(work, delivered, 'message sent'))
    for (const message of recorded) await tellAward(work, message)
    for (const { id, status, template, channel, huggg_id: hugggId, transaction_id: transactionId } of recorded) {
      if (template === 'gift' && isLost(channel, status) && hugggId && transactionId)
        await recordUndelivered(work, id, { hugggId, transactionId })
    }
  })
}

/** The team of an award learns how its message fared. */
export async function tellAward(
  work: Work,
  message: { award_id: string | null; detail: unknown; channel: Channel; status: MessageStatus },
): Promise<void> {
  const { award_id: awardId, channel, status } = message
  const detail = awardMessage.detail.safeParse(message.detail)
  if (awardId && detail.success && status !== 'pending' && status !== 'cancelled')
    await work.emit(awardMessageChanged, { awardId, ...detail.data, channel, status, isLost: isLost(channel, status) })
}

/** That a gift's message never will arrive: in its timeline, unless it has another recipient by now, and to who listens. */
export async function recordUndelivered(
  work: Work,
  messageId: string,
  gift: { hugggId: string; transactionId: string },
): Promise<void> {
  await recordHappening(work, await listUndeliveredGifts(work.tx, [messageId]), 'not delivered')
  await work.emit(deliveryFailed, gift)
}

/** The gifts of messages that went to the recipient the gift has now: one corrected meanwhile has yet to be sent. */
export async function listUndeliveredGifts(tx: Tx, messageIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select huggg.id from huggg join outgoing_message as message on message.huggg_id = huggg.id and message.recipient_id = huggg.recipient_id
    where message.id = any(${messageIds as string[]}::uuid[]) order by huggg.id for no key update of huggg`.execute(tx)
  return rows.map((row) => row.id)
}
