import { reactionReceived, recipientCorrected } from '#server/domains/hugggs/index.ts'
import { passwordChanged, passwordResetRequested } from '#server/domains/identity/index.ts'
import { invitesIssued, joinRequested, signUpRepeated, verificationIssued } from '#server/domains/invites/index.ts'
import { adminsOf } from '#server/domains/teams/index.ts'
import { toDate } from '#server/kit/time.ts'
import { type Posy, transact } from '#server/platform/posy.ts'
import { systemActor } from '#server/platform/principal.ts'
import { deliverDue } from './deliver-due.ts'
import { DELIVER_JOB, deliveryFailed } from './events.ts'
import { hasDueMessage } from './outbox.ts'
import { queueGiftMessages } from './queue-gift-messages.ts'
import { queueInviteMessages } from './queue-invite-messages.ts'
import { queueMessage } from './queue-message.ts'
import { nextSummaryDueAt, noteReaction, queueSummaries } from './reaction-summary.ts'
import { tellUndelivered } from './tell-undelivered.ts'

/** The link changed with the address: whoever has the gift now gets it at once, unless its time has yet to come. */
async function sendAgain(posy: Posy, hugggId: string): Promise<void> {
  await transact(posy, { actor: systemActor }, async (work) => {
    const gift = await work.tx.selectFrom('huggg').select('transaction_id').where('id', '=', hugggId).executeTakeFirst()
    if (gift) await queueGiftMessages(work, { transactionId: gift.transaction_id, hugggIds: [hugggId] })
  })
}

const tell = async (posy: Posy, message: Parameters<typeof queueMessage>[1]): Promise<void> => {
  await transact(posy, { actor: systemActor }, (work) => queueMessage(work, message))
}

/** Everybody who looks after the team. */
const tellAdmins = (posy: Posy, { teamId, joinRequestId }: { teamId: string; joinRequestId: string }): Promise<void> =>
  transact(posy, { actor: systemActor }, async (work) => {
    for (const { id: userId } of await adminsOf(work.tx, teamId)) {
      const dedupeKey = `join-request/${joinRequestId}/${userId}`
      await queueMessage(work, { template: 'join-request', dedupeKey, teamId, userId, detail: { joinRequestId } })
    }
  })

/** Those that let people in. */
function subscribeToAccess(posy: Posy): void {
  posy.queue.subscribe(invitesIssued, 'delivery', async ({ inviteIds }) => {
    await transact(posy, { actor: systemActor }, (work) => queueInviteMessages(work, inviteIds))
  })
  posy.queue.subscribe(joinRequested, 'delivery', (request) => tellAdmins(posy, request))
  posy.queue.subscribe(verificationIssued, 'delivery', ({ verificationId, userId }) =>
    tell(posy, {
      template: 'verify-email',
      dedupeKey: `verify-email/${verificationId}`,
      userId,
      detail: { verificationId },
    }),
  )
  posy.queue.subscribe(signUpRepeated, 'delivery', ({ signUpId, userId }) =>
    tell(posy, { template: 'account-exists', dedupeKey: `account-exists/${signUpId}`, userId }),
  )
}

/**
 * Messages left waiting (after a pause, or by a worker that died) are due by the wall clock. They only wake the job: the
 * sending itself would hold up everything else that falls due.
 */
const wakeForWaitingMessages = (posy: Posy) => ({
  name: 'delivery.waiting-messages',
  nextDueAt: async () =>
    (await hasDueMessage(posy.db, new Date(posy.wall.nowMs()))) ? toDate(posy.clock.now()) : null,
  run: () =>
    transact(posy, { actor: systemActor }, (work) =>
      posy.queue.send(work.tx, DELIVER_JOB, {}, { unlessWaiting: true }),
    ),
})

export function registerDelivery(posy: Posy): void {
  posy.queue.define({
    name: DELIVER_JOB,
    // What is left waiting wakes it again.
    retries: 0,
    handle: async () => void (await deliverDue(posy)),
  })
  posy.queue.subscribe(recipientCorrected, 'delivery', ({ hugggId }) => sendAgain(posy, hugggId))
  posy.queue.subscribe(deliveryFailed, 'delivery', (event) =>
    transact(posy, { actor: systemActor }, (work) => tellUndelivered(work, event)),
  )
  posy.queue.subscribe(reactionReceived, 'delivery', ({ reactionId }) =>
    transact(posy, { actor: systemActor }, (work) => noteReaction(work, reactionId)),
  )
  posy.queue.subscribe(passwordResetRequested, 'delivery', ({ resetId, userId }) =>
    tell(posy, { template: 'password-reset', dedupeKey: `password-reset/${resetId}`, userId, detail: { resetId } }),
  )
  posy.queue.subscribe(passwordChanged, 'delivery', ({ changeId, userId }) =>
    tell(posy, { template: 'password-changed', dedupeKey: `password-changed/${changeId}`, userId }),
  )
  subscribeToAccess(posy)
  posy.due.push(wakeForWaitingMessages(posy), {
    name: 'delivery.reaction-summaries',
    nextDueAt: () => nextSummaryDueAt(posy),
    run: (now) => queueSummaries(posy, now),
  })
}
