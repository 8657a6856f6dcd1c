import { toDate } from '#kit/time.ts'
import { choiceLeftOver, codeGivenUp, reactionReceived, recipientCorrected } from '#server/domains/hugggs/index.ts'
import {
  accountOpened,
  deviceAdded,
  emailChangeAsked,
  emailChanged,
  identityLinked,
  passkeyChanged,
  passwordChanged,
  passwordResetRequested,
  phoneCodeIssued,
  secondFactorChanged,
  secondFactorReset,
} from '#server/domains/identity/index.ts'
import { impersonationStarted } from '#server/domains/impersonation/index.ts'
import { invitesIssued, joinRequested, signUpRepeated, verificationIssued } from '#server/domains/invites/index.ts'
import { type AutomaticTopUpStopped, automaticTopUpStopped } from '#server/domains/payments/index.ts'
import { linkCodeIssued } from '#server/domains/sso/index.ts'
import { claimCodeIssued, superHugggClaimed } from '#server/domains/superhugggs/index.ts'
import { listAdmins, memberRemoved, ruleChangeEnded, ruleChangesAsked } from '#server/domains/teams/index.ts'
import { type MoneyReceived, moneyReceived, type WalletRanLow, walletRanLow } from '#server/domains/wallets/index.ts'
import { asSystem, type Posy, transact } from '#server/platform/posy.ts'
import { recipientActor } from '#server/platform/principal.ts'
import { sendAskedFor } from './ask-for-gifts.ts'
import { deliverDue } from './deliver-due.ts'
import { DELIVER_JOB, deliveryFailed, giftsAskedFor } from './events.ts'
import { heldGiftsSource } from './held-gifts.ts'
import { notifyRefunded, notifyReturnedChange, notifyUndelivered } from './notify-senders.ts'
import { hasDueMessage } from './outbox.ts'
import { queueClaimCode } from './queue-claim-code.ts'
import { queueGiftMessages } from './queue-gift-messages.ts'
import { queueInviteMessages } from './queue-invite-messages.ts'
import { queueMessage } from './queue-message.ts'
import { reminderSource } from './queue-reminders.ts'
import { queueUserMessages } from './queue-user-messages.ts'
import { nextSummaryDueAt, noteReaction, queueSummaries } from './reaction-summary.ts'
import { deliveryRetention } from './retention.ts'

/** The link changed with the address: anyone who has the gift now gets it at once, unless its time has yet to come. */
async function sendAgain(posy: Posy, hugggId: string): Promise<void> {
  await asSystem(posy, async (work) => {
    const gift = await work.tx.selectFrom('huggg').select('transaction_id').where('id', '=', hugggId).executeTakeFirst()
    if (gift) await queueGiftMessages(work, { transactionId: gift.transaction_id, hugggIds: [hugggId] })
  })
}

const tell = async (posy: Posy, message: Parameters<typeof queueMessage>[1]): Promise<void> => {
  await asSystem(posy, (work) => queueMessage(work, message))
}

/** Everybody who looks after the team. */
const notifyAdmins = (
  posy: Posy,
  { teamId, joinRequestId }: { teamId: string; joinRequestId: string },
): Promise<void> =>
  asSystem(posy, async (work) => {
    for (const { id: userId } of await listAdmins(work.tx, teamId)) {
      const dedupeKey = `join-request/${joinRequestId}/${userId}`
      await queueMessage(work, { template: 'join-request', dedupeKey, teamId, userId, detail: { joinRequestId } })
    }
  })

/** Everyone who looks after the wallet's team, once for each time that it runs low. */
const notifyWalletLow = (posy: Posy, { fallId, teamId, ...detail }: WalletRanLow): Promise<void> =>
  asSystem(posy, async (work) => {
    const admins = await listAdmins(work.tx, teamId)
    const messages = admins.map(({ id: userId }) => ({ userId, dedupeKey: `wallet-low/${fallId}/${userId}`, detail }))
    await queueUserMessages(work, { template: 'wallet-low', teamId, messages })
  })

/** Everyone who looks after the wallet's team, and whose card it is where they are still there. */
const notifyTopUpStopped = (posy: Posy, { stopId, walletId, teamId, userId, because }: AutomaticTopUpStopped) =>
  asSystem(posy, async (work) => {
    const wallet = work.tx.selectFrom('wallet').select('name').where('id', '=', walletId)
    const { name: walletName } = await wallet.executeTakeFirstOrThrow()
    const admins = (await listAdmins(work.tx, teamId)).map(({ id }) => id)
    const readers = because === 'owner-left' ? admins : [...new Set([userId, ...admins])]
    const messages = readers.map((reader) => ({
      userId: reader,
      dedupeKey: `automatic-top-up-stopped/${stopId}/${reader}`,
      detail: { walletId, walletName, because },
    }))
    await queueUserMessages(work, { template: 'automatic-top-up-stopped', teamId, messages })
  })

