import { notifyOrderComplete, notifyPrintableReady } from '#server/domains/delivery/index.ts'
import { passScheduledOn } from '#server/domains/hugggs/sender/index.ts'
import { printableReady } from '#server/domains/printables/index.ts'
import { participationEnded, teamMemberRemoved } from '#server/domains/teams/members/index.ts'
import { listAdmins } from '#server/domains/teams/team/index.ts'
import { jobRecord } from '#server/platform/job-record.ts'
import { asSystem, type Posy } from '#server/platform/posy.ts'
import { endApproval, listWaitingOrders } from '../approvals/index.ts'
import { deleteUserDrafts } from '../orders/index.ts'
import { finishMaking, lockTransaction } from '../record/index.ts'
import { CREATE_HUGGGS_JOB, completionAwaited } from './events.ts'
import { makeGifts } from './make-gifts.ts'

const GIFTS_PER_STEP = 2500

/**
 * Makes the gifts of a large purchase in steps, each a transaction of its own that carries on from the last: killed at
 * any point and run again, by however many workers, every gift is made once.
 */
async function createAllGifts(posy: Posy, transactionId: string): Promise<void> {
  for (let isDone = false; !isDone; ) {
    isDone = await asSystem(posy, async (work) => {
      const transaction = jobRecord(await lockTransaction(work.tx, transactionId), 'purchase')
      if (transaction.processing !== 'creating') return true
      const from = transaction.created_count + 1
      const to = Math.min(transaction.quantity, transaction.created_count + GIFTS_PER_STEP)
      await makeGifts(work, {
        id: transactionId,
        from,
        to,
        deliveryMethod: transaction.delivery_method,
        isScheduled: transaction.send_at !== null,
      })
      if (to < transaction.quantity) return false
      await finishMaking(work, transactionId)
      if (transaction.notify_on_complete) await work.emit(completionAwaited, { transactionId })
      return true
    })
  }
}

interface Leaver {
  teamId: string
  userId: string
}

/** What waited for approval, and drafts, go with who can buy nothing more there. */
async function endOrders(posy: Posy, leaver: Leaver): Promise<void> {
  for (const orderId of await listWaitingOrders(posy.db, leaver))
    await asSystem(posy, (work) => endApproval(work, orderId, 'withdrawn'))
  await asSystem(posy, (work) => deleteUserDrafts(work, leaver))
}

/** What a leaver had scheduled continues in an admin's name. */
async function settleLeaver(posy: Posy, { teamId, userId }: Leaver): Promise<void> {
  await endOrders(posy, { teamId, userId })
  await asSystem(posy, async (work) => {
    const [admin] = await listAdmins(work.tx, teamId)
    if (admin) await passScheduledOn(work, { teamId, fromUserId: userId, toUserId: admin.id })
  })
}

export function registerBuying(posy: Posy): void {
  posy.queue.define<{ transactionId: string }>({
    name: CREATE_HUGGGS_JOB,
    concurrency: 2,
    handle: ({ transactionId }) => createAllGifts(posy, transactionId),
  })
  posy.queue.subscribe(teamMemberRemoved, 'orders', (event) => settleLeaver(posy, event))
  posy.queue.subscribe(participationEnded, 'orders', (event) => endOrders(posy, event))
  posy.queue.subscribe(completionAwaited, 'tell-buyer', (event) =>
    asSystem(posy, (work) => notifyOrderComplete(work, event)),
  )
  posy.queue.subscribe(printableReady, 'tell-buyer', (event) =>
    asSystem(posy, (work) => notifyPrintableReady(work, event)),
  )
}
