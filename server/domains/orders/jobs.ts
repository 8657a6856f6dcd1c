import { registerBankMatcher } from '#server/domains/bank/index.ts'
import {
  printableReadyMessage,
  queueGiftMessages,
  registerApprovalDecisions,
  transactionCompletedMessage,
} from '#server/domains/delivery/index.ts'
import { maySell } from '#server/domains/documents/index.ts'
import {
  hugggCancelled,
  hugggExpired,
  nextChangeCreditAt,
  passScheduledOn,
  provideInvoicePayments,
  releaseScheduled,
} from '#server/domains/hugggs/index.ts'
import { printableReady } from '#server/domains/printables/index.ts'
import { finishMaking, lockTransaction, nextAwaitingDocument } from '#server/domains/purchases/index.ts'
import { listAdmins, teamMemberRemoved } from '#server/domains/teams/index.ts'
import { asSystem, type Posy } from '#server/platform/posy.ts'
import { provideMoneyAct } from '#server/platform/waiting-acts.ts'
import { endedApprovals, listWaitingOrders, nextApprovalEnd, readDecisions } from './approval-queries.ts'
import { issueRecharges, nextRechargeAt } from './charge-again.ts'
import { makeGifts } from './create-transaction.ts'
import { creditChanges } from './credit-changes.ts'
import { endApproval } from './decide-approval.ts'
import { invoicePayments } from './document-queries.ts'
import { CREATE_HUGGGS_JOB, transactionCompleted } from './events.ts'
import { invoiceMatcher } from './invoice-matcher.ts'
import { creditGifts, issueAwaited } from './issue-purchase-documents.ts'
import { countDueSends, nextSendAt } from './queries.ts'
import { invoiceReceipt } from './receive-for-invoice.ts'
import { deleteUserDrafts } from './save-order.ts'

const GIFTS_PER_STEP = 2500
const SCHEDULED_PER_STEP = 1000

/**
 * Makes the gifts of a large purchase in steps, each a transaction of its own that carries on from the last: killed at
 * any point and run again, by however many workers, every gift is made once.
 */
async function createAllGifts(posy: Posy, transactionId: string): Promise<void> {
  for (let isDone = false; !isDone; ) {
    isDone = await asSystem(posy, async (work) => {
      const transaction = await lockTransaction(work.tx, transactionId)
      if (transaction?.processing !== 'creating') return true
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
      await work.emit(transactionCompleted, { transactionId })
      return true
    })
  }
}

/** Releases gifts whose moment has come, and sends those that go by email or text. */
async function sendDue(posy: Posy, now: Date): Promise<void> {
  for (let released = SCHEDULED_PER_STEP; released === SCHEDULED_PER_STEP; ) {
    released = await asSystem(posy, async (work) => {
      const due = await releaseScheduled(work, { now, limit: SCHEDULED_PER_STEP })
      const toSend = new Map<string, string[]>()
      for (const { id, transactionId, isMessage } of due) {
        if (isMessage) toSend.set(transactionId, [...(toSend.get(transactionId) ?? []), id])
      }
      for (const [transactionId, hugggIds] of toSend) await queueGiftMessages(work, { transactionId, hugggIds })
      return due.length
    })
  }
}

/** What a leaver had scheduled continues in an admin's name; what waited for approval and their drafts go. */
async function settleLeaver(posy: Posy, { teamId, userId }: { teamId: string; userId: string }): Promise<void> {
  for (const orderId of await listWaitingOrders(posy.db, { teamId, userId }))
    await asSystem(posy, (work) => endApproval(work, orderId, 'withdrawn'))
  await asSystem(posy, async (work) => {
    await deleteUserDrafts(work, { teamId, userId })
    const [admin] = await listAdmins(work.tx, teamId)
    if (admin) await passScheduledOn(work, { teamId, fromUserId: userId, toUserId: admin.id })
  })
}

export function registerOrders(posy: Posy): void {
  registerBankMatcher(posy, invoiceMatcher)
  provideMoneyAct(posy, invoiceReceipt)
  provideInvoicePayments(posy, invoicePayments)
  registerApprovalDecisions(posy, (ids) => readDecisions(posy.db, ids))
  posy.queue.define<{ transactionId: string }>({
    name: CREATE_HUGGGS_JOB,
    concurrency: 2,
    handle: ({ transactionId }) => createAllGifts(posy, transactionId),
  })
  posy.queue.subscribe(teamMemberRemoved, 'orders', (event) => settleLeaver(posy, event))
  posy.queue.subscribe(transactionCompleted, 'tell-buyer', (event) =>
    asSystem(posy, (work) => transactionCompletedMessage(work, event)),
  )
  posy.queue.subscribe(printableReady, 'tell-buyer', (event) =>
    asSystem(posy, (work) => printableReadyMessage(work, event)),
  )
  posy.queue.subscribe(hugggCancelled, 'credit', ({ hugggIds }) => creditGifts(posy, hugggIds, 'cancelled'))
  posy.queue.subscribe(hugggExpired, 'credit', ({ hugggIds }) => creditGifts(posy, hugggIds, 'expired'))
  posy.due.push({
    name: 'orders.approvals',
    nextDueAt: () => nextApprovalEnd(posy.db),
    run: async (now) => {
      for (const orderId of await endedApprovals(posy.db, now))
        await asSystem(posy, (work) => endApproval(work, orderId, 'expired'))
    },
  })
  posy.due.push({
    name: 'orders.documents',
    // Without a seller to name, they wait.
    nextDueAt: async () => (maySell(posy.config) ? nextAwaitingDocument(posy.db) : null),
    run: () => issueAwaited(posy),
  })
  posy.due.push({
    name: 'orders.recharges',
    nextDueAt: async () => (maySell(posy.config) ? nextRechargeAt(posy.db) : null),
    run: (now) => issueRecharges(posy, now),
  })
  posy.due.push({
    name: 'orders.change-credits',
    nextDueAt: async () => (maySell(posy.config) ? nextChangeCreditAt(posy.db) : null),
    run: (now) => creditChanges(posy, now),
  })
  posy.due.push({
    name: 'orders.scheduled-sends',
    nextDueAt: () => nextSendAt(posy.db),
    run: (now) => sendDue(posy, now),
    brake: { count: (after, until) => countDueSends(posy.db, after, until) },
  })
}