/** Who paid by card; of a bank transfer everyone who looks after the wallet's team. */
const notifyMoneyReceived = (posy: Posy, { id, teamId, userId, ...money }: MoneyReceived): Promise<void> =>
  asSystem(posy, async (work) => {
    const { name, reference } = await work.tx
      .selectFrom('wallet')
      .select(['name', 'reference'])
      .where('id', '=', money.walletId)
      .executeTakeFirstOrThrow()
    const readers = userId ? [userId] : (await listAdmins(work.tx, teamId)).map((admin) => admin.id)
    const detail = { ...money, walletName: name, reference }
    const messages = readers.map((reader) => ({ userId: reader, dedupeKey: `money-received/${id}/${reader}`, detail }))
    await queueUserMessages(work, { template: 'money-received', teamId, messages })
  })

interface ToldOfRules {
  teamId: string
  changeIds: string[]
  userIds: string[]
}

const notifyRuleChanges = (
  posy: Posy,
  template: 'rule-change-asked' | 'rule-change-ended',
  { teamId, changeIds, userIds }: ToldOfRules,
): Promise<void> =>
  asSystem(posy, async (work) => {
    const detail = { changeIds }
    const messages = userIds.map((userId) => ({ userId, dedupeKey: `${template}/${changeIds[0]}/${userId}`, detail }))
    await queueUserMessages(work, { template, teamId, messages })
  })

/** With whose eyes an operator looks, and who looks after the team. */
const notifySupportVisit = (
  posy: Posy,
  { impersonationId, userId, teamId }: { impersonationId: string; userId: string; teamId: string },
): Promise<void> =>
  asSystem(posy, async (work) => {
    const admins = (await listAdmins(work.tx, teamId)).map(({ id }) => id)
    const messages = [...new Set([userId, ...admins])].map((reader) => ({
      userId: reader,
      dedupeKey: `support-visit/${impersonationId}/${reader}`,
      detail: { impersonationId, isAdmin: admins.includes(reader) },
    }))
    await queueUserMessages(work, { template: 'support-visit', teamId, messages })
  })

/** Those that let people in. */
function subscribeToAccess(posy: Posy): void {
  posy.queue.subscribe(invitesIssued, 'delivery', async ({ inviteIds }) => {
    await asSystem(posy, (work) => queueInviteMessages(work, inviteIds))
  })
  posy.queue.subscribe(joinRequested, 'delivery', (request) => notifyAdmins(posy, request))
  posy.queue.subscribe(verificationIssued, 'delivery', ({ verificationId, userId }) =>
    tell(posy, {
      template: 'verify-email',
      dedupeKey: `verify-email/${verificationId}`,
      userId,
      detail: { verificationId },
    }),
  )
  posy.queue.subscribe(linkCodeIssued, 'delivery', ({ linkId, userId }) =>
    tell(posy, { template: 'link-code', dedupeKey: `link-code/${linkId}`, userId, detail: { linkId } }),
  )
  posy.queue.subscribe(identityLinked, 'delivery', ({ linkingId, userId, provider }) =>
    tell(posy, {
      template: 'identity-linked',
      dedupeKey: `identity-linked/${linkingId}`,
      userId,
      detail: { provider },
    }),
  )
  posy.queue.subscribe(ruleChangesAsked, 'delivery', (asked) => notifyRuleChanges(posy, 'rule-change-asked', asked))
  posy.queue.subscribe(ruleChangeEnded, 'delivery', ({ changeId, ...ended }) =>
    notifyRuleChanges(posy, 'rule-change-ended', { ...ended, changeIds: [changeId] }),
  )
  posy.queue.subscribe(impersonationStarted, 'delivery', (visit) => notifySupportVisit(posy, visit))
  posy.queue.subscribe(deviceAdded, 'delivery', ({ sessionId, userId }) =>
    tell(posy, { template: 'device-added', dedupeKey: `device-added/${sessionId}`, userId, detail: { sessionId } }),
  )
  posy.queue.subscribe(secondFactorChanged, 'delivery', ({ changeId, userId, isOn }) =>
    tell(posy, {
      template: 'second-factor-changed',
      dedupeKey: `second-factor-changed/${changeId}`,
      userId,
      detail: { isOn },
    }),
  )
  posy.queue.subscribe(secondFactorReset, 'delivery', ({ changeId, userId, resetBy }) =>
    tell(posy, {
      template: 'second-factor-reset',
      dedupeKey: `second-factor-reset/${changeId}`,
      userId,
      detail: { adminId: resetBy.userId, teamId: resetBy.teamId },
    }),
  )
  posy.queue.subscribe(passkeyChanged, 'delivery', ({ changeId, userId, change }) =>
    tell(posy, { template: 'passkey-changed', dedupeKey: `passkey-changed/${changeId}`, userId, detail: { change } }),
  )
  posy.queue.subscribe(signUpRepeated, 'delivery', ({ signUpId, userId }) =>
    tell(posy, { template: 'account-exists', dedupeKey: `account-exists/${signUpId}`, userId }),
  )
}

