import { expiryAfterDays, toDate, toInstant } from '#kit/time.ts'
import { type HugggRecord, hugggsByIds, launchUrl, Status } from '#server/domains/hugggs/index.ts'
import { deriveResetToken, findContactPreference, senderName, usersByIds } from '#server/domains/identity/index.ts'
import type { Posy } from '#server/platform/posy.ts'
import {
  composeAccountsThatExist,
  composeAddedDevices,
  composeInvites,
  composeJoinRequests,
  composeLinkCodes,
  composeLinkedIdentities,
  composePasskeyChanges,
  composeSecondFactorChanges,
  composeSecondFactorResets,
  composeSupportVisits,
  composeVerifications,
} from './compose-access.ts'
import { composeDecidedApprovals, composeWantedApprovals } from './compose-approvals.ts'
import {
  composeAllowances,
  composeEndedAllowances,
  composeEndedBudgets,
  composeFailedRuns,
  composeHeldFeeds,
  composeLowFunds,
} from './compose-budgets.ts'
import { composeFailedCelebrations, composeWaitingCelebrations } from './compose-celebrations.ts'
import { composeChange } from './compose-change.ts'
import { composeClaimCodes } from './compose-claims.ts'
import { composeGivenBack, composeHeld } from './compose-held.ts'
import {
  composeEndedMemberships,
  composeIssuedDocuments,
  composeReceivedMoney,
  composeRepaired,
} from './compose-notices.ts'
import { composeChangedEmails, composeEmailChanges, composePhoneCodes } from './compose-owner.ts'
import { composePlanNotices, composePlanReminders } from './compose-plans.ts'
import { composeAskedRuleChanges, composeEndedRuleChanges } from './compose-rule-changes.ts'
import { readChannels } from './compose-texts.ts'
import { composeLowWallets, composeStoppedTopUps } from './compose-wallets.ts'
import { composeDisabledWebhooks } from './compose-webhooks.ts'
import { type Composed, eachById, mailTo, userIsGone } from './composed.ts'
import { emailBrands } from './email-brands.ts'
import { accountOpenedEmail, signUpUnfinishedEmail } from './emails/access-emails.ts'
import { copyFor } from './emails/copy.ts'
import { giftAskedForEmail } from './emails/gift-asked-for-email.ts'
import { giftEmail } from './emails/gift-email.ts'
import { giftsRefundedEmail } from './emails/gifts-refunded-email.ts'
import { giftsUndeliveredEmail } from './emails/gifts-undelivered-email.ts'
import { orderCompleteEmail } from './emails/order-complete-email.ts'
import { passwordChangedEmail, passwordResetEmail } from './emails/password-emails.ts'
import { printableReadyEmail } from './emails/printable-ready-email.ts'
import { reactionSummaryEmail } from './emails/reaction-summary-email.ts'
import { HELD_BY_RULES, holdQueued } from './hold-queued.ts'
import { SHORT_PAUSE_SECONDS, type Template } from './message.ts'
import type { ClaimedMessage } from './outbox.ts'
import {
  askedForMessages,
  type GiftMessageRow,
  giftMessages,
  listRefundedGifts,
  listUndelivered,
  namedUserMessages,
  openedAccountMessages,
  orderMessages,
  reactionsToTell,
  resetMessages,
  userMessages,
} from './queries.ts'

type Composer = (posy: Posy, ids: readonly string[]) => Promise<Map<string, Composed>>

