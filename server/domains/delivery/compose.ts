import { type HugggRecord, hugggsByIds, launchUrl, Status } from '#server/domains/hugggs/index.ts'
import { contactPreferenceOf, resetTokenOf, senderName, usersByIds } from '#server/domains/identity/index.ts'
import { expiryAfterDays, toDate, toInstant } from '#server/kit/time.ts'
import type { Posy } from '#server/platform/posy.ts'
import {
  composeAccountsThatExist,
  composeInvites,
  composeJoinRequests,
  composeVerifications,
} from './compose-access.ts'
import { composeAllowances, composeEndedBudgets, composeFailedRuns, composeLowFunds } from './compose-budgets.ts'
import { type Composed, eachById, mailTo } from './composed.ts'
import { copyFor } from './emails/copy.ts'
import { giftEmail } from './emails/gift-email.ts'
import { giftsUndeliveredEmail } from './emails/gifts-undelivered-email.ts'
import { orderCompleteEmail } from './emails/order-complete-email.ts'
import { passwordChangedEmail, passwordResetEmail } from './emails/password-emails.ts'
import { reactionSummaryEmail } from './emails/reaction-summary-email.ts'
import { SHORT_PAUSE_SECONDS, type Template } from './message.ts'
import type { ClaimedMessage } from './outbox.ts'
import {
  type GiftMessageRow,
  giftMessages,
  namedUserMessages,
  orderMessages,
  reactionsToTell,
  resetMessages,
  undeliveredOf,
  userMessages,
} from './queries.ts'

type Composer = (posy: Posy, ids: readonly string[]) => Promise<Map<string, Composed>>

const composers: Record<Template, Composer> = {
  gift: composeGifts,
  'reaction-summary': composeSummaries,
  'order-complete': composeOrders,
  'gifts-undelivered': composeUndelivered,
  'password-reset': composeResets,
  'password-changed': composePasswordChanges,
  invite: composeInvites,
  'verify-email': composeVerifications,
  'account-exists': composeAccountsThatExist,
  'join-request': composeJoinRequests,
  'budget-allowance': composeAllowances,
  'budget-run-failed': composeFailedRuns,
  'budget-funds-low': composeLowFunds,
  'budget-ended': composeEndedBudgets,
}

/**
 * Writes the messages, reading addresses and words from where they can be erased. A message that cannot be written is
 * left out, and so tried again later: it holds up no other.
 */
export async function compose(posy: Posy, claimed: readonly ClaimedMessage[]): Promise<Map<string, Composed>> {
  const composed = new Map<string, Composed>()
  for (const [template, messages] of Map.groupBy(claimed, (message) => message.template)) {
    try {
      const composer = composers[template as Template]
      if (!composer) throw new Error(`no template ${template}`)
      for (const [id, one] of await composer(
        posy,
        messages.map(({ id }) => id),
      ))
        composed.set(id, one)
    } catch (error) {
      posy.log.error({ template, err: error }, 'messages could not be written')
    }
  }
  return composed
}

async function composeGifts(posy: Posy, ids: readonly string[]): Promise<Map<string, Composed>> {
  const messages = await giftMessages(posy.db, ids)
  const gifts = new Map(
    (
      await hugggsByIds(
        posy.db,
        messages.map((message) => message.hugggId),
      )
    ).map((gift) => [gift.id, gift]),
  )
  const senders = await usersByIds(
    posy.db,
    [...gifts.values()].map((gift) => gift.sender_id),
  )
  const now = toDate(posy.clock.now())
  return eachById(messages, (message) => {
    const gift = gifts.get(message.hugggId)
    if (!gift) return { kind: 'cancel', why: 'gift is gone' }
    const obstacle = whyNotNow(gift, message, now)
    if (obstacle) return obstacle
    const sender = senders.get(gift.sender_id)
    const content = giftEmail(copyFor('en-GB'), {
      from: gift.from_name?.trim() || (sender ? senderName(sender) : '') || message.teamName,
      teamName: message.teamName,
      recipientName: message.recipientName,
      message: gift.message,
      giftwrap: gift.theme_id,
      url: launchUrl(posy, gift.shortcode),
      expiresAt: gift.expiry_fixed ? gift.expiry_date : toDate(expiryAfterDays(toInstant(now), gift.expiry_days)),
    })
    return mailTo(message.address!, content)
  })
}

