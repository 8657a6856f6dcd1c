import type { Posy } from '#server/platform/posy.ts'
import { MailPutOff, MailRefused } from '#server/providers/smtp/types.ts'
import { TextRefused } from '#server/providers/twilio/types.ts'
import { ServerAway } from '#server/providers/types.ts'
import { compose } from './compose.ts'
import type { Channel } from './messages/contact-address.ts'
import type { Composed } from './messages/message-kind.ts'
import {
  emailMessageId,
  LEASE_SECONDS,
  LEAST_LEASE_SECONDS,
  pauseAfterSeconds,
  pauseWhileAwaySeconds,
  SHORT_PAUSE_SECONDS,
} from './messages/retry.ts'
import { type ClaimedMessage, claimMessages, type Result, wakeAfterOutage } from './outbox.ts'
import { openRecorder } from './recorder.ts'

const BATCH = 50
const LANES = 5
/** So many failures in a row and no success: the server is away, and the rest of the batch need not find out one by one. */
const FAILURES_THAT_MEAN_AWAY = 5

/**
 * Sends what is due, batch after batch, until nothing is left, the server is away or `forSeconds` (wall clock) have
 * passed: soon, so that a worker can stop in good order. What a server takes wakes what had waited for it. Nothing is held open in the database while mail is under way.
 * Any number of workers may do this at once.
 */
export async function deliverDue(posy: Posy, { forSeconds = 10 } = {}): Promise<{ sent: number }> {
  const endMs = posy.wall.nowMs() + forSeconds * 1000
  let sent = 0
  for (;;) {
    const claimed = await claimMessages(posy, BATCH)
    if (claimed.length === 0) return { sent }
    const batch = await deliverBatch(posy, claimed)
    sent += batch.sent
    if (batch.isServerAway || posy.wall.nowMs() >= endMs) return { sent }
  }
}

async function deliverBatch(
  posy: Posy,
  claimed: readonly ClaimedMessage[],
): Promise<{ sent: number; isServerAway: boolean }> {
  const lastStartMs = posy.wall.nowMs() + (LEASE_SECONDS - LEAST_LEASE_SECONDS) * 1000
  const composed = await compose(posy, claimed)
  const recorder = openRecorder(posy)
  const queue = [...claimed]
  let sent = 0
  const failuresInARow: Record<Channel, number> = { email: 0, sms: 0 }
  const reached = new Set<Channel>()
  const isServerAway = (channel: Channel) => failuresInARow[channel] >= FAILURES_THAT_MEAN_AWAY
  const lane = async () => {
    for (let message = queue.shift(); message; message = queue.shift()) {
      const { channel } = message
      const isLate = posy.wall.nowMs() > lastStartMs
      const content = isServerAway(channel) ? away : isLate ? notNow : composed.get(message.id)
      const result = await attempt(posy, message, content)
      if (result.outcome === 'sent') sent += 1
      if (result.outcome === 'sent' || result.outcome === 'bounce') reached.add(channel)
      if (result.outcome === 'retry') failuresInARow[channel] += 1
      else if (result.outcome !== 'release' && result.outcome !== 'cancelled') failuresInARow[channel] = 0
      await recorder.record(result).catch((error: unknown) => {
        // What cannot be recorded should not have been sent: the other lanes stop as well.
        queue.length = 0
        throw error
      })
    }
  }
  const lanes = await Promise.allSettled(Array.from({ length: LANES }, lane))
  for (const outcome of lanes) if (outcome.status === 'rejected') throw outcome.reason
  for (const channel of reached) await wakeAfterOutage(posy, channel)
  return { sent, isServerAway: isServerAway('email') || isServerAway('sms') }
}

const notNow: Composed = { kind: 'wait', seconds: SHORT_PAUSE_SECONDS }
const away: Composed = { kind: 'wait', seconds: SHORT_PAUSE_SECONDS, isServerAway: true }

/** One try, whatever comes of it: nothing here throws. */
async function attempt(
  posy: Posy,
  { id, attempts, awayTries }: ClaimedMessage,
  content: Composed | undefined,
): Promise<Result> {
  if (content?.kind === 'wait') {
    const { seconds: pauseSeconds, isServerAway } = content
    return { id, attempts, outcome: 'release', pauseSeconds, isServerAway }
  }
  if (content?.kind === 'cancel') return { id, attempts, outcome: 'cancelled', reason: content.why }
  if (content?.kind === 'blocked') return { id, attempts, outcome: content.status, reason: content.why }
  try {
    if (!content || content.kind === 'unwritten') throw new Error('could not be composed')
    return { id, attempts, outcome: 'sent', ...(await send(posy, id, content)) }
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown'
    if (error instanceof MailRefused || error instanceof TextRefused)
      return { id, attempts, outcome: error.status, reason, ...(bounced(content, error) ?? {}) }
    const isServerAway = error instanceof ServerAway
    const pauseSeconds = isServerAway ? pauseWhileAwaySeconds(awayTries + 1) : pauseAfterSeconds(attempts - awayTries)
    posy.log.warn({ message: id, attempts, reason, pauseSeconds }, 'a message could not be sent')
    return pauseSeconds === null
      ? { id, attempts, outcome: error instanceof MailPutOff ? 'expired' : 'failed', reason }
      : { id, attempts, outcome: 'retry', reason, pauseSeconds, isServerAway }
  }
}

/** The address does not exist: nothing more is sent there. */
const bounced = (content: Composed | undefined, error: Error): Pick<Result, 'bouncedAddress'> | null =>
  content?.kind === 'mail' && error instanceof MailRefused && error.status === 'bounce'
    ? { bouncedAddress: content.mail.to }
    : null

/** @returns what the provider calls it, where it says so */
async function send(
  posy: Posy,
  id: string,
  content: Extract<Composed, { kind: 'mail' | 'text' }>,
): Promise<{ providerId?: string }> {
  const { config, providers } = posy
  if (content.kind === 'mail') {
    await providers.mailer.send({ ...content.mail, messageId: emailMessageId(id, config.publicUrl) })
    return {}
  }
  if (!providers.sms) throw new ServerAway('no texts can be sent')
  return providers.sms.send({ ...content.text, statusUrl: `${config.publicUrl}/webhooks/twilio/status/${id}` })
}