/** What someone changes of their own account, where another party's word is needed. */
function subscribeToOwners(posy: Posy): void {
  const notifyBothAddresses = async (template: 'email-change' | 'email-changed', changeId: string, userId: string) => {
    for (const side of ['old', 'new'])
      await tell(posy, { template, dedupeKey: `${template}/${changeId}/${side}`, userId, detail: { changeId, side } })
  }
  posy.queue.subscribe(emailChangeAsked, 'delivery', ({ changeId, userId }) =>
    notifyBothAddresses('email-change', changeId, userId),
  )
  posy.queue.subscribe(emailChanged, 'delivery', ({ changeId, userId }) =>
    notifyBothAddresses('email-changed', changeId, userId),
  )
  posy.queue.subscribe(phoneCodeIssued, 'delivery', ({ codeId, userId }) =>
    tell(posy, {
      template: 'phone-code',
      channel: 'sms',
      dedupeKey: `phone-code/${codeId}`,
      userId,
      detail: { codeId },
    }),
  )
}

/** Codes with which gifts are claimed, and the gifts that were. */
function subscribeToClaims(posy: Posy): void {
  posy.queue.subscribe(claimCodeIssued, 'delivery', ({ codeId }) =>
    asSystem(posy, (work) => queueClaimCode(work, codeId)),
  )
  posy.queue.subscribe(superHugggClaimed, 'delivery', async ({ hugggId, transactionId }) => {
    await asSystem(posy, (work) => queueGiftMessages(work, { transactionId, hugggIds: [hugggId] }))
  })
}

/**
 * Messages left waiting (after a pause, or by a worker that died) are due by the wall clock. They only wake the job: the
 * sending itself would hold up everything else that falls due.
 */
const wakeForWaitingMessages = (posy: Posy) => ({
  name: 'delivery.waiting-messages',
  nextDueAt: async () =>
    (await hasDueMessage(posy.db, new Date(posy.wall.nowMs()))) ? toDate(posy.clock.now()) : null,
  run: () => asSystem(posy, (work) => posy.queue.send(work.tx, DELIVER_JOB, {}, { unlessWaiting: true })),
})

export function registerDelivery(posy: Posy): void {
  posy.queue.define({
    name: DELIVER_JOB,
    urgency: 'urgent',
    // What is left waiting wakes it again.
    retries: 0,
    handle: async () => void (await deliverDue(posy)),
  })
  posy.queue.subscribe(recipientCorrected, 'delivery', ({ hugggId }) => sendAgain(posy, hugggId))
  posy.queue.subscribe(deliveryFailed, 'delivery', (event) => asSystem(posy, (work) => notifyUndelivered(work, event)))
  posy.queue.subscribe(giftsAskedFor, 'delivery', async ({ hugggIds }) => {
    for (const id of hugggIds) await transact(posy, { actor: recipientActor }, (work) => sendAskedFor(work, id))
  })
  posy.queue.subscribe(codeGivenUp, 'delivery', (event) => asSystem(posy, (work) => notifyRefunded(work, event)))
  posy.queue.subscribe(choiceLeftOver, 'delivery', ({ hugggId }) =>
    asSystem(posy, (work) => notifyReturnedChange(work, hugggId)),
  )
  posy.queue.subscribe(reactionReceived, 'delivery', ({ reactionId }) =>
    asSystem(posy, (work) => noteReaction(work, reactionId)),
  )
  posy.queue.subscribe(passwordResetRequested, 'delivery', ({ resetId, userId }) =>
    tell(posy, { template: 'password-reset', dedupeKey: `password-reset/${resetId}`, userId, detail: { resetId } }),
  )
  posy.queue.subscribe(accountOpened, 'delivery', ({ resetId, userId, teamId }) =>
    tell(posy, {
      template: 'account-opened',
      dedupeKey: `account-opened/${resetId}`,
      userId,
      teamId,
      detail: { resetId },
    }),
  )
  posy.queue.subscribe(passwordChanged, 'delivery', ({ changeId, userId }) =>
    tell(posy, { template: 'password-changed', dedupeKey: `password-changed/${changeId}`, userId }),
  )
  posy.queue.subscribe(moneyReceived, 'delivery', (money) => notifyMoneyReceived(posy, money))
  posy.queue.subscribe(memberRemoved, 'delivery', ({ removalId, teamId, userId }) =>
    tell(posy, { template: 'membership-ended', dedupeKey: `membership-ended/${removalId}`, teamId, userId }),
  )
  posy.queue.subscribe(walletRanLow, 'delivery', (fall) => notifyWalletLow(posy, fall))
  posy.queue.subscribe(automaticTopUpStopped, 'delivery', (stop) => notifyTopUpStopped(posy, stop))
  subscribeToAccess(posy)
  subscribeToOwners(posy)
  subscribeToClaims(posy)
  posy.due.push(wakeForWaitingMessages(posy), reminderSource(posy), heldGiftsSource(posy), {
    name: 'delivery.reaction-summaries',
    nextDueAt: () => nextSummaryDueAt(posy),
    run: (now) => queueSummaries(posy, now),
  })
  posy.retention.push(...deliveryRetention(posy.config.retention))
}