/** Everything may have changed since the message was queued. */
function whyNotNow(gift: HugggRecord, message: GiftMessageRow, now: Date): Composed | null {
  const cancel = (why: string): Composed => ({ kind: 'cancel', why })
  if (gift.status_id === Status.Updating) return { kind: 'wait', seconds: SHORT_PAUSE_SECONDS }
  if (gift.deleted_at || gift.status_id === Status.Cancelled) return cancel('gift was cancelled')
  if (gift.status_id === Status.Expired || gift.expiry_date < now) return cancel('gift has expired')
  if (gift.status_id === Status.Redeemed) return cancel('gift has been used')
  if (gift.status_id === Status.Scheduled) return cancel('gift was scheduled for another time')
  if (gift.recipient_id !== message.recipientId) return cancel('recipient was corrected')
  if (!message.address) return cancel('recipient has no address any more')
  return null
}

async function composeOrders(posy: Posy, ids: readonly string[]): Promise<Map<string, Composed>> {
  return eachById(
    await orderMessages(posy.db, ids),
    ({ address, transactionId, quantity, giftName, deliveryMethod }) => {
      if (!address) return { kind: 'cancel', why: 'user is gone' }
      return mailTo(
        address,
        orderCompleteEmail(copyFor('en-GB'), {
          quantity,
          giftName,
          deliveryMethod,
          url: `${posy.config.publicUrl}/activity/${transactionId}`,
        }),
      )
    },
  )
}

/** Those that still have not arrived: one that was corrected meanwhile is not spoken of. */
async function composeUndelivered(posy: Posy, ids: readonly string[]): Promise<Map<string, Composed>> {
  const addresses = Map.groupBy(await undeliveredOf(posy.db, ids), ({ messageId }) => messageId)
  return eachById(await orderMessages(posy.db, ids), ({ id, address, transactionId, giftName }) => {
    if (!address) return { kind: 'cancel', why: 'user is gone' }
    const undelivered = addresses.get(id)
    if (!undelivered) return { kind: 'cancel', why: 'all are on their way again' }
    const url = `${posy.config.publicUrl}/activity/${transactionId}`
    const to = undelivered.map((one) => one.address)
    return mailTo(address, giftsUndeliveredEmail(copyFor('en-GB'), { giftName, addresses: to, url }))
  })
}

/** The token is worked out here, the moment it leaves, and stored nowhere. */
async function composeResets(posy: Posy, ids: readonly string[]): Promise<Map<string, Composed>> {
  const now = new Date(posy.wall.nowMs())
  return eachById(await resetMessages(posy.db, ids, now), ({ address, firstName, resetId, isOpen }) => {
    if (!address) return { kind: 'cancel', why: 'user is gone' }
    if (!isOpen) return { kind: 'cancel', why: 'link is used or over' }
    const url = `${posy.config.publicUrl}/reset-password?token=${resetTokenOf(posy, resetId)}`
    return mailTo(address, passwordResetEmail(copyFor('en-GB'), { firstName, url }))
  })
}

async function composePasswordChanges(posy: Posy, ids: readonly string[]): Promise<Map<string, Composed>> {
  return eachById(await namedUserMessages(posy.db, ids), ({ address, firstName }) => {
    if (!address) return { kind: 'cancel', why: 'user is gone' }
    const url = `${posy.config.publicUrl}/forgot-password`
    return mailTo(address, passwordChangedEmail(copyFor('en-GB'), { firstName, url }))
  })
}

async function composeSummaries(posy: Posy, ids: readonly string[]): Promise<Map<string, Composed>> {
  const messages = await userMessages(posy.db, ids)
  const reactions = Map.groupBy(await reactionsToTell(posy.db, ids), (reaction) => reaction.messageId)
  const composed = new Map<string, Composed>()
  for (const { id, address } of messages) {
    const told = reactions.get(id) ?? []
    const isWanted = address !== null && (await contactPreferenceOf(posy.db, address)).reactionSummary
    if (!isWanted || told.length === 0)
      composed.set(id, { kind: 'cancel', why: isWanted ? 'no reactions are left' : 'summary is not wanted' })
    else
      composed.set(
        id,
        mailTo(
          address,
          reactionSummaryEmail(copyFor('en-GB'), { reactions: told, url: `${posy.config.publicUrl}/reactions` }),
        ),
      )
  }
  return composed
}