const composers: Record<Template, Composer> = {
  gift: (posy, ids) => composeGifts(posy, ids),
  'gift-reminder': (posy, ids) => composeGifts(posy, ids, { isReminder: true }),
  'claim-code': composeClaimCodes,
  'reaction-summary': composeSummaries,
  'order-complete': composeOrders,
  'printable-ready': composePrintables,
  'gifts-undelivered': composeUndelivered,
  'gifts-refunded': composeRefunded,
  'gifts-held': composeHeld,
  'gifts-given-back': composeGivenBack,
  'gift-asked-for': composeAskedFor,
  'change-returned': composeChange,
  'password-reset': composeResets,
  'password-changed': composePasswordChanges,
  'email-change': composeEmailChanges,
  'email-changed': composeChangedEmails,
  'phone-code': composePhoneCodes,
  invite: composeInvites,
  'verify-email': composeVerifications,
  'account-exists': composeAccountsThatExist,
  'join-request': composeJoinRequests,
  'budget-allowance': composeAllowances,
  'budget-run-failed': composeFailedRuns,
  'budget-funds-low': composeLowFunds,
  'budget-ended': composeEndedBudgets,
  'allowance-ended': composeEndedAllowances,
  'budget-feed-held': composeHeldFeeds,
  'celebrations-waiting': composeWaitingCelebrations,
  'celebrations-failed': composeFailedCelebrations,
  'approval-wanted': composeWantedApprovals,
  'approval-decided': composeDecidedApprovals,
  'document-issued': composeIssuedDocuments,
  'plan-notice': composePlanNotices,
  'plan-invoice-reminder': composePlanReminders,
  'money-received': composeReceivedMoney,
  'membership-ended': composeEndedMemberships,
  repaired: composeRepaired,
  'webhook-disabled': composeDisabledWebhooks,
  'account-opened': composeOpenedAccounts,
  'link-code': composeLinkCodes,
  'identity-linked': composeLinkedIdentities,
  'device-added': composeAddedDevices,
  'support-visit': composeSupportVisits,
  'rule-change-asked': composeAskedRuleChanges,
  'rule-change-ended': composeEndedRuleChanges,
  'second-factor-changed': composeSecondFactorChanges,
  'second-factor-reset': composeSecondFactorResets,
  'passkey-changed': composePasskeyChanges,
  'wallet-low': composeLowWallets,
  'automatic-top-up-stopped': composeStoppedTopUps,
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

async function composeGifts(
  posy: Posy,
  ids: readonly string[],
  { isReminder = false } = {},
): Promise<Map<string, Composed>> {
  const messages = await giftMessages(posy.db, ids)
  const held = await holdQueued(posy, messages, { isReminder })
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
  const brandByTeam = await emailBrands(posy, [...gifts.values()])
  const now = toDate(posy.clock.now())
  const channels = await readChannels(posy, messages)
  return eachById(messages, (message) => {
    if (held.has(message.id)) return { kind: 'cancel', why: HELD_BY_RULES }
    const gift = gifts.get(message.hugggId)
    if (!gift) return { kind: 'cancel', why: 'gift is gone' }
    const obstacle = whyNotNow(gift, message, now) ?? whyNoReminder(gift, isReminder) ?? channels.whyBlocked(message)
    if (obstacle) return obstacle
    const sender = senders.get(gift.sender_id)
    const from = gift.from_name?.trim() || (sender ? senderName(sender) : '') || message.teamName
    const url = launchUrl(posy, gift.shortcode)
    if (message.channel === 'sms') return channels.text(message.address!, { from, url })
    const content = giftEmail(copyFor('en-GB'), {
      from,
      url,
      teamName: message.teamName,
      recipientName: message.recipientName,
      message: gift.message,
      stopRemindersUrl: isReminder ? `${url}/reminders` : null,
      brand: brandByTeam(gift),
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
  if (!message.address) return cancel('recipient no longer has an address')
  return null
}

/** Of a code that was given out there is nothing left to remind of: how long it is good for is the shop's to say. */
const whyNoReminder = (gift: HugggRecord, isReminder: boolean): Composed | null =>
  isReminder && gift.status_id === Status.Fetched ? { kind: 'cancel', why: 'its code was given out' } : null

async function composeOrders(posy: Posy, ids: readonly string[]): Promise<Map<string, Composed>> {
  return eachById(
    await orderMessages(posy.db, ids),
    ({ address, transactionId, quantity, giftName, deliveryMethod }) => {
      if (!address) return userIsGone
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

async function composePrintables(posy: Posy, ids: readonly string[]): Promise<Map<string, Composed>> {
  return eachById(await orderMessages(posy.db, ids), ({ address, transactionId, giftName }) => {
    if (!address) return userIsGone
    const url = `${posy.config.publicUrl}/activity/${transactionId}`
    return mailTo(address, printableReadyEmail(copyFor('en-GB'), { giftName, url }))
  })
}

/** Those that still have not arrived: one that was corrected meanwhile is not spoken of. */
async function composeUndelivered(posy: Posy, ids: readonly string[]): Promise<Map<string, Composed>> {
  const addresses = Map.groupBy(await listUndelivered(posy.db, ids), ({ messageId }) => messageId)
  return eachById(await orderMessages(posy.db, ids), ({ id, address, transactionId, giftName }) => {
    if (!address) return userIsGone
    const undelivered = addresses.get(id)
    if (!undelivered) return { kind: 'cancel', why: 'all are on their way again' }
    const url = `${posy.config.publicUrl}/activity/${transactionId}`
    const to = undelivered.map((one) => one.address)
    return mailTo(address, giftsUndeliveredEmail(copyFor('en-GB'), { giftName, addresses: to, url }))
  })
}

async function composeAskedFor(posy: Posy, ids: readonly string[]): Promise<Map<string, Composed>> {
  return eachById(await askedForMessages(posy.db, ids), ({ address, askedFrom, hugggId, ...asked }) => {
    if (!address) return userIsGone
    if (!askedFrom) return { kind: 'cancel', why: 'recipient no longer has an address' }
    const url = `${posy.config.publicUrl}/activity/gifts/${hugggId}`
    return mailTo(address, giftAskedForEmail(copyFor('en-GB'), { ...asked, askedFrom, url }))
  })
}

async function composeRefunded(posy: Posy, ids: readonly string[]): Promise<Map<string, Composed>> {
  const refunds = Map.groupBy(await listRefundedGifts(posy.db, ids), ({ messageId }) => messageId)
  return eachById(await orderMessages(posy.db, ids), ({ id, address, transactionId, giftName }) => {
    if (!address) return userIsGone
    const gifts = refunds.get(id)!
    const copy = copyFor('en-GB')
    const toInvoicePence = gifts.reduce((sum, gift) => sum + gift.toDebtPence, 0)
    const toWalletPence = gifts.reduce((sum, gift) => sum + gift.refundedPence, 0) - toInvoicePence
    const money = (pence: number) => (pence > 0 ? copy.money(pence, gifts[0]!.currency) : null)
    const content = giftsRefundedEmail(copy, {
      giftName,
      gifts: gifts.length,
      toWallet: money(toWalletPence),
      toInvoice: money(toInvoicePence),
      addresses: gifts.flatMap((gift) => gift.address ?? []),
      url: `${posy.config.publicUrl}/activity/${transactionId}`,
    })
    return mailTo(address, content)
  })
}

/** The token is worked out here, the moment it leaves, and stored nowhere. */
async function composeResets(posy: Posy, ids: readonly string[]): Promise<Map<string, Composed>> {
  const now = new Date(posy.wall.nowMs())
  return eachById(await resetMessages(posy.db, ids, now), (message) => {
    const { address, firstName, resetId, isOpen, isSignUp } = message
    if (!address) return userIsGone
    if (!isOpen) return { kind: 'cancel', why: 'link is used or over' }
    // A stranger may have typed that account's details: its owner signs up with their own.
    if (isSignUp) return mailTo(address, signUpUnfinishedEmail(copyFor('en-GB'), `${posy.config.publicUrl}/sign-up`))
    const url = `${posy.config.publicUrl}/reset-password?token=${deriveResetToken(posy, resetId)}`
    return mailTo(address, passwordResetEmail(copyFor('en-GB'), { firstName, url }))
  })
}

/** The token is worked out here, as for a reset. */
async function composeOpenedAccounts(posy: Posy, ids: readonly string[]): Promise<Map<string, Composed>> {
  const now = new Date(posy.wall.nowMs())
  return eachById(await openedAccountMessages(posy.db, ids, now), (message) => {
    if (!message.address) return userIsGone
    if (!message.isOpen) return { kind: 'cancel', why: 'link is used or over' }
    const url = `${posy.config.publicUrl}/reset-password?token=${deriveResetToken(posy, message.resetId)}`
    const { firstName, teamName, lastDay } = message
    return mailTo(message.address, accountOpenedEmail(copyFor('en-GB'), { firstName, teamName, lastDay, url }))
  })
}

async function composePasswordChanges(posy: Posy, ids: readonly string[]): Promise<Map<string, Composed>> {
  return eachById(await namedUserMessages(posy.db, ids), ({ address, firstName }) => {
    if (!address) return userIsGone
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
    const isWanted = address !== null && (await findContactPreference(posy.db, address)).reactionSummary
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
